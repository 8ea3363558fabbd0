// One query block of attention by the online softmax: 64 queries of a head of
// 128 stay in left while 32 blocks of 64 keys and values stream by. Carried
// from block to block are the row maximum m, the row sum l and the output o
// that has not been divided by l yet. Scores leave the accumulator for vector
// memory directly, which a5 can do; the probabilities take the way back
// through mat.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!q = !pto.tile<64x128xbf16>
!kv = !pto.tile<64x128xbf16>
!kt = !pto.tile<128x64xbf16>
!score = !pto.tile<64x64xf32>
!prob = !pto.tile<64x64xbf16>
!row = !pto.tile<64x1xf32>
!o = !pto.tile<64x128xf32>

module attributes {pto.target = #pto.target<a5>} {
  // CHECK-LABEL: func.func @flash_attention(
  // CHECK: [[MAT4:%[^ :,]+]] = pto.alloc mat, addr = 0, size = 16384, id = 4
  // CHECK-NEXT: [[LEFT5:%[^ :,]+]] = pto.alloc left, addr = 0, size = 16384, id = 5
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 256, id = 6
  // CHECK-NEXT: [[VEC7:%[^ :,]+]] = pto.alloc vec, addr = 256, size = 256, id = 7
  // CHECK-NEXT: [[VEC8:%[^ :,]+]] = pto.alloc vec, addr = 512, size = 32768, id = 8
  // CHECK-NEXT: [[MAT9:%[^ :,]+]] = pto.alloc mat, addr = 16384, size = 16384, id = 9
  // CHECK-NEXT: [[RIGHT10:%[^ :,]+]] = pto.alloc right, addr = 0, size = 16384, id = 10
  // CHECK-NEXT: [[ACC11:%[^ :,]+]] = pto.alloc acc, addr = 0, size = 16384, id = 11
  // CHECK-NEXT: [[VEC12:%[^ :,]+]] = pto.alloc vec, addr = 33280, size = 16384, id = 12
  // CHECK-NEXT: [[VEC13:%[^ :,]+]] = pto.alloc vec, addr = 49664, size = 16384, id = 13
  // CHECK-NEXT: [[VEC14:%[^ :,]+]] = pto.alloc vec, addr = 66048, size = 16384, id = 14
  // CHECK-NEXT: [[VEC15:%[^ :,]+]] = pto.alloc vec, addr = 82432, size = 256, id = 15
  // CHECK-NEXT: [[VEC16:%[^ :,]+]] = pto.alloc vec, addr = 82688, size = 256, id = 16
  // CHECK-NEXT: [[VEC17:%[^ :,]+]] = pto.alloc vec, addr = 82944, size = 256, id = 17
  // CHECK-NEXT: [[VEC18:%[^ :,]+]] = pto.alloc vec, addr = 83200, size = 256, id = 18
  // CHECK-NEXT: [[VEC19:%[^ :,]+]] = pto.alloc vec, addr = 83456, size = 16384, id = 19
  // CHECK-NEXT: [[VEC20:%[^ :,]+]] = pto.alloc vec, addr = 99840, size = 256, id = 20
  // CHECK-NEXT: [[VEC21:%[^ :,]+]] = pto.alloc vec, addr = 100096, size = 256, id = 21
  // CHECK-NEXT: [[VEC23:%[^ :,]+]] = pto.alloc vec, addr = 100352, size = 8192, id = 23
  // CHECK-NEXT: [[MAT24:%[^ :,]+]] = pto.alloc mat, addr = 32768, size = 8192, id = 24
  // CHECK-NEXT: [[MAT25:%[^ :,]+]] = pto.alloc mat, addr = 40960, size = 16384, id = 25
  // CHECK-NEXT: [[LEFT26:%[^ :,]+]] = pto.alloc left, addr = 16384, size = 8192, id = 26
  // CHECK-NEXT: [[RIGHT27:%[^ :,]+]] = pto.alloc right, addr = 16384, size = 16384, id = 27
  // CHECK-NEXT: [[ACC28:%[^ :,]+]] = pto.alloc acc, addr = 16384, size = 32768, id = 28
  // CHECK-NEXT: [[VEC29:%[^ :,]+]] = pto.alloc vec, addr = 108544, size = 32768, id = 29
  // CHECK-NEXT: [[VEC30:%[^ :,]+]] = pto.alloc vec, addr = 141312, size = 32768, id = 30
  // CHECK-NEXT: [[VEC32:%[^ :,]+]] = pto.alloc vec, addr = 174080, size = 32768, id = 32
  // CHECK-NEXT: [[VEC33:%[^ :,]+]] = pto.alloc vec, addr = 206848, size = 16384, id = 33
  // CHECK: [[BLOCK:%[^ :,]+]] = pto.get_block_idx : () -> index
  // CHECK: [[Q:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to mat into [[MAT4]] : (tensor<4096x128xbf16>) -> !pto.tile<64x128xbf16, mat>
  // CHECK-NEXT: [[QL:%[^ :,]+]] = pto.move [[Q]] to left into [[LEFT5]] : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<64x128xbf16, left>
  // CHECK-NEXT: [[M0:%[^ :,]+]] = pto.full %{{.+}} into [[VEC6]] : (f32) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[L0:%[^ :,]+]] = pto.full %{{.+}} into [[VEC7]] : (f32) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[O0:%[^ :,]+]] = pto.full %{{.+}} into [[VEC8]] : (f32) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[M:%[^ :,]+]]:3 = scf.for [[N:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[MP:%[^ :,]+]] = [[M0]], [[LP:%[^ :,]+]] = [[L0]], [[OP:%[^ :,]+]] = [[O0]]) -> (!pto.tile<64x1xf32, vec>, !pto.tile<64x1xf32, vec>, !pto.tile<64x128xf32, vec>) {
  // CHECK-NEXT: [[K:%[^ :,]+]] = pto.load %{{.+}}{{\[}}[[N]], 0] to mat into [[MAT9]] : (tensor<2048x128xbf16>) -> !pto.tile<64x128xbf16, mat>
  // CHECK-NEXT: [[KT:%[^ :,]+]] = pto.transpose_view [[K]] : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<128x64xbf16, mat, layout = #pto.layout<slayout = col_major>>
  // CHECK-NEXT: [[KT_RIGHT:%[^ :,]+]] = pto.move [[KT]] to right into [[RIGHT10]] : (!pto.tile<128x64xbf16, mat, layout = #pto.layout<slayout = col_major>>) -> !pto.tile<128x64xbf16, right>
  // CHECK-NEXT: [[QK:%[^ :,]+]] = pto.matmul [[QL]], [[KT_RIGHT]] into [[ACC11]] : (!pto.tile<64x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<64x64xf32, acc>
  // CHECK-NEXT: [[QK_VEC:%[^ :,]+]] = pto.move [[QK]] to vec into [[VEC12]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<64x64xf32, acc>) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[S:%[^ :,]+]] = pto.muls [[QK_VEC]], %{{.+}} into [[VEC13]] : (!pto.tile<64x64xf32, vec>, f32) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[TMP:%[^ :,]+]] = pto.create to vec into [[VEC14]] : () -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[MB:%[^ :,]+]] = pto.row_max [[S]], [[TMP]] into [[VEC15]] : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[MN:%[^ :,]+]] = pto.maximum [[MP]], [[MB]] into [[VEC16]] : (!pto.tile<64x1xf32, vec>, !pto.tile<64x1xf32, vec>) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[GAP:%[^ :,]+]] = pto.sub [[MP]], [[MN]] into [[VEC17]] : (!pto.tile<64x1xf32, vec>, !pto.tile<64x1xf32, vec>) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[ALPHA:%[^ :,]+]] = pto.exp [[GAP]] into [[VEC18]] : (!pto.tile<64x1xf32, vec>) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[P:%[^ :,]+]] = pto.row_expand_expdif [[S]], [[MN]] into [[VEC19]] : (!pto.tile<64x64xf32, vec>, !pto.tile<64x1xf32, vec>) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[LB:%[^ :,]+]] = pto.row_sum [[P]], [[TMP]] into [[VEC20]] : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[LS:%[^ :,]+]] = pto.mul [[LP]], [[ALPHA]] into [[VEC21]] : (!pto.tile<64x1xf32, vec>, !pto.tile<64x1xf32, vec>) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[LN:%[^ :,]+]] = pto.add [[LS]], [[LB]] into [[VEC7]] : (!pto.tile<64x1xf32, vec>, !pto.tile<64x1xf32, vec>) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: [[PB:%[^ :,]+]] = pto.cast [[P]] into [[VEC23]] {mode = #pto.round_mode<rint>} : (!pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xbf16, vec>
  // CHECK-NEXT: [[PM:%[^ :,]+]] = pto.move [[PB]] to mat into [[MAT24]] : (!pto.tile<64x64xbf16, vec>) -> !pto.tile<64x64xbf16, mat>
  // CHECK-NEXT: [[V:%[^ :,]+]] = pto.load %{{.+}}{{\[}}[[N]], 0] to mat into [[MAT25]] : (tensor<2048x128xbf16>) -> !pto.tile<64x128xbf16, mat>
  // CHECK-NEXT: [[PM_LEFT:%[^ :,]+]] = pto.move [[PM]] to left into [[LEFT26]] : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<64x64xbf16, left>
  // CHECK-NEXT: [[V_RIGHT:%[^ :,]+]] = pto.move [[V]] to right into [[RIGHT27]] : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<64x128xbf16, right>
  // CHECK-NEXT: [[PV:%[^ :,]+]] = pto.matmul [[PM_LEFT]], [[V_RIGHT]] into [[ACC28]] : (!pto.tile<64x64xbf16, left>, !pto.tile<64x128xbf16, right>) -> !pto.tile<64x128xf32, acc>
  // CHECK-NEXT: [[OS:%[^ :,]+]] = pto.row_expand_mul [[OP]], [[ALPHA]] into [[VEC29]] : (!pto.tile<64x128xf32, vec>, !pto.tile<64x1xf32, vec>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[PV_VEC:%[^ :,]+]] = pto.move [[PV]] to vec into [[VEC30]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<64x128xf32, acc>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[ON:%[^ :,]+]] = pto.add [[OS]], [[PV_VEC]] into [[VEC8]] : (!pto.tile<64x128xf32, vec>, !pto.tile<64x128xf32, vec>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[MN_MV:%[^ :,]+]] = pto.move [[MN]] to vec into [[VEC6]] {blayout = #pto.block_layout<col_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<64x1xf32, vec>) -> !pto.tile<64x1xf32, vec>
  // CHECK-NEXT: scf.yield [[MN_MV]], [[LN]], [[ON]] : !pto.tile<64x1xf32, vec>, !pto.tile<64x1xf32, vec>, !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: } {pto.loop = #pto.loop<pipeline, stages = 2>}
  // CHECK-NEXT: [[OD:%[^ :,]+]] = pto.row_expand_div [[M]]#2, [[M]]#1 into [[VEC32]] : (!pto.tile<64x128xf32, vec>, !pto.tile<64x1xf32, vec>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[OB:%[^ :,]+]] = pto.cast [[OD]] into [[VEC33]] {mode = #pto.round_mode<rint>} : (!pto.tile<64x128xf32, vec>) -> !pto.tile<64x128xbf16, vec>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[OB]], %{{.+}}[%{{.+}}, 0] : (!pto.tile<64x128xbf16, vec>, tensor<4096x128xbf16>) -> tensor<4096x128xbf16>
  // ROUND-LABEL: func.func @flash_attention(
  // ROUND: scf.for {{.*}} iter_args({{.*}}) -> (!pto.tile<64x1xf32>, !pto.tile<64x1xf32>, !pto.tile<64x128xf32>) {
  // ROUND: pto.transpose_view {{.*}} : (!pto.tile<64x128xbf16>) -> !pto.tile<128x64xbf16>
  // ROUND: pto.move {{.*}} to mat : (!pto.tile<64x64xbf16>) -> !pto.tile<64x64xbf16, mat>
  // ROUND: } {pto.loop = #pto.loop<pipeline, stages = 2>}
  func.func @flash_attention(
      %query: tensor<4096x128xbf16> {pto.direction = #pto.direction<in>},
      %key: tensor<2048x128xbf16> {pto.direction = #pto.direction<in>},
      %value: tensor<2048x128xbf16> {pto.direction = #pto.direction<in>},
      %out: tensor<4096x128xbf16> {pto.direction = #pto.direction<out>})
      -> tensor<4096x128xbf16> attributes {pto.kind = #pto.function_kind<incore>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %context = arith.constant 2048 : index
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    %scale = arith.constant 0.0883883461 : f32
    %block = pto.get_block_idx : () -> index
    %first = arith.muli %block, %c64 : index

    %q = pto.load %query[%first, 0] to mat : (tensor<4096x128xbf16>) -> !q
    %ql = pto.move %q to left : (!q) -> !pto.tile<64x128xbf16, left>
    %m0 = pto.full %lowest : (f32) -> !row
    %l0 = pto.full %zero : (f32) -> !row
    %o0 = pto.full %zero : (f32) -> !o
    %m, %l, %o = scf.for %n = %c0 to %context step %c64
        iter_args(%mp = %m0, %lp = %l0, %op = %o0) -> (!row, !row, !o) {
      // Scores of this block.
      %k = pto.load %key[%n, 0] to mat : (tensor<2048x128xbf16>) -> !kv
      %kt = pto.transpose_view %k : (!kv) -> !kt
      %qk = pto.matmul %ql, %kt : (!pto.tile<64x128xbf16, left>, !kt) -> !score
      %s = pto.muls %qk, %scale : (!score, f32) -> !score

      // The new maximum, and by how much older results shrink.
      %tmp = pto.create : () -> !score
      %mb = pto.row_max %s, %tmp : (!score, !score) -> !row
      %mn = pto.maximum %mp, %mb : (!row, !row) -> !row
      %gap = pto.sub %mp, %mn : (!row, !row) -> !row
      %alpha = pto.exp %gap : (!row) -> !row
      %p = pto.row_expand_expdif %s, %mn : (!score, !row) -> !score

      %lb = pto.row_sum %p, %tmp : (!score, !score) -> !row
      %ls = pto.mul %lp, %alpha : (!row, !row) -> !row
      %ln = pto.add %ls, %lb : (!row, !row) -> !row

      // Weighted values of this block.
      %pb = pto.cast %p {mode = #pto.round_mode<rint>} : (!score) -> !prob
      %pm = pto.move %pb to mat : (!prob) -> !pto.tile<64x64xbf16, mat>
      %v = pto.load %value[%n, 0] to mat : (tensor<2048x128xbf16>) -> !kv
      %pv = pto.matmul %pm, %v : (!pto.tile<64x64xbf16, mat>, !kv) -> !o
      %os = pto.row_expand_mul %op, %alpha : (!o, !row) -> !o
      %on = pto.add %os, %pv : (!o, !o) -> !o
      scf.yield %mn, %ln, %on : !row, !row, !o
    } {pto.loop = #pto.loop<pipeline, stages = 2>}
    %od = pto.row_expand_div %o, %l : (!o, !row) -> !o
    %ob = pto.cast %od {mode = #pto.round_mode<rint>} : (!o) -> !q
    %r = pto.store %ob, %out[%first, 0] : (!q, tensor<4096x128xbf16>) -> tensor<4096x128xbf16>
    return %r : tensor<4096x128xbf16>
  }
}

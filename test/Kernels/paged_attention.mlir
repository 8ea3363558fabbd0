// One step of decoding against a paged cache: the keys of a block of 64
// positions lie in four pages of 16 rows, gathered row by row of the table into
// one tile that a small loop carries through mat; the values are gathered by
// index in one go. What follows is one block of attention.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!q = !pto.tile<16x128xbf16>
!kv = !pto.tile<64x128xbf16>
!score = !pto.tile<16x64xf32>
!row = !pto.tile<16x1xf32>

module attributes {pto.target = #pto.target<a5>} {
  // CHECK-LABEL: func.func @paged_attention(
  // CHECK: [[MAT6:%[^ :,]+]] = pto.alloc mat, addr = 0, size = 16384, id = 6
  // CHECK-NEXT: [[MAT7:%[^ :,]+]] = pto.alloc mat, addr = 16384, size = 16384, id = 7
  // CHECK-NEXT: [[MAT8:%[^ :,]+]] = pto.alloc mat, addr = 32768, size = 4096, id = 8
  // CHECK-NEXT: [[LEFT9:%[^ :,]+]] = pto.alloc left, addr = 0, size = 4096, id = 9
  // CHECK-NEXT: [[RIGHT10:%[^ :,]+]] = pto.alloc right, addr = 0, size = 16384, id = 10
  // CHECK-NEXT: [[ACC11:%[^ :,]+]] = pto.alloc acc, addr = 0, size = 4096, id = 11
  // CHECK-NEXT: [[VEC12:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 4096, id = 12
  // CHECK-NEXT: [[VEC13:%[^ :,]+]] = pto.alloc vec, addr = 4096, size = 4096, id = 13
  // CHECK-NEXT: [[VEC14:%[^ :,]+]] = pto.alloc vec, addr = 8192, size = 4096, id = 14
  // CHECK-NEXT: [[VEC15:%[^ :,]+]] = pto.alloc vec, addr = 12288, size = 64, id = 15
  // CHECK-NEXT: [[VEC16:%[^ :,]+]] = pto.alloc vec, addr = 12352, size = 4096, id = 16
  // CHECK-NEXT: [[VEC17:%[^ :,]+]] = pto.alloc vec, addr = 16448, size = 64, id = 17
  // CHECK-NEXT: [[VEC18:%[^ :,]+]] = pto.alloc vec, addr = 16512, size = 4096, id = 18
  // CHECK-NEXT: [[VEC19:%[^ :,]+]] = pto.alloc vec, addr = 20608, size = 2048, id = 19
  // CHECK-NEXT: [[MAT20:%[^ :,]+]] = pto.alloc mat, addr = 36864, size = 2048, id = 20
  // CHECK-NEXT: [[LEFT21:%[^ :,]+]] = pto.alloc left, addr = 4096, size = 2048, id = 21
  // CHECK-NEXT: [[RIGHT22:%[^ :,]+]] = pto.alloc right, addr = 16384, size = 16384, id = 22
  // CHECK-NEXT: [[ACC23:%[^ :,]+]] = pto.alloc acc, addr = 4096, size = 8192, id = 23
  // CHECK: [[EMPTY:%[^ :,]+]] = pto.create to mat into [[MAT6]] : () -> !pto.tile<64x128xbf16, mat>
  // CHECK-NEXT: [[K:%[^ :,]+]] = scf.for [[P:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[PART:%[^ :,]+]] = [[EMPTY]]) -> (!pto.tile<64x128xbf16, mat>) {
  // CHECK-NEXT: [[PAGE:%[^ :,]+]] = pto.tensor.read %{{.+}}{{\[}}[[P]]] : (tensor<4xi32>) -> i32
  // CHECK: [[MORE:%[^ :,]+]] = pto.gather_row [[PART]][%{{.+}}, 0], %{{.+}}[%{{.+}}, 0] sizes [16, 128] : (!pto.tile<64x128xbf16, mat>, tensor<65536x128xbf16>) -> !pto.tile<64x128xbf16, mat>
  // CHECK-NEXT: scf.yield [[MORE]] : !pto.tile<64x128xbf16, mat>
  // CHECK: [[V:%[^ :,]+]] = pto.mgather %{{.+}}, %{{.+}} to mat into [[MAT7]] : (tensor<65536x128xbf16>, tensor<64xi32>) -> !pto.tile<64x128xbf16, mat>
  // CHECK-NEXT: [[Q:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat into [[MAT8]] : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
  // CHECK-NEXT: [[KT:%[^ :,]+]] = pto.transpose_view [[K]] : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<128x64xbf16, mat, layout = #pto.layout<slayout = col_major>>
  // CHECK-NEXT: [[Q_LEFT:%[^ :,]+]] = pto.move [[Q]] to left into [[LEFT9]] : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
  // CHECK-NEXT: [[KT_RIGHT:%[^ :,]+]] = pto.move [[KT]] to right into [[RIGHT10]] : (!pto.tile<128x64xbf16, mat, layout = #pto.layout<slayout = col_major>>) -> !pto.tile<128x64xbf16, right>
  // CHECK-NEXT: [[QK:%[^ :,]+]] = pto.matmul [[Q_LEFT]], [[KT_RIGHT]] into [[ACC11]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
  // CHECK-NEXT: [[QK_VEC:%[^ :,]+]] = pto.move [[QK]] to vec into [[VEC12]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x64xf32, acc>) -> !pto.tile<16x64xf32, vec>
  // CHECK-NEXT: [[S:%[^ :,]+]] = pto.muls [[QK_VEC]], %{{.+}} into [[VEC13]] : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
  // CHECK-NEXT: [[TMP:%[^ :,]+]] = pto.create to vec into [[VEC14]] : () -> !pto.tile<16x64xf32, vec>
  // CHECK-NEXT: [[M:%[^ :,]+]] = pto.row_max [[S]], [[TMP]] into [[VEC15]] : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x1xf32, vec>
  // CHECK-NEXT: [[E:%[^ :,]+]] = pto.row_expand_expdif [[S]], [[M]] into [[VEC16]] : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
  // CHECK-NEXT: [[L:%[^ :,]+]] = pto.row_sum [[E]], [[TMP]] into [[VEC17]] : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x1xf32, vec>
  // CHECK-NEXT: [[N:%[^ :,]+]] = pto.row_expand_div [[E]], [[L]] into [[VEC18]] : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
  // CHECK-NEXT: [[H:%[^ :,]+]] = pto.cast [[N]] into [[VEC19]] {mode = #pto.round_mode<rint>} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xbf16, vec>
  // CHECK-NEXT: [[HM:%[^ :,]+]] = pto.move [[H]] to mat into [[MAT20]] : (!pto.tile<16x64xbf16, vec>) -> !pto.tile<16x64xbf16, mat>
  // CHECK-NEXT: [[HM_LEFT:%[^ :,]+]] = pto.move [[HM]] to left into [[LEFT21]] : (!pto.tile<16x64xbf16, mat>) -> !pto.tile<16x64xbf16, left>
  // CHECK-NEXT: [[V_RIGHT:%[^ :,]+]] = pto.move [[V]] to right into [[RIGHT22]] : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<64x128xbf16, right>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.matmul [[HM_LEFT]], [[V_RIGHT]] into [[ACC23]] : (!pto.tile<16x64xbf16, left>, !pto.tile<64x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Y]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
  // ROUND-LABEL: func.func @paged_attention(
  // ROUND: pto.gather_row {{.*}} sizes [16, 128] : (!pto.tile<64x128xbf16>, tensor<65536x128xbf16>) -> !pto.tile<64x128xbf16>
  // ROUND: pto.mgather {{.*}} to mat : (tensor<65536x128xbf16>, tensor<64xi32>) -> !pto.tile<64x128xbf16>
  func.func @paged_attention(%query: tensor<16x128xbf16> {pto.direction = #pto.direction<in>},
                             %keys: tensor<65536x128xbf16> {pto.direction = #pto.direction<in>},
                             %values: tensor<65536x128xbf16> {pto.direction = #pto.direction<in>},
                             %pages: tensor<4xi32> {pto.direction = #pto.direction<in>},
                             %slots: tensor<64xi32> {pto.direction = #pto.direction<in>},
                             %out: tensor<16x128xf32> {pto.direction = #pto.direction<out>})
      -> tensor<16x128xf32> attributes {pto.kind = #pto.function_kind<incore>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %scale = arith.constant 0.0883883461 : f32
    %empty = pto.create to mat : () -> !kv
    %k = scf.for %p = %c0 to %c4 step %c1 iter_args(%part = %empty) -> (!kv) {
      %page = pto.tensor.read %pages[%p] : (tensor<4xi32>) -> i32
      %number = arith.index_cast %page : i32 to index
      %from = arith.muli %number, %c16 : index
      %to = arith.muli %p, %c16 : index
      %more = pto.gather_row %part[%to, 0], %keys[%from, 0] sizes [16, 128]
          : (!kv, tensor<65536x128xbf16>) -> !kv
      scf.yield %more : !kv
    }
    %v = pto.mgather %values, %slots to mat : (tensor<65536x128xbf16>, tensor<64xi32>) -> !kv
    %q = pto.load %query[0, 0] to mat : (tensor<16x128xbf16>) -> !q
    %kt = pto.transpose_view %k : (!kv) -> !pto.tile<128x64xbf16>
    %qk = pto.matmul %q, %kt : (!q, !pto.tile<128x64xbf16>) -> !score
    %s = pto.muls %qk, %scale : (!score, f32) -> !score
    %tmp = pto.create : () -> !score
    %m = pto.row_max %s, %tmp : (!score, !score) -> !row
    %e = pto.row_expand_expdif %s, %m : (!score, !row) -> !score
    %l = pto.row_sum %e, %tmp : (!score, !score) -> !row
    %n = pto.row_expand_div %e, %l : (!score, !row) -> !score
    %h = pto.cast %n {mode = #pto.round_mode<rint>} : (!score) -> !pto.tile<16x64xbf16>
    %hm = pto.move %h to mat : (!pto.tile<16x64xbf16>) -> !pto.tile<16x64xbf16, mat>
    %y = pto.matmul %hm, %v : (!pto.tile<16x64xbf16, mat>, !kv) -> !pto.tile<16x128xf32>
    %r = pto.store %y, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
    return %r : tensor<16x128xf32>
  }
}

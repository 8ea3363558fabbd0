// A product of int8 operands, accumulated in int32 over four steps, then scaled
// back to bf16 by a scale for each row and one for each column. On a5 the
// accumulator of integers is padded to 16 rows and leaves for vector memory.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!a = !pto.tile<48x128xi8>
!b = !pto.tile<128x128xi8>
!acc = !pto.tile<48x128xi32>
!x = !pto.tile<48x128xf32>

module attributes {pto.target = #pto.target<a5>} {
  // CHECK-LABEL: func.func @int8_matmul_dequant(
  // CHECK: [[ACC5:%[^ :,]+]] = pto.alloc acc, addr = 0, size = 24576, id = 5
  // CHECK-NEXT: [[MAT6:%[^ :,]+]] = pto.alloc mat, addr = 0, size = 6144, id = 6
  // CHECK-NEXT: [[MAT7:%[^ :,]+]] = pto.alloc mat, addr = 6144, size = 16384, id = 7
  // CHECK-NEXT: [[LEFT8:%[^ :,]+]] = pto.alloc left, addr = 0, size = 6144, id = 8
  // CHECK-NEXT: [[RIGHT9:%[^ :,]+]] = pto.alloc right, addr = 0, size = 16384, id = 9
  // CHECK-NEXT: [[VEC10:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 192, id = 10
  // CHECK-NEXT: [[VEC11:%[^ :,]+]] = pto.alloc vec, addr = 192, size = 512, id = 11
  // CHECK-NEXT: [[VEC12:%[^ :,]+]] = pto.alloc vec, addr = 704, size = 24576, id = 12
  // CHECK-NEXT: [[VEC13:%[^ :,]+]] = pto.alloc vec, addr = 25280, size = 24576, id = 13
  // CHECK-NEXT: [[VEC14:%[^ :,]+]] = pto.alloc vec, addr = 49856, size = 24576, id = 14
  // CHECK-NEXT: [[VEC15:%[^ :,]+]] = pto.alloc vec, addr = 74432, size = 24576, id = 15
  // CHECK-NEXT: [[VEC16:%[^ :,]+]] = pto.alloc vec, addr = 99008, size = 12288, id = 16
  // CHECK: [[EMPTY:%[^ :,]+]] = pto.create to acc into [[ACC5]] : () -> !pto.tile<48x128xi32, acc>
  // CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[ACC:%[^ :,]+]] = [[EMPTY]]) -> (!pto.tile<48x128xi32, acc>) {
  // CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, [[K]]] to mat into [[MAT6]] : (tensor<48x512xi8>) -> !pto.tile<48x128xi8, mat>
  // CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}{{\[}}[[K]], 0] to mat into [[MAT7]] : (tensor<512x128xi8>) -> !pto.tile<128x128xi8, mat>
  // CHECK: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left into [[LEFT8]] : (!pto.tile<48x128xi8, mat>) -> !pto.tile<48x128xi8, left>
  // CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right into [[RIGHT9]] : (!pto.tile<128x128xi8, mat>) -> !pto.tile<128x128xi8, right>
  // CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[A_LEFT]], [[B_RIGHT]] init %{{.+}} : (!pto.tile<48x128xi32, acc>, !pto.tile<48x128xi8, left>, !pto.tile<128x128xi8, right>) -> !pto.tile<48x128xi32, acc>
  // CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<48x128xi32, acc>
  // CHECK: [[RS:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC10]] : (tensor<48x1xf32>) -> !pto.tile<48x1xf32, vec>
  // CHECK-NEXT: [[CS:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC11]] : (tensor<1x128xf32>) -> !pto.tile<1x128xf32, vec>
  // CHECK-NEXT: [[SUM_VEC:%[^ :,]+]] = pto.move [[SUM]] to vec into [[VEC12]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<48x128xi32, acc>) -> !pto.tile<48x128xi32, vec>
  // CHECK-NEXT: [[F:%[^ :,]+]] = pto.cast [[SUM_VEC]] into [[VEC13]] : (!pto.tile<48x128xi32, vec>) -> !pto.tile<48x128xf32, vec>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.row_expand_mul [[F]], [[RS]] into [[VEC14]] : (!pto.tile<48x128xf32, vec>, !pto.tile<48x1xf32, vec>) -> !pto.tile<48x128xf32, vec>
  // CHECK-NEXT: [[S:%[^ :,]+]] = pto.col_expand_mul [[R]], [[CS]] into [[VEC15]] : (!pto.tile<48x128xf32, vec>, !pto.tile<1x128xf32, vec>) -> !pto.tile<48x128xf32, vec>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.cast [[S]] into [[VEC16]] {mode = #pto.round_mode<rint>} : (!pto.tile<48x128xf32, vec>) -> !pto.tile<48x128xbf16, vec>
  // CHECK-NEXT: [[O:%[^ :,]+]] = pto.store [[Y]], %{{.+}}[0, 0] : (!pto.tile<48x128xbf16, vec>, tensor<48x128xbf16>) -> tensor<48x128xbf16>
  // ROUND-LABEL: func.func @int8_matmul_dequant(
  // ROUND: pto.matmul_acc {{.*}} : (!pto.tile<48x128xi32>, !pto.tile<48x128xi8>, !pto.tile<128x128xi8>) -> !pto.tile<48x128xi32>
  func.func @int8_matmul_dequant(%lhs: tensor<48x512xi8> {pto.direction = #pto.direction<in>},
                                 %rhs: tensor<512x128xi8> {pto.direction = #pto.direction<in>},
                                 %row_scale: tensor<48x1xf32> {pto.direction = #pto.direction<in>},
                                 %column_scale: tensor<1x128xf32> {pto.direction = #pto.direction<in>},
                                 %out: tensor<48x128xbf16> {pto.direction = #pto.direction<out>})
      -> tensor<48x128xbf16> attributes {pto.kind = #pto.function_kind<incore>} {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c512 = arith.constant 512 : index
    %empty = pto.create : () -> !acc
    %sum = scf.for %k = %c0 to %c512 step %c128 iter_args(%acc = %empty) -> (!acc) {
      %a = pto.load %lhs[0, %k] to mat : (tensor<48x512xi8>) -> !a
      %b = pto.load %rhs[%k, 0] to mat : (tensor<512x128xi8>) -> !b
      %start = arith.cmpi eq, %k, %c0 : index
      %next = pto.matmul_acc %acc, %a, %b init %start : (!acc, !a, !b) -> !acc
      scf.yield %next : !acc
    }
    %rs = pto.load %row_scale[0, 0] : (tensor<48x1xf32>) -> !pto.tile<48x1xf32>
    %cs = pto.load %column_scale[0, 0] : (tensor<1x128xf32>) -> !pto.tile<1x128xf32>
    %f = pto.cast %sum : (!acc) -> !x
    %r = pto.row_expand_mul %f, %rs : (!x, !pto.tile<48x1xf32>) -> !x
    %s = pto.col_expand_mul %r, %cs : (!x, !pto.tile<1x128xf32>) -> !x
    %y = pto.cast %s {mode = #pto.round_mode<rint>} : (!x) -> !pto.tile<48x128xbf16>
    %o = pto.store %y, %out[0, 0] : (!pto.tile<48x128xbf16>, tensor<48x128xbf16>) -> tensor<48x128xbf16>
    return %o : tensor<48x128xbf16>
  }
}

// A 128x256 block of a matrix product, 64 columns of the left matrix at a time.
// The accumulator fills all of acc, so there must be exactly one: it is created
// ahead of the loop, the first step starts it from zero, and every step adds to
// it in place. Operands stream through mat.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!a = !pto.tile<128x64xbf16>
!b = !pto.tile<64x256xbf16>
!acc = !pto.tile<128x256xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @tiled_matmul(
  // CHECK: [[ACC3:%[^ :,]+]] = pto.alloc acc, addr = 0, size = 131072, id = 3
  // CHECK-NEXT: [[MAT4:%[^ :,]+]] = pto.alloc mat, addr = 0, size = 16384, id = 4
  // CHECK-NEXT: [[MAT5:%[^ :,]+]] = pto.alloc mat, addr = 16384, size = 32768, id = 5
  // CHECK-NEXT: [[LEFT6:%[^ :,]+]] = pto.alloc left, addr = 0, size = 16384, id = 6
  // CHECK-NEXT: [[RIGHT7:%[^ :,]+]] = pto.alloc right, addr = 0, size = 32768, id = 7
  // CHECK: [[EMPTY:%[^ :,]+]] = pto.create to acc into [[ACC3]] : () -> !pto.tile<128x256xf32, acc>
  // CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[ACC:%[^ :,]+]] = [[EMPTY]]) -> (!pto.tile<128x256xf32, acc>) {
  // CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, [[K]]] to mat into [[MAT4]] : (tensor<2048x4096xbf16>) -> !pto.tile<128x64xbf16, mat>
  // CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}{{\[}}[[K]], %{{.+}}] to mat into [[MAT5]] : (tensor<4096x2048xbf16>) -> !pto.tile<64x256xbf16, mat>
  // CHECK: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left into [[LEFT6]] : (!pto.tile<128x64xbf16, mat>) -> !pto.tile<128x64xbf16, left>
  // CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right into [[RIGHT7]] : (!pto.tile<64x256xbf16, mat>) -> !pto.tile<64x256xbf16, right>
  // CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[A_LEFT]], [[B_RIGHT]] init %{{.+}} : (!pto.tile<128x256xf32, acc>, !pto.tile<128x64xbf16, left>, !pto.tile<64x256xbf16, right>) -> !pto.tile<128x256xf32, acc>
  // CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<128x256xf32, acc>
  // CHECK: [[R:%[^ :,]+]] = pto.store [[SUM]], %{{.+}}[%{{.+}}, %{{.+}}] : (!pto.tile<128x256xf32, acc>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  // ROUND-LABEL: func.func @tiled_matmul(
  // ROUND: pto.matmul_acc {{.*}} init {{.*}} : (!pto.tile<128x256xf32>, !pto.tile<128x64xbf16>, !pto.tile<64x256xbf16>) -> !pto.tile<128x256xf32>
  func.func @tiled_matmul(%lhs: tensor<2048x4096xbf16> {pto.direction = #pto.direction<in>},
                          %rhs: tensor<4096x2048xbf16> {pto.direction = #pto.direction<in>},
                          %row: index, %column: index,
                          %out: tensor<2048x2048xf32> {pto.direction = #pto.direction<out>})
      -> tensor<2048x2048xf32> attributes {pto.kind = #pto.function_kind<aic>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %depth = arith.constant 4096 : index
    %empty = pto.create : () -> !acc
    %sum = scf.for %k = %c0 to %depth step %c64 iter_args(%acc = %empty) -> (!acc) {
      %a = pto.load %lhs[%row, %k] to mat : (tensor<2048x4096xbf16>) -> !a
      %b = pto.load %rhs[%k, %column] to mat : (tensor<4096x2048xbf16>) -> !b
      %start = arith.cmpi eq, %k, %c0 : index
      %next = pto.matmul_acc %acc, %a, %b init %start : (!acc, !a, !b) -> !acc
      scf.yield %next : !acc
    }
    %r = pto.store %sum, %out[%row, %column]
        : (!acc, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
    return %r : tensor<2048x2048xf32>
  }
}

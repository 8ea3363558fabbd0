// Softmax over the rows of a 4096x256 tensor, 32 rows at a time: subtract the
// row's maximum, take the exponential, divide by the row's sum. One workspace
// serves both reductions.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!x = !pto.tile<32x256xf32>
!row = !pto.tile<32x1xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @softmax(
  // CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 32768, id = 2
  // CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = 32768, size = 32768, id = 3
  // CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = 65536, size = 128, id = 4
  // CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = 65664, size = 32768, id = 5
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 98432, size = 32768, id = 6
  // CHECK-NEXT: [[VEC7:%[^ :,]+]] = pto.alloc vec, addr = 131200, size = 128, id = 7
  // CHECK-NEXT: [[VEC8:%[^ :,]+]] = pto.alloc vec, addr = 131328, size = 32768, id = 8
  // CHECK: [[RESULT:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[DEST:%[^ :,]+]] = %{{.+}}) -> (tensor<4096x256xf32>) {
  // CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}{{\[}}[[I]], 0] to vec into [[VEC2]] : (tensor<4096x256xf32>) -> !pto.tile<32x256xf32, vec>
  // CHECK-NEXT: [[TMP:%[^ :,]+]] = pto.create to vec into [[VEC3]] : () -> !pto.tile<32x256xf32, vec>
  // CHECK-NEXT: [[MAX:%[^ :,]+]] = pto.row_max [[T]], [[TMP]] into [[VEC4]] : (!pto.tile<32x256xf32, vec>, !pto.tile<32x256xf32, vec>) -> !pto.tile<32x1xf32, vec>
  // CHECK-NEXT: [[SHIFTED:%[^ :,]+]] = pto.row_expand_sub [[T]], [[MAX]] into [[VEC5]] : (!pto.tile<32x256xf32, vec>, !pto.tile<32x1xf32, vec>) -> !pto.tile<32x256xf32, vec>
  // CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[SHIFTED]] into [[VEC6]] : (!pto.tile<32x256xf32, vec>) -> !pto.tile<32x256xf32, vec>
  // CHECK-NEXT: [[SUM:%[^ :,]+]] = pto.row_sum [[E]], [[TMP]] into [[VEC7]] : (!pto.tile<32x256xf32, vec>, !pto.tile<32x256xf32, vec>) -> !pto.tile<32x1xf32, vec>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.row_expand_div [[E]], [[SUM]] into [[VEC8]] : (!pto.tile<32x256xf32, vec>, !pto.tile<32x1xf32, vec>) -> !pto.tile<32x256xf32, vec>
  // CHECK-NEXT: [[STORED:%[^ :,]+]] = pto.store [[Y]], [[DEST]]{{\[}}[[I]], 0] : (!pto.tile<32x256xf32, vec>, tensor<4096x256xf32>) -> tensor<4096x256xf32>
  // CHECK-NEXT: scf.yield [[STORED]] : tensor<4096x256xf32>
  // ROUND-LABEL: func.func @softmax(
  // ROUND: pto.row_expand_div {{.*}} : (!pto.tile<32x256xf32>, !pto.tile<32x1xf32>) -> !pto.tile<32x256xf32>
  func.func @softmax(%x: tensor<4096x256xf32> {pto.direction = #pto.direction<in>},
                     %out: tensor<4096x256xf32> {pto.direction = #pto.direction<out>})
      -> tensor<4096x256xf32> attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %rows = arith.constant 4096 : index
    %result = scf.for %i = %c0 to %rows step %c32
        iter_args(%dest = %out) -> (tensor<4096x256xf32>) {
      %t = pto.load %x[%i, 0] : (tensor<4096x256xf32>) -> !x
      %tmp = pto.create : () -> !x
      %max = pto.row_max %t, %tmp : (!x, !x) -> !row
      %shifted = pto.row_expand_sub %t, %max : (!x, !row) -> !x
      %e = pto.exp %shifted : (!x) -> !x
      %sum = pto.row_sum %e, %tmp : (!x, !x) -> !row
      %y = pto.row_expand_div %e, %sum : (!x, !row) -> !x
      %stored = pto.store %y, %dest[%i, 0] : (!x, tensor<4096x256xf32>) -> tensor<4096x256xf32>
      scf.yield %stored : tensor<4096x256xf32>
    }
    return %result : tensor<4096x256xf32>
  }
}

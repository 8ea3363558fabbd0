// A linear layer: the bias of 256 columns, which fills the bias table of a2a3
// exactly, goes there through mat; the product with it leaves acc straight for
// device memory.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @matmul_bias(
  // CHECK: [[MAT4:%[^ :,]+]] = pto.alloc mat, addr = 0, size = 16384, id = 4
  // CHECK-NEXT: [[MAT5:%[^ :,]+]] = pto.alloc mat, addr = 16384, size = 65536, id = 5
  // CHECK-NEXT: [[MAT6:%[^ :,]+]] = pto.alloc mat, addr = 81920, size = 1024, id = 6
  // CHECK-NEXT: [[LEFT7:%[^ :,]+]] = pto.alloc left, addr = 0, size = 16384, id = 7
  // CHECK-NEXT: [[RIGHT8:%[^ :,]+]] = pto.alloc right, addr = 0, size = 65536, id = 8
  // CHECK-NEXT: [[BIAS9:%[^ :,]+]] = pto.alloc bias, addr = 0, size = 1024, id = 9
  // CHECK-NEXT: [[ACC10:%[^ :,]+]] = pto.alloc acc, addr = 0, size = 65536, id = 10
  // CHECK: [[BLOCK:%[^ :,]+]] = pto.get_block_idx : () -> index
  // CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to mat into [[MAT4]] : (tensor<1024x128xbf16>) -> !pto.tile<64x128xbf16, mat>
  // CHECK-NEXT: [[W:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat into [[MAT5]] : (tensor<128x256xbf16>) -> !pto.tile<128x256xbf16, mat>
  // CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat into [[MAT6]] : (tensor<1x256xf32>) -> !pto.tile<1x256xf32, mat, layout = #pto.layout<>>
  // CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left into [[LEFT7]] : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<64x128xbf16, left>
  // CHECK-NEXT: [[W_RIGHT:%[^ :,]+]] = pto.move [[W]] to right into [[RIGHT8]] : (!pto.tile<128x256xbf16, mat>) -> !pto.tile<128x256xbf16, right>
  // CHECK-NEXT: [[B_BIAS:%[^ :,]+]] = pto.move [[B]] to bias into [[BIAS9]] : (!pto.tile<1x256xf32, mat, layout = #pto.layout<>>) -> !pto.tile<1x256xf32, bias>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.matmul_bias [[A_LEFT]], [[W_RIGHT]], [[B_BIAS]] into [[ACC10]] : (!pto.tile<64x128xbf16, left>, !pto.tile<128x256xbf16, right>, !pto.tile<1x256xf32, bias>) -> !pto.tile<64x256xf32, acc>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Y]], %{{.+}}[%{{.+}}, 0] : (!pto.tile<64x256xf32, acc>, tensor<1024x256xf32>) -> tensor<1024x256xf32>
  // ROUND-LABEL: func.func @matmul_bias(
  // ROUND: pto.matmul_bias {{.*}} : (!pto.tile<64x128xbf16>, !pto.tile<128x256xbf16>, !pto.tile<1x256xf32>) -> !pto.tile<64x256xf32>
  func.func @matmul_bias(%x: tensor<1024x128xbf16> {pto.direction = #pto.direction<in>},
                         %weight: tensor<128x256xbf16> {pto.direction = #pto.direction<in>},
                         %bias: tensor<1x256xf32> {pto.direction = #pto.direction<in>},
                         %out: tensor<1024x256xf32> {pto.direction = #pto.direction<out>})
      -> tensor<1024x256xf32> attributes {pto.kind = #pto.function_kind<aic>} {
    %c64 = arith.constant 64 : index
    %block = pto.get_block_idx : () -> index
    %row = arith.muli %block, %c64 : index
    %a = pto.load %x[%row, 0] to mat : (tensor<1024x128xbf16>) -> !pto.tile<64x128xbf16>
    %w = pto.load %weight[0, 0] to mat : (tensor<128x256xbf16>) -> !pto.tile<128x256xbf16>
    %b = pto.load %bias[0, 0] to mat : (tensor<1x256xf32>) -> !pto.tile<1x256xf32>
    %y = pto.matmul_bias %a, %w, %b
        : (!pto.tile<64x128xbf16>, !pto.tile<128x256xbf16>, !pto.tile<1x256xf32>) -> !pto.tile<64x256xf32>
    %r = pto.store %y, %out[%row, 0] : (!pto.tile<64x256xf32>, tensor<1024x256xf32>) -> tensor<1024x256xf32>
    return %r : tensor<1024x256xf32>
  }
}

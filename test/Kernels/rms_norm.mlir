// y = x / sqrt(mean(x^2) + eps) * weight over rows of 512, in f32 for inputs
// and outputs of bf16. The weights are loaded once, ahead of the loop.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!h = !pto.tile<8x512xbf16>
!x = !pto.tile<8x512xf32>
!row = !pto.tile<8x1xf32>
!weight = !pto.tile<1x512xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @rms_norm(
  // CHECK: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 2048, id = 3
  // CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = 2048, size = 8192, id = 4
  // CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = 10240, size = 16384, id = 5
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 26624, size = 16384, id = 6
  // CHECK-NEXT: [[VEC7:%[^ :,]+]] = pto.alloc vec, addr = 43008, size = 16384, id = 7
  // CHECK-NEXT: [[VEC8:%[^ :,]+]] = pto.alloc vec, addr = 59392, size = 32, id = 8
  // CHECK-NEXT: [[VEC9:%[^ :,]+]] = pto.alloc vec, addr = 59424, size = 32, id = 9
  // CHECK-NEXT: [[VEC10:%[^ :,]+]] = pto.alloc vec, addr = 59456, size = 32, id = 10
  // CHECK-NEXT: [[VEC11:%[^ :,]+]] = pto.alloc vec, addr = 59488, size = 32, id = 11
  // CHECK-NEXT: [[VEC12:%[^ :,]+]] = pto.alloc vec, addr = 59520, size = 16384, id = 12
  // CHECK-NEXT: [[VEC13:%[^ :,]+]] = pto.alloc vec, addr = 75904, size = 16384, id = 13
  // CHECK-NEXT: [[VEC14:%[^ :,]+]] = pto.alloc vec, addr = 92288, size = 8192, id = 14
  // CHECK: [[W:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<1x512xf32>) -> !pto.tile<1x512xf32, vec>
  // CHECK-NEXT: [[RESULT:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[DEST:%[^ :,]+]] = %{{.+}}) -> (tensor<1024x512xbf16>) {
  // CHECK-NEXT: [[H:%[^ :,]+]] = pto.load %{{.+}}{{\[}}[[I]], 0] to vec into [[VEC4]] : (tensor<1024x512xbf16>) -> !pto.tile<8x512xbf16, vec>
  // CHECK-NEXT: [[F:%[^ :,]+]] = pto.cast [[H]] into [[VEC5]] : (!pto.tile<8x512xbf16, vec>) -> !pto.tile<8x512xf32, vec>
  // CHECK-NEXT: [[SQUARE:%[^ :,]+]] = pto.mul [[F]], [[F]] into [[VEC6]] : (!pto.tile<8x512xf32, vec>, !pto.tile<8x512xf32, vec>) -> !pto.tile<8x512xf32, vec>
  // CHECK-NEXT: [[TMP:%[^ :,]+]] = pto.create to vec into [[VEC7]] : () -> !pto.tile<8x512xf32, vec>
  // CHECK-NEXT: [[SUM:%[^ :,]+]] = pto.row_sum [[SQUARE]], [[TMP]] into [[VEC8]] : (!pto.tile<8x512xf32, vec>, !pto.tile<8x512xf32, vec>) -> !pto.tile<8x1xf32, vec>
  // CHECK-NEXT: [[MEAN:%[^ :,]+]] = pto.muls [[SUM]], %{{.+}} into [[VEC9]] : (!pto.tile<8x1xf32, vec>, f32) -> !pto.tile<8x1xf32, vec>
  // CHECK-NEXT: [[SAFE:%[^ :,]+]] = pto.adds [[MEAN]], %{{.+}} into [[VEC10]] : (!pto.tile<8x1xf32, vec>, f32) -> !pto.tile<8x1xf32, vec>
  // CHECK-NEXT: [[SCALE:%[^ :,]+]] = pto.rsqrt [[SAFE]] into [[VEC11]] : (!pto.tile<8x1xf32, vec>) -> !pto.tile<8x1xf32, vec>
  // CHECK-NEXT: [[UNIT:%[^ :,]+]] = pto.row_expand_mul [[F]], [[SCALE]] into [[VEC12]] : (!pto.tile<8x512xf32, vec>, !pto.tile<8x1xf32, vec>) -> !pto.tile<8x512xf32, vec>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.col_expand_mul [[UNIT]], [[W]] into [[VEC13]] : (!pto.tile<8x512xf32, vec>, !pto.tile<1x512xf32, vec>) -> !pto.tile<8x512xf32, vec>
  // CHECK-NEXT: [[NARROW:%[^ :,]+]] = pto.cast [[Y]] into [[VEC14]] {mode = #pto.round_mode<rint>} : (!pto.tile<8x512xf32, vec>) -> !pto.tile<8x512xbf16, vec>
  // CHECK-NEXT: [[STORED:%[^ :,]+]] = pto.store [[NARROW]], [[DEST]]{{\[}}[[I]], 0] : (!pto.tile<8x512xbf16, vec>, tensor<1024x512xbf16>) -> tensor<1024x512xbf16>
  // ROUND-LABEL: func.func @rms_norm(
  // ROUND: pto.rsqrt {{.*}} : (!pto.tile<8x1xf32>) -> !pto.tile<8x1xf32>
  func.func @rms_norm(%x: tensor<1024x512xbf16> {pto.direction = #pto.direction<in>},
                      %weight: tensor<1x512xf32> {pto.direction = #pto.direction<in>},
                      %out: tensor<1024x512xbf16> {pto.direction = #pto.direction<out>})
      -> tensor<1024x512xbf16> attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %rows = arith.constant 1024 : index
    %inverse = arith.constant 0.001953125 : f32
    %eps = arith.constant 1.0e-06 : f32
    %w = pto.load %weight[0, 0] : (tensor<1x512xf32>) -> !weight
    %result = scf.for %i = %c0 to %rows step %c8
        iter_args(%dest = %out) -> (tensor<1024x512xbf16>) {
      %h = pto.load %x[%i, 0] : (tensor<1024x512xbf16>) -> !h
      %f = pto.cast %h : (!h) -> !x
      %square = pto.mul %f, %f : (!x, !x) -> !x
      %tmp = pto.create : () -> !x
      %sum = pto.row_sum %square, %tmp : (!x, !x) -> !row
      %mean = pto.muls %sum, %inverse : (!row, f32) -> !row
      %safe = pto.adds %mean, %eps : (!row, f32) -> !row
      %scale = pto.rsqrt %safe : (!row) -> !row
      %unit = pto.row_expand_mul %f, %scale : (!x, !row) -> !x
      %y = pto.col_expand_mul %unit, %w : (!x, !weight) -> !x
      %narrow = pto.cast %y {mode = #pto.round_mode<rint>} : (!x) -> !h
      %stored = pto.store %narrow, %dest[%i, 0]
          : (!h, tensor<1024x512xbf16>) -> tensor<1024x512xbf16>
      scf.yield %stored : tensor<1024x512xbf16>
    }
    return %result : tensor<1024x512xbf16>
  }
}

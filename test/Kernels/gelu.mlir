// GELU by its tanh approximation, written with one exponential:
// x / (1 + exp(-2u)) with u = 0.79788 * (x + 0.044715 * x^3).
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!t = !pto.tile<64x64xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @gelu(
  // CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 16384, id = 2
  // CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = 16384, size = 16384, id = 3
  // CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = 32768, size = 16384, id = 4
  // CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = 49152, size = 16384, id = 5
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 65536, size = 16384, id = 6
  // CHECK-NEXT: [[VEC7:%[^ :,]+]] = pto.alloc vec, addr = 81920, size = 16384, id = 7
  // CHECK-NEXT: [[VEC8:%[^ :,]+]] = pto.alloc vec, addr = 98304, size = 16384, id = 8
  // CHECK-NEXT: [[VEC9:%[^ :,]+]] = pto.alloc vec, addr = 114688, size = 16384, id = 9
  // CHECK-NEXT: [[VEC10:%[^ :,]+]] = pto.alloc vec, addr = 131072, size = 16384, id = 10
  // CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[SQUARE:%[^ :,]+]] = pto.mul [[T]], [[T]] into [[VEC3]] : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[CUBE:%[^ :,]+]] = pto.mul [[SQUARE]], [[T]] into [[VEC4]] : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[BEND:%[^ :,]+]] = pto.muls [[CUBE]], %{{.+}} into [[VEC5]] : (!pto.tile<64x64xf32, vec>, f32) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[INNER:%[^ :,]+]] = pto.add [[T]], [[BEND]] into [[VEC6]] : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[U:%[^ :,]+]] = pto.muls [[INNER]], %{{.+}} into [[VEC7]] : (!pto.tile<64x64xf32, vec>, f32) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[U]] into [[VEC8]] : (!pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[BELOW:%[^ :,]+]] = pto.adds [[E]], %{{.+}} into [[VEC9]] : (!pto.tile<64x64xf32, vec>, f32) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.div [[T]], [[BELOW]] into [[VEC10]] : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Y]], %{{.+}}[0, 0] : (!pto.tile<64x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  // ROUND-LABEL: func.func @gelu(
  // ROUND: pto.muls {{.*}} : (!pto.tile<64x64xf32>, f32) -> !pto.tile<64x64xf32>
  // ROUND: pto.div {{.*}} : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  func.func @gelu(%x: tensor<64x64xf32> {pto.direction = #pto.direction<in>},
                  %out: tensor<64x64xf32> {pto.direction = #pto.direction<out>})
      -> tensor<64x64xf32> attributes {pto.kind = #pto.function_kind<incore>} {
    %cubic = arith.constant 0.044715 : f32
    %slope = arith.constant -1.5957691 : f32
    %one = arith.constant 1.0 : f32
    %t = pto.load %x[0, 0] : (tensor<64x64xf32>) -> !t
    %square = pto.mul %t, %t : (!t, !t) -> !t
    %cube = pto.mul %square, %t : (!t, !t) -> !t
    %bend = pto.muls %cube, %cubic : (!t, f32) -> !t
    %inner = pto.add %t, %bend : (!t, !t) -> !t
    %u = pto.muls %inner, %slope : (!t, f32) -> !t
    %e = pto.exp %u : (!t) -> !t
    %below = pto.adds %e, %one : (!t, f32) -> !t
    %y = pto.div %t, %below : (!t, !t) -> !t
    %r = pto.store %y, %out[0, 0] : (!t, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %r : tensor<64x64xf32>
  }
}

// Rotary position embedding of 32 rows of a head of 128: the halves of each row
// are rotated by tabulated angles. The halves are windows of one tile; no bytes
// move until they are put side by side again.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!row = !pto.tile<32x128xf32>
!half = !pto.tile<32x64xf32>
!h = !pto.tile<32x128xbf16>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @rope(
  // CHECK: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 8192, id = 4
  // CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = 8192, size = 16384, id = 5
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 24576, size = 8192, id = 6
  // CHECK-NEXT: [[VEC7:%[^ :,]+]] = pto.alloc vec, addr = 32768, size = 8192, id = 7
  // CHECK-NEXT: [[VEC8:%[^ :,]+]] = pto.alloc vec, addr = 40960, size = 8192, id = 8
  // CHECK-NEXT: [[VEC9:%[^ :,]+]] = pto.alloc vec, addr = 49152, size = 8192, id = 9
  // CHECK-NEXT: [[VEC10:%[^ :,]+]] = pto.alloc vec, addr = 57344, size = 8192, id = 10
  // CHECK-NEXT: [[VEC11:%[^ :,]+]] = pto.alloc vec, addr = 65536, size = 8192, id = 11
  // CHECK-NEXT: [[VEC12:%[^ :,]+]] = pto.alloc vec, addr = 73728, size = 8192, id = 12
  // CHECK-NEXT: [[VEC13:%[^ :,]+]] = pto.alloc vec, addr = 81920, size = 8192, id = 13
  // CHECK-NEXT: [[VEC14:%[^ :,]+]] = pto.alloc vec, addr = 90112, size = 16384, id = 14
  // CHECK-NEXT: [[VEC15:%[^ :,]+]] = pto.alloc vec, addr = 106496, size = 8192, id = 15
  // CHECK-NEXT: [[H:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to vec into [[VEC4]] : (tensor<2048x128xbf16>) -> !pto.tile<32x128xbf16, vec>
  // CHECK-NEXT: [[T:%[^ :,]+]] = pto.cast [[H]] into [[VEC5]] : (!pto.tile<32x128xbf16, vec>) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[C:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to vec into [[VEC6]] : (tensor<2048x64xf32>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[S:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to vec into [[VEC7]] : (tensor<2048x64xf32>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[LO:%[^ :,]+]] = pto.slice [[T]][0, 0] : (!pto.tile<32x128xf32, vec>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[HI:%[^ :,]+]] = pto.slice [[T]][0, 64] : (!pto.tile<32x128xf32, vec>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[LO_COS:%[^ :,]+]] = pto.mul [[LO]], [[C]] into [[VEC8]] : (!pto.tile<32x64xf32, vec>, !pto.tile<32x64xf32, vec>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[HI_SIN:%[^ :,]+]] = pto.mul [[HI]], [[S]] into [[VEC9]] : (!pto.tile<32x64xf32, vec>, !pto.tile<32x64xf32, vec>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[HI_COS:%[^ :,]+]] = pto.mul [[HI]], [[C]] into [[VEC10]] : (!pto.tile<32x64xf32, vec>, !pto.tile<32x64xf32, vec>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[LO_SIN:%[^ :,]+]] = pto.mul [[LO]], [[S]] into [[VEC11]] : (!pto.tile<32x64xf32, vec>, !pto.tile<32x64xf32, vec>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[LEFT:%[^ :,]+]] = pto.sub [[LO_COS]], [[HI_SIN]] into [[VEC12]] : (!pto.tile<32x64xf32, vec>, !pto.tile<32x64xf32, vec>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[RIGHT:%[^ :,]+]] = pto.add [[HI_COS]], [[LO_SIN]] into [[VEC13]] : (!pto.tile<32x64xf32, vec>, !pto.tile<32x64xf32, vec>) -> !pto.tile<32x64xf32, vec>
  // CHECK-NEXT: [[WHOLE:%[^ :,]+]] = pto.concat [[LEFT]], [[RIGHT]] into [[VEC14]] : (!pto.tile<32x64xf32, vec>, !pto.tile<32x64xf32, vec>) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.cast [[WHOLE]] into [[VEC15]] {mode = #pto.round_mode<rint>} : (!pto.tile<32x128xf32, vec>) -> !pto.tile<32x128xbf16, vec>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Y]], %{{.+}}[%{{.+}}, 0] : (!pto.tile<32x128xbf16, vec>, tensor<2048x128xbf16>) -> tensor<2048x128xbf16>
  // ROUND-LABEL: func.func @rope(
  // ROUND: pto.slice {{.*}}[0, 64] : (!pto.tile<32x128xf32>) -> !pto.tile<32x64xf32>
  // ROUND: pto.concat {{.*}} : (!pto.tile<32x64xf32>, !pto.tile<32x64xf32>) -> !pto.tile<32x128xf32>
  func.func @rope(%x: tensor<2048x128xbf16> {pto.direction = #pto.direction<in>},
                  %cos: tensor<2048x64xf32> {pto.direction = #pto.direction<in>},
                  %sin: tensor<2048x64xf32> {pto.direction = #pto.direction<in>},
                  %first: index,
                  %out: tensor<2048x128xbf16> {pto.direction = #pto.direction<out>})
      -> tensor<2048x128xbf16> attributes {pto.kind = #pto.function_kind<aiv>} {
    %h = pto.load %x[%first, 0] : (tensor<2048x128xbf16>) -> !h
    %t = pto.cast %h : (!h) -> !row
    %c = pto.load %cos[%first, 0] : (tensor<2048x64xf32>) -> !half
    %s = pto.load %sin[%first, 0] : (tensor<2048x64xf32>) -> !half
    %lo = pto.slice %t[0, 0] : (!row) -> !half
    %hi = pto.slice %t[0, 64] : (!row) -> !half
    %lo_cos = pto.mul %lo, %c : (!half, !half) -> !half
    %hi_sin = pto.mul %hi, %s : (!half, !half) -> !half
    %hi_cos = pto.mul %hi, %c : (!half, !half) -> !half
    %lo_sin = pto.mul %lo, %s : (!half, !half) -> !half
    %left = pto.sub %lo_cos, %hi_sin : (!half, !half) -> !half
    %right = pto.add %hi_cos, %lo_sin : (!half, !half) -> !half
    %whole = pto.concat %left, %right : (!half, !half) -> !row
    %y = pto.cast %whole {mode = #pto.round_mode<rint>} : (!row) -> !h
    %r = pto.store %y, %out[%first, 0] : (!h, tensor<2048x128xbf16>) -> tensor<2048x128xbf16>
    return %r : tensor<2048x128xbf16>
  }
}

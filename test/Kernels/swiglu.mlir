// The gated half of a feed-forward block: silu(x * gate) * (x * up). Both
// products share the left operand, which is moved once; the activation runs in
// vector memory, to which a5 has a way from acc.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!x = !pto.tile<32x128xbf16>
!w = !pto.tile<128x128xbf16>
!y = !pto.tile<32x128xf32>

module attributes {pto.target = #pto.target<a5>} {
  // CHECK-LABEL: func.func @swiglu(
  // CHECK: [[MAT4:%[^ :,]+]] = pto.alloc mat, addr = 0, size = 8192, id = 4
  // CHECK-NEXT: [[MAT5:%[^ :,]+]] = pto.alloc mat, addr = 8192, size = 32768, id = 5
  // CHECK-NEXT: [[MAT6:%[^ :,]+]] = pto.alloc mat, addr = 40960, size = 32768, id = 6
  // CHECK-NEXT: [[LEFT7:%[^ :,]+]] = pto.alloc left, addr = 0, size = 8192, id = 7
  // CHECK-NEXT: [[RIGHT8:%[^ :,]+]] = pto.alloc right, addr = 0, size = 32768, id = 8
  // CHECK-NEXT: [[ACC9:%[^ :,]+]] = pto.alloc acc, addr = 0, size = 16384, id = 9
  // CHECK-NEXT: [[RIGHT10:%[^ :,]+]] = pto.alloc right, addr = 32768, size = 32768, id = 10
  // CHECK-NEXT: [[ACC11:%[^ :,]+]] = pto.alloc acc, addr = 16384, size = 16384, id = 11
  // CHECK-NEXT: [[VEC12:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 16384, id = 12
  // CHECK-NEXT: [[VEC13:%[^ :,]+]] = pto.alloc vec, addr = 16384, size = 16384, id = 13
  // CHECK-NEXT: [[VEC14:%[^ :,]+]] = pto.alloc vec, addr = 32768, size = 16384, id = 14
  // CHECK-NEXT: [[VEC15:%[^ :,]+]] = pto.alloc vec, addr = 49152, size = 16384, id = 15
  // CHECK-NEXT: [[VEC16:%[^ :,]+]] = pto.alloc vec, addr = 65536, size = 16384, id = 16
  // CHECK-NEXT: [[VEC17:%[^ :,]+]] = pto.alloc vec, addr = 81920, size = 16384, id = 17
  // CHECK-NEXT: [[VEC18:%[^ :,]+]] = pto.alloc vec, addr = 98304, size = 16384, id = 18
  // CHECK-NEXT: [[VEC19:%[^ :,]+]] = pto.alloc vec, addr = 114688, size = 8192, id = 19
  // CHECK: [[X:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to mat into [[MAT4]] : (tensor<512x128xbf16>) -> !pto.tile<32x128xbf16, mat>
  // CHECK-NEXT: [[WG:%[^ :,]+]] = pto.load %{{.+}}[0, %{{.+}}] to mat into [[MAT5]] : (tensor<128x1024xbf16>) -> !pto.tile<128x128xbf16, mat>
  // CHECK-NEXT: [[WU:%[^ :,]+]] = pto.load %{{.+}}[0, %{{.+}}] to mat into [[MAT6]] : (tensor<128x1024xbf16>) -> !pto.tile<128x128xbf16, mat>
  // CHECK-NEXT: [[X_LEFT:%[^ :,]+]] = pto.move [[X]] to left into [[LEFT7]] : (!pto.tile<32x128xbf16, mat>) -> !pto.tile<32x128xbf16, left>
  // CHECK-NEXT: [[WG_RIGHT:%[^ :,]+]] = pto.move [[WG]] to right into [[RIGHT8]] : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  // CHECK-NEXT: [[G:%[^ :,]+]] = pto.matmul [[X_LEFT]], [[WG_RIGHT]] into [[ACC9]] : (!pto.tile<32x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<32x128xf32, acc>
  // CHECK-NEXT: [[WU_RIGHT:%[^ :,]+]] = pto.move [[WU]] to right into [[RIGHT10]] : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  // CHECK-NEXT: [[U:%[^ :,]+]] = pto.matmul [[X_LEFT]], [[WU_RIGHT]] into [[ACC11]] : (!pto.tile<32x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<32x128xf32, acc>
  // CHECK-NEXT: [[G_VEC:%[^ :,]+]] = pto.move [[G]] to vec into [[VEC12]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<32x128xf32, acc>) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[N:%[^ :,]+]] = pto.muls [[G_VEC]], %{{.+}} into [[VEC13]] : (!pto.tile<32x128xf32, vec>, f32) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[N]] into [[VEC14]] : (!pto.tile<32x128xf32, vec>) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[D:%[^ :,]+]] = pto.adds [[E]], %{{.+}} into [[VEC15]] : (!pto.tile<32x128xf32, vec>, f32) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[SILU:%[^ :,]+]] = pto.div [[G_VEC]], [[D]] into [[VEC16]] : (!pto.tile<32x128xf32, vec>, !pto.tile<32x128xf32, vec>) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[U_VEC:%[^ :,]+]] = pto.move [[U]] to vec into [[VEC17]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<32x128xf32, acc>) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[Z:%[^ :,]+]] = pto.mul [[SILU]], [[U_VEC]] into [[VEC18]] : (!pto.tile<32x128xf32, vec>, !pto.tile<32x128xf32, vec>) -> !pto.tile<32x128xf32, vec>
  // CHECK-NEXT: [[H:%[^ :,]+]] = pto.cast [[Z]] into [[VEC19]] {mode = #pto.round_mode<rint>} : (!pto.tile<32x128xf32, vec>) -> !pto.tile<32x128xbf16, vec>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[H]], %{{.+}}[%{{.+}}, %{{.+}}] : (!pto.tile<32x128xbf16, vec>, tensor<512x1024xbf16>) -> tensor<512x1024xbf16>
  // ROUND-LABEL: func.func @swiglu(
  // ROUND-COUNT-2: pto.matmul {{.*}} : (!pto.tile<32x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<32x128xf32>
  func.func @swiglu(%input: tensor<512x128xbf16> {pto.direction = #pto.direction<in>},
                    %gate: tensor<128x1024xbf16> {pto.direction = #pto.direction<in>},
                    %up: tensor<128x1024xbf16> {pto.direction = #pto.direction<in>},
                    %row: index, %column: index,
                    %out: tensor<512x1024xbf16> {pto.direction = #pto.direction<out>})
      -> tensor<512x1024xbf16> attributes {pto.kind = #pto.function_kind<incore>} {
    %one = arith.constant 1.0 : f32
    %minus = arith.constant -1.0 : f32
    %x = pto.load %input[%row, 0] to mat : (tensor<512x128xbf16>) -> !x
    %wg = pto.load %gate[0, %column] to mat : (tensor<128x1024xbf16>) -> !w
    %wu = pto.load %up[0, %column] to mat : (tensor<128x1024xbf16>) -> !w
    %g = pto.matmul %x, %wg : (!x, !w) -> !y
    %u = pto.matmul %x, %wu : (!x, !w) -> !y
    %n = pto.muls %g, %minus : (!y, f32) -> !y
    %e = pto.exp %n : (!y) -> !y
    %d = pto.adds %e, %one : (!y, f32) -> !y
    %silu = pto.div %g, %d : (!y, !y) -> !y
    %z = pto.mul %silu, %u : (!y, !y) -> !y
    %h = pto.cast %z {mode = #pto.round_mode<rint>} : (!y) -> !x
    %r = pto.store %h, %out[%row, %column] : (!x, tensor<512x1024xbf16>) -> tensor<512x1024xbf16>
    return %r : tensor<512x1024xbf16>
  }
}

// What is popped from the pipe between cores lies in a slot of the pipe: it has
// no buffer, nor has any reading of it. What is computed from it has.
//
// RUN: pto-opt %s --init-memref --verify-tile-memory=buffers=true | FileCheck %s

// CHECK-LABEL: func.func @popped(
// CHECK: [[VEC1:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 4096, id = 1
// CHECK-NEXT: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.tpop_from_aic : () -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[Q:%[^ :,]+]] = pto.tpop_from_aic {id = 1 : i64} : () -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.reshape [[P]] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[Q]][0, 0] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<8x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[R]] into [[VEC1]] : (!pto.tile<64x16xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]] = pto.add [[P]], [[Q]] into [[VEC2]] : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{.+}}[0, 0] : (!pto.tile<8x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
// CHECK-NEXT: pto.system.tfree_to_aic [[P]] : (!pto.tile<16x64xf32, vec>)
// CHECK-NEXT: pto.system.tfree_to_aic [[Q]] {id = 1 : i64} : (!pto.tile<16x64xf32, vec>)
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[M]], %{{.+}}[0, 0] : (!pto.tile<16x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
func.func @popped(%out: tensor<16x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %p = pto.tpop_from_aic : () -> !pto.tile<16x64xf32, vec>
  %q = pto.tpop_from_aic {id = 1 : i64} : () -> !pto.tile<16x64xf32, vec>
  %r = pto.reshape %p : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
  %s = pto.slice %q[0, 0] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<8x64xf32, vec>
  %e = pto.exp %r : (!pto.tile<64x16xf32, vec>) -> !pto.tile<64x16xf32, vec>
  %m = pto.add %p, %q : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
  pto.store %s, %out[0, 0] : (!pto.tile<8x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
  pto.system.tfree_to_aic %p : (!pto.tile<16x64xf32, vec>)
  pto.system.tfree_to_aic %q {id = 1 : i64} : (!pto.tile<16x64xf32, vec>)
  pto.store %m, %out[0, 0] : (!pto.tile<16x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return
}

// A transpose of it is new bytes.
// CHECK-LABEL: func.func @transposed(
// CHECK: [[M:%.+]] = pto.alloc vec, addr = -1, size = 4096, id = 0
// CHECK-NEXT: pto.tpop_from_aic
// CHECK-NEXT: pto.transpose {{.*}} into [[M]] :
func.func @transposed() attributes {pto.kind = #pto.function_kind<aiv>} {
  %p = pto.tpop_from_aic : () -> !pto.tile<16x64xf32, vec>
  %t = pto.transpose %p : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
  return
}

// On the cube side the same.
// CHECK-LABEL: func.func @cube(
// CHECK: pto.alloc left,
// CHECK-NOT: pto.alloc
// CHECK: pto.tpop_from_aiv
func.func @cube() attributes {pto.kind = #pto.function_kind<aic>} {
  %p = pto.tpop_from_aiv : () -> !pto.tile<16x64xbf16, mat>
  %l = pto.move %p to left : (!pto.tile<16x64xbf16, mat>) -> !pto.tile<16x64xbf16, left>
  return
}

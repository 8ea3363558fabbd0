// Which results have no buffer of their own: views, what is overwritten in
// place, what is stored, and what loops and branches hand on. None of these
// says 'into'; their buffer is derived.
//
// RUN: pto-opt %s --init-memref --verify-tile-memory=buffers=true | FileCheck %s

!v = !pto.tile<64x64xf32, vec>
!acc = !pto.tile<32x32xf32, acc>
!left = !pto.tile<32x32xbf16, left>
!right = !pto.tile<32x32xbf16, right>

// All readings of one load share its buffer.
// CHECK-LABEL: func.func @views(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.reshape [[T]] : (!pto.tile<64x64xf32, vec>) -> !pto.tile<4096x1xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.reshape [[A]] : (!pto.tile<4096x1xf32, vec>) -> !pto.tile<64x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.slice [[B]][%{{.+}}, 0] : (!pto.tile<64x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.reinterpret_view [[C]] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.set_validshape [[C]] valid [8, 64] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec, valid = 8x64>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.tile_cast [[E]] : (!pto.tile<16x64xf32, vec, valid = 8x64>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[F]], %{{.+}}[0, 0] : (!pto.tile<16x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NOT: into
func.func @views(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>, %i: index)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to vec : (tensor<64x64xf32>) -> !v
  %a = pto.reshape %t : (!v) -> !pto.tile<4096x1xf32, vec>
  %b = pto.reshape %a : (!pto.tile<4096x1xf32, vec>) -> !v
  %c = pto.slice %b[%i, 0] : (!v) -> !pto.tile<16x64xf32, vec>
  %d = pto.reinterpret_view %c : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xi32, vec>
  %e = pto.set_validshape %c valid [8, 64] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec, valid = 8x64>
  %f = pto.tile_cast %e : (!pto.tile<16x64xf32, vec, valid = 8x64>) -> !pto.tile<16x64xf32, vec>
  pto.store %f, %out[0, 0] : (!pto.tile<16x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// A transpose makes new bytes; so does a move.
// CHECK-LABEL: func.func @transpose(
// CHECK-COUNT-3: pto.alloc
// CHECK: pto.transpose {{.*}} into %{{.+}} :
// CHECK: pto.move {{.*}} into %{{.+}} :
func.func @transpose(%x: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to vec : (tensor<64x64xf32>) -> !v
  %u = pto.transpose %t : (!v) -> !v
  %w = pto.move %u to mat : (!v) -> !pto.tile<64x64xf32, mat>
  return
}

// A chain of products on one accumulator is one accumulator.
// CHECK-LABEL: func.func @accumulate(
// CHECK: [[LEFT2:%[^ :,]+]] = pto.alloc left, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[RIGHT3:%[^ :,]+]] = pto.alloc right, addr = -1, size = 2048, id = 3
// CHECK-NEXT: [[ACC4:%[^ :,]+]] = pto.alloc acc, addr = -1, size = 4096, id = 4
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.create to left into [[LEFT2]] : () -> !pto.tile<32x32xbf16, left>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.create to right into [[RIGHT3]] : () -> !pto.tile<32x32xbf16, right>
// CHECK-NEXT: [[C0:%[^ :,]+]] = pto.matmul [[A]], [[B]] into [[ACC4]] : (!pto.tile<32x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<32x32xf32, acc>
// CHECK-NEXT: [[C1:%[^ :,]+]] = pto.matmul_acc [[C0]], [[A]], [[B]] : (!pto.tile<32x32xf32, acc>, !pto.tile<32x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<32x32xf32, acc>
// CHECK-NEXT: [[C2:%[^ :,]+]] = pto.gemv_acc [[C1]], [[A]], [[B]] : (!pto.tile<32x32xf32, acc>, !pto.tile<32x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<32x32xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[C2]], %{{.+}}[0, 0] : (!pto.tile<32x32xf32, acc>, tensor<32x32xf32>) -> tensor<32x32xf32>
func.func @accumulate(%l: tensor<32x32xbf16>, %out: tensor<32x32xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.create to left : () -> !left
  %b = pto.create to right : () -> !right
  %c0 = pto.matmul %a, %b : (!left, !right) -> !acc
  %c1 = pto.matmul_acc %c0, %a, %b : (!acc, !left, !right) -> !acc
  %c2 = pto.gemv_acc %c1, %a, %b : (!acc, !left, !right) -> !acc
  pto.store %c2, %out[0, 0] : (!acc, tensor<32x32xf32>) -> tensor<32x32xf32>
  return
}

// Everything that overwrites its first operand.
// CHECK-LABEL: func.func @in_place(
// CHECK-COUNT-4: pto.alloc
// CHECK-NOT: pto.alloc
// CHECK: pto.write
// CHECK-NOT: into
// CHECK: return
func.func @in_place(%x: tensor<64x64xf32>, %s: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to vec : (tensor<64x64xf32>) -> !v
  %idx = pto.create to vec : () -> !pto.tile<64x64xi32, vec>
  %row = pto.create to vec : () -> !pto.tile<1x64xf32, vec>
  %m = pto.create to mat : () -> !pto.tile<64x64xf32, mat>
  %a = pto.write %t[0, 0], %s : (!v, f32) -> !v
  %b = pto.assemble %a[3, 0], %row : (!v, !pto.tile<1x64xf32, vec>) -> !v
  %c = pto.fillpad_inplace %b : (!v) -> !v
  %d = pto.scatter %c, %t, %idx : (!v, !v, !pto.tile<64x64xi32, vec>) -> !v
  %e = pto.scatter_mask %d, %t {mask_pattern = 1 : i64} : (!v, !v) -> !v
  %f = pto.gather_row %m[0, 0], %x[5, 0] sizes [1, 64] : (!pto.tile<64x64xf32, mat>, tensor<64x64xf32>) -> !pto.tile<64x64xf32, mat>
  return
}

// Loop and branch results, and the arguments of a body, are not bound.
// CHECK-LABEL: func.func @flow(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[T]]) -> (!pto.tile<64x64xf32, vec>) {
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<64x64xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[S]] into [[VEC3]] : (!pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<64x64xf32, vec>
// CHECK: scf.yield [[S]] : !pto.tile<64x64xf32, vec>
// CHECK: scf.yield [[M]] : !pto.tile<64x64xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<64x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @flow(%x: tensor<64x64xf32>, %n: index, %p: i1, %out: tensor<64x64xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] to vec : (tensor<64x64xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t) -> (!v) {
    %m = scf.if %p -> (!v) {
      %a = pto.exp %s : (!v) -> !v
      scf.yield %a : !v
    } else {
      scf.yield %s : !v
    }
    scf.yield %m : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// Two fresh results are bound together.
// CHECK-LABEL: func.func @two_results(
// CHECK-COUNT-2: pto.alloc vec, addr = -1, size = 256
// CHECK: [[A:%.+]] = pto.alloc vec, addr = -1, size = 256
// CHECK: [[B:%.+]] = pto.alloc vec, addr = -1, size = 4
// CHECK: pto.gather_compare {{.*}} into [[A]], [[B]] {
func.func @two_results(%x: tensor<1x64xf32>, %k: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to vec : (tensor<1x64xf32>) -> !pto.tile<1x64xf32, vec>
  %tmp = pto.create to vec : () -> !pto.tile<1x64xf32, vec>
  %pos, %count = pto.gather_compare %t, %k, %tmp {cmp_mode = #pto.cmp<gt>}
      : (!pto.tile<1x64xf32, vec>, f32, !pto.tile<1x64xf32, vec>) -> (!pto.tile<1x64xi32, vec>, !pto.tile<1x1xi32, vec>)
  return
}

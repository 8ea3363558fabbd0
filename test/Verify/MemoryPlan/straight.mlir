// Plans of straight programs that are right: nothing is said, nothing changes.
//
// RUN: pto-opt %s --verify-memory-plan -verify-diagnostics | FileCheck %s
// RUN: pto-opt %s --verify-memory-plan='stage=bound' -verify-diagnostics -o /dev/null

!t = !pto.tile<16x16xf32, vec>
!acc = !pto.tile<16x16xf32, acc>
!left = !pto.tile<16x16xbf16, left>
!right = !pto.tile<16x16xbf16, right>

module attributes {pto.target = #pto.target<a2a3>} {

// A tile takes the bytes of one that died; a result those of its operand.
// CHECK-LABEL: func.func @reuse(
// CHECK: pto.alloc vec, addr = 0
func.func @reuse(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  %u = pto.load %x[0, 0] to vec into %b : (tensor<16x16xf32>) -> !t
  %s = pto.add %t, %u into %a : (!t, !t) -> !t
  %v = pto.load %x[0, 0] to vec into %b : (tensor<16x16xf32>) -> !t
  %w = pto.mul %s, %v into %a : (!t, !t) -> !t
  pto.store %w, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Two buffers that overlap in part, at different times.
func.func @partial_overlap(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 512, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  pto.store %t, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  %u = pto.load %x[0, 0] to vec into %b : (tensor<16x16xf32>) -> !t
  pto.store %u, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// An in-place chain; its start has no data, so what is there does not matter.
func.func @in_place(%l: tensor<16x16xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %ml = pto.alloc mat, addr = 0, size = 512, id = 0
  %al = pto.alloc left, addr = 0, size = 512, id = 1
  %ar = pto.alloc right, addr = 0, size = 512, id = 2
  %aa = pto.alloc acc, addr = 0, size = 1024, id = 3
  %m = pto.load %l[0, 0] to mat into %ml : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
  %x = pto.move %m to left into %al : (!pto.tile<16x16xbf16, mat>) -> !left
  %y = pto.move %m to right into %ar : (!pto.tile<16x16xbf16, mat>) -> !right
  %c = pto.create to acc into %aa : () -> !acc
  %c1 = pto.matmul_acc %c, %x, %y : (!acc, !left, !right) -> !acc
  %c2 = pto.matmul_acc %c1, %x, %y : (!acc, !left, !right) -> !acc
  pto.store %c2, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// An empty tile writes nothing: what is there stays until somebody fills it.
func.func @empty(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>, %f: f32)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 0, size = 1024, id = 1
  %e = pto.create to vec into %a : () -> !t
  %d = pto.create to vec into %b : () -> !t
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  %late = pto.create to vec into %b : () -> !t
  pto.store %t, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  %e1 = pto.write %e[0, 0], %f : (!t, f32) -> !t
  pto.store %e1, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  %d1 = pto.write %d[0, 0], %f : (!t, f32) -> !t
  pto.store %d1, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A temporary is clobbered by one op after the other.
func.func @scratch(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 64, id = 2
  %d = pto.alloc vec, addr = 2112, size = 64, id = 3
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  %tmp = pto.create to vec into %b : () -> !t
  %m = pto.row_max %t, %tmp into %c : (!t, !t) -> !pto.tile<16x1xf32, vec>
  %s = pto.row_sum %t, %tmp into %d : (!t, !t) -> !pto.tile<16x1xf32, vec>
  %r = pto.add %m, %s into %c : (!pto.tile<16x1xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x1xf32, vec>
  pto.store %r, %out[0, 0] : (!pto.tile<16x1xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Popped tiles, and views of them, are in a pipe: no address is theirs.
func.func @popped(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %p = pto.tpop_from_aic : () -> !t
  %q = pto.tpop_from_aic : () -> !t
  %v = pto.reshape %p : (!t) -> !pto.tile<8x32xf32, vec>
  %s = pto.add %p, %q into %a : (!t, !t) -> !t
  pto.store %v, %out[0, 0] : (!pto.tile<8x32xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %s, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.system.tfree_to_aic %p : (!t)
  pto.system.tfree_to_aic %q : (!t)
  return
}

// Functions that run on no core of the device have no plan.
func.func @host(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<orchestration>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, ddr>
  return
}
func.func private @declared(tensor<16x16xf32>)
func.func @nothing() {
  return
}
}

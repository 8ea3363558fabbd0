// A declared buffer is nobody else's, not even a tile's that nobody needs: such
// a tile has a place at a time of its own, which is no time at which the
// declared buffer is free.
//
// RUN: pto-opt %s --allocate-memory-addr='target=a5 planner=dsa-rp' | FileCheck %s
// RUN: pto-opt %s --allocate-memory-addr='target=a5 planner=optimal' | FileCheck %s
// RUN: pto-opt %s --allocate-memory-addr='target=a5 planner=optimal objective=peak' | FileCheck %s

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// CHECK-LABEL: func.func @idle(
// CHECK: pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
// The two idle tiles may share, but lie behind the slots.
// CHECK: pto.alloc vec, addr = 2048, size = 1024, id = 1
// CHECK: pto.alloc vec, addr = 2048, size = 1024, id = 2
// CHECK: pto.alloc vec, addr = 2048, size = 1024, id = 3
func.func @idle(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>} {
  %turns = pto.alloc vec, addr = -1, size = 2048, id = 0 pinned slots = 2
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 1
  %2 = pto.alloc vec, addr = -1, size = 1024, id = 2
  %3 = pto.alloc vec, addr = -1, size = 1024, id = 3
  %slot = pto.slot %turns[1]
  %a = pto.load %x[0, 0] to vec into %slot : (!x) -> !t
  %b = pto.exp %a into %1 : (!t) -> !t
  pto.store %b, %out[0, 0] : (!t, !x) -> !x
  %idle = pto.create to vec into %2 : () -> !t
  %other = pto.create to vec into %3 : () -> !t
  return
}

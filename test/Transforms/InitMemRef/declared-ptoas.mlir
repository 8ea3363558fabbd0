// Where the assembler plans memory, it would let others into a declared buffer
// of one slot. Several slots it keeps apart.
//
// RUN: pto-opt %s --init-memref=planner=ptoas -verify-diagnostics -split-input-file

func.func @single(%a: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{'m' can't be kept apart with planner=ptoas: the assembler would let others share it; give it slots, or plan here}}
  %m = pto.declare_memref "m"
  %x = pto.load %a[0, 0] to vec into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  return
}

// -----

func.func @several(%a: tensor<16x16xf32>, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m" slots = 2
  %s = pto.slot %m[%i]
  %x = pto.load %a[0, 0] to vec into %s : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  return
}

// What gets no addresses: functions of the host, bodies without tiles,
// declarations. Their text does not change.
//
// RUN: pto-opt %s -o %t.before
// RUN: pto-opt %s --allocate-memory-addr='target=a2a3' -o %t.after
// RUN: diff %t.before %t.after

func.func @opaque() attributes {pto.kind = #pto.function_kind<opaque>} {
  %0 = pto.alloc vec, addr = -1, size = 64, id = 0
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  return
}

func.func @orchestration() attributes {pto.kind = #pto.function_kind<orchestration>} {
  %q = pto.system.reserve_buffer "ring" size = 4096, base = -1
  return
}

func.func @group(%x: tensor<4xf32>) -> tensor<4xf32> attributes {pto.kind = #pto.function_kind<group>} {
  return %x : tensor<4xf32>
}

func.func @empty() attributes {pto.kind = #pto.function_kind<incore>} {
  return
}

func.func @only_tensors(%x: tensor<4xf32>) -> tensor<4xf32> attributes {pto.kind = #pto.function_kind<aic>} {
  return %x : tensor<4xf32>
}

func.func private @declared(tensor<4xf32>) attributes {pto.kind = #pto.function_kind<aiv>}

// Programs that the pass refuses, with the reason.
//
// RUN: pto-opt %s --infer-tile-memory-space -verify-diagnostics -split-input-file

// A device function takes tensors.
// expected-error@+1 {{parameter 0 of device function 'takes_tile' is a tile, '!pto.tile<16x16xf32>'; a device function takes tensors and loads its tiles}}
func.func @takes_tile(%t: !pto.tile<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  return
}

// -----

// The same without a body.
// expected-error@+1 {{parameter 1 of device function 'declared' is a tile}}
func.func private @declared(tensor<16x16xf32>, !pto.tile<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>}

// -----

// And it gives tensors back.
// expected-error@+1 {{result 0 of device function 'gives_tile' is a tile, '!pto.tile<16x16xf32>'; a device function stores its tiles to tensors}}
func.func @gives_tile(%x: tensor<16x16xf32>) -> !pto.tile<16x16xf32>
    attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  return %t : !pto.tile<16x16xf32>
}

// -----

// Control flow is structured.
func.func @branches(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>, %p: i1)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  // expected-error@+1 {{unstructured control flow in device function 'branches'; use scf.for, scf.while, scf.if or scf.index_switch}}
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  pto.store %t, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  cf.br ^bb2
^bb2:
  return
}

// -----

// No tile is handed to a callee: nobody could say in which memory it is.
func.func private @helper(!pto.tile<16x16xf32>) attributes {pto.kind = #pto.function_kind<opaque>}
func.func @hands_over(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  // expected-error@+1 {{a call in device function 'hands_over' hands over a tile; inline the callee, or pass a tensor}}
  func.call @helper(%t) : (!pto.tile<16x16xf32>) -> ()
  return
}

// -----

// And none comes back from one.
func.func private @maker() -> !pto.tile<16x16xf32> attributes {pto.kind = #pto.function_kind<opaque>}
func.func @receives() attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error@+1 {{a call in device function 'receives' hands over a tile}}
  %t = func.call @maker() : () -> !pto.tile<16x16xf32>
  return
}

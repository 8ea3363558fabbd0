// Programs that the pass refuses: each error where it arises, with notes at the
// other parties. That the module is untouched then is checked in untouched.test.
//
// RUN: pto-opt %s --infer-tile-memory-space=verify-data-path=error -verify-diagnostics -split-input-file

// dev-r1: a device function takes tensors.
// expected-note@+2 {{'takes_tile' is a device function: its kind is incore}}
// expected-error@+1 {{parameter 0 of device function 'takes_tile' is a tile, '!pto.tile<16x16xf32>'; a device function takes tensors and loads its tiles}}
func.func @takes_tile(%t: !pto.tile<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  return
}

// -----

// dev-r1: every parameter is told, at the parameter; also of a function that is of
// the device only because it holds tiles.
// expected-note@+1 {{'takes_two' is a device function: it holds tiles and has no pto.kind}}
func.func @takes_two(
    // expected-error@+1 {{parameter 0 of device function 'takes_two' is a tile, '!pto.tile<16x16xf32, vec>'}}
    %t: !pto.tile<16x16xf32, vec>, %x: tensor<16x16xf32>,
    // expected-error@+1 {{parameter 2 of device function 'takes_two' is a tile, '!pto.tile<8x8xf16>'}}
    %u: !pto.tile<8x8xf16>) {
  return
}

// -----

// dev-r1: the same without a body.
// expected-note@+2 {{'declared' is a device function: its kind is aiv}}
// expected-error@+1 {{parameter 1 of device function 'declared' is a tile}}
func.func private @declared(tensor<16x16xf32>, !pto.tile<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>}

// -----

// dev-r1: and it gives tensors back.
// expected-note@+2 {{'gives_tile' is a device function: its kind is aic}}
// expected-error@+1 {{result 0 of device function 'gives_tile' is a tile, '!pto.tile<16x16xf32>'; a device function stores its tiles to tensors}}
func.func @gives_tile(%x: tensor<16x16xf32>) -> !pto.tile<16x16xf32>
    attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  return %t : !pto.tile<16x16xf32>
}

// -----

// dev-r2: control flow is structured.
// expected-note@+1 {{'branches' is a device function: its kind is incore}}
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

// dev-r2: deep inside as well, and where no branch leads to a block.
// expected-note@+1 {{'branches_inside' is a device function: its kind is aic}}
func.func @branches_inside(%p: i1) attributes {pto.kind = #pto.function_kind<aic>} {
  scf.if %p {
    scf.execute_region {
      // expected-error@+1 {{unstructured control flow in device function 'branches_inside'}}
      scf.yield
    ^unreachable:
      scf.yield
    }
  }
  return
}

// -----

// dev-r3: no tile is handed to a callee: nobody could say in which memory it is.
// expected-note@+1 {{the callee is here}}
func.func private @helper(!pto.tile<16x16xf32>) attributes {pto.kind = #pto.function_kind<opaque>}
// expected-note@+1 {{'hands_over' is a device function: its kind is incore}}
func.func @hands_over(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-note@+1 {{the tile is made here}}
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  // expected-error@+1 {{a call in device function 'hands_over' hands over a tile; inline the callee, or pass a tensor}}
  func.call @helper(%t) : (!pto.tile<16x16xf32>) -> ()
  return
}

// -----

// dev-r3: and none comes back from one; all calls are told.
// expected-note@+1 {{the callee is here}}
func.func private @maker() -> !pto.tile<16x16xf32> attributes {pto.kind = #pto.function_kind<opaque>}
// expected-note@+1 {{'receives' is a device function: its kind is incore}}
func.func @receives(%p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error@+1 {{a call in device function 'receives' hands over a tile}}
  %t = func.call @maker() : () -> !pto.tile<16x16xf32>
  scf.if %p {
    // expected-error@+1 {{a call in device function 'receives' hands over a tile}}
    %u = func.call @maker() : () -> !pto.tile<16x16xf32>
  }
  return
}

// -----

// dev-r3: a call on several cores is a call.
// expected-note@+1 {{the callee is here}}
func.func private @everywhere(!pto.tile<16x16xf32>) attributes {pto.kind = #pto.function_kind<opaque>}
// expected-note@+1 {{'spreads' is a device function: its kind is aiv}}
func.func @spreads(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the tile is made here}}
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  // expected-error@+1 {{a call in device function 'spreads' hands over a tile}}
  pto.spmd_call @everywhere(%t) : (!pto.tile<16x16xf32>) -> ()
  return
}

// -----

// dev-r4: what a parallel loop reduces is not followed.
// expected-note@+1 {{'reduces' is a device function: its kind is aiv}}
func.func @reduces(%x: tensor<16x16xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  // expected-error@+1 {{nothing says what becomes of the tiles that 'scf.parallel' carries in device function 'reduces'; use scf.for, scf.while, scf.if or scf.index_switch}}
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%t) -> !pto.tile<16x16xf32> {
    scf.reduce(%t : !pto.tile<16x16xf32>) {
    ^bb0(%a: !pto.tile<16x16xf32>, %b: !pto.tile<16x16xf32>):
      %s = pto.add %a, %b : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
      scf.reduce.return %s : !pto.tile<16x16xf32>
    }
  }
  return
}

// -----

// The errors of all functions are told at once.
// expected-note@+2 {{'first' is a device function}}
// expected-error@+1 {{parameter 0 of device function 'first' is a tile}}
func.func private @first(!pto.tile<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>}
// expected-note@+2 {{'second' is a device function}}
// expected-error@+1 {{result 0 of device function 'second' is a tile}}
func.func private @second() -> !pto.tile<16x16xf32> attributes {pto.kind = #pto.function_kind<aic>}

// -----

// The data path: at the consumer, with a note at the producer, and the way round
// where there is one. All moves that need one are told.
func.func @no_path(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-note@+1 {{made here in vec}}
  %t = pto.load %x[0, 0] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16>
  // expected-error@+4 {{operand 0 must be in left and is in vec: target neutral has no direct path between them; the crossing runs through the cross-core pipe}}
  // expected-error@+3 {{operand 1 must be in right and is in vec: target neutral has no direct path between them; the crossing runs through the cross-core pipe}}
  // expected-note@+2 {{the data can go from vec to mat to left}}
  // expected-note@+1 {{the data can go from vec to mat to right}}
  %z = pto.matmul %t, %t : (!pto.tile<16x16xbf16>, !pto.tile<16x16xbf16>) -> !pto.tile<16x16xf32>
  // expected-note@+2 {{made here in mat}}
  // expected-note@+1 {{nothing leads from mat to vec; load it a second time, 'to vec', as mode=min-cost does}}
  %m = pto.load %u[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  // expected-error@+1 {{operand 0 must be in vec and is in mat}}
  %e = pto.exp %m : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  return
}

// -----

// The data path into a loop and out of an arm: at the loop, at the arm's end.
func.func @no_path_into_flow(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %p: i1, %n: index)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16>
  // expected-note@+1 {{made here in mat}}
  %m = pto.load %u[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  // expected-error@+1 {{operand 3 must be in acc and is in mat: target neutral has no direct path between them}}
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %m) -> (!pto.tile<16x16xf32>) {
    %z = pto.matmul_acc %acc, %a, %a : (!pto.tile<16x16xf32>, !pto.tile<16x16xbf16>, !pto.tile<16x16xbf16>) -> !pto.tile<16x16xf32>
    scf.yield %z : !pto.tile<16x16xf32>
  }
  %l = pto.move %a to left : (!pto.tile<16x16xbf16>) -> !pto.tile<16x16xbf16>
  %w = scf.if %p -> (!pto.tile<16x16xbf16>) {
    // expected-note@+1 {{made here in vec}}
    %v = pto.load %x[0, 0] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16>
    // expected-error@+2 {{operand 0 must be in left and is in vec: target neutral has no direct path between them}}
    // expected-note@+1 {{the data can go from vec to mat to left}}
    scf.yield %v : !pto.tile<16x16xbf16>
  } else {
    scf.yield %l : !pto.tile<16x16xbf16>
  }
  return
}

// -----

// Asked for as an error, only device functions are looked at.
func.func @host(%x: tensor<16x16xbf16>) attributes {pto.kind = #pto.function_kind<opaque>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
  %z = pto.matmul %t, %t : (!pto.tile<16x16xbf16, vec>, !pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xf32, acc>
  return
}

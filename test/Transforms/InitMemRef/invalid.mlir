// What can't be bound, and why.
//
// RUN: pto-opt %s --init-memref -verify-diagnostics -split-input-file

// In a device function the spaces must be there.
func.func @no_space(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error@+1 {{has no memory space; run --infer-tile-memory-space first}}
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  return
}

// -----

// Storage is sized at compile time; what is known at run time is the valid part.
func.func @dynamic_shape() attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error@+1 {{InitMemRef requires static shape: extent 1 of}}
  %t = pto.create to vec : () -> !pto.tile<1x?xf32, vec>
  return
}

// -----

// A popped tile has no buffer, but its shape is checked all the same.
func.func @dynamic_popped() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{InitMemRef requires static shape}}
  %t = pto.tpop_from_aic : () -> !pto.tile<1x?xf32, vec>
  return
}

// -----

// The accumulator has rows.
func.func @flat_accumulator() attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error@+1 {{an accumulator needs rank 2 or more}}
  %t = pto.create to acc : () -> !pto.tile<64xf32, acc>
  return
}

// -----

// A wrapping conversion whose temporary can't be sized.
module attributes {pto.target = #pto.target<a2a3>} {
  func.func @unsized_temporary(%x: tensor<16x16xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
    %t = pto.load %x[0, 0] valid [%n, 16] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = ?x16>
    // expected-error@+1 {{can't size the temporary of a wrapping conversion: shape and valid region of the source must be static; pass a temporary}}
    %c = pto.cast %t {saturation_mode = 0 : i32} : (!pto.tile<16x16xf32, vec, valid = ?x16>) -> !pto.tile<16x16xi16, vec, valid = ?x16>
    return
  }
}

// -----

module attributes {pto.target = #pto.target<a2a3>} {
  func.func @unsized_rank(%x: tensor<16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %t = pto.load %x[0] to vec : (tensor<16xf32>) -> !pto.tile<16xf32, vec>
    // expected-error@+1 {{the source must have rank 2, found 1}}
    %c = pto.cast %t {saturation_mode = 0 : i32} : (!pto.tile<16xf32, vec>) -> !pto.tile<16xi16, vec>
    return
  }
}

// -----

// Tiles at the border of a device function.
// expected-note@+2 {{'parameter' is a device function: its kind is aiv}}
// expected-error@+1 {{parameter 0 of device function 'parameter' is a tile}}
func.func @parameter(%t: !pto.tile<16x16xf32, vec>) attributes {pto.kind = #pto.function_kind<aiv>} {
  return
}

// Sizes that are no sizes, and spaces that are none: an error each, at its place.
//
// RUN: pto-opt %s -split-input-file -verify-diagnostics --init-memref --allocate-memory-addr

// expected-error@+1 {{extent 0 of a tile must be positive, found 0}}
func.func private @zero(!pto.tile<0x16xf32>)

// -----

// expected-error@+1 {{an extent of a tile must be positive}}
func.func private @negative(!pto.tile<-4x16xf32>)

// -----

// expected-error@+1 {{unknown memory space 'l2'}}
func.func private @space(!pto.tile<16x16xf32, l2>)

// -----

// expected-error@+1 {{a tile with so many elements has no size in 64 bits}}
func.func private @huge(!pto.tile<4294967296x4294967296xf32>)

// -----

func.func @one_gigabyte(%x: tensor<16384x16384xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{a buffer of 1073741824 bytes fits the vec memory of no known target}}
  %t = pto.load %x[0, 0] to vec : (tensor<16384x16384xf32>) -> !pto.tile<16384x16384xf32, vec>
  return
}

// -----

func.func @dynamic(%x: tensor<16x?xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{InitMemRef requires static shape: extent 1 of}}
  %t = pto.load %x[0, 0] to vec : (tensor<16x?xf32>) -> !pto.tile<16x?xf32, vec>
  return
}

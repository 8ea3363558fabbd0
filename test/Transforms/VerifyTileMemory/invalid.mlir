// Every rule that the memory passes promise each other, broken once.
//
// RUN: pto-opt %s --verify-tile-memory=buffers=true -verify-diagnostics -split-input-file

// tm-r1: every tile has a space, that of a branch too.
func.func @no_space(%x: tensor<16x16xf32>, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.alloc vec, addr = -1, size = 1024, id = 0
  // expected-error@+1 {{has no memory space [tm-r1]}}
  %t = pto.load %x[0, 0] into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  // expected-error@+1 {{has no memory space [tm-r1]}}
  %r = scf.if %p -> (!pto.tile<16x16xf32>) {
    scf.yield %t : !pto.tile<16x16xf32>
  } else {
    scf.yield %t : !pto.tile<16x16xf32>
  }
  return
}

// -----

// tm-r2: every operand is in a space that its op allows.
func.func @wrong_space(%out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %m0 = pto.alloc mat, addr = -1, size = 1024, id = 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1
  %t = pto.create to mat into %m0 : () -> !pto.tile<16x16xf32, mat>
  // expected-error@+1 {{operand 0 must be in vec, found}}
  %e = pto.exp %t into %m1 : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec>
  // expected-error@+1 {{operand 0 must be in vec or acc, found}}
  pto.store %t, %out[0, 0] : (!pto.tile<16x16xf32, mat>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

// tm-r3: a tile with storage of its own is bound; views and the like are not.
func.func @unbound(%x: tensor<16x16xf32>, %s: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{has no buffer [tm-r3]}}
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %v = pto.slice %t[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
  %w = pto.write %t[0, 0], %s : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
  %p = pto.tpop_from_aic : () -> !pto.tile<16x16xf32, vec>
  return
}

// -----

// tm-r4: to a buffer of its own memory.
func.func @other_memory(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the buffer is here}}
  %m = pto.alloc mat, addr = -1, size = 1024, id = 0
  // expected-error@+1 {{is bound to a buffer in mat [tm-r4]}}
  %t = pto.load %x[0, 0] to vec into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  return
}

// -----

// tm-r5: that is large enough; of several slots, one.
func.func @too_small(%x: tensor<16x16xf32>, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the buffer is here}}
  %m = pto.alloc vec, addr = -1, size = 1023, id = 0
  // expected-note@+1 {{the buffer is here}}
  %p = pto.alloc vec, addr = -1, size = 1024, id = 1 pinned slots = 2
  %q = pto.slot %p[%i]
  // expected-error@+1 {{takes 1024 bytes, its buffer has 1023 [tm-r5]}}
  %t = pto.load %x[0, 0] to vec into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  // expected-error@+1 {{takes 1024 bytes, its buffer has 512 [tm-r5]}}
  %u = pto.load %x[0, 0] to vec into %q : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  return
}

// -----

// The size is that of the target.
module attributes {pto.target = #pto.target<a5>} {
  func.func @fits_a5() attributes {pto.kind = #pto.function_kind<aic>} {
    %m = pto.alloc acc, addr = -1, size = 8192, id = 0
    %t = pto.create to acc into %m : () -> !pto.tile<16x128xi32, acc>
    return
  }
}

// -----

module attributes {pto.target = #pto.target<a2a3>} {
  func.func @too_small_for_a2a3() attributes {pto.kind = #pto.function_kind<aic>} {
    // expected-note@+1 {{the buffer is here}}
    %m = pto.alloc acc, addr = -1, size = 8192, id = 0
    // expected-error@+1 {{takes 16384 bytes, its buffer has 8192 [tm-r5]}}
    %t = pto.create to acc into %m : () -> !pto.tile<16x128xi32, acc>
    return
  }
}

// -----

// tm-r6: a window lies in its buffer, also where it is known at run time only.
func.func @outside(%i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the buffer is here}}
  %m = pto.alloc vec, addr = -1, size = 1024, id = 0
  %c16 = arith.constant 16 : index
  %k = arith.maxsi %i, %c16 : index
  %t = pto.create to vec into %m : () -> !pto.tile<16x16xf32, vec>
  // expected-error@+1 {{ends at byte 1088 of a buffer of 1024 bytes [tm-r6]}}
  %w = pto.slice %t[%k, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  return
}

// -----

// tm-r7: who reads bytes as other elements finds them in one run.
func.func @columns(%x: tensor<16x32xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 2048, id = 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1
  // expected-note@+1 {{it is a part of 't'}}
  %t = pto.load %x[0, 0] to vec into %m0 : (tensor<16x32xf32>) -> !pto.tile<16x32xf32, vec>
  %w = pto.slice %t[0, 16] : (!pto.tile<16x32xf32, vec>) -> !pto.tile<16x16xf32, vec>
  // expected-error@+1 {{the window is not one run of bytes [tm-r7]}}
  %r = pto.reshape %w : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x32xf32, vec>
  // expected-note@+1 {{its bytes are needed here}}
  %e = pto.exp %r into %m1 : (!pto.tile<8x32xf32, vec>) -> !pto.tile<8x32xf32, vec>
  return
}

// -----

// tm-r8: who reads by address finds an aligned one.
func.func @unaligned(%x: tensor<16x20xf16>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 640, id = 0
  %m1 = pto.alloc vec, addr = -1, size = 64, id = 1
  // expected-note@+1 {{it is a part of 't'}}
  %t = pto.load %x[0, 0] to vec into %m0 : (tensor<16x20xf16>) -> !pto.tile<16x20xf16, vec>
  // expected-error@+1 {{starts at byte 40; on-chip addresses are multiples of 32 [tm-r8]}}
  %w = pto.slice %t[1, 0] : (!pto.tile<16x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
  // expected-note@+1 {{its bytes are needed here}}
  %e = pto.exp %w into %m1 : (!pto.tile<1x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
  return
}

// -----

// tm-r9: packed elements are cut between bytes.
func.func @nibble() attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.alloc vec, addr = -1, size = 64, id = 0
  %t = pto.create to vec into %m : () -> !pto.tile<8x16xi4, vec>
  // expected-error@+1 {{starts at element 3, in the middle of a byte [tm-r9]}}
  %w = pto.slice %t[0, 3] : (!pto.tile<8x16xi4, vec>) -> !pto.tile<1x8xi4, vec>
  return
}

// -----

// Host functions promise nothing.
func.func @host(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<opaque>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  return
}

// Run-time slots of which not every one can be meant: what is left of an index when
// it is divided by the steps of loops, factors and divisors.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics -o /dev/null

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// A tile in slot 3 keeps its bytes while others come to the even slots.
func.func @even(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %p = pto.alloc vec, addr = 0, size = 8192, id = 0 pinned slots = 8
  %s3 = pto.slot %p[3]
  %t = pto.load %x[0, 0] to vec into %s3 : (!x) -> !t
  scf.for %i = %c0 to %c8 step %c2 {
    %s = pto.slot %p[%i]
    %u = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    %v = pto.add %t, %u into %s : (!t, !t) -> !t
    pto.store %v, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// Odd slots from a lower bound, and the even ones next to them, by two loops; a
// third of them by a factor, each read while others come to the others.
func.func @classes(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %p = pto.alloc vec, addr = 0, size = 9216, id = 0 pinned slots = 9
  scf.for %i = %c1 to %c9 step %c2 {
    %si = pto.slot %p[%i]
    %t = pto.load %x[0, 0] to vec into %si : (!x) -> !t
    scf.for %j = %c0 to %n step %c2 {
      %sj = pto.slot %p[%j]
      %u = pto.load %x[0, 0] to vec into %sj : (!x) -> !t
      pto.store %u, %out[0, 0] : (!t, !x) -> !x
    }
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  scf.for %k = %c0 to %c2 step %c1 {
    %third = arith.muli %k, %c3 : index
    %next = arith.addi %third, %c1 : index
    %sk = pto.slot %p[%third]
    %t = pto.load %x[0, 0] to vec into %sk : (!x) -> !t
    scf.for %l = %c0 to %c2 step %c1 {
      %other = arith.muli %l, %c3 : index
      %after = arith.addi %other, %c2 : index
      %sl = pto.slot %p[%after]
      %u = pto.load %x[0, 0] to vec into %sl : (!x) -> !t
      pto.store %u, %out[0, 0] : (!t, !x) -> !x
    }
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// Nobody knows the step, but the bounds; a step of 0 stays where it begins.
func.func @steps(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = pto.alloc vec, addr = 0, size = 8192, id = 0 pinned slots = 8
  %s3 = pto.slot %p[3]
  %t = pto.load %x[0, 0] to vec into %s3 : (!x) -> !t
  scf.for %i = %c0 to %c3 step %n {
    %s = pto.slot %p[%i]
    %u = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  scf.for %i = %c1 to %n step %c0 {
    %s = pto.slot %p[%i]
    %u = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// What a loop with a step below 0 does nobody knows; nothing is wrong with its slots.
func.func @down(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %m1 = arith.constant -1 : index
  %c9 = arith.constant 9 : index
  %c16 = arith.constant 16 : index
  %p = pto.alloc vec, addr = 0, size = 8192, id = 0 pinned slots = 8
  scf.for %i = %c9 to %c16 step %m1 {
    %s = pto.slot %p[%i]
    %u = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// Slot 4 is even.
func.func @even(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %p = pto.alloc vec, addr = 0, size = 8192, id = 0 pinned slots = 8
  %s4 = pto.slot %p[4]
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %s4 : (!x) -> !t
  scf.for %i = %c0 to %c8 step %c2 {
    %s = pto.slot %p[%i]
    // expected-note @below {{'u' is put here}}
    %u = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    // expected-error @below {{'pto.store' reads 't' at vec [0x1000, 0x1400), but bytes [0x1000, 0x1400) hold 'u' [mp-r1]}}
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// Three times a number that nobody knows wraps around to any slot.
func.func @wraps(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c3 = arith.constant 3 : index
  %p = pto.alloc vec, addr = 0, size = 4096, id = 0 pinned slots = 4
  %s1 = pto.slot %p[1]
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %s1 : (!x) -> !t
  %third = arith.muli %n, %c3 : index
  %s = pto.slot %p[%third]
  // expected-note @below {{'u' is put here}}
  %u = pto.load %x[0, 0] to vec into %s : (!x) -> !t
  // expected-error @below {{'pto.store' reads 't' at vec [0x400, 0x800), but bytes [0x400, 0x800) hold 'u' [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// Slots of a buffer, with constant and with run-time indices.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics -o /dev/null

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// Constant slots are different bytes; an index that is a constant value counts as
// one.
func.func @constant(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c1 = arith.constant 1 : index
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  %s0 = pto.slot %p[0]
  %s1 = pto.slot %p[%c1]
  %t = pto.load %x[0, 0] to vec into %s0 : (!x) -> !t
  %u = pto.load %x[0, 0] to vec into %s1 : (!x) -> !t
  %v = pto.add %t, %u into %s0 : (!t, !t) -> !t
  pto.store %v, %out[0, 0] : (!t, !x) -> !x
  return
}

// In turn, by the parity of the iteration; the tile of this iteration and the
// one of the next are in different slots.
func.func @in_turn(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  %q = pto.alloc vec, addr = 2048, size = 1024, id = 1
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %c1 : index
    %this = arith.remui %i, %c2 : index
    %next = arith.remui %j, %c2 : index
    %other = arith.subi %c1, %this : index
    %s = pto.slot %p[%this]
    %sn = pto.slot %p[%next]
    %so = pto.slot %p[%other]
    %t = pto.load %x[%i, 0] to vec into %s : (!x) -> !t
    %u = pto.load %x[%j, 0] to vec into %sn : (!x) -> !t
    %v = pto.add %t, %u into %q : (!t, !t) -> !t
    %w = pto.load %x[%j, 0] to vec into %so : (!x) -> !t
    %y = pto.add %v, %w into %q : (!t, !t) -> !t
    %z = pto.add %y, %t into %q : (!t, !t) -> !t
    pto.store %z, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// One of them can only be slot 1, if it is to be a slot at all. Then the other is
// slot 0: they are never equal.
func.func @few_exist(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c255 = arith.constant 255 : index
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.addi %i, %c1 : index
    %this = arith.remui %i, %c255 : index
    %next = arith.remui %j, %c255 : index
    %s = pto.slot %p[%this]
    %sn = pto.slot %p[%next]
    %t = pto.load %x[%i, 0] to vec into %s : (!x) -> !t
    %u = pto.load %x[%j, 0] to vec into %sn : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// Three slots, with indices whose bounds are known; and ranges that do not meet.
func.func @three(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %p = pto.alloc vec, addr = 0, size = 3072, id = 0 pinned slots = 3
  %q = pto.alloc vec, addr = 3072, size = 3072, id = 1 pinned slots = 3
  %first = pto.slot %q[0]
  %k = pto.load %x[0, 0] to vec into %first : (!x) -> !t
  scf.for %i = %c0 to %c12 step %c1 {
    %j = arith.addi %i, %c2 : index
    %this = arith.remui %i, %c3 : index
    %next = arith.remui %j, %c3 : index
    %s = pto.slot %p[%this]
    %sn = pto.slot %p[%next]
    %t = pto.load %x[%i, 0] to vec into %s : (!x) -> !t
    %u = pto.load %x[%j, 0] to vec into %sn : (!x) -> !t
    %v = pto.add %t, %u into %s : (!t, !t) -> !t
    pto.store %v, %out[0, 0] : (!t, !x) -> !x
    scf.for %l = %c1 to %c3 step %c1 {
      %sl = pto.slot %q[%l]
      %w = pto.load %x[%l, 0] to vec into %sl : (!x) -> !t
      pto.store %w, %out[0, 0] : (!t, !x) -> !x
    }
  }
  pto.store %k, %out[0, 0] : (!t, !x) -> !x
  return
}

// A branch that leaves a slot alone, and one that fills another.
func.func @branch(%x: !x, %out: !x, %n: index, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  %m = arith.addi %n, %c1 : index
  %i = arith.remui %n, %c2 : index
  %j = arith.remui %m, %c2 : index
  %s = pto.slot %b[%i]
  %o = pto.slot %b[%j]
  %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
  scf.if %p {
    %u = pto.load %x[0, 0] to vec into %o : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  } else {
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// An index that may be the same.
func.func @maybe_same(%x: !x, %out: !x, %i: index, %j: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  %s = pto.slot %p[%i]
  %o = pto.slot %p[%j]
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
  // expected-note @below {{'u' is put here, at a run-time slot of vec [0x0, 0x800)}}
  %u = pto.load %x[0, 0] to vec into %o : (!x) -> !t
  // expected-error @below {{'pto.store' reads 't' at a run-time slot of vec [0x0, 0x800), but bytes [0x0, 0x800) hold 'u' [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  pto.store %u, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// Not two slots by turns, but three, of which the second comes round again.
func.func @comes_round(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %p = pto.alloc vec, addr = 0, size = 3072, id = 0 pinned slots = 3
  %m = arith.addi %n, %c3 : index
  %i = arith.remui %n, %c3 : index
  %j = arith.remui %m, %c3 : index
  %s = pto.slot %p[%i]
  %o = pto.slot %p[%j]
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
  // expected-note @below {{'u' is put here}}
  %u = pto.load %x[0, 0] to vec into %o : (!x) -> !t
  // expected-error @below {{reads 't' at a run-time slot of vec [0x0, 0xc00), but bytes [0x0, 0xc00) hold 'u' [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  pto.store %u, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// A constant slot that the loop comes to.
func.func @constant_in_range(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  %s1 = pto.slot %p[1]
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %s1 : (!x) -> !t
  // expected-note @below {{on the path through the body of this 'scf.for'}}
  scf.for %i = %c0 to %c2 step %c1 {
    %s = pto.slot %p[%i]
    // expected-note @below {{'u' is put here}}
    %u = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  // expected-error @below {{reads 't' at vec [0x400, 0x800), but bytes [0x400, 0x800) hold 'u' [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// A slot that there is not.
func.func @no_slot(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c2 = arith.constant 2 : index
  // expected-note @below {{the buffer is mem_vec_0}}
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  %s = pto.slot %p[%c2]
  // expected-error @below {{slot 2 of 't' does not exist: its buffer has 2 [mp-r4]}}
  %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

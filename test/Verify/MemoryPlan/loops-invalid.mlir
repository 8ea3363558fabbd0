// Rules mp-r1 and mp-r2 in loops.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// The scratch of an iteration takes the bytes of a tile that the next one reads.
func.func @back_edge(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 512, size = 1024, id = 1
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{on the path through an earlier iteration of this 'scf.for'}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @below {{'pto.store' reads 't' at vec [0x0, 0x400), but bytes [0x200, 0x400) hold 'u' [mp-r1]}}
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    // expected-note @below {{'u' is put here, at vec [0x200, 0x600)}}
    %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// The same, three loops deep, and around the second of them.
func.func @back_edge_deep(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{on the path through an earlier iteration of this 'scf.for'}}
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        // expected-error @below {{'pto.store' reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'u' [mp-r1]}}
        pto.store %t, %out[0, 0] : (!t, !x) -> !x
      }
      %p = arith.cmpi eq, %i, %j : index
      // expected-note @below {{on the path through the then-branch of this 'scf.if'}}
      scf.if %p {
        // expected-note @below {{'u' is put here}}
        %u = pto.load %x[0, 0] to vec into %a : (!x) -> !t
        pto.store %u, %out[0, 0] : (!t, !x) -> !x
      }
    }
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// A dropped move: what is yielded stays where it was made.
func.func @dropped_move(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'c' is here}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %t) -> (!t) {
    // expected-note @below {{'s' is made here}}
    %s = pto.exp %c into %b : (!t) -> !t
    // expected-error @below {{'scf.yield' hands on 's' as 'c', which is at vec [0x0, 0x400), but leaves it at vec [0x400, 0x800) [mp-r2]}}
    scf.yield %s : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// Swapped carries without a move.
func.func @swapped(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
  // expected-note @below {{'p' is made here}}
  // expected-note @below {{'p' is here}}
  // expected-note @below {{'q' is made here}}
  // expected-note @below {{'q' is here}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %t, %q = %u) -> (!t, !t) {
    // expected-error @below {{hands on 'q' as 'p', which is at vec [0x0, 0x400), but leaves it at vec [0x400, 0x800) [mp-r2]}}
    // expected-error @below {{hands on 'p' as 'q', which is at vec [0x400, 0x800), but leaves it at vec [0x0, 0x400) [mp-r2]}}
    scf.yield %q, %p : !t, !t
  }
  pto.store %r#0, %out[0, 0] : (!t, !x) -> !x
  pto.store %r#1, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// The moves of a rotation in the wrong order: one carries what another put there.
func.func @moves_reordered(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
  // expected-note @below {{'p' is made here}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %t, %q = %u) -> (!t, !t) {
    // expected-note @below {{'p1' is put here}}
    %p1 = pto.move %q to vec into %a : (!t) -> !t
    // expected-error @below {{'pto.move' reads 'p' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'p1' [mp-r1]}}
    %q1 = pto.move %p to vec into %b : (!t) -> !t
    scf.yield %p1, %q1 : !t, !t
  }
  pto.store %r#0, %out[0, 0] : (!t, !x) -> !x
  pto.store %r#1, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// Two carried tiles with one start, of which one is changed.
func.func @one_start(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'p' is made here}}
  // expected-note @below {{'q' is put here}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %t, %q = %t) -> (!t, !t) {
    // expected-error @below {{reads 'p' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'q' [mp-r1]}}
    %y = pto.exp %p into %b : (!t) -> !t
    pto.store %y, %out[0, 0] : (!t, !x) -> !x
    %s = pto.exp %q into %a : (!t) -> !t
    scf.yield %p, %s : !t, !t
  }
  pto.store %r#1, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// The init is read in the loop that overwrites it.
func.func @init_needed(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'c' is put here}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %t) -> (!t) {
    // expected-error @below {{reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'c' [mp-r1]}}
    %s = pto.add %c, %t into %a : (!t, !t) -> !t
    scf.yield %s : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// And after it.
func.func @init_needed_after(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'r' is put here}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %t) -> (!t) {
    %s = pto.exp %c into %a : (!t) -> !t
    scf.yield %s : !t
  }
  // expected-error @below {{reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'r' [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// A loop that may not run at all does not surely overwrite.
func.func @zero_trips(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 0, size = 1024, id = 1
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'z' is put here}}
  %z = pto.load %x[0, 0] to vec into %b : (!x) -> !t
  // expected-error @below {{'scf.for' hands on 't' as 'r' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'z' [mp-r2]}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %t) -> (!t) {
    %s = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    scf.yield %s : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// While loops: a tile from before is read in the first part, after the second
// has been there.
func.func @while(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'u' is made here}}
  %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
  // expected-note @below {{on the path through an earlier iteration of this 'scf.while'}}
  %r = scf.while (%c = %t) : (!t) -> !t {
    // expected-error @below {{'pto.add' reads 'u' at vec [0x400, 0x800), but bytes [0x400, 0x800) hold 'e' [mp-r1]}}
    %s = pto.add %c, %u into %a : (!t, !t) -> !t
    scf.condition(%p) %s : !t
  } do {
  ^bb0(%d: !t):
    // expected-note @below {{'e' is put here}}
    %e = pto.exp %d into %b : (!t) -> !t
    %n = pto.exp %e into %a : (!t) -> !t
    scf.yield %n : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// What the first part hands on is gone when the second part reads it, and what
// the second yields is not where the first has it.
func.func @while_carried(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'c' is here}}
  %r = scf.while (%c = %t) : (!t) -> !t {
    // expected-note @below {{'s' is made here}}
    %s = pto.exp %c into %b : (!t) -> !t
    // expected-note @below {{'v' is put here}}
    %v = pto.exp %c into %b : (!t) -> !t
    pto.store %v, %out[0, 0] : (!t, !x) -> !x
    // expected-error @below {{'scf.condition' hands on 's' as 'r' at vec [0x400, 0x800), but bytes [0x400, 0x800) hold 'v' [mp-r2]}}
    scf.condition(%p) %s : !t
  } do {
  ^bb0(%d: !t):
    // expected-note @below {{'n' is made here}}
    %n = pto.exp %d into %b : (!t) -> !t
    // expected-error @below {{'scf.yield' hands on 'n' as 'c', which is at vec [0x0, 0x400), but leaves it at vec [0x400, 0x800) [mp-r2]}}
    scf.yield %n : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// A tile that starts empty, and is filled in some iteration.
func.func @filled_once(%x: !x, %out: !x, %n: index, %c: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %z = pto.create to vec into %a : () -> !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%e = %z) -> (!t) {
    // expected-note @below {{'w' is made here}}
    %w = scf.if %c -> !t {
      %new = pto.load %x[0, 0] to vec into %a : (!x) -> !t
      scf.yield %new : !t
    } else {
      scf.yield %e : !t
    }
    // expected-note @below {{'u' is put here}}
    %u = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
    // expected-error @below {{'scf.yield' hands on 'w' as 'e' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'u' [mp-r2]}}
    scf.yield %w : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// Rules mp-r1 and mp-r2 where ways meet.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// A temporary on top of a branch's result, which is read later.
func.func @result_read_after(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %u = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'r' is made here}}
  %r = scf.if %p -> !t {
    %v = pto.add %u, %u into %b : (!t, !t) -> !t
    scf.yield %v : !t
  } else {
    %v = pto.mul %u, %u into %b : (!t, !t) -> !t
    scf.yield %v : !t
  }
  // expected-note @below {{'e' is put here, at vec [0x400, 0x800)}}
  %e = pto.exp %u into %b : (!t) -> !t
  // expected-error @below {{'pto.add' reads 'r' at vec [0x400, 0x800), but bytes [0x400, 0x800) hold 'e' [mp-r1]}}
  %s = pto.add %e, %r into %b : (!t, !t) -> !t
  pto.store %s, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// Overwritten in one arm only.
func.func @one_arm(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 256, size = 256, id = 1
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{on the path through the else-branch of this 'scf.if'}}
  scf.if %p {
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  } else {
    // expected-note @below {{'v' is put here, at vec [0x100, 0x200)}}
    %v = pto.load %x[0, 0] to vec into %b : (!x) -> !pto.tile<4x16xf32, vec>
    pto.store %v, %out[0, 0] : (!pto.tile<4x16xf32, vec>, !x) -> !x
  }
  // expected-error @below {{'pto.store' reads 't' at vec [0x0, 0x400), but bytes [0x100, 0x200) hold 'v' [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// Arms that leave their tiles in two places.
func.func @two_places(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  // expected-note @below {{'r' is here}}
  %r = scf.if %p -> !t {
    %v = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    scf.yield %v : !t
  } else {
    // expected-note @below {{'w' is made here}}
    %w = pto.load %x[0, 0] to vec into %b : (!x) -> !t
    // expected-error @below {{'scf.yield' hands on 'w' as 'r', which is at vec [0x0, 0x400), but leaves it at vec [0x400, 0x800) [mp-r2]}}
    scf.yield %w : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// The result takes the bytes of a tile of before, which is still needed.
func.func @outer_arm(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'r' is put here}}
  %r = scf.if %p -> !t {
    scf.yield %t : !t
  } else {
    %w = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    scf.yield %w : !t
  }
  // expected-error @below {{reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'r' [mp-r1]}}
  %s = pto.add %r, %t into %b : (!t, !t) -> !t
  pto.store %s, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// One case of a switch overwrites what another hands on.
func.func @cases(%x: !x, %out: !x, %i: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r = scf.index_switch %i -> !t
  case 0 {
    // expected-note @below {{'u' is put here}}
    %u = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
    // expected-error @below {{'scf.yield' hands on 't' as 'r' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'u' [mp-r2]}}
    scf.yield %t : !t
  }
  default {
    scf.yield %t : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// Lost in a region that runs once.
func.func @once(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.scope "Runtime" {
    // expected-note @below {{'u' is put here}}
    %u = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  // expected-error @below {{reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'u' [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

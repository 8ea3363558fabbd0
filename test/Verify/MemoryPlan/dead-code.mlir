// Slots and windows that there are not, where nothing ever runs and where it does.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics -o /dev/null

!t = !pto.tile<16x16xf32, vec>
!w = !pto.tile<4x16xf32, vec>
!x = tensor<64x64xf32>

// Loops without an iteration, one around the other or by their bounds' ranges.
func.func @loops(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  %q = pto.alloc vec, addr = 2048, size = 1024, id = 1
  %u = pto.load %x[0, 0] to vec into %q : (!x) -> !t
  scf.for %i = %c2 to %c0 step %c1 {
    %s = pto.slot %p[%i]
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    scf.for %j = %c0 to %n step %c1 {
      %w = pto.slice %u[%c20, 0] : (!t) -> !w
      pto.store %w, %out[0, 0] : (!w, !x) -> !x
    }
  }
  %few = arith.minsi %n, %c1 : index
  scf.for %i = %c20 to %few step %c1 {
    %w = pto.slice %u[%i, 0] : (!t) -> !w
    pto.store %w, %out[0, 0] : (!w, !x) -> !x
  }
  return
}

// Regions that their op never enters.
func.func @branches(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %never = arith.constant false
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  scf.if %never {
    %s = pto.slot %p[%c2]
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  scf.index_switch %c1
  case 1 {
    scf.yield
  }
  default {
    %s = pto.slot %p[%c2]
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  scf.while : () -> () {
    scf.condition(%never)
  } do {
    %s = pto.slot %p[%c2]
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    scf.yield
  }
  return
}

// Numbers wider than 64 bits count loops, and are carried.
func.func @wide(%x: !x, %out: !x, %w: i128) attributes {pto.kind = #pto.function_kind<incore>} {
  %c2 = arith.constant 2 : index
  %never = arith.constant false
  %zero = arith.constant 0 : i128
  %one = arith.constant 1 : i128
  %large = arith.constant 170141183460469231731687303715884105727 : i128
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  scf.for %i = %large to %zero step %one : i128 {
    %s = pto.slot %p[%c2]
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  scf.for %i = %zero to %large step %one : i128 {
    %number = arith.index_cast %i : i128 to index
    %s = pto.slot %p[%number]
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  %r = scf.while (%a = %large) : (i128) -> i128 {
    scf.condition(%never) %a : i128
  } do {
  ^bb0(%a: i128):
    %s = pto.slot %p[%c2]
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    scf.yield %w : i128
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// The other branch, and what runs before the condition, do run.
func.func @taken(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c2 = arith.constant 2 : index
  %never = arith.constant false
  // expected-note @below {{the buffer is mem_vec_0}}
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  scf.if %never {
  } else {
    %s = pto.slot %p[%c2]
    // expected-error @below {{slot 2 of 't' does not exist: its buffer has 2 [mp-r4]}}
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

func.func @before(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c2 = arith.constant 2 : index
  %never = arith.constant false
  // expected-note @below {{the buffer is mem_vec_0}}
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  scf.while : () -> () {
    %s = pto.slot %p[%c2]
    // expected-error @below {{slot 2 of 't' does not exist: its buffer has 2 [mp-r4]}}
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    scf.condition(%never)
  } do {
    scf.yield
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

func.func @iterates(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{the buffer is mem_vec_0}}
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  scf.for %i = %c2 to %n step %c1 {
    %s = pto.slot %p[%i]
    // expected-error @below {{slot 2 of 't' does not exist: its buffer has 2 [mp-r4]}}
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// Compared without signs, minus one is the largest bound, not one below zero: the
// index takes all values, and may name the slot that is read later.
func.func @without_signs(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %last = arith.constant -1 : i32
  %p = pto.alloc vec, addr = 0, size = 2048, id = 0 pinned slots = 2
  %s1 = pto.slot %p[1]
  scf.for unsigned %i = %c0 to %last step %c1 : i32 {
    %number = arith.index_castui %i : i32 to index
    %s = pto.slot %p[%number]
    // expected-note @below {{'t' is made here}}
    %t = pto.load %x[0, 0] to vec into %s : (!x) -> !t
    // expected-note @below {{'u' is put here}}
    %u = pto.load %x[0, 0] to vec into %s1 : (!x) -> !t
    // expected-error @below {{reads 't'}}
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

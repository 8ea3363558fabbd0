// Plans of loops that are right.
//
// RUN: pto-opt %s --verify-memory-plan -verify-diagnostics -o /dev/null

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// One buffer for the loop; a temporary in the bytes of a tile that is dead in
// every iteration by then.
func.func @carried(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %t) -> (!t) {
    %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
    %e = pto.exp %u into %b : (!t) -> !t
    %s = pto.add %c, %e into %a : (!t, !t) -> !t
    scf.yield %s : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// What the loop only reads is there in every iteration.
func.func @invariant(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %u = pto.exp %t into %b : (!t) -> !t
      pto.store %u, %out[0, 0] : (!t, !x) -> !x
    }
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
  }
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// A swap through a third buffer, and a rotation that a copy at a time makes.
func.func @swap(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 1024, id = 2
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %t, %q = %u) -> (!t, !t) {
    %tmp = pto.move %p to vec into %c : (!t) -> !t
    %p1 = pto.move %q to vec into %a : (!t) -> !t
    %q1 = pto.move %tmp to vec into %b : (!t) -> !t
    scf.yield %p1, %q1 : !t, !t
  }
  pto.store %r#0, %out[0, 0] : (!t, !x) -> !x
  pto.store %r#1, %out[0, 0] : (!t, !x) -> !x
  return
}

// A tile that is handed round unchanged is still what it was, under every name.
func.func @unchanged(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %t) -> (!t) {
    %s = pto.add %c, %t into %b : (!t, !t) -> !t
    pto.store %s, %out[0, 0] : (!t, !x) -> !x
    %k = scf.for %j = %c0 to %n step %c1 iter_args(%d = %c) -> (!t) {
      scf.yield %d : !t
    }
    scf.yield %k : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// Two carried tiles that are one, all along.
func.func @twins(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %t, %q = %t) -> (!t, !t) {
    %s = pto.add %p, %q into %a : (!t, !t) -> !t
    scf.yield %s, %s : !t, !t
  }
  %y = pto.add %r#0, %r#1 into %a : (!t, !t) -> !t
  pto.store %y, %out[0, 0] : (!t, !x) -> !x
  return
}

// An empty tile starts a loop: anything may be there before.
func.func @empty_start(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %z = pto.create to vec into %a : () -> !t
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %z) -> (!t) {
    %s = pto.exp %c into %a : (!t) -> !t
    scf.yield %s : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// Nobody reads what this loop carries: it may be lost.
func.func @dead_carry(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 0, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %t) -> (!t) {
    %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
    scf.yield %c : !t
  }
  return
}

// The two parts of a while loop, with what passes between them.
func.func @while(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r = scf.while (%c = %t) : (!t) -> !t {
    %s = pto.exp %c into %b : (!t) -> !t
    scf.condition(%p) %s : !t
  } do {
  ^bb0(%d: !t):
    %n = pto.exp %d into %a : (!t) -> !t
    scf.yield %n : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// A region that is run once; a scope; a switch.
func.func @others(%x: !x, %out: !x, %i: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %e = scf.execute_region -> !t {
    %s = pto.exp %t into %a : (!t) -> !t
    scf.yield %s : !t
  }
  %y = pto.scope "Runtime" -> (!t) {
    %s = pto.exp %e into %b : (!t) -> !t
    pto.yield %s : !t
  }
  %w = scf.index_switch %i -> !t
  case 0 {
    %s = pto.exp %y into %a : (!t) -> !t
    scf.yield %s : !t
  }
  case 1 {
    %s = pto.add %y, %e into %a : (!t, !t) -> !t
    scf.yield %s : !t
  }
  default {
    scf.yield %e : !t
  }
  %z = pto.add %w, %y into %b : (!t, !t) -> !t
  pto.store %z, %out[0, 0] : (!t, !x) -> !x
  return
}

// A loop carries a tile that nobody reads, and a live one shares its bytes. What
// is written next to the live tile, in bytes of the dead one alone, makes
// neither of them a new tile.
func.func @dead_carry_beside(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %ab = pto.alloc vec, addr = 0, size = 2048, id = 2
  %dead = pto.create to vec into %ab : () -> !pto.tile<32x16xf32, vec>
  %live = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r:2 = scf.for %i = %c0 to %n step %c1
      iter_args(%d = %dead, %l = %live) -> (!pto.tile<32x16xf32, vec>, !t) {
    %u = pto.load %x[%i, 0] to vec into %b : (!x) -> !t
    pto.store %u, %out[%i, 0] : (!t, !x) -> !x
    pto.store %l, %out[0, 0] : (!t, !x) -> !x
    scf.yield %d, %live : !pto.tile<32x16xf32, vec>, !t
  }
  pto.store %r#1, %out[0, 0] : (!t, !x) -> !x
  return
}

// A tile that starts empty and that nobody fills has no data to keep: neither in an
// inner loop, nor through views and branches.
func.func @never_filled(%x: !x, %out: !x, %n: index, %c: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %z = pto.create to vec into %a : () -> !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%e = %z) -> (!t) {
    %k = scf.for %j = %c0 to %n step %c1 iter_args(%f = %e) -> (!t) {
      %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
      pto.store %t, %out[0, 0] : (!t, !x) -> !x
      scf.yield %f : !t
    }
    %v = pto.tile_cast %k : (!t) -> !t
    %w = scf.if %c -> !t {
      scf.yield %v : !t
    } else {
      %new = pto.create to vec into %a : () -> !t
      scf.yield %new : !t
    }
    %u = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
    scf.yield %w : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

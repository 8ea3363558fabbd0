// Plans of branches that are right.
//
// RUN: pto-opt %s --verify-memory-plan -verify-diagnostics -o /dev/null

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// The arms share buffers with each other; a tile of before dies in one of them.
func.func @arms(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r = scf.if %p -> !t {
    %u = pto.exp %t into %b : (!t) -> !t
    scf.yield %u : !t
  } else {
    %u = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    %v = pto.exp %u into %b : (!t) -> !t
    scf.yield %v : !t
  }
  %s = pto.exp %r into %a : (!t) -> !t
  pto.store %s, %out[0, 0] : (!t, !x) -> !x
  return
}

// Both arms leave a tile alone, or hand it on: it is still there, under both names.
func.func @same(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r:2 = scf.if %p -> (!t, !t) {
    %u = pto.exp %t into %b : (!t) -> !t
    scf.yield %t, %u : !t, !t
  } else {
    %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
    scf.yield %t, %u : !t, !t
  }
  %s = pto.add %r#0, %r#1 into %b : (!t, !t) -> !t
  %y = pto.add %s, %t into %a : (!t, !t) -> !t
  pto.store %y, %out[0, 0] : (!t, !x) -> !x
  return
}

// Where one arm has no data, what the other hands on keeps its name.
func.func @one_empty(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %e = pto.create to vec into %a : () -> !t
  %r = scf.if %p -> !t {
    scf.yield %e : !t
  } else {
    scf.yield %t : !t
  }
  %y = pto.add %r, %t into %b : (!t, !t) -> !t
  pto.store %y, %out[0, 0] : (!t, !x) -> !x
  return
}

// Branches in branches in loops, with carried tiles in one buffer.
func.func @nest(%x: !x, %out: !x, %p: i1, %q: i1, %n: index)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 1024, id = 2
  %keep = pto.load %x[0, 0] to vec into %c : (!x) -> !t
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %t) -> (!t) {
    %s = scf.if %p -> !t {
      %u = scf.if %q -> !t {
        %v = pto.exp %acc into %b : (!t) -> !t
        %w = pto.add %v, %keep into %a : (!t, !t) -> !t
        scf.yield %w : !t
      } else {
        scf.yield %acc : !t
      }
      scf.yield %u : !t
    } else {
      %v = pto.add %acc, %keep into %a : (!t, !t) -> !t
      scf.yield %v : !t
    }
    scf.yield %s : !t
  }
  %z = pto.add %r, %keep into %a : (!t, !t) -> !t
  pto.store %z, %out[0, 0] : (!t, !x) -> !x
  return
}

// Popped tiles of two arms.
func.func @popped(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<aiv>} {
  %r = scf.if %p -> !t {
    %u = pto.tpop_from_aic : () -> !t
    scf.yield %u : !t
  } else {
    %u = pto.tpop_from_aic : () -> !t
    scf.yield %u : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// Lives across branches and loops.
//
// Op number p reads at 2p and writes at 2p + 1; the comments give the numbers.
//
// RUN: pto-opt %s --pto-annotate-liveness | FileCheck %s

!v = !pto.tile<16x16xf32, vec>

// Arms exclude each other: what one arm reads is dead in the other. (B84)
//
// CHECK-LABEL: func.func @one_arm(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 7, 13>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 9, 25>}
// CHECK: %m2 = pto.alloc {{.*}} {pto.live = array<i64: 15, 17>}
func.func @one_arm(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %m2 = pto.alloc vec, addr = -1, size = 1024, id = 2 // 2
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 3
  %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 4
  scf.if %p { // 5
    pto.store %a, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 6
    %c = pto.load %x[0, 0] to vec into %m2 : (tensor<16x16xf32>) -> !v // 7
    pto.store %c, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 8
  } else { // 9 ends the first arm
    pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 10
  } // 11
  pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 12
  return
}

// The result of a branch is needed where it is read; what an arm yields up to
// the end of that arm. (B41)
//
// CHECK-LABEL: func.func @merged(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 7, 23, 25, 27>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 11, 16, 19, 25>}
// CHECK: %m2 = pto.alloc {{.*}} {pto.live = array<i64: 23, 25>}
// CHECK: %t = pto.exp {{.*}} {pto.may_take = array<i64: 0>}
// CHECK: %s = pto.add {{.*}} {pto.may_take = array<i64: 0, 1>}
func.func @merged(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %m2 = pto.alloc vec, addr = -1, size = 1024, id = 2 // 2
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 3
  %r = scf.if %p -> (!v) { // 4
    %b = pto.add %a, %a into %m1 : (!v, !v) -> !v // 5
    pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 6
    scf.yield %b : !v // 7
  } else {
    pto.store %a, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 8
    %c = pto.mul %a, %a into %m1 : (!v, !v) -> !v // 9
    scf.yield %c : !v // 10
  }
  %t = pto.exp %a into %m2 : (!v) -> !v // 11
  %s = pto.add %t, %r into %m0 : (!v, !v) -> !v // 12
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 13
  return
}

// Three deep: needed on the one way that leads to its reader. (B84)
//
// CHECK-LABEL: func.func @triple(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 5, 7, 14, 17, 24, 25>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 9, 11, 19, 21, 27, 29>}
func.func @triple(%x: tensor<16x16xf32>, %p: i1, %q: i1, %s: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 2
  scf.if %p { // 3
    %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 4
    pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 5
  } else { // 6
    scf.if %q { // 7
      scf.if %s { // 8
        %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 9
        pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 10
      } else { // 11
        pto.store %a, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 12
        %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 13
        pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 14
      } // 15
    } // 16
  } // 17
  return
}

// A chain of results: the tile is needed up to the last of its names, and both
// arms that yield it are the tile itself. (B84)
//
// CHECK-LABEL: func.func @aliases(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 3, 19>}
func.func @aliases(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 1
  %r = scf.if %p -> (!v) { // 2
    scf.yield %a : !v // 3
  } else {
    scf.yield %a : !v // 4
  }
  %s = scf.if %p -> (!v) { // 5
    scf.yield %r : !v // 6
  } else {
    scf.yield %a : !v // 7
  }
  %v = pto.reshape %s : (!v) -> !pto.tile<1x256xf32, vec> // 8
  pto.store %v, %out[0, 0] : (!pto.tile<1x256xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32> // 9
  return
}

// What a loop reads from outside is needed up to its end, over the way back;
// also where the reader is three deep. (B42, B83)
//
// CHECK-LABEL: func.func @invariant(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 9, 28>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 23, 25>}
func.func @invariant(%x: tensor<16x16xf32>, %p: i1, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index // 0
  %c1 = arith.constant 1 : index // 1
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 2
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 3
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 4
  scf.for %i = %c0 to %n step %c1 { // 5
    scf.for %j = %c0 to %n step %c1 { // 6
      scf.if %p { // 7
        pto.store %a, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 8
      } // 9
    } // 10
    %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 11
    pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 12
  } // 13
  return
}

// A carried tile: from the init over the body to the result, but for the time
// between the last read of the old and the write of the new.
//
// CHECK-LABEL: func.func @carried(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 9, 13, 17, 21>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 13, 17>}
// CHECK: %b = pto.exp {{.*}} {pto.may_take = array<i64: 0>}
// CHECK: %c = pto.add {{.*}} {pto.may_take = array<i64: 0, 1>}
func.func @carried(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index // 0
  %c1 = arith.constant 1 : index // 1
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 2
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 3
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 4
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (!v) { // 5
    %b = pto.exp %t into %m1 : (!v) -> !v // 6
    pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 7
    %c = pto.add %b, %b into %m0 : (!v, !v) -> !v // 8
    scf.yield %c : !v // 9
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 10
  return
}

// A loop may run zero times: the init is what is left then, though every round
// overwrites it. While a round runs, the old tile is dead. (B45)
//
// CHECK-LABEL: func.func @zero_trip(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 7, 11, 15, 19>}
func.func @zero_trip(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index // 0
  %c1 = arith.constant 1 : index // 1
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 2
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 3
  %b = pto.get_block_idx : () -> index // 4
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (!v) { // 5
    %c = pto.get_block_idx : () -> index // 6
    %d = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 7
    scf.yield %d : !v // 8
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 9
  return
}

// What is carried and never looked at is needed nowhere but where it is written.
//
// CHECK-LABEL: func.func @carried_for_nothing(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 7, 8, 11, 12>}
func.func @carried_for_nothing(%x: tensor<16x16xf32>, %n: index)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index // 0
  %c1 = arith.constant 1 : index // 1
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 2
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 3
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (!v) { // 4
    %d = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 5
    scf.yield %d : !v // 6
  }
  return
}

// Both parts of a while loop run again and again; what only its result needs is
// dead in the second part.
//
// CHECK-LABEL: func.func @while(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 7, 13, 19, 22>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 9, 22>}
// CHECK: %m2 = pto.alloc {{.*}} {pto.live = array<i64: 13, 16, 22, 23>}
// CHECK: %b = pto.exp {{.*}} {pto.may_take = array<i64: 0>}
func.func @while(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %m2 = pto.alloc vec, addr = -1, size = 1024, id = 2 // 2
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 3
  %inv = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 4
  %r = scf.while (%t = %a) : (!v) -> !v { // 5
    %b = pto.exp %t into %m2 : (!v) -> !v // 6
    scf.condition(%p) %b : !v // 7
  } do {
  ^bb0(%u: !v):
    pto.store %inv, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 8
    %c = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 9
    scf.yield %c : !v // 10
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 11
  return
}

// Each case of a switch for itself.
//
// CHECK-LABEL: func.func @switch(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 5, 9, 12, 13>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 9, 12, 13, 16, 17, 21>}
// CHECK: %b = pto.exp {{.*}} {pto.may_take = array<i64: 0>}
// CHECK: %b = pto.exp {{.*}} {pto.may_take = array<i64: 0>}
func.func @switch(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 2
  %r = scf.index_switch %n -> !v // 3
  case 0 {
    %b = pto.exp %a into %m1 : (!v) -> !v // 4
    scf.yield %b : !v // 5
  }
  case 1 {
    %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 6
    scf.yield %b : !v // 7
  }
  default {
    %b = pto.exp %a into %m1 : (!v) -> !v // 8
    scf.yield %b : !v // 9
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 10
  return
}

// Scopes are transparent.
//
// CHECK-LABEL: func.func @scope(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 5, 9>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 9, 11>}
// CHECK: %b = pto.exp {{.*}} {pto.may_take = array<i64: 0>}
func.func @scope(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 2
  pto.scope "Runtime" { // 3
    %b = pto.exp %a into %m1 : (!v) -> !v // 4
    pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 5
  } // 6
  return
}

// Empty tiles made in one arm are needed from their first write to their last
// read; the other arm has nothing to do with them. (B80)
//
// CHECK-LABEL: func.func @placeholders(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 14, 19>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 16, 19>}
// CHECK: %m2 = pto.alloc {{.*}} {pto.live = array<i64: 19, 21>}
// CHECK: %m3 = pto.alloc {{.*}} {pto.live = array<i64: 25, 27>}
// CHECK: %s = pto.add {{.*}} {pto.may_take = array<i64: 0, 1>}
func.func @placeholders(%x: tensor<16x16xf32>, %p: i1, %f: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %m2 = pto.alloc vec, addr = -1, size = 1024, id = 2 // 2
  %m3 = pto.alloc vec, addr = -1, size = 1024, id = 3 // 3
  scf.if %p { // 4
    %a = pto.create to vec into %m0 : () -> !v // 5
    %b = pto.create to vec into %m1 : () -> !v // 6
    %a1 = pto.write %a[0, 0], %f : (!v, f32) -> !v // 7
    %b1 = pto.write %b[0, 0], %f : (!v, f32) -> !v // 8
    %s = pto.add %a1, %b1 into %m2 : (!v, !v) -> !v // 9
    pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 10
  } else { // 11
    %t = pto.load %x[0, 0] to vec into %m3 : (tensor<16x16xf32>) -> !v // 12
    pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 13
  }
  return
}

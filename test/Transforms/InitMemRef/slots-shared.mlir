// Tiles in slots of one buffer that are needed at once: slots that can't be the
// same are in order, whether their numbers are known or not.
//
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases -verify-diagnostics -split-input-file -o %t
// RUN: pto-opt %s --init-memref='planner=dsa-rp' --materialize-semantic-aliases -verify-diagnostics -split-input-file -o %t
// RUN: pto-opt %s --init-memref --memory-reuse -verify-diagnostics -split-input-file -o %t

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// Different numbers: needed together.
func.func @different(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 2
  %s0 = pto.slot %pp[0]
  %s1 = pto.slot %pp[1]
  %x = pto.load %a[0, 0] to vec into %s0 : (!t) -> !v
  %y = pto.load %a[0, 0] to vec into %s1 : (!t) -> !v
  %z = pto.add %x, %y : (!v, !v) -> !v
  pto.store %z, %out[0, 0] : (!v, !t) -> !t
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// The same number.
func.func @same(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 2
  // expected-note@+1 {{the buffer of both}}
  %s0 = pto.slot %pp[1]
  %s1 = pto.slot %pp[1]
  %x = pto.load %a[0, 0] to vec into %s0 : (!t) -> !v
  // expected-error@+1 {{'y' (!pto.tile<64x64xf32, vec>) overwrites the buffer of 'x' (!pto.tile<64x64xf32, vec>), which is still needed}}
  %y = pto.load %a[0, 0] to vec into %s1 : (!t) -> !v
  // expected-note@+1 {{it is read here}}
  %z = pto.add %x, %y : (!v, !v) -> !v
  pto.store %z, %out[0, 0] : (!v, !t) -> !t
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// One after the other in one slot; a result begins where its operand ends.
func.func @in_turn(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %ping = pto.declare_memref "ping"
  %pong = pto.declare_memref "pong"
  %t0 = pto.load %a[0, 0] to vec into %ping : (!t) -> !v
  %t1 = pto.exp %t0 into %pong : (!v) -> !v
  %t2 = pto.exp %t1 into %ping : (!v) -> !v
  %t3 = pto.exp %t2 into %ping : (!v) -> !v
  pto.store %t3, %out[0, 0] : (!v, !t) -> !t
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// Two stages of a pipelined loop in one declared buffer are needed at once.
func.func @stages(%a: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-note@+1 {{the buffer of both}}
  %m = pto.declare_memref "m"
  scf.for %i = %c0 to %n step %c2 {
    %x = pto.load %a[0, 0] to vec into %m : (!t) -> !v
    // expected-error@+1 {{'y' (!pto.tile<64x64xf32, vec>) overwrites the buffer of 'x'}}
    %y = pto.load %a[0, 0] to vec into %m : (!t) -> !v
    // expected-note@+1 {{it is read here}}
    pto.store %x, %out[0, 0] : (!v, !t) -> !t
    pto.store %y, %out[0, 0] : (!v, !t) -> !t
  } {pto.loop = #pto.loop<pipeline, stages = 2>}
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// In turn by a remainder: this one and the next are never the same slot. Both
// loops name the slots by values of their own.
func.func @remainders(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %pp = pto.declare_memref "pp" slots = 2
  scf.for %i = %c0 to %c8 step %c1 {
    %k = arith.remui %i, %c2 : index
    %j = arith.addi %i, %c1 : index
    %l = arith.remui %j, %c2 : index
    %this = pto.slot %pp[%k]
    %next = pto.slot %pp[%l]
    %x = pto.load %a[0, 0] to vec into %this : (!t) -> !v
    %y = pto.load %a[0, 0] to vec into %next : (!t) -> !v
    %z = pto.add %x, %y : (!v, !v) -> !v
    pto.store %z, %out[0, 0] : (!v, !t) -> !t
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %k = arith.remui %i, %c2 : index
    %j = arith.addi %i, %c1 : index
    %l = arith.remui %j, %c2 : index
    %this = pto.slot %pp[%k]
    %next = pto.slot %pp[%l]
    %x = pto.load %a[0, 0] to vec into %this : (!t) -> !v
    %y = pto.load %a[0, 0] to vec into %next : (!t) -> !v
    pto.store %y, %out[0, 0] : (!v, !t) -> !t
    pto.store %x, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// Two further is the same slot again.
func.func @same_remainder(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // expected-note@+1 {{the buffer of both}}
  %pp = pto.declare_memref "pp" slots = 2
  scf.for %i = %c0 to %c8 step %c1 {
    %k = arith.remui %i, %c2 : index
    %j = arith.addi %i, %c2 : index
    %l = arith.remui %j, %c2 : index
    %this = pto.slot %pp[%k]
    %next = pto.slot %pp[%l]
    %x = pto.load %a[0, 0] to vec into %this : (!t) -> !v
    // expected-error@+1 {{'y' (!pto.tile<64x64xf32, vec>) overwrites the buffer of 'x'}}
    %y = pto.load %a[0, 0] to vec into %next : (!t) -> !v
    // expected-note@+1 {{it is read here}}
    %z = pto.add %x, %y : (!v, !v) -> !v
    pto.store %z, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// Of two unknown numbers nobody can tell, nor of an unknown and a known one.
func.func @unknown(%a: !t, %i: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the buffer of both}}
  %pp = pto.declare_memref "pp" slots = 2
  %si = pto.slot %pp[%i]
  %s1 = pto.slot %pp[1]
  %x = pto.load %a[0, 0] to vec into %si : (!t) -> !v
  // expected-error@+1 {{'y' (!pto.tile<64x64xf32, vec>) overwrites the buffer of 'x'}}
  %y = pto.load %a[0, 0] to vec into %s1 : (!t) -> !v
  // expected-note@+1 {{it is read here}}
  %z = pto.add %x, %y : (!v, !v) -> !v
  pto.store %z, %out[0, 0] : (!v, !t) -> !t
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// Ranges that do not meet: the loop's slots are 1, 2 and 3.
func.func @ranges(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %pp = pto.declare_memref "pp" slots = 4
  %s0 = pto.slot %pp[0]
  %x = pto.load %a[0, 0] to vec into %s0 : (!t) -> !v
  scf.for %i = %c1 to %c4 step %c1 {
    %si = pto.slot %pp[%i]
    %y = pto.load %a[0, 0] to vec into %si : (!t) -> !v
    %z = pto.add %x, %y : (!v, !v) -> !v
    pto.store %z, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// Updated in place where it is: in its slot, of which the other is none.
func.func @in_place(%a: !t, %i: index, %f: f32, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %pp = pto.declare_memref "pp" slots = 2
  scf.for %k = %c0 to %c8 step %c1 {
    %r = arith.remui %k, %c2 : index
    %j = arith.addi %k, %c1 : index
    %l = arith.remui %j, %c2 : index
    %this = pto.slot %pp[%r]
    %next = pto.slot %pp[%l]
    %x = pto.load %a[0, 0] to vec into %this : (!t) -> !v
    %y = pto.load %a[0, 0] to vec into %next : (!t) -> !v
    %w = pto.write %x[0, 0], %f : (!v, f32) -> !v
    %z = pto.add %w, %y : (!v, !v) -> !v
    pto.store %z, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// Handed on out of the region in which its slot has a name: copied, since the
// other arm could not be.
func.func @handed_on(%a: !t, %p: i1, %i: index, %n: index, %f: f32, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pp = pto.declare_memref "pp" slots = 2
  %r = scf.if %p -> (!v) {
    %s = pto.slot %pp[1]
    %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
    %w = pto.write %x[0, 0], %f : (!v, f32) -> !v
    %l = scf.for %k = %c0 to %n step %c1 iter_args(%c = %w) -> (!v) {
      %e = pto.exp %c : (!v) -> !v
      scf.yield %e : !v
    }
    scf.yield %l : !v
  } else {
    %s = pto.slot %pp[%i]
    %y = pto.load %a[0, 0] to vec into %s : (!t) -> !v
    %z = pto.write %y[0, 0], %f : (!v, f32) -> !v
    scf.yield %z : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// Accumulators can't be copied: a program that would need that is refused, at
// the op that would need it.
//
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases -verify-diagnostics -split-input-file
// RUN: not pto-opt %s --init-memref --allocate-memory-addr -split-input-file 2>&1 | FileCheck %s
//
// Addresses are refused for the same programs.
// CHECK: cannot reconcile divergent accumulator buffers
// CHECK: cannot reconcile divergent accumulator buffers
// CHECK: cannot reconcile divergent accumulator buffers
// CHECK: overwrites the buffer of
// CHECK: overwrites the buffer of

!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>

// Added to, and still needed as it was.
func.func @accumulator_read_later(%out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %a = pto.create to left : () -> !l
  %b = pto.create to right : () -> !r
  // expected-note@+1 {{the accumulator is made here}}
  %p = pto.matmul %a, %b : (!l, !r) -> !acc
  // expected-error@+1 {{cannot reconcile divergent accumulator buffers}}
  %q = pto.matmul_acc %p, %a, %b : (!acc, !l, !r) -> !acc
  // expected-note@+1 {{it is still needed here}}
  pto.store %p, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %q, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>

// Carried accumulators that change places.
func.func @accumulators_swapped(%n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.create to left : () -> !l
  %b = pto.create to right : () -> !r
  %p = pto.matmul %a, %b : (!l, !r) -> !acc
  %q = pto.matmul %a, %b : (!l, !r) -> !acc
  // expected-note@+1 {{the accumulator is made here}}
  %s:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %p, %v = %q) -> (!acc, !acc) {
    // expected-error@+1 {{cannot reconcile divergent accumulator buffers}}
    scf.yield %v, %u : !acc, !acc
  }
  pto.store %s#0, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>

// An accumulator that starts a loop and is needed behind it.
func.func @init_needed_later(%n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.create to left : () -> !l
  %b = pto.create to right : () -> !r
  // expected-note@+1 {{the accumulator is made here}}
  %p = pto.matmul %a, %b : (!l, !r) -> !acc
  // expected-error@+1 {{cannot reconcile divergent accumulator buffers}}
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%u = %p) -> (!acc) {
    %v = pto.matmul_acc %u, %a, %b : (!acc, !l, !r) -> !acc
    scf.yield %v : !acc
  }
  // expected-note@+1 {{it is still needed here}}
  pto.store %p, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %s, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

// Bound by hand to a buffer whose tile is still needed.
func.func @bound_too_early(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the buffer of both}}
  %m = pto.alloc vec, addr = 0, size = 1024, id = 7 pinned
  %t = pto.load %x[0, 0] to vec into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  // expected-error@+1 {{overwrites the buffer of}}
  %u = pto.load %x[0, 0] to vec into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  // expected-note@+1 {{it is read here}}
  pto.store %t, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %u, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

// A window of a tile is needed as long as it is read.
func.func @window_of_bound(%x: tensor<16x64xf32>, %out: tensor<16x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the buffer of both}}
  %m = pto.alloc vec, addr = -1, size = 4096, id = 7
  %t = pto.load %x[0, 0] to vec into %m : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
  pto.store %t, %out[0, 0] : (!pto.tile<16x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
  %low = pto.slice %t[8, 0] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<8x64xf32, vec>
  // expected-error@+1 {{overwrites the buffer of}}
  %u = pto.load %x[0, 0] to vec into %m : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
  // expected-note@+1 {{it is read here}}
  pto.store %low, %out[0, 0] : (!pto.tile<8x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
  pto.store %u, %out[0, 0] : (!pto.tile<16x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return
}

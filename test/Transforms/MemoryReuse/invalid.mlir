// Programs that are refused.
//
// RUN: pto-opt %s --memory-reuse -verify-diagnostics -split-input-file

func.func @unbound(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{'pto.load' op tile 'a' (!pto.tile<16x16xf32, vec>) has no buffer; run --init-memref first}}
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  return
}

// -----

// Two accumulators from outside, and one place for both.
!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>
func.func @divergent(%p: i1, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aic>} {
  %m0 = pto.alloc left, addr = -1, size = 512, id = 1
  %m1 = pto.alloc right, addr = -1, size = 512, id = 2
  %m2 = pto.alloc acc, addr = -1, size = 1024, id = 3
  %m3 = pto.alloc acc, addr = -1, size = 1024, id = 4
  %a = pto.create to left into %m0 : () -> !l
  %b = pto.create to right into %m1 : () -> !r
  %prev = pto.matmul %a, %b into %m2 : (!l, !r) -> !acc
  %pre = pto.matmul %a, %b into %m3 : (!l, !r) -> !acc
  %m = scf.if %p -> (!acc) {
    scf.yield %pre : !acc
  } else {
    // expected-note@+2 {{the accumulator is made here}}
    // expected-note@+1 {{'prev' (!pto.tile<16x16xf32, acc>), which has to be in its buffer, is needed here}}
    %more = pto.matmul_acc %prev, %a, %b : (!acc, !l, !r) -> !acc
    // expected-error@+1 {{cannot reconcile divergent accumulator buffers: 'more' (!pto.tile<16x16xf32, acc>) would have to be copied within acc}}
    scf.yield %more : !acc
  }
  pto.store %m, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

// The seed's arm writes the accumulator from outside, which is needed
// in the other.
!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>
func.func @clobbered(%p: i1, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aic>} {
  %m0 = pto.alloc left, addr = -1, size = 512, id = 1
  %m1 = pto.alloc right, addr = -1, size = 512, id = 2
  %m2 = pto.alloc acc, addr = -1, size = 1024, id = 3
  %m3 = pto.alloc acc, addr = -1, size = 1024, id = 4
  %a = pto.create to left into %m0 : () -> !l
  %b = pto.create to right into %m1 : () -> !r
  %prev = pto.matmul %a, %b into %m2 : (!l, !r) -> !acc
  %m = scf.if %p -> (!acc) {
    %seed = pto.matmul %a, %b into %m3 : (!l, !r) -> !acc
    // expected-note@+1 {{'prev' (!pto.tile<16x16xf32, acc>), which has to be in its buffer, is needed here}}
    %other = pto.matmul_acc %prev, %a, %b : (!acc, !l, !r) -> !acc
    // expected-note@+1 {{'other' (!pto.tile<16x16xf32, acc>), which has to be in its buffer, is needed here}}
    pto.store %other, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %seed : !acc
  } else {
    // expected-note@+2 {{the accumulator is made here}}
    // expected-note@+1 {{'prev' (!pto.tile<16x16xf32, acc>), which has to be in its buffer, is needed here}}
    %more = pto.matmul_acc %prev, %a, %b : (!acc, !l, !r) -> !acc
    // expected-error@+1 {{cannot reconcile divergent accumulator buffers: 'more'}}
    scf.yield %more : !acc
  }
  pto.store %m, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Faults that others shipped, and the kind of each: accumulators that start empty
// (B01), scratch in mat (B08), carried tiles in device memory (B15).
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x16xbf16>
!v = !pto.tile<16x16xf32>

// B01: nothing in a kernel of cube work only may be in vec because of an empty
// accumulator: the loop, its init, its carry and its result are in acc.
// CHECK-LABEL: func.func @empty_accumulator(
// CHECK: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, [[K]]] to mat : (tensor<16x64xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[SUM]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @empty_accumulator(%x: tensor<16x64xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %acc0 = pto.create : () -> !v
  %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %acc0) -> (!v) {
    %l = pto.load %x[0, %k] to mat : (tensor<16x64xbf16>) -> !a
    %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %sum, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B01: three loops deep, the accumulator goes through all of them.
// CHECK-LABEL: func.func @empty_accumulator_three_deep(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S0:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[A0:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[S1:%[^ :,]+]] = scf.for [[J:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[A1:%[^ :,]+]] = [[A0]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[S2:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[A2:%[^ :,]+]] = [[A1]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[A2]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[S2]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[S1]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S0]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @empty_accumulator_three_deep(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %acc0 = pto.create to vec : () -> !v
  %s0 = scf.for %i = %c0 to %n step %c1 iter_args(%a0 = %acc0) -> (!v) {
    %s1 = scf.for %j = %c0 to %n step %c1 iter_args(%a1 = %a0) -> (!v) {
      %s2 = scf.for %k = %c0 to %n step %c1 iter_args(%a2 = %a1) -> (!v) {
        %z = pto.matmul_acc %a2, %l, %l : (!v, !a, !a) -> !v
        scf.yield %z : !v
      }
      scf.yield %s2 : !v
    }
    scf.yield %s1 : !v
  }
  pto.store %s0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B01: the empty tile of an inner loop is made in the outer body.
// CHECK-LABEL: func.func @empty_accumulator_inside(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} {
// CHECK-NEXT: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[J:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: return
func.func @empty_accumulator_inside(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  scf.for %i = %c0 to %n step %c1 {
    %acc0 = pto.create : () -> !v
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %acc0) -> (!v) {
      %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
      scf.yield %z : !v
    }
    pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  }
  return
}

// B01: two accumulators and a vector tile in one loop: each has its own memory.
// CHECK-LABEL: func.func @two_accumulators_and_a_vector(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[E0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[E1:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E2:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]]:3 = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[P:%[^ :,]+]] = [[E0]], [[M:%[^ :,]+]] = [[E1]], [[Q:%[^ :,]+]] = [[E2]]) -> (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul_acc [[P]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.maximum [[M]], [[T]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[Z2:%[^ :,]+]] = pto.matmul_acc [[Q]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z0]], [[Z1]], [[Z2]] : !pto.tile<16x16xf32, acc>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]]#0, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[S]]#1, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V2:%[^ :,]+]] = pto.store [[S]]#2, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @two_accumulators_and_a_vector(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %n: index,
                                         %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %e0 = pto.create : () -> !v
  %e1 = pto.create : () -> !v
  %e2 = pto.create : () -> !v
  %s:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %e0, %m = %e1, %q = %e2) -> (!v, !v, !v) {
    %z0 = pto.matmul_acc %p, %l, %l : (!v, !a, !a) -> !v
    %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
    %z1 = pto.maximum %m, %t : (!v, !v) -> !v
    %z2 = pto.matmul_acc %q, %l, %l : (!v, !a, !a) -> !v
    scf.yield %z0, %z1, %z2 : !v, !v, !v
  }
  pto.store %s#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %s#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %s#2, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B01: other products: a row times right, with a block of rows that are valid.
// CHECK-LABEL: func.func @empty_row_accumulator(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<1x16xbf16>) -> !pto.tile<1x16xbf16, mat, layout = #pto.layout<>>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<1x16xf32, acc, valid = 1x8>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<1x16xf32, acc, valid = 1x8>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<1x16xbf16, mat, layout = #pto.layout<>>) -> !pto.tile<1x16xbf16, left>
// CHECK-NEXT: [[R_RIGHT:%[^ :,]+]] = pto.move [[R]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.gemv_acc [[ACC]], [[L_LEFT]], [[R_RIGHT]] : (!pto.tile<1x16xf32, acc, valid = 1x8>, !pto.tile<1x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<1x16xf32, acc, valid = 1x8>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<1x16xf32, acc, valid = 1x8>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<1x16xf32, acc, valid = 1x8>, tensor<1x16xf32>) -> tensor<1x16xf32>
// CHECK-NEXT: return
func.func @empty_row_accumulator(%x: tensor<1x16xbf16>, %y: tensor<16x16xbf16>, %n: index,
                                 %out: tensor<1x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<1x16xbf16>) -> !pto.tile<1x16xbf16>
  %r = pto.load %y[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %acc0 = pto.create : () -> !pto.tile<1x16xf32, valid = 1x8>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %acc0) -> (!pto.tile<1x16xf32, valid = 1x8>) {
    %z = pto.gemv_acc %acc, %l, %r : (!pto.tile<1x16xf32, valid = 1x8>, !pto.tile<1x16xbf16>, !a) -> !pto.tile<1x16xf32, valid = 1x8>
    scf.yield %z : !pto.tile<1x16xf32, valid = 1x8>
  }
  pto.store %s, %out[0, 0] : (!pto.tile<1x16xf32, valid = 1x8>, tensor<1x16xf32>) -> tensor<1x16xf32>
  return
}

// B01: the first step is peeled into a branch: the carried tile is passed on by
// one arm and replaced by the other.
// CHECK-LABEL: func.func @empty_accumulator_in_branch(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[NEXT:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: scf.yield [[ACC]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @empty_accumulator_in_branch(%x: tensor<16x16xbf16>, %p: i1, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %acc0 = pto.create : () -> !v
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %acc0) -> (!v) {
    %next = scf.if %p -> (!v) {
      scf.yield %acc : !v
    } else {
      %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
      scf.yield %z : !v
    }
    scf.yield %next : !v
  }
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B01: an empty tile that a branch merges with another one, in front of the loop.
// CHECK-LABEL: func.func @empty_from_branch(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[ACC0:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[E0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[E0]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[E1:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[E1]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @empty_from_branch(%x: tensor<16x16xbf16>, %p: i1, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %acc0 = scf.if %p -> (!v) {
    %e0 = pto.create : () -> !v
    scf.yield %e0 : !v
  } else {
    %e1 = pto.create to mat : () -> !v
    scf.yield %e1 : !v
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %acc0) -> (!v) {
    %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B01: an empty tile that an op has written into is not empty any more: it stays,
// and a move stands in front of the loop.
// CHECK-LABEL: func.func @no_longer_empty(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to mat : () -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.assemble [[E]][0, 0], [[H]] : (!pto.tile<16x16xf32, mat>, !pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[W_ACC:%[^ :,]+]] = pto.move [[W]] to acc : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[W_ACC]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @no_longer_empty(%x: tensor<16x16xbf16>, %f: f32, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %e = pto.create to mat : () -> !v
  %h = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %w = pto.assemble %e[0, 0], %h : (!v, !a) -> !v
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %w) -> (!v) {
    %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B01: nor one that an author bound to a buffer: it keeps the buffer's memory.
// CHECK-LABEL: func.func @empty_but_bound(
// CHECK: [[MINE:%[^ :,]+]] = pto.alloc mat, addr = 0, size = 1024, id = 9 pinned
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat into [[MINE]] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[ACC0:%[^ :,]+]] = pto.create to mat into [[MINE]] : () -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[ACC0_ACC:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0_ACC]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @empty_but_bound(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mine = pto.alloc mat, addr = 0, size = 1024, id = 9 pinned
  %l = pto.load %x[0, 0] into %mine : (tensor<16x16xbf16>) -> !a
  %acc0 = pto.create into %mine : () -> !v
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %acc0) -> (!v) {
    %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B08: a scratch in mat goes through a loop and is assembled there from windows of
// vector tiles: it stays in mat with the layout of the create.
// CHECK-LABEL: func.func @scratch_in_mat(
// CHECK: [[S0:%[^ :,]+]] = pto.create to mat : () -> !pto.tile<32x16xf32, mat>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[S0]]) -> (!pto.tile<32x16xf32, mat>) {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[T]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[Z_0:%[^ :,]+]] = pto.assemble [[ACC]][0, 0], [[E]] : (!pto.tile<32x16xf32, mat>, !pto.tile<16x16xf32, vec>) -> !pto.tile<32x16xf32, mat>
// CHECK-NEXT: scf.yield [[Z_0]] : !pto.tile<32x16xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.slice [[S]][16, 0] : (!pto.tile<32x16xf32, mat>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.move [[W]] to left : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, left>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.move [[W]] to right : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L]], [[R]] : (!pto.tile<16x16xf32, left>, !pto.tile<16x16xf32, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @scratch_in_mat(%u: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = pto.create to mat : () -> !pto.tile<32x16xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s0) -> (!pto.tile<32x16xf32>) {
    %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
    %e = pto.exp %t : (!v) -> !v
    %z = pto.assemble %acc[0, 0], %e : (!pto.tile<32x16xf32>, !v) -> !pto.tile<32x16xf32>
    scf.yield %z : !pto.tile<32x16xf32>
  }
  %w = pto.slice %s[16, 0] : (!pto.tile<32x16xf32>) -> !v
  %l = pto.move %w to left : (!v) -> !v
  %r = pto.move %w to right : (!v) -> !v
  %z = pto.matmul %l, %r : (!v, !v) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B08: a scratch that nobody placed is where the default puts it, and so is every
// carry of it, though what is put into it is in acc.
// CHECK-LABEL: func.func @scratch_without_request(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[S0:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<32x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[S0]]) -> (!pto.tile<32x16xf32, vec>) {
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<32x16xf32, vec>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.assemble [[ACC]][0, 0], [[Z]] : (!pto.tile<32x16xf32, vec>, !pto.tile<16x16xf32, acc>) -> !pto.tile<32x16xf32, vec>
// CHECK-NEXT: scf.yield [[W]] : !pto.tile<32x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[ACC]] : !pto.tile<32x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<32x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<32x16xf32, vec>, tensor<32x16xf32>) -> tensor<32x16xf32>
// CHECK-NEXT: return
func.func @scratch_without_request(%x: tensor<16x16xbf16>, %p: i1, %n: index, %out: tensor<32x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %s0 = pto.create : () -> !pto.tile<32x16xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s0) -> (!pto.tile<32x16xf32>) {
    %m = scf.if %p -> (!pto.tile<32x16xf32>) {
      %z = pto.matmul %l, %l : (!a, !a) -> !v
      %w = pto.assemble %acc[0, 0], %z : (!pto.tile<32x16xf32>, !v) -> !pto.tile<32x16xf32>
      scf.yield %w : !pto.tile<32x16xf32>
    } else {
      scf.yield %acc : !pto.tile<32x16xf32>
    }
    scf.yield %m : !pto.tile<32x16xf32>
  }
  pto.store %s, %out[0, 0] : (!pto.tile<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  return
}

// B08: rows from device memory, gathered into a scratch in mat.
// CHECK-LABEL: func.func @rows_gathered_into_mat(
// CHECK: [[S0:%[^ :,]+]] = pto.create to mat : () -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[S0]]) -> (!pto.tile<16x16xf32, mat>) {
// CHECK-NEXT: [[Z_0:%[^ :,]+]] = pto.gather_row [[ACC]]{{\[}}[[I]], 0], %{{[^ ]+}}{{\[}}[[I]], 0] sizes [1, 16] : (!pto.tile<16x16xf32, mat>, tensor<64x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: scf.yield [[Z_0]] : !pto.tile<16x16xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.move [[S]] to left : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, left>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.move [[S]] to right : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L]], [[R]] : (!pto.tile<16x16xf32, left>, !pto.tile<16x16xf32, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @rows_gathered_into_mat(%u: tensor<64x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = pto.create to mat : () -> !v
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s0) -> (!v) {
    %z = pto.gather_row %acc[%i, 0], %u[%i, 0] sizes [1, 16] : (!v, tensor<64x16xf32>) -> !v
    scf.yield %z : !v
  }
  %l = pto.move %s to left : (!v) -> !v
  %r = pto.move %s to right : (!v) -> !v
  %z = pto.matmul %l, %r : (!v, !v) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B15: carried and merged vector tiles are on chip, at every depth and in every
// kind of loop and branch.
// CHECK-LABEL: func.func @nothing_in_device_memory(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S0:%[^ :,]+]] = [[T]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[W:%[^ :,]+]] = scf.index_switch [[I]] -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: case 0 {
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[S0]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[E]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield [[S0]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[W]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[W:%[^ :,]+]] = scf.while ([[B:%[^ :,]+]] = [[S0]]) : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec> {
// CHECK-NEXT: scf.condition(%{{[^ ]+}}) [[B]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0([[B:%[^ :,]+]]: !pto.tile<16x16xf32, vec>):
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.abs [[B]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[E]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[W]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @nothing_in_device_memory(%u: tensor<16x16xf32>, %p: i1, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %t) -> (!v) {
    %m = scf.if %p -> (!v) {
      %w = scf.index_switch %i -> !v
      case 0 {
        %e = pto.exp %s0 : (!v) -> !v
        scf.yield %e : !v
      }
      default {
        scf.yield %s0 : !v
      }
      scf.yield %w : !v
    } else {
      %w = scf.while (%b = %s0) : (!v) -> !v {
        scf.condition(%p) %b : !v
      } do {
      ^bb0(%b: !v):
        %e = pto.abs %b : (!v) -> !v
        scf.yield %e : !v
      }
      scf.yield %w : !v
    }
    scf.yield %m : !v
  }
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// The scenario catalogue of the documents, part 3: products, accumulators, loops and
// branches.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x128xbf16>
!b = !pto.tile<128x128xbf16>
!c = !pto.tile<16x128xf32>

// E1: a product of loads to mat: the moves start there.
// CHECK-LABEL: func.func @product_of_mat(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @product_of_mat(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %z = pto.matmul %a, %b : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: two products share their left operand: it is moved once, in front of the
// first; each right operand in front of its own product.
// CHECK-LABEL: func.func @shared_left(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[B0:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<128x256xbf16>) -> !pto.tile<128x128xbf16, vec>
// CHECK-NEXT: [[B1:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 128] to vec : (tensor<128x256xbf16>) -> !pto.tile<128x128xbf16, vec>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, vec>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B0_RIGHT:%[^ :,]+]] = pto.move [[B0]] to right : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B0_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[B1_RIGHT:%[^ :,]+]] = pto.move [[B1]] to right : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B1_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z0]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x256xf32>) -> tensor<16x256xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z1]], %{{[^ ]+}}[0, 128] : (!pto.tile<16x128xf32, acc>, tensor<16x256xf32>) -> tensor<16x256xf32>
// CHECK-NEXT: return
func.func @shared_left(%x: tensor<16x128xbf16>, %y: tensor<128x256xbf16>, %out: tensor<16x256xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] : (tensor<16x128xbf16>) -> !a
  %b0 = pto.load %y[0, 0] : (tensor<128x256xbf16>) -> !b
  %b1 = pto.load %y[0, 128] : (tensor<128x256xbf16>) -> !b
  %z0 = pto.matmul %a, %b0 : (!a, !b) -> !c
  %z1 = pto.matmul %a, %b1 : (!a, !b) -> !c
  pto.store %z0, %out[0, 0] : (!c, tensor<16x256xf32>) -> tensor<16x256xf32>
  pto.store %z1, %out[0, 128] : (!c, tensor<16x256xf32>) -> tensor<16x256xf32>
  return
}

// E1: operands that are in left and right already.
// CHECK-LABEL: func.func @operands_in_place(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.extract [[A]][0, 0] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.extract [[B]][0, 0] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L]], [[R]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @operands_in_place(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %l = pto.extract %a[0, 0] to left : (!a) -> !a
  %r = pto.extract %b[0, 0] to right : (!b) -> !b
  %z = pto.matmul %l, %r : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: a cast of what a branch merged from two accumulators. The moves of the
// first product serve the one in the other arm, which is inside of their block;
// one move into plain rows in front of the cast.
// CHECK-LABEL: func.func @cast_of_merged(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x128xf32, acc>) {
// CHECK-NEXT: scf.yield [[Z0]] : !pto.tile<16x128xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.matmul_acc [[Z0]], [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[Z1]] : !pto.tile<16x128xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[M_VEC:%[^ :,]+]] = pto.move [[M]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.cast [[M_VEC]] : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[H]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xbf16, vec>, tensor<16x128xbf16>) -> tensor<16x128xbf16>
// CHECK-NEXT: return
func.func @cast_of_merged(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %p: i1,
                          %out: tensor<16x128xbf16>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %z0 = pto.matmul %a, %b : (!a, !b) -> !c
  %m = scf.if %p -> (!c) {
    scf.yield %z0 : !c
  } else {
    %z1 = pto.matmul_acc %z0, %a, %b : (!c, !a, !b) -> !c
    scf.yield %z1 : !c
  }
  %h = pto.cast %m : (!c) -> !a
  pto.store %h, %out[0, 0] : (!a, tensor<16x128xbf16>) -> tensor<16x128xbf16>
  return
}

// E1: arms in acc and vec. The documents leave the result alone; here one arm
// moves (divergence `branch-arms-differ`).
// CHECK-LABEL: func.func @arms_in_acc_and_vec(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x128xf32, vec>) {
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: scf.yield [[Z_VEC]] : !pto.tile<16x128xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: scf.yield [[V]] : !pto.tile<16x128xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[M]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, vec>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @arms_in_acc_and_vec(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>,
                               %u: tensor<16x128xf32>, %p: i1, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %m = scf.if %p -> (!c) {
    %z = pto.matmul %a, %b : (!a, !b) -> !c
    scf.yield %z : !c
  } else {
    %v = pto.load %u[0, 0] : (tensor<16x128xf32>) -> !c
    scf.yield %v : !c
  }
  pto.store %m, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: an empty tile, carried by a loop that accumulates: made in acc at once.
// CHECK-LABEL: func.func @create_for_accumulator(
// CHECK: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x128xf32, acc>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, [[K]]] to mat : (tensor<16x512xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}{{\[}}[[K]], 0] to mat : (tensor<512x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<16x128xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[SUM]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @create_for_accumulator(%x: tensor<16x512xbf16>, %y: tensor<512x128xbf16>,
                                  %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %acc0 = pto.create : () -> !c
  %sum = scf.for %k = %c0 to %c512 step %c128 iter_args(%acc = %acc0) -> (!c) {
    %a = pto.load %x[0, %k] to mat : (tensor<16x512xbf16>) -> !a
    %b = pto.load %y[%k, 0] to mat : (tensor<512x128xbf16>) -> !b
    %next = pto.matmul_acc %acc, %a, %b : (!c, !a, !b) -> !c
    scf.yield %next : !c
  }
  pto.store %sum, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: what a branch merged from two loads to mat starts a loop that accumulates.
// There the result of the branch is typed acc and its arms stay in mat, which is
// no program; here the loads keep mat and one move in front of the loop has no
// way round (divergence `loop-types-agree`).
// CHECK-LABEL: func.func @merged_for_accumulator(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x128xf32, mat>) {
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, mat>
// CHECK-NEXT: scf.yield [[S]] : !pto.tile<16x128xf32, mat>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, mat>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x128xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[M_ACC:%[^ :,]+]] = pto.move [[M]] to acc : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[M_ACC]]) -> (!pto.tile<16x128xf32, acc>) {
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<16x128xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[SUM]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @merged_for_accumulator(%u: tensor<16x128xf32>, %x: tensor<16x128xbf16>,
                                  %y: tensor<128x128xbf16>, %p: i1, %n: index,
                                  %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %m = scf.if %p -> (!c) {
    %s = pto.load %u[0, 0] to mat : (tensor<16x128xf32>) -> !c
    scf.yield %s : !c
  } else {
    %t = pto.load %u[0, 0] to mat : (tensor<16x128xf32>) -> !c
    scf.yield %t : !c
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %m) -> (!c) {
    %next = pto.matmul_acc %acc, %a, %b : (!c, !a, !b) -> !c
    scf.yield %next : !c
  }
  pto.store %sum, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: a scratch in mat, carried and assembled from parts of a product: create and
// assemble stay in mat, nothing is in acc but the parts.
// CHECK-LABEL: func.func @assemble_in_mat(
// CHECK: [[S0:%[^ :,]+]] = pto.create to mat : () -> !pto.tile<128x128xf32, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[ALL:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S:%[^ :,]+]] = [[S0]]) -> (!pto.tile<128x128xf32, mat>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}{{\[}}[[I]], 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[PART:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.assemble [[S]]{{\[}}[[I]], 0], [[PART]] : (!pto.tile<128x128xf32, mat>, !pto.tile<16x128xf32, acc>) -> !pto.tile<128x128xf32, mat>
// CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<128x128xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[ALL_VEC:%[^ :,]+]] = pto.move [[ALL]] to vec : (!pto.tile<128x128xf32, mat>) -> !pto.tile<128x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[ALL_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<128x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<128x128xf32>) -> tensor<128x128xf32>
// CHECK-NEXT: return
func.func @assemble_in_mat(%x: tensor<128x128xbf16>, %y: tensor<128x128xbf16>,
                           %out: tensor<128x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %s0 = pto.create to mat : () -> !pto.tile<128x128xf32>
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %all = scf.for %i = %c0 to %c128 step %c16 iter_args(%s = %s0) -> (!pto.tile<128x128xf32>) {
    %a = pto.load %x[%i, 0] to mat : (tensor<128x128xbf16>) -> !a
    %part = pto.matmul %a, %b : (!a, !b) -> !c
    %next = pto.assemble %s[%i, 0], %part : (!pto.tile<128x128xf32>, !c) -> !pto.tile<128x128xf32>
    scf.yield %next : !pto.tile<128x128xf32>
  }
  pto.store %all, %out[0, 0] : (!pto.tile<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  return
}

// E1: the same in two loops, one in the other.
// CHECK-LABEL: func.func @assemble_in_mat_nested(
// CHECK: [[S0:%[^ :,]+]] = pto.create to mat : () -> !pto.tile<128x256xf32, mat>
// CHECK-NEXT: [[ALL:%[^ :,]+]] = scf.for [[J:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S1:%[^ :,]+]] = [[S0]]) -> (!pto.tile<128x256xf32, mat>) {
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, [[J]]] to mat : (tensor<128x256xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[COLUMN:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S2:%[^ :,]+]] = [[S1]]) -> (!pto.tile<128x256xf32, mat>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}{{\[}}[[I]], 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[PART:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.assemble [[S2]]{{\[}}[[I]], [[J]]], [[PART]] : (!pto.tile<128x256xf32, mat>, !pto.tile<16x128xf32, acc>) -> !pto.tile<128x256xf32, mat>
// CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<128x256xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[COLUMN]] : !pto.tile<128x256xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[ALL_VEC:%[^ :,]+]] = pto.move [[ALL]] to vec : (!pto.tile<128x256xf32, mat>) -> !pto.tile<128x256xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[ALL_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<128x256xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<128x256xf32>) -> tensor<128x256xf32>
// CHECK-NEXT: return
func.func @assemble_in_mat_nested(%x: tensor<128x128xbf16>, %y: tensor<128x256xbf16>,
                                  %out: tensor<128x256xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %s0 = pto.create to mat : () -> !pto.tile<128x256xf32>
  %all = scf.for %j = %c0 to %c256 step %c128 iter_args(%s1 = %s0) -> (!pto.tile<128x256xf32>) {
    %b = pto.load %y[0, %j] to mat : (tensor<128x256xbf16>) -> !b
    %column = scf.for %i = %c0 to %c128 step %c16 iter_args(%s2 = %s1) -> (!pto.tile<128x256xf32>) {
      %a = pto.load %x[%i, 0] to mat : (tensor<128x128xbf16>) -> !a
      %part = pto.matmul %a, %b : (!a, !b) -> !c
      %next = pto.assemble %s2[%i, %j], %part : (!pto.tile<128x256xf32>, !c) -> !pto.tile<128x256xf32>
      scf.yield %next : !pto.tile<128x256xf32>
    }
    scf.yield %column : !pto.tile<128x256xf32>
  }
  pto.store %all, %out[0, 0] : (!pto.tile<128x256xf32>, tensor<128x256xf32>) -> tensor<128x256xf32>
  return
}

// Loops and branches: all that flows together is in one memory.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s

!a = !pto.tile<16x128xbf16>
!b = !pto.tile<128x128xbf16>
!c = !pto.tile<16x128xf32>
!v = !pto.tile<16x16xf32>

// An empty accumulator without a request goes where the loop's value is: the
// kernel is pure cube work, without a tile in vec and without a move out.
// CHECK-LABEL: func.func @create_follows_carrier(
// CHECK: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x128xf32, acc>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, [[K]]] to mat : (tensor<16x512xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}{{\[}}[[K]], 0] to mat : (tensor<512x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<16x128xf32, acc>
// CHECK: [[R:%[^ :,]+]] = pto.store [[SUM]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NOT: vec
// CHECK-NOT: pto.move
func.func @create_follows_carrier(%x: tensor<16x512xbf16>, %y: tensor<512x128xbf16>,
                                  %out: tensor<16x128xf32>) -> tensor<16x128xf32>
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
  %r = pto.store %sum, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// Even a request of an empty tile gives way: it holds nothing yet.
// CHECK-LABEL: func.func @requested_create_follows_carrier(
// CHECK: pto.create to acc : () -> !pto.tile<16x128xf32, acc>
// CHECK: scf.for {{.*}} -> (!pto.tile<16x128xf32, acc>)
// CHECK-NOT: pto.move {{.*}} to acc
func.func @requested_create_follows_carrier(%x: tensor<16x512xbf16>, %y: tensor<512x128xbf16>,
                                            %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %acc0 = pto.create to vec : () -> !c
  %sum = scf.for %k = %c0 to %c512 step %c128 iter_args(%acc = %acc0) -> (!c) {
    %a = pto.load %x[0, %k] to mat : (tensor<16x512xbf16>) -> !a
    %b = pto.load %y[%k, 0] to mat : (tensor<512x128xbf16>) -> !b
    %next = pto.matmul_acc %acc, %a, %b : (!c, !a, !b) -> !c
    scf.yield %next : !c
  }
  %r = pto.store %sum, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// A scratch in mat is carried by a loop and assembled from parts of a product:
// every carry stays in mat, with the layout of the create.
// CHECK-LABEL: func.func @assemble_into_mat(
// CHECK: [[S0:%[^ :,]+]] = pto.create to mat : () -> !pto.tile<128x128xf32, mat>
// CHECK: [[ALL:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S1:%[^ :,]+]] = [[S0]]) -> (!pto.tile<128x128xf32, mat>) {
// CHECK: [[A_LEFT:%[^ :,]+]] = pto.move %{{.+}} to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move %{{.+}} to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK: [[S2:%[^ :,]+]] = pto.assemble [[S1]]{{\[}}[[I]], 0], %{{.+}} : (!pto.tile<128x128xf32, mat>, !pto.tile<16x128xf32, acc>) -> !pto.tile<128x128xf32, mat>
// CHECK-NEXT: scf.yield [[S2]] : !pto.tile<128x128xf32, mat>
// CHECK: [[R:%[^ :,]+]] = pto.store %{{.+}}, %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<128x128xf32>) -> tensor<128x128xf32>
// CHECK-NOT: vec
func.func @assemble_into_mat(%x: tensor<128x128xbf16>, %y: tensor<128x128xbf16>,
                             %out: tensor<128x128xf32>) -> tensor<128x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %s0 = pto.create to mat : () -> !pto.tile<128x128xf32>
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %all = scf.for %i = %c0 to %c128 step %c16 iter_args(%s1 = %s0) -> (!pto.tile<128x128xf32>) {
    %a = pto.load %x[%i, 0] to mat : (tensor<128x128xbf16>) -> !a
    %part = pto.matmul %a, %b : (!a, !b) -> !c
    %s2 = pto.assemble %s1[%i, 0], %part : (!pto.tile<128x128xf32>, !c) -> !pto.tile<128x128xf32>
    scf.yield %s2 : !pto.tile<128x128xf32>
  }
  %left = pto.extract %all[0, 0] to left : (!pto.tile<128x128xf32>) -> !pto.tile<16x128xf32>
  %right = pto.extract %all[0, 0] to right : (!pto.tile<128x128xf32>) -> !pto.tile<128x128xf32>
  %again = pto.matmul %left, %right : (!pto.tile<16x128xf32>, !pto.tile<128x128xf32>) -> !c
  %r = pto.store %again, %out[0, 0] : (!c, tensor<128x128xf32>) -> tensor<128x128xf32>
  return %r : tensor<128x128xf32>
}

// A carried vector tile, and a branch in the loop that merges vector tiles,
// stay in vec.
// CHECK-LABEL: func.func @vector_carrier(
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<64x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.add [[S]], [[S]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[D]] : !pto.tile<16x16xf32, vec>
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}{{\[}}[[I]], 0] to vec : (tensor<64x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK: scf.yield [[M]] : !pto.tile<16x16xf32, vec>
// CHECK: [[R:%[^ :,]+]] = pto.store [[SUM]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @vector_carrier(%x: tensor<64x16xf32>, %n: index, %p: i1, %out: tensor<16x16xf32>)
    -> tensor<16x16xf32> attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] : (tensor<64x16xf32>) -> !v
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %m = scf.if %p -> (!v) {
      %d = pto.add %s, %s : (!v, !v) -> !v
      scf.yield %d : !v
    } else {
      %t = pto.load %x[%i, 0] : (tensor<64x16xf32>) -> !v
      scf.yield %t : !v
    }
    scf.yield %m : !v
  }
  %r = pto.store %sum, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// A tile in mat is needed in left by both arms: each arm makes its own move,
// since neither sees the other's.
// CHECK-LABEL: func.func @moves_in_arms(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[Z:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x128xf32, acc>) {
// CHECK-NEXT: [[B0:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x256xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B0_RIGHT:%[^ :,]+]] = pto.move [[B0]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[B0_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[Z0]] : !pto.tile<16x128xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[B1:%[^ :,]+]] = pto.load %{{.+}}[0, 128] to mat : (tensor<128x256xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B1_RIGHT:%[^ :,]+]] = pto.move [[B1]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[B1_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[Z1]] : !pto.tile<16x128xf32, acc>
// CHECK: [[R:%[^ :,]+]] = pto.store [[Z]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @moves_in_arms(%x: tensor<16x128xbf16>, %y: tensor<128x256xbf16>, %p: i1,
                         %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %z = scf.if %p -> (!c) {
    %b0 = pto.load %y[0, 0] to mat : (tensor<128x256xbf16>) -> !b
    %z0 = pto.matmul %t, %b0 : (!a, !b) -> !c
    scf.yield %z0 : !c
  } else {
    %b1 = pto.load %y[0, 128] to mat : (tensor<128x256xbf16>) -> !b
    %z1 = pto.matmul %t, %b1 : (!a, !b) -> !c
    scf.yield %z1 : !c
  }
  %r = pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// A move ahead of the branch serves both arms: there it dominates them.
// CHECK-LABEL: func.func @move_before_arms(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x128xf32, acc>) {
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x128xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.matmul_acc [[Z]], [[T_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[Z1]] : !pto.tile<16x128xf32, acc>
// CHECK: [[R:%[^ :,]+]] = pto.store [[M]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @move_before_arms(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %p: i1,
                            %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %z = pto.matmul %t, %b : (!a, !b) -> !c
  %m = scf.if %p -> (!c) {
    scf.yield %z : !c
  } else {
    %z1 = pto.matmul_acc %z, %t, %b : (!c, !a, !b) -> !c
    scf.yield %z1 : !c
  }
  %r = pto.store %m, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// The merged accumulator is read by a vector op: one move, right before it,
// into plain rows; in the loop here, behind it below.
// CHECK-LABEL: func.func @cast_of_merged_acc(
// CHECK: [[SUM:%[^ :,]+]]:2 = scf.for [[K:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[ACC:%[^ :,]+]] = %{{.+}}, [[O:%[^ :,]+]] = %{{.+}}) -> (!pto.tile<16x128xf32, acc>, tensor<64x128xbf16>) {
// CHECK: [[NEXT:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x128xf32, acc>) {
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move %{{.+}} to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move %{{.+}} to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x128xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move %{{.+}} to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move %{{.+}} to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x128xf32, acc>
// CHECK: [[NEXT_VEC:%[^ :,]+]] = pto.move [[NEXT]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.cast [[NEXT_VEC]] : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.store [[H]], [[O]][0, 0] : (!pto.tile<16x128xbf16, vec>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
// CHECK-NEXT: scf.yield [[NEXT]], [[P]] : !pto.tile<16x128xf32, acc>, tensor<64x128xbf16>
// CHECK: [[SUM_VEC:%[^ :,]+]] = pto.move [[SUM]]#0 to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[LAST:%[^ :,]+]] = pto.cast [[SUM_VEC]] : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[LAST]], [[SUM]]#1[0, 0] : (!pto.tile<16x128xbf16, vec>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
func.func @cast_of_merged_acc(%x: tensor<16x512xbf16>, %y: tensor<512x128xbf16>,
                              %out: tensor<64x128xbf16>) -> tensor<64x128xbf16>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %acc0 = pto.create : () -> !c
  %sum:2 = scf.for %k = %c0 to %c512 step %c128 iter_args(%acc = %acc0, %o = %out) -> (!c, tensor<64x128xbf16>) {
    %a = pto.load %x[0, %k] to mat : (tensor<16x512xbf16>) -> !a
    %b = pto.load %y[%k, 0] to mat : (tensor<512x128xbf16>) -> !b
    %first = arith.cmpi eq, %k, %c0 : index
    %next = scf.if %first -> (!c) {
      %z = pto.matmul %a, %b : (!a, !b) -> !c
      scf.yield %z : !c
    } else {
      %z = pto.matmul_acc %acc, %a, %b : (!c, !a, !b) -> !c
      scf.yield %z : !c
    }
    %h = pto.cast %next : (!c) -> !a
    %p = pto.store %h, %o[0, 0] : (!a, tensor<64x128xbf16>) -> tensor<64x128xbf16>
    scf.yield %next, %p : !c, tensor<64x128xbf16>
  }
  %last = pto.cast %sum#0 : (!c) -> !a
  %r = pto.store %last, %sum#1[0, 0] : (!a, tensor<64x128xbf16>) -> tensor<64x128xbf16>
  return %r : tensor<64x128xbf16>
}

// Arms that end in different memories: one of them moves, the result is typed.
// CHECK-LABEL: func.func @arms_differ(
// CHECK: [[PHI:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x128xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: scf.yield [[Z_VEC]] : !pto.tile<16x128xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x128xf32, vec>
// CHECK: [[E:%[^ :,]+]] = pto.exp [[PHI]] : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[E]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, vec>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @arms_differ(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %u: tensor<16x128xf32>,
                       %p: i1, %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %phi = scf.if %p -> (!c) {
    %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
    %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
    %z = pto.matmul %a, %b : (!a, !b) -> !c
    scf.yield %z : !c
  } else {
    %t = pto.load %u[0, 0] : (tensor<16x128xf32>) -> !c
    scf.yield %t : !c
  }
  %e = pto.exp %phi : (!c) -> !c
  %r = pto.store %e, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// Two carried tiles that change places are in one memory, whoever reads them.
// CHECK-LABEL: func.func @swap(
// CHECK: [[S:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.exp [[S]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[P:%[^ :,]+]] = [[S]], [[Q:%[^ :,]+]] = [[T]]) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: scf.yield [[Q]], [[P]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK: [[O:%[^ :,]+]] = pto.store [[R]]#0, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @swap(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %t = pto.exp %s : (!v) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s, %q = %t) -> (!v, !v) {
    scf.yield %q, %p : !v, !v
  }
  %o = pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %o : tensor<16x16xf32>
}

// A loop that runs while a condition holds: both of its parts and its result.
// CHECK-LABEL: func.func @while(
// CHECK: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[W:%[^ :,]+]]:2 = scf.while (%{{.+}} = %{{.+}}, %{{.+}} = [[ACC0]]) : (index, !pto.tile<16x128xf32, acc>) -> (index, !pto.tile<16x128xf32, acc>) {
// CHECK: scf.condition(%{{.+}}) %{{.+}}, %{{.+}} : index, !pto.tile<16x128xf32, acc>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%{{.+}}: index, %{{.+}}: !pto.tile<16x128xf32, acc>):
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, %{{.+}}] to mat : (tensor<16x512xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to mat : (tensor<512x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc %{{.+}}, [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK: scf.yield %{{.+}}, [[Z]] : index, !pto.tile<16x128xf32, acc>
// CHECK: [[R:%[^ :,]+]] = pto.store [[W]]#1, %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @while(%x: tensor<16x512xbf16>, %y: tensor<512x128xbf16>, %n: index,
                 %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc0 = pto.create : () -> !c
  %w:2 = scf.while (%i = %c0, %acc = %acc0) : (index, !c) -> (index, !c) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %acc : index, !c
  } do {
  ^bb0(%i: index, %acc: !c):
    %a = pto.load %x[0, %i] to mat : (tensor<16x512xbf16>) -> !a
    %b = pto.load %y[%i, 0] to mat : (tensor<512x128xbf16>) -> !b
    %z = pto.matmul_acc %acc, %a, %b : (!c, !a, !b) -> !c
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %z : index, !c
  }
  %r = pto.store %w#1, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// A selected tile, which simplifications make of a branch, is a branch again.
// CHECK-LABEL: func.func @select(
// CHECK: scf.if {{.*}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NOT: arith.select
func.func @select(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %s = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %t = pto.exp %s : (!v) -> !v
  %m = arith.select %p, %s, %t : !v
  %o = pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %o : tensor<16x16xf32>
}

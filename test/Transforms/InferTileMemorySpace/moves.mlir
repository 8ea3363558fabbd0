// Where moves are made, how many, and in which layout their results are.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s

!a = !pto.tile<16x128xbf16>
!b = !pto.tile<128x128xbf16>
!c = !pto.tile<16x128xf32>

// Two products share the left operand: it moves once, ahead of the first; each
// right operand moves right before its own product.
// CHECK-LABEL: func.func @shared_operand(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B0:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x256xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[B1:%[^ :,]+]] = pto.load %{{.+}}[0, 128] to mat : (tensor<128x256xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B0_RIGHT:%[^ :,]+]] = pto.move [[B0]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B0_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[B1_RIGHT:%[^ :,]+]] = pto.move [[B1]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B1_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z0]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x256xf32>) -> tensor<16x256xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z1]], %{{.+}}[0, 128] : (!pto.tile<16x128xf32, acc>, tensor<16x256xf32>) -> tensor<16x256xf32>
func.func @shared_operand(%x: tensor<16x128xbf16>, %y: tensor<128x256xbf16>, %out: tensor<16x256xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b0 = pto.load %y[0, 0] to mat : (tensor<128x256xbf16>) -> !b
  %b1 = pto.load %y[0, 128] to mat : (tensor<128x256xbf16>) -> !b
  %z0 = pto.matmul %a, %b0 : (!a, !b) -> !c
  %z1 = pto.matmul %a, %b1 : (!a, !b) -> !c
  pto.store %z0, %out[0, 0] : (!c, tensor<16x256xf32>) -> tensor<16x256xf32>
  pto.store %z1, %out[0, 128] : (!c, tensor<16x256xf32>) -> tensor<16x256xf32>
  return
}

// One tile in two roles needs a copy in each memory.
// CHECK-LABEL: func.func @square(
// CHECK: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[B_LEFT:%[^ :,]+]] = pto.move [[B]] to left : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[B_LEFT]], [[B_RIGHT]] : (!pto.tile<128x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<128x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{.+}}[0, 0] : (!pto.tile<128x128xf32, acc>, tensor<128x128xf32>) -> tensor<128x128xf32>
func.func @square(%y: tensor<128x128xbf16>, %out: tensor<128x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %z = pto.matmul %b, %b : (!b, !b) -> !pto.tile<128x128xf32>
  pto.store %z, %out[0, 0] : (!pto.tile<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  return
}

// Operands that are in place already are left alone.
// CHECK-LABEL: func.func @in_place(
// CHECK-COUNT-2: pto.move
// CHECK-NOT: pto.move
func.func @in_place(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %l = pto.move %a to left : (!a) -> !pto.tile<16x128xbf16, left>
  %r = pto.move %b to right : (!b) -> !pto.tile<128x128xbf16, right>
  %z = pto.matmul %l, %r : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// Out of the accumulator come plain rows, and the vector op's result is typed
// anew from what it reads; the accumulator keeps its boxes.
// CHECK-LABEL: func.func @acc_to_vec(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[ROW:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x1xf32>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.row_expand_mul [[Z_VEC]], [[ROW]] : (!pto.tile<16x128xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, vec>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @acc_to_vec(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %v: tensor<16x1xf32>,
                      %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %row = pto.load %v[0, 0] : (tensor<16x1xf32>) -> !pto.tile<16x1xf32>
  %z = pto.matmul %a, %b : (!a, !b) -> !c
  %s = pto.row_expand_mul %z, %row : (!c, !pto.tile<16x1xf32>) -> !c
  pto.store %s, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// Out of mat a tile keeps the layout of its boxes where nobody asks for rows.
// CHECK-LABEL: func.func @mat_to_vec(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T_VEC]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @mat_to_vec(%x: tensor<16x128xf32>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
  pto.store %t, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// What is moved into left, right, acc or bias has the layout and the box size
// of that memory, wherever it comes from.
// CHECK-LABEL: func.func @layout_of_destination(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[BIAS:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<1x128xf32>) -> !pto.tile<1x128xf32, mat, layout = #pto.layout<>>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[BIAS_BIAS:%[^ :,]+]] = pto.move [[BIAS]] to bias : (!pto.tile<1x128xf32, mat, layout = #pto.layout<>>) -> !pto.tile<1x128xf32, bias>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.matmul_bias [[A_LEFT]], [[B_RIGHT]], [[BIAS_BIAS]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>, !pto.tile<1x128xf32, bias>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[START:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[START_ACC:%[^ :,]+]] = pto.move [[START]] to acc : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[Q:%[^ :,]+]] = pto.matmul_acc [[START_ACC]], [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
func.func @layout_of_destination(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>,
                                 %z: tensor<1x128xf32>, %w: tensor<16x128xf32>,
                                 %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %bias = pto.load %z[0, 0] to mat : (tensor<1x128xf32>) -> !pto.tile<1x128xf32>
  %p = pto.matmul_bias %a, %b, %bias : (!a, !b, !pto.tile<1x128xf32>) -> !c
  %start = pto.load %w[0, 0] : (tensor<16x128xf32>) -> !c
  %q = pto.matmul_acc %start, %a, %b : (!c, !a, !b) -> !c
  pto.store %p, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  pto.store %q, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// An op without a tile result gets its operand moved like any other.
// CHECK-LABEL: func.func @reader(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.read [[T_VEC]][0, 0] : (!pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> f32
func.func @reader(%x: tensor<16x128xf32>, %o: tensor<16x128xf32>) -> f32
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
  %e = pto.read %t[0, 0] : (!c) -> f32
  return %e : f32
}

// A call that hands over tensors keeps its callee and its attributes.
// CHECK-LABEL: func.func @caller(
// CHECK: call @helper(%{{.+}}) {note = "kept"} : (tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @caller(%x: tensor<16x128xf32>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %y = call @helper(%x) {note = "kept"} : (tensor<16x128xf32>) -> tensor<16x128xf32>
  %t = pto.load %y[0, 0] : (tensor<16x128xf32>) -> !c
  pto.store %t, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}
func.func private @helper(tensor<16x128xf32>) -> tensor<16x128xf32>

// A move in the body serves the block and what is nested in it afterwards; what
// came before it in another block makes its own.
// CHECK-LABEL: func.func @nested_scopes(
// CHECK: scf.if %{{.+}} {
// CHECK-NEXT: [[A_LEFT_0:%[^ :,]+]] = pto.move %{{.+}} to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT_1:%[^ :,]+]] = pto.move %{{.+}} to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[EARLY:%[^ :,]+]] = pto.matmul [[A_LEFT_0]], [[B_RIGHT_1]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK: [[A_LEFT:%[^ :,]+]] = pto.move %{{.+}} to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move %{{.+}} to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} {
// CHECK-NEXT: scf.if %{{.+}} {
// CHECK-NEXT: [[LATE:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
func.func @nested_scopes(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %p: i1,
                         %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  scf.if %p {
    %early = pto.matmul %a, %b : (!a, !b) -> !c
    pto.store %early, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  }
  %z = pto.matmul %a, %b : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.if %p {
      %late = pto.matmul %a, %b : (!a, !b) -> !c
      pto.store %late, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
    }
  }
  return
}

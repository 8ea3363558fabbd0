// Faults that others shipped, and the kind of each: views between a load and a
// product (B07, B09), of an accumulator (B10), and what a view says of its bytes
// (B78).
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x16xbf16>
!v = !pto.tile<16x16xf32>

// B07: a load and a slice feed a product. The newer rule takes mat; this mode keeps
// the document's example: vec, and a move of the slice. With a request for mat the
// slice is in mat and nothing is in vec.
// CHECK-LABEL: func.func @slice_to_product(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x32xbf16>) -> !pto.tile<16x32xbf16, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 16] : (!pto.tile<16x32xbf16, vec>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[S_LEFT:%[^ :,]+]] = pto.move [[S]] to left : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[S_LEFT]], [[B_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @slice_to_product(%x: tensor<16x32xbf16>, %y: tensor<16x16xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x32xbf16>) -> !pto.tile<16x32xbf16>
  %s = pto.slice %t[0, 16] : (!pto.tile<16x32xbf16>) -> !a
  %b = pto.load %y[0, 0] : (tensor<16x16xbf16>) -> !a
  %z = pto.matmul %s, %b : (!a, !a) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// CHECK-LABEL: func.func @slice_of_mat_to_product(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x32xbf16>) -> !pto.tile<16x32xbf16, mat>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 16] : (!pto.tile<16x32xbf16, mat>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[S_LEFT:%[^ :,]+]] = pto.move [[S]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[S_LEFT]], [[B_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @slice_of_mat_to_product(%x: tensor<16x32xbf16>, %y: tensor<16x16xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x32xbf16>) -> !pto.tile<16x32xbf16>
  %s = pto.slice %t[0, 16] : (!pto.tile<16x32xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %z = pto.matmul %s, %b : (!a, !a) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B07: an explicit request for vec is honoured, and the demand of a second user
// changes nothing: neither user's space is forced on the load.
// CHECK-LABEL: func.func @vec_is_honoured(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[B_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xbf16, vec>, tensor<16x16xbf16>) -> tensor<16x16xbf16>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @vec_is_honoured(%x: tensor<16x16xbf16>, %y: tensor<16x16xbf16>, %out: tensor<16x16xf32>,
                           %o2: tensor<16x16xbf16>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %z = pto.matmul %t, %b : (!a, !a) -> !v
  pto.store %t, %o2[0, 0] : (!a, tensor<16x16xbf16>) -> tensor<16x16xbf16>
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B07: every operand of a product asks for a memory that no load reaches: bias,
// accumulator, both sides.
// CHECK-LABEL: func.func @all_operands_of_a_product(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[BIAS:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<1x16xf32>) -> !pto.tile<1x16xf32, vec>
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[T_RIGHT:%[^ :,]+]] = pto.move [[T]] to right : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[BIAS_BIAS:%[^ :,]+]] = pto.move [[BIAS]] to bias : (!pto.tile<1x16xf32, vec>) -> !pto.tile<1x16xf32, bias>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_bias [[T_LEFT]], [[T_RIGHT]], [[BIAS_BIAS]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>, !pto.tile<1x16xf32, bias>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[ACC:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[ACC_ACC:%[^ :,]+]] = pto.move [[ACC]] to acc : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Y:%[^ :,]+]] = pto.matmul_acc [[ACC_ACC]], [[T_LEFT]], [[T_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Y]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @all_operands_of_a_product(%x: tensor<16x16xbf16>, %u: tensor<1x16xf32>, %w: tensor<16x16xf32>,
                                     %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xbf16>) -> !a
  %bias = pto.load %u[0, 0] : (tensor<1x16xf32>) -> !pto.tile<1x16xf32>
  %z = pto.matmul_bias %t, %t, %bias : (!a, !a, !pto.tile<1x16xf32>) -> !v
  %acc = pto.load %w[0, 0] : (tensor<16x16xf32>) -> !v
  %y = pto.matmul_acc %acc, %t, %t : (!v, !a, !a) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %y, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B09: a view that changes only the description stands between a load to mat and a
// product: the view is in mat, its valid region survives, nothing is in vec.
// CHECK-LABEL: func.func @valid_region_to_product(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.set_validshape [[T]] valid [8, 16] : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, mat, valid = 8x16>
// CHECK-NEXT: [[W_LEFT:%[^ :,]+]] = pto.move [[W]] to left : (!pto.tile<16x16xbf16, mat, valid = 8x16>) -> !pto.tile<16x16xbf16, left, valid = 8x16>
// CHECK-NEXT: [[T_RIGHT:%[^ :,]+]] = pto.move [[T]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[W_LEFT]], [[T_RIGHT]] : (!pto.tile<16x16xbf16, left, valid = 8x16>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc, valid = 8x16>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc, valid = 8x16>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.set_validshape [[T]] valid {{\[}}%{{[^ ]+}}, 16] : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, mat, valid = ?x16>
// CHECK-NEXT: [[D_LEFT:%[^ :,]+]] = pto.move [[D]] to left : (!pto.tile<16x16xbf16, mat, valid = ?x16>) -> !pto.tile<16x16xbf16, left, valid = ?x16>
// CHECK-NEXT: [[Y:%[^ :,]+]] = pto.matmul [[D_LEFT]], [[T_RIGHT]] : (!pto.tile<16x16xbf16, left, valid = ?x16>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc, valid = ?x16, compact = normal>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Y]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc, valid = ?x16, compact = normal>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @valid_region_to_product(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %w = pto.set_validshape %t valid [8, 16] : (!a) -> !pto.tile<16x16xbf16, valid = 8x16>
  %z = pto.matmul %w, %t : (!pto.tile<16x16xbf16, valid = 8x16>, !a) -> !pto.tile<16x16xf32, valid = 8x16>
  pto.store %z, %out[0, 0] : (!pto.tile<16x16xf32, valid = 8x16>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %d = pto.set_validshape %t valid [%n, 16] : (!a) -> !pto.tile<16x16xbf16, valid = ?x16>
  %y = pto.matmul %d, %t : (!pto.tile<16x16xbf16, valid = ?x16>, !a) -> !pto.tile<16x16xf32, valid = ?x16, compact = normal>
  pto.store %y, %out[0, 0] : (!pto.tile<16x16xf32, valid = ?x16, compact = normal>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B09: a dimension of one is dropped on the way, and bytes are read as another type.
// CHECK-LABEL: func.func @reshape_to_product(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0, 0] to mat : (tensor<1x16x16xbf16>) -> !pto.tile<1x16x16xbf16, mat>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.reshape [[T]] : (!pto.tile<1x16x16xbf16, mat>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x32xi8>) -> !pto.tile<16x32xi8, mat>
// CHECK-NEXT: [[I:%[^ :,]+]] = pto.reinterpret_view [[B]] : (!pto.tile<16x32xi8, mat>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[S_LEFT:%[^ :,]+]] = pto.move [[S]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[I_RIGHT:%[^ :,]+]] = pto.move [[I]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[S_LEFT]], [[I_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @reshape_to_product(%x: tensor<1x16x16xbf16>, %y: tensor<16x32xi8>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.load %x[0, 0, 0] to mat : (tensor<1x16x16xbf16>) -> !pto.tile<1x16x16xbf16>
  %s = pto.reshape %t : (!pto.tile<1x16x16xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<16x32xi8>) -> !pto.tile<16x32xi8>
  %i = pto.reinterpret_view %b : (!pto.tile<16x32xi8>) -> !a
  %z = pto.matmul %s, %i : (!a, !a) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B09: padding on the way keeps the load's memory too.
// CHECK-LABEL: func.func @padding_to_product(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] valid [8, 16] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat, valid = 8x16>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.fillpad [[T]] : (!pto.tile<16x16xbf16, mat, valid = 8x16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[P_LEFT:%[^ :,]+]] = pto.move [[P]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[P_RIGHT:%[^ :,]+]] = pto.move [[P]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[P_LEFT]], [[P_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @padding_to_product(%x: tensor<16x16xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.load %x[0, 0] valid [8, 16] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, valid = 8x16>
  %p = pto.fillpad %t : (!pto.tile<16x16xbf16, valid = 8x16>) -> !a
  %z = pto.matmul %p, %p : (!a, !a) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B10: a window of an accumulator is in acc; one crossing, behind the window.
// CHECK-LABEL: func.func @window_of_acc(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[T_RIGHT:%[^ :,]+]] = pto.move [[T]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[T_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[Z]][0, 0] : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x8xf32, acc>
// CHECK-NEXT: [[M:%[^ :,]+]] = pto.move [[S]] to vec : (!pto.tile<16x8xf32, acc>) -> !pto.tile<16x8xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[M]] : (!pto.tile<16x8xf32, vec>) -> !pto.tile<16x8xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[E]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x8xf32, vec>, tensor<16x8xf32>) -> tensor<16x8xf32>
// CHECK-NEXT: return
func.func @window_of_acc(%x: tensor<16x16xbf16>, %out: tensor<16x8xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %z = pto.matmul %t, %t : (!a, !a) -> !v
  %s = pto.slice %z[0, 0] : (!v) -> !pto.tile<16x8xf32>
  %m = pto.move %s to vec : (!pto.tile<16x8xf32>) -> !pto.tile<16x8xf32>
  %e = pto.exp %m : (!pto.tile<16x8xf32>) -> !pto.tile<16x8xf32>
  pto.store %e, %out[0, 0] : (!pto.tile<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// B10: windows of a carried accumulator, of a window, another reading of one; each
// is stored from where it is, and moved only for the vector op.
// CHECK-LABEL: func.func @windows_of_carried_acc(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[E]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[ACC]][0, 0] : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x8xf32, acc>
// CHECK-NEXT: [[S2:%[^ :,]+]] = pto.slice [[S]][8, 0] : (!pto.tile<16x8xf32, acc>) -> !pto.tile<8x8xf32, acc>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[S2]], %{{[^ ]+}}[0, 0] : (!pto.tile<8x8xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[Q:%[^ :,]+]] = pto.reshape [[S]] : (!pto.tile<16x8xf32, acc>) -> !pto.tile<8x16xf32, acc>
// CHECK-NEXT: [[Q_VEC:%[^ :,]+]] = pto.move [[Q]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<8x16xf32, acc>) -> !pto.tile<8x16xf32, vec>
// CHECK-NEXT: [[E2:%[^ :,]+]] = pto.abs [[Q_VEC]] : (!pto.tile<8x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
// CHECK-NEXT: [[V2:%[^ :,]+]] = pto.store [[E2]], %{{[^ ]+}}[0, 0] : (!pto.tile<8x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[T_RIGHT:%[^ :,]+]] = pto.move [[T]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[T_LEFT]], [[T_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[R]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @windows_of_carried_acc(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %e = pto.create : () -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %e) -> (!v) {
    %s = pto.slice %acc[0, 0] : (!v) -> !pto.tile<16x8xf32>
    %s2 = pto.slice %s[8, 0] : (!pto.tile<16x8xf32>) -> !pto.tile<8x8xf32>
    pto.store %s2, %out[0, 0] : (!pto.tile<8x8xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %q = pto.reshape %s : (!pto.tile<16x8xf32>) -> !pto.tile<8x16xf32>
    %e2 = pto.abs %q : (!pto.tile<8x16xf32>) -> !pto.tile<8x16xf32>
    pto.store %e2, %out[0, 0] : (!pto.tile<8x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %z = pto.matmul_acc %acc, %t, %t : (!v, !a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B78: a window with a valid region, and another reading of it: both regions stay.
// CHECK-LABEL: func.func @valid_region_of_views(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 0] valid [5, 16] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<8x16xf32, vec, valid = 5x16>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.reshape [[S]] : (!pto.tile<8x16xf32, vec, valid = 5x16>) -> !pto.tile<16x8xf32, vec, valid = 10x8>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[R]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x8xf32, vec, valid = 10x8>, tensor<16x8xf32>) -> tensor<16x8xf32>
// CHECK-NEXT: return
func.func @valid_region_of_views(%x: tensor<16x64xf32>, %out: tensor<16x8xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x64xf32>) -> !pto.tile<16x64xf32>
  %s = pto.slice %t[0, 0] valid [5, 16] : (!pto.tile<16x64xf32>) -> !pto.tile<8x16xf32, valid = 5x16>
  %r = pto.reshape %s : (!pto.tile<8x16xf32, valid = 5x16>) -> !pto.tile<16x8xf32, valid = 10x8>
  pto.store %r, %out[0, 0] : (!pto.tile<16x8xf32, valid = 10x8>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// B78: a product with a number of rows that is known at run time only, and one that
// adds to it: valid region and packing are those of the author at every step.
// CHECK-LABEL: func.func @packed_accumulator(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] valid {{\[}}%{{[^ ]+}}, 16] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat, valid = ?x16>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat, valid = ?x16>) -> !pto.tile<16x16xbf16, left, valid = ?x16>
// CHECK-NEXT: [[R_RIGHT:%[^ :,]+]] = pto.move [[R]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[R_RIGHT]] : (!pto.tile<16x16xbf16, left, valid = ?x16>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc, valid = ?x16, compact = normal>
// CHECK-NEXT: [[Y:%[^ :,]+]] = pto.matmul_acc [[Z]], [[L_LEFT]], [[R_RIGHT]] : (!pto.tile<16x16xf32, acc, valid = ?x16, compact = normal>, !pto.tile<16x16xbf16, left, valid = ?x16>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc, valid = ?x16, compact = normal>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Y]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc, valid = ?x16, compact = normal>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @packed_accumulator(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %l = pto.load %x[0, 0] valid [%n, 16] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, valid = ?x16>
  %r = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %z = pto.matmul %l, %r : (!pto.tile<16x16xbf16, valid = ?x16>, !a) -> !pto.tile<16x16xf32, valid = ?x16, compact = normal>
  %y = pto.matmul_acc %z, %l, %r : (!pto.tile<16x16xf32, valid = ?x16, compact = normal>, !pto.tile<16x16xbf16, valid = ?x16>, !a) -> !pto.tile<16x16xf32, valid = ?x16, compact = normal>
  pto.store %y, %out[0, 0] : (!pto.tile<16x16xf32, valid = ?x16, compact = normal>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B78: an empty accumulator that is put elsewhere keeps valid region, padding and
// packing, and so does what a loop carries of it.
// CHECK-LABEL: func.func @relocated_keeps_all(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc, valid = 5x16, pad = zero, compact = normal>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[E]]) -> (!pto.tile<16x16xf32, acc, valid = 5x16, pad = zero, compact = normal>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc, valid = 5x16, pad = zero, compact = normal>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc, valid = 5x16, pad = zero, compact = normal>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc, valid = 5x16, pad = zero, compact = normal>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc, valid = 5x16, pad = zero, compact = normal>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @relocated_keeps_all(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %e = pto.create to vec : () -> !pto.tile<16x16xf32, valid = 5x16, pad = zero, compact = normal>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %e) -> (!pto.tile<16x16xf32, valid = 5x16, pad = zero, compact = normal>) {
    %z = pto.matmul_acc %acc, %l, %l : (!pto.tile<16x16xf32, valid = 5x16, pad = zero, compact = normal>, !a, !a) -> !pto.tile<16x16xf32, valid = 5x16, pad = zero, compact = normal>
    scf.yield %z : !pto.tile<16x16xf32, valid = 5x16, pad = zero, compact = normal>
  }
  pto.store %s, %out[0, 0] : (!pto.tile<16x16xf32, valid = 5x16, pad = zero, compact = normal>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B78: the valid region of an accumulator is set: the boxes stay. A copy keeps region
// and padding.
// CHECK-LABEL: func.func @valid_region_of_acc(
// CHECK: [[T:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.set_validshape [[T]] valid [5, 16] : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, acc, valid = 5x16, pad = min>
// CHECK-NEXT: [[W_VEC:%[^ :,]+]] = pto.move [[W]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc, valid = 5x16, pad = min>) -> !pto.tile<16x16xf32, vec, valid = 5x16, pad = min>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[W_VEC]] : (!pto.tile<16x16xf32, vec, valid = 5x16, pad = min>) -> !pto.tile<16x16xf32, vec, valid = 5x16>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[E]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, valid = 5x16>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @valid_region_of_acc(%out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.create to acc : () -> !v
  %w = pto.set_validshape %t valid [5, 16] : (!v) -> !pto.tile<16x16xf32, valid = 5x16, pad = min>
  %e = pto.exp %w : (!pto.tile<16x16xf32, valid = 5x16, pad = min>) -> !pto.tile<16x16xf32, valid = 5x16>
  pto.store %e, %out[0, 0] : (!pto.tile<16x16xf32, valid = 5x16>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B78: what flows together from different valid regions is one type, joined without
// a copy.
// CHECK-LABEL: func.func @joined_regions(
// CHECK: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] valid [8, 16] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = 8x16>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.tile_cast [[S]] : (!pto.tile<16x16xf32, vec, valid = 8x16>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[C]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[M]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @joined_regions(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %m = scf.if %p -> (!v) {
    %s = pto.load %x[0, 0] valid [8, 16] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, valid = 8x16>
    %c = pto.tile_cast %s : (!pto.tile<16x16xf32, valid = 8x16>) -> !v
    scf.yield %c : !v
  } else {
    %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
    scf.yield %t : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

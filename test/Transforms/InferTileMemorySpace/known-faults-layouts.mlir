// Faults that others shipped, and the kind of each: layouts of copies (B12, B13) and
// of what is made from copies (B14).
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x16xbf16>
!v = !pto.tile<16x16xf32>
!col = !pto.tile<16x1xf32>

// B12: out of the accumulator come plain rows with the box size of vec; the
// accumulator itself is as it was.
// CHECK-LABEL: func.func @plain_rows(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x1xf32>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.row_expand_mul [[Z_VEC]], [[C]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @plain_rows(%x: tensor<16x16xbf16>, %u: tensor<16x1xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %c = pto.load %u[0, 0] : (tensor<16x1xf32>) -> !col
  %z = pto.matmul %l, %l : (!a, !a) -> !v
  %s = pto.row_expand_mul %z, %c : (!v, !col) -> !v
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B12: for every family of vector ops: scalar, compare, reduction (the temporary is
// made anew), broadcast, cast, gather, write, in one block with one copy.
// CHECK-LABEL: func.func @plain_rows_for_all(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[IX:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xi32>) -> !pto.tile<16x16xi32, vec>
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S0:%[^ :,]+]] = pto.adds [[Z_VEC]], %{{[^ ]+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[TMP_VEC:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S1:%[^ :,]+]] = pto.row_sum [[Z_VEC]], [[TMP_VEC]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[S2:%[^ :,]+]] = pto.row_expand_sub [[Z_VEC]], [[S1]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S3:%[^ :,]+]] = pto.cast [[Z_VEC]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[TMP_VEC_0:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S4:%[^ :,]+]] = pto.gather [[Z_VEC]], [[IX]], [[TMP_VEC_0]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xi32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S5:%[^ :,]+]] = pto.write [[Z_VEC]][0, 0], %{{[^ ]+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S6:%[^ :,]+]] = pto.col_max [[Z_VEC]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S5]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @plain_rows_for_all(%x: tensor<16x16xbf16>, %i: tensor<16x16xi32>, %f: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %ix = pto.load %i[0, 0] : (tensor<16x16xi32>) -> !pto.tile<16x16xi32>
  %z = pto.matmul %l, %l : (!a, !a) -> !v
  %s0 = pto.adds %z, %f : (!v, f32) -> !v
  %tmp = pto.create to mat : () -> !v
  %s1 = pto.row_sum %z, %tmp : (!v, !v) -> !col
  %s2 = pto.row_expand_sub %z, %s1 : (!v, !col) -> !v
  %s3 = pto.cast %z : (!v) -> !a
  %s4 = pto.gather %z, %ix, %tmp : (!v, !pto.tile<16x16xi32>, !v) -> !v
  %s5 = pto.write %z[0, 0], %f : (!v, f32) -> !v
  %s6 = pto.col_max %z : (!v) -> !pto.tile<1x16xf32>
  pto.store %s5, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B13: into each memory, from each that may be: layout and box size are those of the
// destination; acc has boxes of 1024, all others of 512, scales of 32.
// CHECK-LABEL: func.func @layout_of_destination(
// CHECK: [[M:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x1xbf16>) -> !pto.tile<16x1xbf16, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.move [[M]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.move [[M]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[V2:%[^ :,]+]] = pto.move [[M]] to acc : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, acc>
// CHECK-NEXT: [[V3:%[^ :,]+]] = pto.move [[M]] to bias : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, bias, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V4:%[^ :,]+]] = pto.move [[M]] to vec : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V5:%[^ :,]+]] = pto.move [[V]] to left : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[V6:%[^ :,]+]] = pto.move [[V]] to right : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[V7:%[^ :,]+]] = pto.move [[V]] to acc : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, acc>
// CHECK-NEXT: [[V8:%[^ :,]+]] = pto.move [[V]] to bias : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, bias>
// CHECK-NEXT: [[V9:%[^ :,]+]] = pto.move [[V]] to mat : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[V10:%[^ :,]+]] = pto.move [[C]] to right : (!pto.tile<16x1xbf16, vec>) -> !pto.tile<16x1xbf16, right, layout = #pto.layout<slayout = col_major>>
// CHECK-NEXT: [[V11:%[^ :,]+]] = pto.move [[C]] to mat : (!pto.tile<16x1xbf16, vec>) -> !pto.tile<16x1xbf16, mat>
// CHECK-NEXT: [[V12:%[^ :,]+]] = pto.move [[E]] to mat : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[V13:%[^ :,]+]] = pto.move [[E]] to vec : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V14:%[^ :,]+]] = pto.move [[V12]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: return
func.func @layout_of_destination(%x: tensor<16x16xbf16>, %u: tensor<16x1xbf16>, %w: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %v = pto.load %x[0, 0] to vec : (tensor<16x16xbf16>) -> !a
  %c = pto.load %u[0, 0] to vec : (tensor<16x1xbf16>) -> !pto.tile<16x1xbf16>
  %e = pto.create to acc : () -> !v
  %0 = pto.move %m to left : (!a) -> !a
  %1 = pto.move %m to right : (!a) -> !a
  %2 = pto.move %m to acc : (!a) -> !a
  %3 = pto.move %m to bias : (!a) -> !a
  %4 = pto.move %m to vec : (!a) -> !a
  %5 = pto.move %v to left : (!a) -> !a
  %6 = pto.move %v to right : (!a) -> !a
  %7 = pto.move %v to acc : (!a) -> !a
  %8 = pto.move %v to bias : (!a) -> !a
  %9 = pto.move %v to mat : (!a) -> !a
  %10 = pto.move %c to right : (!pto.tile<16x1xbf16>) -> !pto.tile<16x1xbf16>
  %11 = pto.move %c to mat : (!pto.tile<16x1xbf16>) -> !pto.tile<16x1xbf16>
  %12 = pto.move %e to mat : (!v) -> !v
  %13 = pto.move %e to vec : (!v) -> !v
  %14 = pto.move %12 to vec : (!v) -> !v
  return
}

// B13: a request for a layout is what the copy has.
// CHECK-LABEL: func.func @layout_on_request(
// CHECK: [[M:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.move [[M]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.move [[V0]] to mat {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<col_major>} : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, mat, layout = #pto.layout<slayout = col_major>>
// CHECK-NEXT: return
func.func @layout_on_request(%x: tensor<16x16xbf16>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %0 = pto.move %m to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!a) -> !a
  %1 = pto.move %0 to mat {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<col_major>} : (!a) -> !a
  return
}

// B14: in-place results and elementwise ones are laid out like the copy that the op
// reads now, and so is what follows from them.
// CHECK-LABEL: func.func @results_follow_copies(
// CHECK: [[M:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] valid [8, 16] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat, valid = 8x16>
// CHECK-NEXT: [[M_VEC:%[^ :,]+]] = pto.move [[M]] to vec : (!pto.tile<16x16xf32, mat, valid = 8x16>) -> !pto.tile<16x16xf32, vec, valid = 8x16, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.fillpad_inplace [[M_VEC]] : (!pto.tile<16x16xf32, vec, valid = 8x16, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[N:%[^ :,]+]] = pto.neg [[W]] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[N]][0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> !pto.tile<8x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<8x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[M2:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[IX:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xi32>) -> !pto.tile<16x16xi32, vec>
// CHECK-NEXT: [[SRC:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M2_VEC:%[^ :,]+]] = pto.move [[M2]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[SC:%[^ :,]+]] = pto.scatter [[M2_VEC]], [[SRC]], [[IX]] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xi32, vec>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[SW:%[^ :,]+]] = pto.write [[SC]][0, 0], %{{[^ ]+}} : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, f32) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[SW]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @results_follow_copies(%x: tensor<16x16xf32>, %i: tensor<16x16xi32>, %f: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.load %x[0, 0] valid [8, 16] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, valid = 8x16>
  %w = pto.fillpad_inplace %m : (!pto.tile<16x16xf32, valid = 8x16>) -> !v
  %n = pto.neg %w : (!v) -> !v
  %s = pto.slice %n[0, 0] : (!v) -> !pto.tile<8x16xf32>
  pto.store %s, %out[0, 0] : (!pto.tile<8x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %m2 = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %ix = pto.load %i[0, 0] : (tensor<16x16xi32>) -> !pto.tile<16x16xi32>
  %src = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %sc = pto.scatter %m2, %src, %ix : (!v, !v, !pto.tile<16x16xi32>) -> !v
  %sw = pto.write %sc[0, 0], %f : (!v, f32) -> !v
  pto.store %sw, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B14: in a loop: the carried tile has one layout, whatever the body makes of it.
// CHECK-LABEL: func.func @carried_in_place(
// CHECK: [[M:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[M_VEC:%[^ :,]+]] = pto.move [[M]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[T:%[^ :,]+]] = [[M_VEC]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.write [[T]]{{\[}}[[I]], 0], %{{[^ ]+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[W]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @carried_in_place(%x: tensor<16x16xf32>, %f: f32, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %m) -> (!v) {
    %w = pto.write %t[%i, 0], %f : (!v, f32) -> !v
    scf.yield %w : !v
  }
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B14: an op without a result, and calls with what belongs to them.
func.func private @helper(tensor<16x16xf32>, index) -> tensor<16x16xf32>
// CHECK-LABEL: func.func @calls_stay(
// CHECK: [[Y:%[^ :,]+]] = call @helper(%{{[^ ]+}}, %{{[^ ]+}}) {note = "kept"} : (tensor<16x16xf32>, index) -> tensor<16x16xf32>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load [[Y]][0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: pto.tpush_to_aic [[T]] {id = 3 : i64} : (!pto.tile<16x16xf32, mat>)
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.read [[T_VEC]][0, %{{[^ ]+}}] {note = "kept"} : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> f32
// CHECK-NEXT: pto.builtin "pld.system.notify"([[T]], [[F]]) {note = "kept"} : (!pto.tile<16x16xf32, mat>, f32) -> ()
// CHECK-NEXT: return
func.func @calls_stay(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %y = func.call @helper(%x, %n) {note = "kept"} : (tensor<16x16xf32>, index) -> tensor<16x16xf32>
  %t = pto.load %y[0, 0] to mat : (tensor<16x16xf32>) -> !v
  pto.tpush_to_aic %t {id = 3 : i64} : (!v)
  %f = pto.read %t[0, %n] {note = "kept"} : (!v) -> f32
  pto.builtin "pld.system.notify"(%t, %f) {note = "kept"} : (!v, f32) -> ()
  return
}

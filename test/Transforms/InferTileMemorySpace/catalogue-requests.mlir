// The scenario catalogue of the documents, part 1: loads, requests, moves that
// an author wrote, and ops without a tile result.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x128xbf16>
!b = !pto.tile<128x128xbf16>
!c = !pto.tile<16x128xf32>
!v = !pto.tile<16x16xf32>

// E1: a load of one dimension without a request, stored.
// CHECK-LABEL: func.func @load_one_dimension(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0] to vec : (tensor<64xf32>) -> !pto.tile<64xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T]], %{{[^ ]+}}[0] : (!pto.tile<64xf32, vec>, tensor<64xf32>) -> tensor<64xf32>
// CHECK-NEXT: return
func.func @load_one_dimension(%x: tensor<64xf32>, %out: tensor<64xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0] : (tensor<64xf32>) -> !pto.tile<64xf32>
  pto.store %t, %out[0] : (!pto.tile<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return
}

// E1: a load to mat, stored: the copy keeps the boxes of its source.
// CHECK-LABEL: func.func @load_mat_then_store(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @load_mat_then_store(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E1: the same in one dimension.
// CHECK-LABEL: func.func @load_mat_one_dimension(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0] to mat : (tensor<64xf32>) -> !pto.tile<64xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<64xf32, mat>) -> !pto.tile<64xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T_VEC]], %{{[^ ]+}}[0] : (!pto.tile<64xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<64xf32>) -> tensor<64xf32>
// CHECK-NEXT: return
func.func @load_mat_one_dimension(%x: tensor<64xf32>, %out: tensor<64xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0] to mat : (tensor<64xf32>) -> !pto.tile<64xf32>
  pto.store %t, %out[0] : (!pto.tile<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return
}

// E1: a load to mat, an explicit move to left, stored.
// CHECK-LABEL: func.func @left_then_store(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, left>
// CHECK-NEXT: [[L_VEC:%[^ :,]+]] = pto.move [[L]] to vec : (!pto.tile<16x16xf32, left>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[L_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @left_then_store(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %l = pto.move %t to left : (!v) -> !v
  pto.store %l, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// The same kind: from right, from bias, and an extract.
// CHECK-LABEL: func.func @right_then_store(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.move [[T]] to right : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, right>
// CHECK-NEXT: [[R_VEC:%[^ :,]+]] = pto.move [[R]] to vec : (!pto.tile<16x16xf32, right>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<slayout = col_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[R_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<slayout = col_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.extract [[T]][0, 0] to left : (!pto.tile<16x16xf32, mat>) -> !pto.tile<8x16xf32, left>
// CHECK-NEXT: [[E_VEC:%[^ :,]+]] = pto.move [[E]] to vec : (!pto.tile<8x16xf32, left>) -> !pto.tile<8x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[E_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<8x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @right_then_store(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %r = pto.move %t to right : (!v) -> !v
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = pto.extract %t[0, 0] to left : (!v) -> !pto.tile<8x16xf32>
  pto.store %e, %out[0, 0] : (!pto.tile<8x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E1: an empty tile and a load, added and stored.
// CHECK-LABEL: func.func @create_and_add(
// CHECK: [[E:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.add [[E]], [[T]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @create_and_add(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %e = pto.create : () -> !v
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %s = pto.add %e, %t : (!v, !v) -> !v
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E1: two loads, a product, a store: the moves stand right before the product,
// the product is stored from where it is.
// CHECK-LABEL: func.func @product(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, vec>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, vec>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @product(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] : (tensor<128x128xbf16>) -> !b
  %z = pto.matmul %a, %b : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: what an author notes on the consumer stays there, whatever becomes of its
// operands; operands are what the debugger is told of.
// CHECK-LABEL: func.func @noted(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, vec>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, vec>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] {dump = array<i64: 0>} : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @noted(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] : (tensor<128x128xbf16>) -> !b
  %z = pto.matmul %a, %b {dump = array<i64: 0>} : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: one tile on both sides: a copy for each; the note stays.
// CHECK-LABEL: func.func @noted_square(
// CHECK: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, vec>
// CHECK-NEXT: [[B_LEFT:%[^ :,]+]] = pto.move [[B]] to left : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[B_LEFT]], [[B_RIGHT]] {dump = array<i64: 0, 1>} : (!pto.tile<128x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<128x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<128x128xf32, acc>, tensor<128x128xf32>) -> tensor<128x128xf32>
// CHECK-NEXT: return
func.func @noted_square(%y: tensor<128x128xbf16>, %out: tensor<128x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %b = pto.load %y[0, 0] : (tensor<128x128xbf16>) -> !b
  %z = pto.matmul %b, %b {dump = array<i64: 0, 1>} : (!b, !b) -> !pto.tile<128x128xf32>
  pto.store %z, %out[0, 0] : (!pto.tile<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  return
}

// E1: two loads to mat, explicit moves, a product, a store: nothing but spaces.
// CHECK-LABEL: func.func @full_chain(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L]], [[R]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @full_chain(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %l = pto.move %a to left : (!a) -> !a
  %r = pto.move %b to right : (!b) -> !b
  %z = pto.matmul %l, %r : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: a chain of vector ops.
// CHECK-LABEL: func.func @vector_chain(
// CHECK: [[S:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.add [[S]], [[T]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.mul [[U]], [[T]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @vector_chain(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %s = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %t = pto.load %y[0, 0] : (tensor<16x16xf32>) -> !v
  %u = pto.add %s, %t : (!v, !v) -> !v
  %w = pto.mul %u, %t : (!v, !v) -> !v
  pto.store %w, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E1: explicit chain to a product, which is added to itself: one copy in plain
// rows serves both operands.
// CHECK-LABEL: func.func @product_plus_itself(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L]], [[R]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.add [[Z_VEC]], [[Z_VEC]] : (!pto.tile<16x128xf32, vec>, !pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, vec>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @product_plus_itself(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>,
                               %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %l = pto.move %a to left : (!a) -> !a
  %r = pto.move %b to right : (!b) -> !b
  %z = pto.matmul %l, %r : (!a, !b) -> !c
  %w = pto.add %z, %z : (!c, !c) -> !c
  pto.store %w, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: an op that changes a tile in mat gets a copy, and its result is the copy
// with the change; the tile itself is as it was.
// CHECK-LABEL: func.func @write_to_mat(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.write [[T_VEC]][0, 0], %{{[^ ]+}} : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, f32) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[T_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @write_to_mat(%x: tensor<16x16xf32>, %s: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %w = pto.write %t[0, 0], %s : (!v, f32) -> !v
  pto.store %w, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E1: a store from vec and one from acc: no move.
// CHECK-LABEL: func.func @stores_in_place(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, vec>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.create to left : () -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.create to right : () -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L]], [[R]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @stores_in_place(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %u: tensor<16x128xf32>,
                           %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %u[0, 0] : (tensor<16x128xf32>) -> !c
  pto.store %t, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  %l = pto.create to left : () -> !a
  %r = pto.create to right : () -> !b
  %z = pto.matmul %l, %r : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: two functions of one module.
// CHECK-LABEL: func.func @first_of_two(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @first_of_two(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// CHECK-LABEL: func.func @second_of_two(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @second_of_two(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E1: orchestration only.
// CHECK-LABEL: func.func @orchestration(
// CHECK: [[T:%[^ :,]+]] = pto.tensor.create : () -> tensor<16x16xf32>
// CHECK-NEXT: call @first_of_two(%{{[^ ]+}}, [[T]]) : (tensor<16x16xf32>, tensor<16x16xf32>) -> ()
// CHECK-NEXT: call @second_of_two([[T]], %{{[^ ]+}}) : (tensor<16x16xf32>, tensor<16x16xf32>) -> ()
// CHECK-NEXT: return
func.func @orchestration(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<orchestration>} {
  %t = pto.tensor.create : () -> tensor<16x16xf32>
  call @first_of_two(%x, %t) : (tensor<16x16xf32>, tensor<16x16xf32>) -> ()
  call @second_of_two(%t, %out) : (tensor<16x16xf32>, tensor<16x16xf32>) -> ()
  return %out : tensor<16x16xf32>
}

// A space in a type is a request like any other, on a load and on an empty tile.
// CHECK-LABEL: func.func @space_in_the_type(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[T_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[E]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @space_in_the_type(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
  pto.store %t, %out[0, 0] : (!pto.tile<16x16xf32, mat>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = pto.create : () -> !pto.tile<16x16xf32, acc>
  pto.store %e, %out[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

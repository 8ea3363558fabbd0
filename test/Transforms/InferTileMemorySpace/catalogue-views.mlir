// The scenario catalogue of the documents, part 2: views.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x128xbf16>
!b = !pto.tile<128x128xbf16>
!c = !pto.tile<16x128xf32>
!t = !pto.tile<16x64xf32>

// E1: load, reshape, reshape.
// CHECK-LABEL: func.func @reshapes_of_vec(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.reshape [[T]] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<1024xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.reshape [[U]] : (!pto.tile<1024xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W]], %{{[^ ]+}}[0, 0] : (!pto.tile<64x16xf32, vec>, tensor<64x16xf32>) -> tensor<64x16xf32>
// CHECK-NEXT: return
func.func @reshapes_of_vec(%x: tensor<16x64xf32>, %out: tensor<64x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x64xf32>) -> !t
  %u = pto.reshape %t : (!t) -> !pto.tile<1024xf32>
  %w = pto.reshape %u : (!pto.tile<1024xf32>) -> !pto.tile<64x16xf32>
  pto.store %w, %out[0, 0] : (!pto.tile<64x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return
}

// E1: load, slice.
// CHECK-LABEL: func.func @slice_of_vec(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 32] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x32xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x32xf32, vec>, tensor<16x32xf32>) -> tensor<16x32xf32>
// CHECK-NEXT: return
func.func @slice_of_vec(%x: tensor<16x64xf32>, %out: tensor<16x32xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x64xf32>) -> !t
  %s = pto.slice %t[0, 32] : (!t) -> !pto.tile<16x32xf32>
  pto.store %s, %out[0, 0] : (!pto.tile<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return
}

// E1: load to mat, reshape to one dimension and back: one move in front of the
// store.
// CHECK-LABEL: func.func @reshapes_of_mat(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.reshape [[T]] : (!pto.tile<16x64xf32, mat>) -> !pto.tile<1024xf32, mat>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.reshape [[U]] : (!pto.tile<1024xf32, mat>) -> !pto.tile<64x16xf32, mat>
// CHECK-NEXT: [[W_VEC:%[^ :,]+]] = pto.move [[W]] to vec : (!pto.tile<64x16xf32, mat>) -> !pto.tile<64x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<64x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<64x16xf32>) -> tensor<64x16xf32>
// CHECK-NEXT: return
func.func @reshapes_of_mat(%x: tensor<16x64xf32>, %out: tensor<64x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x64xf32>) -> !t
  %u = pto.reshape %t : (!t) -> !pto.tile<1024xf32>
  %w = pto.reshape %u : (!pto.tile<1024xf32>) -> !pto.tile<64x16xf32>
  pto.store %w, %out[0, 0] : (!pto.tile<64x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return
}

// E1: the move starts at a view of one dimension.
// CHECK-LABEL: func.func @reshape_of_mat_stored(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.reshape [[T]] : (!pto.tile<16x64xf32, mat>) -> !pto.tile<1024xf32, mat>
// CHECK-NEXT: [[U_VEC:%[^ :,]+]] = pto.move [[U]] to vec : (!pto.tile<1024xf32, mat>) -> !pto.tile<1024xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[U_VEC]], %{{[^ ]+}}[0] : (!pto.tile<1024xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<1024xf32>) -> tensor<1024xf32>
// CHECK-NEXT: return
func.func @reshape_of_mat_stored(%x: tensor<16x64xf32>, %out: tensor<1024xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x64xf32>) -> !t
  %u = pto.reshape %t : (!t) -> !pto.tile<1024xf32>
  pto.store %u, %out[0] : (!pto.tile<1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
  return
}

// E1: load to mat, slice.
// CHECK-LABEL: func.func @slice_of_mat(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 32] : (!pto.tile<16x64xf32, mat>) -> !pto.tile<16x32xf32, mat>
// CHECK-NEXT: [[S_VEC:%[^ :,]+]] = pto.move [[S]] to vec : (!pto.tile<16x32xf32, mat>) -> !pto.tile<16x32xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x32xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x32xf32>) -> tensor<16x32xf32>
// CHECK-NEXT: return
func.func @slice_of_mat(%x: tensor<16x64xf32>, %out: tensor<16x32xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x64xf32>) -> !t
  %s = pto.slice %t[0, 32] : (!t) -> !pto.tile<16x32xf32>
  pto.store %s, %out[0, 0] : (!pto.tile<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return
}

// E1: load to mat, slice, reshape.
// CHECK-LABEL: func.func @reshape_of_slice_of_mat(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 32] : (!pto.tile<16x64xf32, mat>) -> !pto.tile<16x32xf32, mat>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.reshape [[S]] : (!pto.tile<16x32xf32, mat>) -> !pto.tile<32x16xf32, mat>
// CHECK-NEXT: [[W_VEC:%[^ :,]+]] = pto.move [[W]] to vec : (!pto.tile<32x16xf32, mat>) -> !pto.tile<32x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<32x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<32x16xf32>) -> tensor<32x16xf32>
// CHECK-NEXT: return
func.func @reshape_of_slice_of_mat(%x: tensor<16x64xf32>, %out: tensor<32x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x64xf32>) -> !t
  %s = pto.slice %t[0, 32] : (!t) -> !pto.tile<16x32xf32>
  %w = pto.reshape %s : (!pto.tile<16x32xf32>) -> !pto.tile<32x16xf32>
  pto.store %w, %out[0, 0] : (!pto.tile<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  return
}

// E1: load, slice, product: the slice is moved, not the load, which stays in the
// vec of the document.
// CHECK-LABEL: func.func @slice_then_product(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x256xbf16>) -> !pto.tile<16x256xbf16, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 128] : (!pto.tile<16x256xbf16, vec>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, vec>
// CHECK-NEXT: [[S_LEFT:%[^ :,]+]] = pto.move [[S]] to left : (!pto.tile<16x128xbf16, vec>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[S_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @slice_then_product(%x: tensor<16x256xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x256xbf16>) -> !pto.tile<16x256xbf16>
  %s = pto.slice %t[0, 128] : (!pto.tile<16x256xbf16>) -> !a
  %b = pto.load %y[0, 0] : (tensor<128x128xbf16>) -> !b
  %z = pto.matmul %s, %b : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// E1: an alias of a load to mat feeds a product; an alias of the alias: aliases
// are where the load is, and the move is taken from the last. The alias of our
// IR is the cast that changes nothing but the description.
// CHECK-LABEL: func.func @aliases(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[T1:%[^ :,]+]] = pto.tile_cast [[T]] : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[T2:%[^ :,]+]] = pto.tile_cast [[T1]] : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[T2_LEFT:%[^ :,]+]] = pto.move [[T2]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[T2_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @aliases(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
  %t1 = pto.tile_cast %t : (!a) -> !a
  %t2 = pto.tile_cast %t1 : (!a) -> !a
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %z = pto.matmul %t2, %b : (!a, !b) -> !c
  pto.store %z, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// Every other kind of view, of a tile in mat and of one in vec.
// CHECK-LABEL: func.func @all_views(
// CHECK: [[M:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[MT:%[^ :,]+]] = pto.transpose_view [[M]] : (!pto.tile<16x64xf32, mat>) -> !pto.tile<64x16xf32, mat, layout = #pto.layout<slayout = col_major>>
// CHECK-NEXT: [[MI:%[^ :,]+]] = pto.reinterpret_view [[M]] : (!pto.tile<16x64xf32, mat>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[MV:%[^ :,]+]] = pto.set_validshape [[M]] valid [8, 64] : (!pto.tile<16x64xf32, mat>) -> !pto.tile<16x64xf32, mat, valid = 8x64>
// CHECK-NEXT: [[MP:%[^ :,]+]] = pto.fillpad [[MV]] : (!pto.tile<16x64xf32, mat, valid = 8x64>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[MP_VEC:%[^ :,]+]] = pto.move [[MP]] to vec : (!pto.tile<16x64xf32, mat>) -> !pto.tile<16x64xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[MP_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x64xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x64xf32>) -> tensor<16x64xf32>
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[VI:%[^ :,]+]] = pto.reinterpret_view [[V]] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[VV:%[^ :,]+]] = pto.set_validshape [[V]] valid [8, 64] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec, valid = 8x64>
// CHECK-NEXT: [[VP:%[^ :,]+]] = pto.fillpad [[VV]] : (!pto.tile<16x64xf32, vec, valid = 8x64>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[VT:%[^ :,]+]] = pto.transpose [[VP]] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[VT]], %{{[^ ]+}}[0, 0] : (!pto.tile<64x16xf32, vec>, tensor<64x16xf32>) -> tensor<64x16xf32>
// CHECK-NEXT: return
func.func @all_views(%x: tensor<16x64xf32>, %out: tensor<16x64xf32>, %o2: tensor<64x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.load %x[0, 0] to mat : (tensor<16x64xf32>) -> !t
  %mt = pto.transpose_view %m : (!t) -> !pto.tile<64x16xf32>
  %mi = pto.reinterpret_view %m : (!t) -> !pto.tile<16x128xbf16>
  %mv = pto.set_validshape %m valid [8, 64] : (!t) -> !pto.tile<16x64xf32, valid = 8x64>
  %mp = pto.fillpad %mv : (!pto.tile<16x64xf32, valid = 8x64>) -> !t
  pto.store %mp, %out[0, 0] : (!t, tensor<16x64xf32>) -> tensor<16x64xf32>
  %v = pto.load %x[0, 0] to vec : (tensor<16x64xf32>) -> !t
  %vi = pto.reinterpret_view %v : (!t) -> !pto.tile<16x128xbf16>
  %vv = pto.set_validshape %v valid [8, 64] : (!t) -> !pto.tile<16x64xf32, valid = 8x64>
  %vp = pto.fillpad %vv : (!pto.tile<16x64xf32, valid = 8x64>) -> !t
  %vt = pto.transpose %vp : (!t) -> !pto.tile<64x16xf32>
  pto.store %vt, %o2[0, 0] : (!pto.tile<64x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return
}

// A row that was loaded to mat is not in boxes; what looks at it is not either.
// CHECK-LABEL: func.func @views_of_one_row(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<1x128xf32>) -> !pto.tile<1x128xf32, mat, layout = #pto.layout<>>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 64] : (!pto.tile<1x128xf32, mat, layout = #pto.layout<>>) -> !pto.tile<1x64xf32, mat, layout = #pto.layout<>>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.set_validshape [[S]] valid [1, 32] : (!pto.tile<1x64xf32, mat, layout = #pto.layout<>>) -> !pto.tile<1x64xf32, mat, valid = 1x32, layout = #pto.layout<>>
// CHECK-NEXT: [[W_VEC:%[^ :,]+]] = pto.move [[W]] to vec : (!pto.tile<1x64xf32, mat, valid = 1x32, layout = #pto.layout<>>) -> !pto.tile<1x64xf32, vec, valid = 1x32>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<1x64xf32, vec, valid = 1x32>, tensor<1x64xf32>) -> tensor<1x64xf32>
// CHECK-NEXT: return
func.func @views_of_one_row(%x: tensor<1x128xf32>, %out: tensor<1x64xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<1x128xf32>) -> !pto.tile<1x128xf32>
  %s = pto.slice %t[0, 64] : (!pto.tile<1x128xf32>) -> !pto.tile<1x64xf32>
  %w = pto.set_validshape %s valid [1, 32] : (!pto.tile<1x64xf32>) -> !pto.tile<1x64xf32, valid = 1x32>
  pto.store %w, %out[0, 0] : (!pto.tile<1x64xf32, valid = 1x32>, tensor<1x64xf32>) -> tensor<1x64xf32>
  return
}

// Windows of boxes in vec are in boxes.
// CHECK-LABEL: func.func @views_of_boxes_in_vec(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x64xf32, mat>) -> !pto.tile<16x64xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[V]][0, 32] : (!pto.tile<16x64xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> !pto.tile<16x32xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.set_validshape [[S]] valid [8, 32] : (!pto.tile<16x32xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> !pto.tile<16x32xf32, vec, valid = 8x32, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[U]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x32xf32, vec, valid = 8x32, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x32xf32>) -> tensor<16x32xf32>
// CHECK-NEXT: return
func.func @views_of_boxes_in_vec(%x: tensor<16x64xf32>, %out: tensor<16x32xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x64xf32>) -> !t
  %v = pto.move %t to vec : (!t) -> !t
  %s = pto.slice %v[0, 32] : (!t) -> !pto.tile<16x32xf32>
  %u = pto.set_validshape %s valid [8, 32] : (!pto.tile<16x32xf32>) -> !pto.tile<16x32xf32, valid = 8x32>
  pto.store %u, %out[0, 0] : (!pto.tile<16x32xf32, valid = 8x32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return
}

// Views are where their source is, whatever they are asked for; a move starts
// at the last of a chain of them.
//
// RUN: pto-opt %s --infer-tile-memory-space --verify-tile-memory | FileCheck %s

// CHECK-LABEL: func.func @views_of_vec(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.reshape [[T]] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<1024xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.reshape [[A]] : (!pto.tile<1024xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 32] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x32xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[B]], %{{.+}}[0, 0] : (!pto.tile<64x16xf32, vec>, tensor<64x16xf32>) -> tensor<64x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[S]], %{{.+}}[0, 0] : (!pto.tile<16x32xf32, vec>, tensor<16x32xf32>) -> tensor<16x32xf32>
func.func @views_of_vec(%x: tensor<16x64xf32>, %o1: tensor<64x16xf32>,
                        %o2: tensor<16x32xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x64xf32>) -> !pto.tile<16x64xf32>
  %a = pto.reshape %t : (!pto.tile<16x64xf32>) -> !pto.tile<1024xf32>
  %b = pto.reshape %a : (!pto.tile<1024xf32>) -> !pto.tile<64x16xf32>
  %s = pto.slice %t[0, 32] : (!pto.tile<16x64xf32>) -> !pto.tile<16x32xf32>
  pto.store %b, %o1[0, 0] : (!pto.tile<64x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  pto.store %s, %o2[0, 0] : (!pto.tile<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return
}

// One move, behind the views, keeping the layout of what it copies.
// CHECK-LABEL: func.func @views_of_mat(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 16] : (!pto.tile<16x64xf32, mat>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[S_VEC:%[^ :,]+]] = pto.move [[S]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[S_VEC]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @views_of_mat(%x: tensor<16x64xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x64xf32>) -> !pto.tile<16x64xf32>
  %s = pto.slice %t[0, 16] : (!pto.tile<16x64xf32>) -> !pto.tile<16x16xf32>
  %r = pto.store %s, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// The demand for left goes through the slice; the load can't meet it and stays
// in vec, so the slice is moved, not the load.
// CHECK-LABEL: func.func @slice_feeds_product(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x256xbf16>) -> !pto.tile<16x256xbf16, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 128] : (!pto.tile<16x256xbf16, vec>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<128x64xbf16>) -> !pto.tile<128x64xbf16, vec>
// CHECK-NEXT: [[S_LEFT:%[^ :,]+]] = pto.move [[S]] to left : (!pto.tile<16x128xbf16, vec>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[V_RIGHT:%[^ :,]+]] = pto.move [[V]] to right : (!pto.tile<128x64xbf16, vec>) -> !pto.tile<128x64xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[S_LEFT]], [[V_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Z]], %{{.+}}[0, 0] : (!pto.tile<16x64xf32, acc>, tensor<16x64xf32>) -> tensor<16x64xf32>
func.func @slice_feeds_product(%x: tensor<16x256xbf16>, %y: tensor<128x64xbf16>,
                               %out: tensor<16x64xf32>) -> tensor<16x64xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x256xbf16>) -> !pto.tile<16x256xbf16>
  %s = pto.slice %t[0, 128] : (!pto.tile<16x256xbf16>) -> !pto.tile<16x128xbf16>
  %v = pto.load %y[0, 0] : (tensor<128x64xbf16>) -> !pto.tile<128x64xbf16>
  %z = pto.matmul %s, %v : (!pto.tile<16x128xbf16>, !pto.tile<128x64xbf16>) -> !pto.tile<16x64xf32>
  %r = pto.store %z, %out[0, 0] : (!pto.tile<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// Views that only change the description, between a load to mat and the
// product, leave the kernel on the cube: no tile is in vec, and the valid
// region survives the move.
// CHECK-LABEL: func.func @description_between(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x256xbf16>) -> !pto.tile<16x256xbf16, mat>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.set_validshape [[T]] valid [8, 256] : (!pto.tile<16x256xbf16, mat>) -> !pto.tile<16x256xbf16, mat, valid = 8x256>
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<256x64xbf16>) -> !pto.tile<256x64xbf16, mat>
// CHECK-NEXT: [[W_LEFT:%[^ :,]+]] = pto.move [[W]] to left : (!pto.tile<16x256xbf16, mat, valid = 8x256>) -> !pto.tile<16x256xbf16, left, valid = 8x256>
// CHECK-NEXT: [[V_RIGHT:%[^ :,]+]] = pto.move [[V]] to right : (!pto.tile<256x64xbf16, mat>) -> !pto.tile<256x64xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[W_LEFT]], [[V_RIGHT]] : (!pto.tile<16x256xbf16, left, valid = 8x256>, !pto.tile<256x64xbf16, right>) -> !pto.tile<16x64xf32, acc, valid = 8x64>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Z]], %{{.+}}[0, 0] : (!pto.tile<16x64xf32, acc, valid = 8x64>, tensor<16x64xf32>) -> tensor<16x64xf32>
// CHECK-NOT: vec
func.func @description_between(%x: tensor<16x256xbf16>, %y: tensor<256x64xbf16>,
                               %out: tensor<16x64xf32>) -> tensor<16x64xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x256xbf16>) -> !pto.tile<16x256xbf16>
  %w = pto.set_validshape %t valid [8, 256] : (!pto.tile<16x256xbf16>) -> !pto.tile<16x256xbf16, valid = 8x256>
  %v = pto.load %y[0, 0] to mat : (tensor<256x64xbf16>) -> !pto.tile<256x64xbf16>
  %z = pto.matmul %w, %v : (!pto.tile<16x256xbf16, valid = 8x256>, !pto.tile<256x64xbf16>) -> !pto.tile<16x64xf32, valid = 8x64>
  %r = pto.store %z, %out[0, 0] : (!pto.tile<16x64xf32, valid = 8x64>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// A window of an accumulator is in acc; the one crossing comes behind it.
// CHECK-LABEL: func.func @slice_of_acc(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[Z]][0, 0] : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x64xf32, acc>
// CHECK-NEXT: [[S_VEC:%[^ :,]+]] = pto.move [[S]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x64xf32, acc>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[S_VEC]] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[E]], %{{.+}}[0, 0] : (!pto.tile<16x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
func.func @slice_of_acc(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>,
                        %out: tensor<16x64xf32>) -> tensor<16x64xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %z = pto.matmul %a, %b : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
  %s = pto.slice %z[0, 0] : (!pto.tile<16x128xf32>) -> !pto.tile<16x64xf32>
  %e = pto.exp %s : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
  %r = pto.store %e, %out[0, 0] : (!pto.tile<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// The transposed reading of a mat tile flips the order of boxes and elements.
// CHECK-LABEL: func.func @transposed(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<64x128xbf16>) -> !pto.tile<64x128xbf16, mat>
// CHECK-NEXT: [[BT:%[^ :,]+]] = pto.transpose_view [[B]] : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<128x64xbf16, mat, layout = #pto.layout<slayout = col_major>>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[BT_RIGHT:%[^ :,]+]] = pto.move [[BT]] to right : (!pto.tile<128x64xbf16, mat, layout = #pto.layout<slayout = col_major>>) -> !pto.tile<128x64xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[BT_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Z]], %{{.+}}[0, 0] : (!pto.tile<16x64xf32, acc>, tensor<16x64xf32>) -> tensor<16x64xf32>
func.func @transposed(%x: tensor<16x128xbf16>, %y: tensor<64x128xbf16>,
                      %out: tensor<16x64xf32>) -> tensor<16x64xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %b = pto.load %y[0, 0] to mat : (tensor<64x128xbf16>) -> !pto.tile<64x128xbf16>
  %bt = pto.transpose_view %b : (!pto.tile<64x128xbf16>) -> !pto.tile<128x64xbf16>
  %z = pto.matmul %a, %bt : (!pto.tile<16x128xbf16>, !pto.tile<128x64xbf16>) -> !pto.tile<16x64xf32>
  %r = pto.store %z, %out[0, 0] : (!pto.tile<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// Padding and the valid region of a slice stay on the retyped value.
// CHECK-LABEL: func.func @valid_and_pad(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] valid [%{{.+}}, 64] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec, valid = ?x64, pad = zero>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[T]][0, 0] valid [5, 16] : (!pto.tile<16x64xf32, vec, valid = ?x64, pad = zero>) -> !pto.tile<8x16xf32, vec, valid = 5x16>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.reshape [[S]] : (!pto.tile<8x16xf32, vec, valid = 5x16>) -> !pto.tile<16x8xf32, vec, valid = 10x8>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.fillpad [[T]] : (!pto.tile<16x64xf32, vec, valid = ?x64, pad = zero>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[H]], %{{.+}}[0, 0] : (!pto.tile<16x8xf32, vec, valid = 10x8>, tensor<16x64xf32>) -> tensor<16x64xf32>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[P]], %{{.+}}[0, 0] : (!pto.tile<16x64xf32, vec>, tensor<16x64xf32>) -> tensor<16x64xf32>
func.func @valid_and_pad(%x: tensor<16x64xf32>, %n: index, %out: tensor<16x64xf32>)
    -> tensor<16x64xf32> attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] valid [%n, 64] : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, valid = ?x64, pad = zero>
  %s = pto.slice %t[0, 0] valid [5, 16] : (!pto.tile<16x64xf32, valid = ?x64, pad = zero>) -> !pto.tile<8x16xf32, valid = 5x16>
  %h = pto.reshape %s : (!pto.tile<8x16xf32, valid = 5x16>) -> !pto.tile<16x8xf32, valid = 10x8>
  %p = pto.fillpad %t : (!pto.tile<16x64xf32, valid = ?x64, pad = zero>) -> !pto.tile<16x64xf32>
  pto.store %h, %out[0, 0] : (!pto.tile<16x8xf32, valid = 10x8>, tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = pto.store %p, %out[0, 0] : (!pto.tile<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// The valid region is set on an accumulator: the boxed layout stays.
// CHECK-LABEL: func.func @valid_of_acc(
// CHECK: [[T:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.set_validshape [[T]] valid [5, 128] : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, acc, valid = 5x128>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[V]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc, valid = 5x128>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @valid_of_acc(%out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.create to acc : () -> !pto.tile<16x128xf32>
  %v = pto.set_validshape %t valid [5, 128] : (!pto.tile<16x128xf32>) -> !pto.tile<16x128xf32, valid = 5x128>
  %r = pto.store %v, %out[0, 0] : (!pto.tile<16x128xf32, valid = 5x128>, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// In which layout a copy is made: that of whoever it is made for.
//
// RUN: pto-opt %s --infer-tile-memory-space='target=a2a3 verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='target=a2a3 verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space='target=a2a3' -o %t.2
// RUN: diff %t.1 %t.2

!b = !pto.tile<16x128xbf16>
!w = !pto.tile<128x128xbf16>
!c = !pto.tile<16x128xf32>

// A tile that is merged into another memory is copied once, straight into the
// layout that the merged tile has there.
// CHECK-LABEL: func.func @merged_in_plain_rows(
// CHECK: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x128xf32, vec>) {
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: scf.yield [[V]] : !pto.tile<16x128xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, mat>
// CHECK-NEXT: [[A_VEC:%[^ :,]+]] = pto.move [[A]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: scf.yield [[A_VEC]] : !pto.tile<16x128xf32, vec>
// CHECK: pto.exp [[M]] : (!pto.tile<16x128xf32, vec>)
func.func @merged_in_plain_rows(%x: tensor<16x128xf32>, %p: i1, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %m = scf.if %p -> (!c) {
    %v = pto.load %x[0, 0] : (tensor<16x128xf32>) -> !c
    scf.yield %v : !c
  } else {
    %a = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
    scf.yield %a : !c
  }
  %e = pto.exp %m : (!c) -> !c
  pto.store %e, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// The same where the merged tile is in boxes: no request for another layout.
// CHECK-LABEL: func.func @merged_in_boxes(
// CHECK: [[T_VEC:%[^ :,]+]] = pto.move %{{.+}} to vec : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK: scf.if
// CHECK-NEXT: scf.yield [[T_VEC]]
// CHECK-NEXT: } else {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load
// CHECK-NEXT: [[A_VEC:%[^ :,]+]] = pto.move [[A]] to vec : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: scf.yield [[A_VEC]]
func.func @merged_in_boxes(%x: tensor<16x128xf32>, %p: i1, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
  %t_vec = pto.move %t to vec : (!c) -> !c
  %m = scf.if %p -> (!c) {
    scf.yield %t_vec : !c
  } else {
    %a = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
    scf.yield %a : !c
  }
  pto.store %m, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// The path out of the accumulator unpacks: boxes are made again by a second
// copy within vec.
// CHECK-LABEL: func.func @unpacked_then_boxed(
// CHECK: [[A:%[^ :,]+]] = pto.matmul
// CHECK-NEXT: [[A_VEC:%[^ :,]+]] = pto.move [[A]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[A_BOXED:%[^ :,]+]] = pto.move [[A_VEC]] to vec {blayout = #pto.block_layout<col_major>, slayout = #pto.block_layout<row_major>} : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: scf.yield [[A_BOXED]]
func.func @unpacked_then_boxed(%x: tensor<16x128xf32>, %y: tensor<16x128xbf16>,
                               %z: tensor<128x128xbf16>, %p: i1, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
  %t_vec = pto.move %t to vec : (!c) -> !c
  %m = scf.if %p -> (!c) {
    scf.yield %t_vec : !c
  } else {
    %b = pto.load %y[0, 0] to mat : (tensor<16x128xbf16>) -> !b
    %w = pto.load %z[0, 0] to mat : (tensor<128x128xbf16>) -> !w
    %a = pto.matmul %b, %w : (!b, !w) -> !c
    scf.yield %a : !c
  }
  pto.store %m, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// One move in front of the loop, in the layout that the loop carries; the valid
// region is joined without a copy.
// CHECK-LABEL: func.func @into_a_loop(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] valid [8, 128] to mat : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, mat, valid = 8x128>
// CHECK-NEXT: [[A_VEC:%[^ :,]+]] = pto.move [[A]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, mat, valid = 8x128>) -> !pto.tile<16x128xf32, vec, valid = 8x128>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for {{.+}} iter_args([[C:%[^ :,]+]] = [[A_VEC]]) -> (!pto.tile<16x128xf32, vec, valid = 8x128>) {
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[C]] : (!pto.tile<16x128xf32, vec, valid = 8x128>) -> !pto.tile<16x128xf32, vec, valid = 8x128>
// CHECK-NEXT: scf.yield [[E]]
func.func @into_a_loop(%x: tensor<16x128xf32>, %n: index, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] valid [8, 128] to mat : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, valid = 8x128>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> (!pto.tile<16x128xf32, valid = 8x128>) {
    %e = pto.exp %c : (!pto.tile<16x128xf32, valid = 8x128>) -> !pto.tile<16x128xf32, valid = 8x128>
    scf.yield %e : !pto.tile<16x128xf32, valid = 8x128>
  }
  pto.store %s, %out[0, 0] : (!pto.tile<16x128xf32, valid = 8x128>, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// A store takes the boxes as they are; the vector op behind it reads plain rows,
// so it gets its own copy. A third user takes whichever there is.
// CHECK-LABEL: func.func @copy_for_each_layout(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat
// CHECK-NEXT: [[BOXED:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: pto.store [[BOXED]], %{{.+}}[0, 0]
// CHECK-NEXT: [[ROWS:%[^ :,]+]] = pto.move [[T]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: pto.exp [[ROWS]]
// CHECK-NEXT: pto.abs [[ROWS]]
// CHECK-NEXT: pto.store [[BOXED]], %{{.+}}[0, 0]
// CHECK-NOT: pto.move
func.func @copy_for_each_layout(%x: tensor<16x128xf32>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
  pto.store %t, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  %e = pto.exp %t : (!c) -> !c
  %n = pto.abs %t : (!c) -> !c
  pto.store %t, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// A copy in rows that is there already serves a store as well.
// CHECK-LABEL: func.func @rows_serve_all(
// CHECK: [[ROWS:%[^ :,]+]] = pto.move {{.*}} to vec {blayout = #pto.block_layout<row_major>
// CHECK-NEXT: pto.exp [[ROWS]]
// CHECK-NEXT: pto.store [[ROWS]]
// CHECK-NOT: pto.move
func.func @rows_serve_all(%x: tensor<16x128xf32>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
  %e = pto.exp %t : (!c) -> !c
  pto.store %t, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// The vector ops of every chip read plain rows: a move for one of them lays them
// out. Without a target, and for ops that take any layout, boxes stay.
//
// RUN: pto-opt %s --infer-tile-memory-space='target=a2a3 verify-data-path=off' | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='target=a5 verify-data-path=off' | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' | FileCheck --check-prefix=NEUTRAL %s

!c = !pto.tile<16x128xf32>

// CHECK-LABEL: func.func @wants_rows(
// CHECK: pto.move {{.*}} to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec>
// NEUTRAL-LABEL: func.func @wants_rows(
// NEUTRAL: pto.move {{.*}} to vec : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
func.func @wants_rows(%x: tensor<16x128xf32>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
  %e = pto.exp %t : (!c) -> !c
  pto.store %e, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// CHECK-LABEL: func.func @takes_boxes(
// CHECK: pto.move {{.*}} to vec : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
func.func @takes_boxes(%x: tensor<16x128xf32>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x128xf32>) -> !c
  pto.store %t, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// A second run changes nothing: the text after two runs is that after one.
//
// RUN: pto-opt %S/documents.mlir --infer-tile-memory-space='verify-data-path=off' -o %t.documents.1
// RUN: pto-opt %t.documents.1 --infer-tile-memory-space -o %t.documents.2
// RUN: diff %t.documents.1 %t.documents.2
// RUN: pto-opt %S/control-flow.mlir --infer-tile-memory-space='verify-data-path=off' -o %t.flow.1
// RUN: pto-opt %t.flow.1 --infer-tile-memory-space -o %t.flow.2
// RUN: diff %t.flow.1 %t.flow.2
// RUN: pto-opt %S/views.mlir --infer-tile-memory-space='verify-data-path=off' -o %t.views.1
// RUN: pto-opt %t.views.1 --infer-tile-memory-space -o %t.views.2
// RUN: diff %t.views.1 %t.views.2
// RUN: pto-opt %S/moves.mlir --infer-tile-memory-space='verify-data-path=off' -o %t.moves.1
// RUN: pto-opt %t.moves.1 --infer-tile-memory-space -o %t.moves.2
// RUN: diff %t.moves.1 %t.moves.2
//
// Nor does a run on a program that an author placed completely by hand.
// RUN: pto-opt %s --infer-tile-memory-space | FileCheck %s

// CHECK-LABEL: func.func @placed(
// CHECK: [[T:%.+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E:%.+]] = pto.exp [[T]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: pto.store [[E]]
func.func @placed(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %e = pto.exp %t : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
  pto.store %e, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

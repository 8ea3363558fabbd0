// RUN: pto-opt --infer-tile-memory-space="target=a2a3" %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning

// What the pass says of a move that the chip can't do: where the tile was made,
// and how the data could get there.

// CHECK: [[#@LINE+11]]:{{[0-9]+}}: warning: operand 0 must be in left and is in vec: target a2a3 has no direct path between them; the crossing runs through the cross-core pipe
// CHECK: [[#@LINE+7]]:{{[0-9]+}}: note: made here in vec
// CHECK: [[#@LINE+9]]:{{[0-9]+}}: note: the data can go from vec through the pipe to mat to left
// CHECK: [[#@LINE+8]]:{{[0-9]+}}: warning: operand 1 must be in right and is in acc: target a2a3 has no direct path between them
// CHECK-NOT: cross-core
// CHECK: [[#@LINE+5]]:{{[0-9]+}}: note: made here in acc
// CHECK: [[#@LINE+5]]:{{[0-9]+}}: note: the data can go from acc to mat to right
func.func @ways(%a: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %a[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %m = pto.load %a[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %acc = pto.matmul %m, %m : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  %z = pto.matmul %x, %acc : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  pto.store %z, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// CHECK: [[#@LINE+5]]:{{[0-9]+}}: warning: operand 0 must be in vec and is in mat: target a2a3 has no direct path between them
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: note: made here in mat
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: note: nothing leads from mat to vec; load it a second time, 'to vec', as mode=min-cost does
func.func @back(%a: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.load %a[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %e = pto.exp %m : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  pto.store %e, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

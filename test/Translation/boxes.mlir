// Windows of boxed tiles start where their first element is, and span to the end
// of their last box. One that begins inside of a box and leaves it has no
// address, and the map says so.
//
// RUN: pto-opt %s --init-memref --allocate-memory-addr | pto-translate --mlir-to-memory-map | FileCheck %s

// CHECK: "name": "page",
// CHECK-NEXT: "op": "pto.slice",
// CHECK-NEXT: "offset": 2048,
// CHECK-NEXT: "size": 2048,
// CHECK: "name": "rows",
// CHECK-NEXT: "op": "pto.slice",
// CHECK-NEXT: "offset": 1024,
// CHECK-NEXT: "size": 7168,
// CHECK: "name": "crossing",
// CHECK-NEXT: "op": "pto.slice",
// CHECK-NEXT: "offset": null,
// CHECK-NEXT: "size": 8192,
func.func @windows(%x: tensor<16x16xf32>, %out: tensor<16x64xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
  %a = pto.move %l to left : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, left>
  %b = pto.extract %l[0, 0] to right : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, right>
  %acc = pto.create to acc : () -> !pto.tile<32x64xf32, acc>
  %page = pto.slice %acc[0, 16] : (!pto.tile<32x64xf32, acc>) -> !pto.tile<32x16xf32, acc>
  %rows = pto.slice %acc[16, 0] : (!pto.tile<32x64xf32, acc>) -> !pto.tile<16x64xf32, acc>
  %crossing = pto.slice %acc[0, 8] : (!pto.tile<32x64xf32, acc>) -> !pto.tile<32x16xf32, acc>
  %p = pto.store %page, %out[0, 0] : (!pto.tile<32x16xf32, acc>, tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = pto.store %rows, %out[0, 0] : (!pto.tile<16x64xf32, acc>, tensor<16x64xf32>) -> tensor<16x64xf32>
  %s = pto.store %crossing, %out[0, 0] : (!pto.tile<32x16xf32, acc>, tensor<16x64xf32>) -> tensor<16x64xf32>
  return
}

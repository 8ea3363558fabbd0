// The memory map: spaces, buffers and the tiles in them, by the names of the
// text. Offsets of windows are bytes in the buffer; one that depends on a loop
// is told as an expression over names.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref --allocate-memory-addr | pto-translate --mlir-to-memory-map | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space --init-memref | pto-translate --mlir-to-memory-map | FileCheck --check-prefix=UNPLACED %s

// CHECK: "version": 1,
// CHECK-NEXT: "target": "a2a3",
// CHECK: "name": "rows",
// CHECK-NEXT: "kind": "aiv",
// CHECK: "space": "vec",
// CHECK-NEXT: "capacity": 188416,
// CHECK-NEXT: "reserved": 4096,
// CHECK-NEXT: "peak": 8448,
// CHECK-NEXT: "lower_bound": 8448,
// CHECK-NEXT: "status": "optimal",
// CHECK: "name": "mem_vec_2",
// CHECK-NEXT: "id": 2,
// CHECK-NEXT: "addr": 4096,
// CHECK-NEXT: "size": 4096,
// CHECK-NEXT: "pinned": false,
// CHECK-NEXT: "slots": 1,
// CHECK: "name": "table",
// CHECK-NEXT: "op": "pto.load",
// CHECK-NEXT: "offset": 0,
// CHECK-NEXT: "size": 4096,
// CHECK-NEXT: "type": "!pto.tile<16x64xf32, vec>",
// CHECK: "name": "second",
// CHECK-NEXT: "op": "pto.slice",
// CHECK-NEXT: "offset": 256,
// CHECK-NEXT: "size": 256,
// CHECK: "name": "row",
// CHECK-NEXT: "op": "pto.slice",
// CHECK-NEXT: "offset": null,
// CHECK-NEXT: "offset_expr": "i * 256 + 128",
// CHECK-NEXT: "size": 128,
// CHECK: "name": "inner",
// CHECK-NEXT: "op": "pto.slice",
// CHECK-NEXT: "offset": null,
// CHECK-NEXT: "offset_expr": "i * 256 + 160",
// CHECK-NEXT: "size": 32,
// CHECK: "name": "mem_vec_3",
// CHECK: "addr": 8192,
// CHECK-NEXT: "size": 256,

// UNPLACED: "peak": null,
// UNPLACED: "status": "unplaced",
// UNPLACED: "addr": null,
module attributes {pto.target = #pto.target<a2a3>} {
  func.func @rows(%x: tensor<16x64xf32>, %out: tensor<16x64xf32>)
      attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %pipe = pto.system.reserve_buffer "pipe" size = 4096, base = -1
    %table = pto.load %x[0, 0] : (tensor<16x64xf32>) -> !pto.tile<16x64xf32>
    %second = pto.slice %table[1, 0] : (!pto.tile<16x64xf32>) -> !pto.tile<1x64xf32>
    %e = pto.exp %second : (!pto.tile<1x64xf32>) -> !pto.tile<1x64xf32>
    %o = pto.store %e, %out[1, 0] : (!pto.tile<1x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    scf.for %i = %c0 to %c16 step %c1 {
      // A window of a window keeps the rows of the whole.
      %row = pto.slice %table[%i, 32] : (!pto.tile<16x64xf32>) -> !pto.tile<1x32xf32>
      %inner = pto.slice %row[0, 8] : (!pto.tile<1x32xf32>) -> !pto.tile<1x8xf32>
      %p = pto.store %inner, %out[%i, 0] : (!pto.tile<1x8xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    }
    return
  }
}

// Why tiles are where they are, and when their bytes are needed: op p reads at
// point 2p and writes at 2p + 1. Lives have holes, and differ from byte to byte
// where only a part is needed longer.
//
// RUN: pto-translate %s --mlir-to-memory-map | FileCheck %s

!t = !pto.tile<16x16xf32, vec>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK: "name": "rows",
  // CHECK: "name": "t",
  // CHECK: "def": 2,
  // CHECK-NEXT: "live": {{\[\[2,3\]\]}},
  // CHECK-NEXT: "line": [[#LINE:]],
  // CHECK-NEXT: "points": {{\[\[5,7\]\]}},
  // CHECK-NEXT: "content": [[#C:]],
  // CHECK-NEXT: "origin": "own",
  // CHECK-NEXT: "of": null,
  // CHECK-NEXT: "space_rule": "requested",
  // CHECK-NEXT: "consumers": {{\[\{"op":3,"spaces":\["vec"\]\}\]}},
  // CHECK-NEXT: "readers": {{\[\{"op":3\}\]}},
  // CHECK-NEXT: "until": {"op":3}
  // Of e, four rows are needed up to the store.
  // CHECK: "name": "e",
  // CHECK: "points": {{\[\[7,11\]\]}},
  // CHECK-NEXT: "parts": {{\[\[0,256,7,8\],\[256,512,7,11\],\[512,1024,7,8\]\]}},
  // CHECK-NEXT: "content": [[#E:]],
  // CHECK-NEXT: "origin": "own",
  // CHECK-NEXT: "of": null,
  // CHECK-NEXT: "space_rule": "fixed",
  // CHECK-NEXT: "consumers": {{\[\{"op":5,"spaces":\["vec","acc"\]\}\]}},
  // CHECK-NEXT: "readers": {{\[\{"op":5,"through":"w"\}\]}},
  // CHECK: "name": "w",
  // CHECK: "live": {{\[\[4,5\]\]}},
  // CHECK: "content": [[#E]],
  // CHECK-NEXT: "origin": "view",
  // CHECK-NEXT: "of": "e",
  // CHECK-NEXT: "space_rule": "operand",
  // CHECK: "until": null
  // CHECK: "reserved_ranges": [],
  // CHECK-NEXT: "bound_point": 5
  // CHECK: "ops": [
  // CHECK: {"line":[[#LINE]],"op":"pto.load","pipe":"mte2"},
  // CHECK-NEXT: {"line":[[#LINE+1]],"op":"pto.exp","pipe":"v"},
  // CHECK: "conflicts": [],
  // CHECK-NEXT: "unbound": 0
  func.func @rows(%x: tensor<16x16xf32>, %out: tensor<4x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %a = pto.alloc vec, addr = 0, size = 1024, id = 0
    %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
    %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
    %e = pto.exp %t into %b : (!t) -> !t
    %w = pto.slice %e[4, 0] : (!t) -> !pto.tile<4x16xf32, vec>
    pto.store %w, %out[0, 0] : (!pto.tile<4x16xf32, vec>, tensor<4x16xf32>) -> tensor<4x16xf32>
    return
  }

  // The tile from outside is needed to the end of the loop; the one that is made
  // in it is not. Arms exclude each other: a hole.
  // CHECK: "name": "turns",
  // CHECK: "name": "k",
  // CHECK: "live": {{\[\[5,6\],\[10,13\]\]}},
  // CHECK: "until": {"loop":11,"op":12}
  // CHECK: "name": "i1",
  // CHECK: "live": {{\[\[7,8\]\]}},
  // CHECK: {"last":13,"line":[[#]],"loop":true,"op":"scf.for"
  func.func @turns(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
      attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = pto.alloc vec, addr = 0, size = 1024, id = 0
    %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
    %c4 = arith.constant 4 : index
    %k = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
    scf.if %p {
      %i1 = pto.load %x[0, 0] to vec into %b : (tensor<16x16xf32>) -> !t
      pto.store %i1, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
    } else {
      pto.store %k, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
      scf.for %i = %c0 to %c4 step %c1 {
        pto.store %k, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
      }
    }
    return
  }

  // What the judge says of a plan that loses a tile.
  // CHECK: "name": "lost",
  // CHECK: "conflicts": [
  // CHECK: "rule": "mp-r1",
  // CHECK-NEXT: "text": "'pto.store' reads 't' at vec [0x0, 0x400), but bytes [0x200, 0x400) hold 'u' [mp-r1]",
  // CHECK-NEXT: "line": [[#]],
  // CHECK-NEXT: "tile": {"def":2,"name":"t"},
  // CHECK-NEXT: "holder": {"def":3,"name":"u"},
  // CHECK-NEXT: "bytes": [512,1024],
  // CHECK-NEXT: "notes": [
  func.func @lost(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %a = pto.alloc vec, addr = 0, size = 1024, id = 0
    %b = pto.alloc vec, addr = 512, size = 1024, id = 1
    %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
    %u = pto.load %x[0, 0] to vec into %b : (tensor<16x16xf32>) -> !t
    pto.store %t, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
    pto.store %u, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
    return
  }

  // Tiles without a buffer are counted, and nobody judges.
  // CHECK: "name": "open",
  // CHECK: "unbound": 1
  func.func @open(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !t
    return
  }
}

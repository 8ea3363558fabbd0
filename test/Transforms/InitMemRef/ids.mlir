// Numbers that are there already are kept; new ones take the largest plus one.
//
// RUN: pto-opt %s --init-memref | FileCheck %s
// RUN: pto-opt %s --init-memref -o %t.1
// RUN: pto-opt %t.1 --init-memref -o %t.2
// RUN: diff %t.1 %t.2

// Bound by hand: the buffer stays, the new one goes behind it.
// CHECK-LABEL: func.func @bound_by_hand(
// CHECK: [[MINE:%[^ :,]+]] = pto.alloc vec, addr = 4096, size = 2048, id = 7 pinned
// CHECK-NEXT: [[VEC9:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 9
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[MINE]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[T]] into [[VEC9]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
func.func @bound_by_hand(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %mine = pto.alloc vec, addr = 4096, size = 2048, id = 7 pinned
  %t = pto.load %x[0, 0] to vec into %mine : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %e = pto.exp %t : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
  return
}

// A parameter has its number already: the others go on behind the largest.
// CHECK: func.func @numbered_parameter(%{{.+}}: tensor<4xf32> {pto.memref = #pto.memref<ddr, addr = -1, id = 5>}, %{{.+}}: tensor<4xf32> {pto.memref = #pto.memref<ddr, addr = -1, id = 6>})
// CHECK: pto.alloc vec, addr = -1, size = 16, id = 7
func.func @numbered_parameter(%x: tensor<4xf32> {pto.memref = #pto.memref<ddr, addr = -1, id = 5>}, %y: tensor<4xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0] to vec : (tensor<4xf32>) -> !pto.tile<4xf32, vec>
  return
}

// Scalars and handles are not numbered.
// CHECK-LABEL: func.func @scalars(
// CHECK: pto.alloc vec, addr = -1, size = 16, id = 1
func.func @scalars(%n: index, %s: f32, %x: tensor<4xf32>, %h: !pto.handle<"CommCtx">)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0] to vec : (tensor<4xf32>) -> !pto.tile<4xf32, vec>
  return
}

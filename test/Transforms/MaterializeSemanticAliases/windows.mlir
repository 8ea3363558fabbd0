// A result takes an operand's place only where both are the same elements from
// the same first byte on: a window of the carried tile, or a row that is spread
// over it, is still read while the result is written.
//
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases | FileCheck %s

!v = !pto.tile<16x64xf32, vec>
!w = !pto.tile<8x64xf32, vec>

// The window starts inside of the carried tile: the sum gets its own buffer,
// and a copy joins the carry.
//
// CHECK-LABEL: func.func @window
// CHECK-DAG: [[CARRY:%.+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-DAG: [[OWN:%.+]] = pto.alloc vec, addr = -1, size = 2048, id = 3
// CHECK: pto.load {{.*}} into [[CARRY]]
// CHECK: scf.for
// CHECK: [[LOW:%.+]] = pto.slice {{.*}}[8, 0]
// CHECK: [[SUM:%.+]] = pto.exp [[LOW]] into [[OWN]]
// CHECK: pto.assemble {{%.+}}[0, 0], [[SUM]]
func.func @window(%x: tensor<16x64xf32>, %out: tensor<16x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x64xf32>) -> !v
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %a) -> (!v) {
    %low = pto.slice %t[8, 0] : (!v) -> !w
    %e = pto.exp %low : (!w) -> !w
    %n = pto.assemble %t[0, 0], %e : (!v, !w) -> !v
    scf.yield %n : !v
  }
  %s = pto.store %r, %out[0, 0] : (!v, tensor<16x64xf32>) -> tensor<16x64xf32>
  return
}

// A column that is spread over the carried tile is in another buffer; the
// product may still be written over the tile itself.
//
// CHECK-LABEL: func.func @spread
// CHECK: [[TILE:%.+]] = pto.alloc vec, addr = -1, size = 4096, id = 3
// CHECK: scf.for {{.*}} iter_args([[T:%.+]] = {{%.+}})
// CHECK: pto.row_expand_mul [[T]], {{%.+}} into [[TILE]]
func.func @spread(%x: tensor<16x64xf32>, %y: tensor<16x1xf32>, %out: tensor<16x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x64xf32>) -> !v
  %v = pto.load %y[0, 0] to vec : (tensor<16x1xf32>) -> !pto.tile<16x1xf32, vec>
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %a) -> (!v) {
    %e = pto.row_expand_mul %t, %v : (!v, !pto.tile<16x1xf32, vec>) -> !v
    scf.yield %e : !v
  }
  %s = pto.store %r, %out[0, 0] : (!v, tensor<16x64xf32>) -> tensor<16x64xf32>
  return
}

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

// Bound to one buffer: a tile of which all is read, and later a window, and one
// that is read before and written again behind. The window is a part of its own
// tile, not somebody who is in its way.
//
// CHECK-LABEL: func.func @bound_one_after_the_other
// CHECK: [[M:%.+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-NOT: pto.alloc
// CHECK: pto.load {{.*}} into [[M]]
// CHECK-NOT: pto.move
// CHECK: [[B:%.+]] = pto.exp {{%.+}} into [[M]]
// CHECK: pto.store [[B]]
// CHECK: [[LOW:%.+]] = pto.slice [[B]][8, 0]
// CHECK: pto.store [[LOW]]
// CHECK: pto.load {{.*}} into [[M]]
func.func @bound_one_after_the_other(%x: tensor<16x64xf32>, %out: tensor<16x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.alloc vec, addr = -1, size = 4096, id = 2
  %a = pto.load %x[0, 0] to vec into %m : (tensor<16x64xf32>) -> !v
  %b = pto.exp %a into %m : (!v) -> !v
  pto.store %b, %out[0, 0] : (!v, tensor<16x64xf32>) -> tensor<16x64xf32>
  %low = pto.slice %b[8, 0] : (!v) -> !w
  pto.store %low, %out[0, 0] : (!w, tensor<16x64xf32>) -> tensor<16x64xf32>
  %c = pto.load %x[0, 0] to vec into %m : (tensor<16x64xf32>) -> !v
  pto.store %c, %out[0, 0] : (!v, tensor<16x64xf32>) -> tensor<16x64xf32>
  return
}

// Shared buffers and windows stay as they are, however often the pass runs.
//
// CHECK-LABEL: func.func @bound_around_a_loop
// CHECK: [[M:%.+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-NOT: pto.move
// CHECK: scf.for
// CHECK: pto.load {{.*}} into [[M]]
// CHECK: pto.exp {{%.+}} into [[M]]
// CHECK: pto.exp {{%.+}} into [[M]]
func.func @bound_around_a_loop(%x: tensor<16x64xf32>, %out: tensor<16x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = pto.alloc vec, addr = -1, size = 4096, id = 2
  scf.for %i = %c0 to %c8 step %c1 {
    %a = pto.load %x[0, 0] to vec into %m : (tensor<16x64xf32>) -> !v
    %b = pto.exp %a into %m : (!v) -> !v
    %low = pto.slice %b[8, 0] : (!v) -> !w
    pto.store %low, %out[0, 0] : (!w, tensor<16x64xf32>) -> tensor<16x64xf32>
    %d = pto.exp %b into %m : (!v) -> !v
    %high = pto.slice %d[0, 0] : (!v) -> !w
    pto.store %high, %out[0, 0] : (!w, tensor<16x64xf32>) -> tensor<16x64xf32>
  }
  return
}

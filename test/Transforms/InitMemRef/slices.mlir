// Windows of tiles in plain rows and columns: where they begin, and what they
// span, from their first byte to their last.
//
// RUN: pto-opt %s --init-memref --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a2a3' --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a5' --pto-annotate-memrefs | FileCheck %s

!x = !pto.tile<16x32xf32, vec>

// Rows follow each other without a gap.
// CHECK-LABEL: func.func @rows(
// CHECK: pto.alloc vec, addr = -1, size = 512, id = 1
// CHECK-NOT: pto.alloc
// CHECK: %first = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 [64 bytes]"]
// CHECK: %second = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + 64 [64 bytes]"]
// CHECK: %two = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + 384 [128 bytes]"]
func.func @rows(%a: tensor<8x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %a[0, 0] to vec : (tensor<8x16xf32>) -> !pto.tile<8x16xf32, vec>
  %first = pto.slice %t[0, 0] : (!pto.tile<8x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  %second = pto.slice %t[1, 0] : (!pto.tile<8x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  %two = pto.slice %t[6, 0] : (!pto.tile<8x16xf32, vec>) -> !pto.tile<2x16xf32, vec>
  return
}

// Half of the columns: 15 rows of 32 elements, and 16 elements.
// CHECK-LABEL: func.func @columns(
// CHECK: %left = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 [1984 bytes]"]
// CHECK: %right = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + 64 [1984 bytes]"]
// CHECK: %e = pto.exp %right {{.*}}pto.memrefs = ["mem_vec_2 [1024 bytes]"]
func.func @columns(%a: tensor<16x32xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %a[0, 0] to vec : (tensor<16x32xf32>) -> !x
  %left = pto.slice %t[0, 0] : (!x) -> !pto.tile<16x16xf32, vec>
  %right = pto.slice %t[0, 16] : (!x) -> !pto.tile<16x16xf32, vec>
  %e = pto.exp %right : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
  return
}

// A window of a window keeps the rows of the tile: 4 * 32 + 8 elements, then
// 2 * 32 + 8 more.
// CHECK-LABEL: func.func @window_of_window(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 544 [1984 bytes]"]
// CHECK: %u = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 832 [400 bytes]"]
// CHECK: %z = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 960 [16 bytes]"]
func.func @window_of_window() attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<32x32xf32, vec>
  %w = pto.slice %t[4, 8] : (!pto.tile<32x32xf32, vec>) -> !pto.tile<16x16xf32, vec>
  %u = pto.slice %w[2, 8] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<4x4xf32, vec>
  %z = pto.slice %u[1, 0] : (!pto.tile<4x4xf32, vec>) -> !pto.tile<1x4xf32, vec>
  return
}

// Run-time offsets are expressions of the values that they come from; the span
// does not depend on them.
// CHECK-LABEL: func.func @run_time(
// CHECK: %row = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + i * 128 [128 bytes]"]
// CHECK: %column = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + i * 4 [1984 bytes]"]
// CHECK: %both = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + i * 128 + j * 4 [144 bytes]"]
// CHECK: %more = pto.slice %both{{.*}}pto.memrefs = ["mem_vec_1 + i * 128 + j * 4 + 128 [16 bytes]"]
func.func @run_time(%a: tensor<16x32xf32>, %i: index, %j: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %a[0, 0] to vec : (tensor<16x32xf32>) -> !x
  %row = pto.slice %t[%i, 0] : (!x) -> !pto.tile<1x32xf32, vec>
  %column = pto.slice %t[0, %i] : (!x) -> !pto.tile<16x16xf32, vec>
  %both = pto.slice %t[%i, %j] : (!x) -> !pto.tile<2x4xf32, vec>
  %more = pto.slice %both[1, 0] : (!pto.tile<2x4xf32, vec>) -> !pto.tile<1x4xf32, vec>
  return
}

// What an offset is computed from is followed: sums, products by constants,
// quotients and remainders.
// CHECK-LABEL: func.func @computed(
// CHECK: %u = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + i * 256 + 128 [128 bytes]"]
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + (i mod 4) * 128 [128 bytes]"]
// CHECK: %y = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + (i floordiv 2) * 128 [128 bytes]"]
// CHECK: %z = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + k * 128 [128 bytes]"]
func.func @computed(%a: tensor<16x32xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %t = pto.load %a[0, 0] to vec : (tensor<16x32xf32>) -> !x
  scf.for %i = %c0 to %c7 step %c1 {
    %d = arith.muli %i, %c2 : index
    %s = arith.addi %d, %c1 : index
    %u = pto.slice %t[%s, 0] : (!x) -> !pto.tile<1x32xf32, vec>
    %r = arith.remui %i, %c4 : index
    %w = pto.slice %t[%r, 0] : (!x) -> !pto.tile<1x32xf32, vec>
    %q = arith.divui %i, %c2 : index
    %y = pto.slice %t[%q, 0] : (!x) -> !pto.tile<1x32xf32, vec>
    %k = arith.minui %i, %n : index
    %z = pto.slice %t[%k, 0] : (!x) -> !pto.tile<1x32xf32, vec>
  }
  return
}

// An offset that is a constant value is a constant.
// CHECK-LABEL: func.func @constant_value(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + 256 [128 bytes]"]
func.func @constant_value(%a: tensor<16x32xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c2 = arith.constant 2 : index
  %t = pto.load %a[0, 0] to vec : (tensor<16x32xf32>) -> !x
  %w = pto.slice %t[%c2, 0] : (!x) -> !pto.tile<1x32xf32, vec>
  return
}

// Four-bit elements lie two in a byte: 64 bytes, the second row 8 further.
// A tensor of them has as many.
// CHECK-LABEL: func.func @packed(
// CHECK-SAME: pto.argument_memrefs = ["e = mem_ddr_0 [64 bytes]"]
// CHECK-COUNT-4: pto.alloc vec, addr = -1, size = 64,
// CHECK: %a1 = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + 8 [8 bytes]"]
// CHECK: %b1 = pto.slice {{.*}}pto.memrefs = ["mem_vec_2 + 8 [8 bytes]"]
// CHECK: %c1 = pto.slice {{.*}}pto.memrefs = ["mem_vec_3 + 8 [8 bytes]"]
// CHECK: %d1 = pto.slice {{.*}}pto.memrefs = ["mem_vec_4 + 8 [8 bytes]"]
// CHECK: %d2 = pto.slice {{.*}}pto.memrefs = ["mem_vec_4 + 12 [12 bytes]"]
// CHECK: %d3 = pto.slice {{.*}}pto.memrefs = ["mem_vec_4 + 16 [3 bytes]"]
func.func @packed(%e: tensor<8x16xf4E2M1FN>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.create to vec : () -> !pto.tile<8x16xi4, vec>
  %b = pto.create to vec : () -> !pto.tile<8x16xui4, vec>
  %c = pto.create to vec : () -> !pto.tile<8x16xf4E2M1FN, vec>
  %d = pto.create to vec : () -> !pto.tile<8x16x!pto.hf4, vec>
  %a1 = pto.slice %a[1, 0] : (!pto.tile<8x16xi4, vec>) -> !pto.tile<1x16xi4, vec>
  %b1 = pto.slice %b[1, 0] : (!pto.tile<8x16xui4, vec>) -> !pto.tile<1x16xui4, vec>
  %c1 = pto.slice %c[1, 0] : (!pto.tile<8x16xf4E2M1FN, vec>) -> !pto.tile<1x16xf4E2M1FN, vec>
  %d1 = pto.slice %d[1, 0] : (!pto.tile<8x16x!pto.hf4, vec>) -> !pto.tile<1x16x!pto.hf4, vec>
  %d2 = pto.slice %d[1, 8] : (!pto.tile<8x16x!pto.hf4, vec>) -> !pto.tile<2x8x!pto.hf4, vec>
  %d3 = pto.slice %d[2, 0] : (!pto.tile<8x16x!pto.hf4, vec>) -> !pto.tile<1x6x!pto.hf4, vec>
  return
}

// Three dimensions, one of which is dropped.
// CHECK-LABEL: func.func @dropped(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 640 [256 bytes]"]
// CHECK: %u = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 640 [256 bytes]"]
// CHECK: %r = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 704 [64 bytes]"]
func.func @dropped() attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<4x8x16xf32, vec>
  %w = pto.slice %t[1, 2, 0] : (!pto.tile<4x8x16xf32, vec>) -> !pto.tile<1x4x16xf32, vec>
  %u = pto.slice %t[1, 2, 0] sizes [1, 4, 16] : (!pto.tile<4x8x16xf32, vec>) -> !pto.tile<4x16xf32, vec>
  %r = pto.slice %u[1, 0] : (!pto.tile<4x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  return
}

// A padding element in each row counts.
// CHECK-LABEL: func.func @padded_rows(
// CHECK: pto.alloc vec, addr = -1, size = 1084,
// CHECK: %r = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 68 [64 bytes]"]
// CHECK: %s = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 544 [132 bytes]"]
func.func @padded_rows() attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<16x16xf32, vec, compact = row_plus_one>
  %r = pto.slice %t[1, 0] : (!pto.tile<16x16xf32, vec, compact = row_plus_one>) -> !pto.tile<1x16xf32, vec, compact = row_plus_one>
  %s = pto.slice %t[8, 0] : (!pto.tile<16x16xf32, vec, compact = row_plus_one>) -> !pto.tile<2x16xf32, vec, compact = row_plus_one>
  return
}

// Column after column.
// CHECK-LABEL: func.func @column_major(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 128 [32 bytes]"]
// CHECK: %u = pto.slice {{.*}}pto.memrefs = ["mem_vec_0 + 32 [96 bytes]"]
func.func @column_major() attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<16x4xf32, vec, layout = #pto.layout<blayout = col_major>>
  %w = pto.slice %t[0, 2] : (!pto.tile<16x4xf32, vec, layout = #pto.layout<blayout = col_major>>) -> !pto.tile<8x1xf32, vec, layout = #pto.layout<blayout = col_major>>
  %u = pto.slice %t[8, 0] : (!pto.tile<16x4xf32, vec, layout = #pto.layout<blayout = col_major>>) -> !pto.tile<8x2xf32, vec, layout = #pto.layout<blayout = col_major>>
  return
}

// All of a tile, or another way to read it, is the same bytes.
// CHECK-LABEL: func.func @same_bytes(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 [2048 bytes]"]
// CHECK: %r = pto.reshape {{.*}}pto.memrefs = ["mem_vec_1 [2048 bytes]"]
// CHECK: %s = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + 1024 [1024 bytes]"]
// CHECK: %q = pto.reshape {{.*}}pto.memrefs = ["mem_vec_1 + 1024 [1024 bytes]"]
// CHECK: %p = pto.reinterpret_view {{.*}}pto.memrefs = ["mem_vec_1 [2048 bytes]"]
// CHECK: %v = pto.set_validshape {{.*}}pto.memrefs = ["mem_vec_1 [2048 bytes]"]
// CHECK: %o = pto.assemble {{.*}}pto.memrefs = ["mem_vec_1 [2048 bytes]"]
func.func @same_bytes(%a: tensor<16x32xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %a[0, 0] to vec : (tensor<16x32xf32>) -> !x
  %w = pto.slice %t[0, 0] : (!x) -> !x
  %r = pto.reshape %t : (!x) -> !pto.tile<32x16xf32, vec>
  %s = pto.slice %r[16, 0] : (!pto.tile<32x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
  %q = pto.reshape %s : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x32xf32, vec>
  %p = pto.reinterpret_view %t : (!x) -> !pto.tile<16x32xi32, vec>
  %v = pto.set_validshape %t valid [8, 32] : (!x) -> !pto.tile<16x32xf32, vec, valid = 8x32>
  %o = pto.assemble %t[8, 0], %q : (!x, !pto.tile<8x32xf32, vec>) -> !x
  return
}

// Tensors in device memory are counted alike; one of an unknown extent has no
// known size.
// CHECK-LABEL: func.func @tensors(
// CHECK: %w = pto.tensor.slice {{.*}}pto.memrefs = ["mem_ddr_0 + 128 [1856 bytes]"]
// CHECK: %s = pto.store {{.*}}pto.memrefs = ["mem_ddr_1"]
func.func @tensors(%a: tensor<16x64xf32>, %b: tensor<?x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %w = pto.tensor.slice %a[0, 32] : (tensor<16x64xf32>) -> tensor<8x16xf32>
  %t = pto.load %w[0, 0] to vec : (tensor<8x16xf32>) -> !pto.tile<8x16xf32, vec>
  %s = pto.store %t, %b[0, 0] : (!pto.tile<8x16xf32, vec>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// Windows of tiles that are stored in boxes: accumulators, and what feeds the
// matrix unit. Counted box by box, not in plain rows.
//
// RUN: pto-opt %s --init-memref --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a2a3' --pto-annotate-memrefs='target=a2a3' | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a5' --pto-annotate-memrefs='target=a5' | FileCheck %s

!a = !pto.tile<16x64xf32, acc>

// All rows and some columns of an accumulator are one run of bytes: column 32
// begins 16 * 32 elements in.
// CHECK-LABEL: func.func @columns(
// CHECK: pto.alloc acc, addr = -1, size = 4096, id = 0
// CHECK: %low = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 [2048 bytes]"]
// CHECK: %high = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 2048 [2048 bytes]"]
// CHECK: %last = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 3072 [1024 bytes]"]
func.func @columns() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !a
  %low = pto.slice %t[0, 0] : (!a) -> !pto.tile<16x32xf32, acc>
  %high = pto.slice %t[0, 32] : (!a) -> !pto.tile<16x32xf32, acc>
  %last = pto.slice %high[0, 16] : (!pto.tile<16x32xf32, acc>) -> !pto.tile<16x16xf32, acc>
  return
}

// The pages of a batch side by side in one accumulator have no byte in common.
// CHECK-LABEL: func.func @pages(
// CHECK: pto.alloc acc, addr = -1, size = 12288, id = 0
// CHECK: %p0 = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 [4096 bytes]"]
// CHECK: %p1 = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 4096 [4096 bytes]"]
// CHECK: %p2 = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 8192 [4096 bytes]"]
func.func @pages() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !pto.tile<32x96xf32, acc>
  %p0 = pto.slice %t[0, 0] : (!pto.tile<32x96xf32, acc>) -> !pto.tile<32x32xf32, acc>
  %p1 = pto.slice %t[0, 32] : (!pto.tile<32x96xf32, acc>) -> !pto.tile<32x32xf32, acc>
  %p2 = pto.slice %t[0, 64] : (!pto.tile<32x96xf32, acc>) -> !pto.tile<32x32xf32, acc>
  return
}

// A page of a batch of accumulators.
// CHECK-LABEL: func.func @batch(
// CHECK: pto.alloc acc, addr = -1, size = 12288, id = 0
// CHECK: %p1 = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 4096 [4096 bytes]"]
// CHECK: %c1 = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 6144 [2048 bytes]"]
func.func @batch() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !pto.tile<3x16x64xf32, acc>
  %p1 = pto.slice %t[1, 0, 0] : (!pto.tile<3x16x64xf32, acc>) -> !pto.tile<1x16x64xf32, acc>
  %c1 = pto.slice %t[1, 0, 32] : (!pto.tile<3x16x64xf32, acc>) -> !pto.tile<1x16x32xf32, acc>
  return
}

// A run-time column, as an expression: each takes 16 elements of four bytes.
// CHECK-LABEL: func.func @run_time(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + c * 64 [2048 bytes]"]
// CHECK: %v = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + i * 2048 [2048 bytes]"]
func.func @run_time(%c: index) attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %t = pto.create to acc : () -> !a
  %w = pto.slice %t[0, %c] : (!a) -> !pto.tile<16x32xf32, acc>
  scf.for %i = %c0 to %c2 step %c1 {
    %k = arith.muli %i, %c32 : index
    %v = pto.slice %t[0, %k] : (!a) -> !pto.tile<16x32xf32, acc>
  }
  return
}

// Some rows: the boxes of other rows lie in between. Row 16 of 32 begins one
// box in, and the last box begins 1024 * (2 * 1 + 1) in.
// CHECK-LABEL: func.func @rows(
// CHECK: %upper = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 [3072 bytes]"]
// CHECK: %lower = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 1024 [3072 bytes]"]
// CHECK: %one = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 3072 [1024 bytes]"]
func.func @rows() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !pto.tile<32x32xf32, acc>
  %upper = pto.slice %t[0, 0] : (!pto.tile<32x32xf32, acc>) -> !pto.tile<16x32xf32, acc>
  %lower = pto.slice %t[16, 0] : (!pto.tile<32x32xf32, acc>) -> !pto.tile<16x32xf32, acc>
  %one = pto.slice %lower[0, 16] : (!pto.tile<16x32xf32, acc>) -> !pto.tile<16x16xf32, acc>
  return
}

// A window that starts in the middle of a box has a place as long as it stays
// in that box; a wider one has none, and spans what it is cut from.
// CHECK-LABEL: func.func @inside_box(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 32 [992 bytes]"]
// CHECK: %u = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 2080 [992 bytes]"]
// CHECK: %x = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + ? [4096 bytes]"]
// CHECK: %y = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + ? [4096 bytes]"]
func.func @inside_box() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !a
  %w = pto.slice %t[0, 8] : (!a) -> !pto.tile<16x8xf32, acc>
  %v = pto.slice %t[0, 32] : (!a) -> !pto.tile<16x32xf32, acc>
  %u = pto.slice %v[0, 8] : (!pto.tile<16x32xf32, acc>) -> !pto.tile<16x8xf32, acc>
  %x = pto.slice %t[0, 8] : (!a) -> !pto.tile<16x32xf32, acc>
  %y = pto.slice %x[0, 8] : (!pto.tile<16x32xf32, acc>) -> !pto.tile<16x8xf32, acc>
  return
}

// A window of half a column of boxes spans the whole of it, but nothing behind
// its source.
// CHECK-LABEL: func.func @half_column(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 [2048 bytes]"]
// CHECK: %v = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 2048 [4096 bytes]"]
func.func @half_column() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !pto.tile<32x64xf32, acc>
  %w = pto.slice %t[0, 0] : (!pto.tile<32x64xf32, acc>) -> !pto.tile<32x8xf32, acc>
  %v = pto.slice %t[0, 16] : (!pto.tile<32x64xf32, acc>) -> !pto.tile<32x24xf32, acc>
  return
}

// Elements of two bytes make no boxes of 1024 bytes: nothing is known of where
// they lie.
// CHECK-LABEL: func.func @narrow_elements(
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + ? [2048 bytes]"]
// CHECK: %v = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 [2048 bytes]"]
func.func @narrow_elements() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !pto.tile<16x64xbf16, acc>
  %w = pto.slice %t[0, 32] : (!pto.tile<16x64xbf16, acc>) -> !pto.tile<16x32xbf16, acc>
  %v = pto.slice %t[0, 0] : (!pto.tile<16x64xbf16, acc>) -> !pto.tile<16x64xbf16, acc>
  return
}

// What feeds the matrix unit lies in boxes of 16 rows of 32 bytes: 16 columns
// of bf16, 8 of f32, 32 of i8. In mat, column of boxes after column.
// CHECK-LABEL: func.func @mat(
// CHECK: %c = pto.slice {{.*}}pto.memrefs = ["mem_mat_0 + 4096 [4096 bytes]"]
// CHECK: %r = pto.slice {{.*}}pto.memrefs = ["mem_mat_0 + 512 [6656 bytes]"]
// CHECK: %f = pto.slice {{.*}}pto.memrefs = ["mem_mat_1 + 2048 [4096 bytes]"]
// CHECK: %i = pto.slice {{.*}}pto.memrefs = ["mem_mat_2 + 2048 [2048 bytes]"]
// CHECK: %n = pto.slice {{.*}}pto.memrefs = ["mem_mat_0 + ? [8192 bytes]"]
func.func @mat() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to mat : () -> !pto.tile<64x64xbf16, mat>
  %s = pto.create to mat : () -> !pto.tile<64x32xf32, mat>
  %u = pto.create to mat : () -> !pto.tile<64x64xi8, mat>
  %c = pto.slice %t[0, 32] : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<64x32xbf16, mat>
  %r = pto.slice %t[16, 0] : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<16x64xbf16, mat>
  %f = pto.slice %s[0, 8] : (!pto.tile<64x32xf32, mat>) -> !pto.tile<64x16xf32, mat>
  %i = pto.slice %u[0, 32] : (!pto.tile<64x64xi8, mat>) -> !pto.tile<64x32xi8, mat>
  %n = pto.slice %t[0, 8] : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<64x16xbf16, mat>
  return
}

// The other operand of a product: boxes with their columns in a line, row of
// boxes after row.
// CHECK-LABEL: func.func @right(
// CHECK: %r = pto.slice {{.*}}pto.memrefs = ["mem_right_0 + 4096 [4096 bytes]"]
// CHECK: %c = pto.slice {{.*}}pto.memrefs = ["mem_right_0 + 512 [6656 bytes]"]
func.func @right() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to right : () -> !pto.tile<64x64xbf16, right>
  %r = pto.slice %t[32, 0] : (!pto.tile<64x64xbf16, right>) -> !pto.tile<32x64xbf16, right>
  %c = pto.slice %t[0, 16] : (!pto.tile<64x64xbf16, right>) -> !pto.tile<64x16xbf16, right>
  return
}

// Products into windows of one accumulator: the windows are its bytes, and so is
// what is added to them.
// CHECK-LABEL: func.func @filled(
// CHECK: pto.alloc acc, addr = -1, size = 8192, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %p1 = pto.matmul_acc {{.*}}pto.memrefs = ["mem_acc_2 + 4096 [4096 bytes]"]
func.func @filled() attributes {pto.kind = #pto.function_kind<aic>} {
  %l = pto.create to left : () -> !pto.tile<32x32xbf16, left>
  %r = pto.create to right : () -> !pto.tile<32x32xbf16, right>
  %t = pto.create to acc : () -> !pto.tile<32x64xf32, acc>
  %w1 = pto.slice %t[0, 32] : (!pto.tile<32x64xf32, acc>) -> !pto.tile<32x32xf32, acc>
  %p1 = pto.matmul_acc %w1, %l, %r : (!pto.tile<32x32xf32, acc>, !pto.tile<32x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<32x32xf32, acc>
  return
}

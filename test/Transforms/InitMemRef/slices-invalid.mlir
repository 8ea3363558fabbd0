// Windows whose bytes somebody needs as they can't be had: outside of the
// buffer (tm-r6), not as the type says (tm-r7), at an address that the hardware
// can't take (tm-r8), in the middle of a byte (tm-r9).
//
// RUN: pto-opt %s --init-memref -verify-diagnostics -split-input-file

// A run-time window that is known to begin behind its tile.
func.func @outside() attributes {pto.kind = #pto.function_kind<aiv>} {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  // expected-note@+1 {{the buffer is here}}
  %t = pto.create to vec : () -> !pto.tile<16x32xf32, vec>
  scf.for %i = %c16 to %c32 step %c1 {
    // expected-error@+1 {{'w' (!pto.tile<1x32xf32, vec>) ends at byte 2176 of a buffer of 2048 bytes [tm-r6]}}
    %w = pto.slice %t[%i, 0] : (!pto.tile<16x32xf32, vec>) -> !pto.tile<1x32xf32, vec>
  }
  return
}

// -----

// The same through a window of a window; the last row that fits is in order.
func.func @outside_of_window() attributes {pto.kind = #pto.function_kind<aiv>} {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-note@+1 {{the buffer is here}}
  %t = pto.create to vec : () -> !pto.tile<16x32xf32, vec>
  %last = pto.slice %t[12, 0] : (!pto.tile<16x32xf32, vec>) -> !pto.tile<4x32xf32, vec>
  scf.for %i = %c4 to %c8 step %c1 {
    // expected-error@+1 {{ends at byte 2176 of a buffer of 2048 bytes [tm-r6]}}
    %w = pto.slice %last[%i, 0] : (!pto.tile<4x32xf32, vec>) -> !pto.tile<1x32xf32, vec>
  }
  return
}

// -----

// Some rows of a boxed tile, read as other elements: boxes of other rows lie in
// between, and nobody can copy within mat.
func.func @no_run_of_bytes() attributes {pto.kind = #pto.function_kind<aic>} {
  // expected-note@+1 {{it is a part of 't' (!pto.tile<64x64xbf16, mat>)}}
  %t = pto.create to mat : () -> !pto.tile<64x64xbf16, mat>
  %w = pto.slice %t[16, 0] : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<16x64xbf16, mat>
  // expected-error@+1 {{can't read 'w' (!pto.tile<16x64xbf16, mat>) as '!pto.tile<32x32xbf16, mat>': the window is not one run of bytes [tm-r7]}}
  %r = pto.reshape %w : (!pto.tile<16x64xbf16, mat>) -> !pto.tile<32x32xbf16, mat>
  // expected-note@+1 {{its bytes are needed here}}
  %l = pto.move %r to left : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, left>
  return
}

// -----

// A window across boxes has no first byte at all.
func.func @no_address() attributes {pto.kind = #pto.function_kind<aic>} {
  // expected-note@+1 {{it is a part of 't'}}
  %t = pto.create to acc : () -> !pto.tile<16x64xf32, acc>
  %w = pto.slice %t[0, 8] : (!pto.tile<16x64xf32, acc>) -> !pto.tile<16x32xf32, acc>
  // expected-error@+1 {{the window has no address of its own [tm-r7]}}
  %r = pto.reshape %w : (!pto.tile<16x32xf32, acc>) -> !pto.tile<32x16xf32, acc>
  // expected-note@+1 {{its bytes are needed here}}
  %m = pto.move %r to vec : (!pto.tile<32x16xf32, acc>) -> !pto.tile<32x16xf32, vec>
  return
}

// -----

// Where nobody reads what can't be read, nothing is wrong.
func.func @nobody_asks() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !pto.tile<16x64xf32, acc>
  %w = pto.slice %t[0, 8] : (!pto.tile<16x64xf32, acc>) -> !pto.tile<16x32xf32, acc>
  %r = pto.reshape %w : (!pto.tile<16x32xf32, acc>) -> !pto.tile<32x16xf32, acc>
  return
}

// -----

// Rows and columns swapped in the type alone: the layout must swap as well.
func.func @swapped(%out: tensor<32x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{it is a part of 't'}}
  %t = pto.create to vec : () -> !pto.tile<16x32xf32, vec>
  // expected-error@+1 {{the layout of the result is not that of the bytes [tm-r7]}}
  %r = pto.transpose_view %t : (!pto.tile<16x32xf32, vec>) -> !pto.tile<32x16xf32, vec>
  // expected-note@+1 {{its bytes are needed here}}
  pto.store %r, %out[0, 0] : (!pto.tile<32x16xf32, vec>, tensor<32x16xf32>) -> tensor<32x16xf32>
  return
}

// -----

// So it is here.
func.func @swapped_with_layout(%out: tensor<32x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<16x32xf32, vec>
  %r = pto.transpose_view %t : (!pto.tile<16x32xf32, vec>) -> !pto.tile<32x16xf32, vec, layout = #pto.layout<blayout = col_major>>
  pto.store %r, %out[0, 0] : (!pto.tile<32x16xf32, vec, layout = #pto.layout<blayout = col_major>>, tensor<32x16xf32>) -> tensor<32x16xf32>
  return
}

// -----

!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x32xbf16, right>

// The matrix unit lays its result out by the extents of the result: some rows
// of an accumulator of several columns of boxes are laid out otherwise.
func.func @row_window_of_accumulator() attributes {pto.kind = #pto.function_kind<aic>} {
  %l = pto.create to left : () -> !l
  %r = pto.create to right : () -> !r
  // expected-note@+1 {{it is a part of 'acc' (!pto.tile<48x32xf32, acc>)}}
  %acc = pto.create to acc : () -> !pto.tile<48x32xf32, acc>
  %w = pto.slice %acc[16, 0] : (!pto.tile<48x32xf32, acc>) -> !pto.tile<16x32xf32, acc>
  // expected-error@+1 {{operand 0 is laid out by its own extents, but 'w' (!pto.tile<16x32xf32, acc>) is a window of a tile with another pitch; take whole columns of boxes, or a window within one column [tm-r7]}}
  %p = pto.matmul_acc %w, %l, %r : (!pto.tile<16x32xf32, acc>, !l, !r) -> !pto.tile<16x32xf32, acc>
  return
}

// -----

!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!w = !pto.tile<16x16xf32, acc>

// In one column of boxes rows follow each other: in order. So are windows
// within different columns, and all rows of some columns.
func.func @windows_of_accumulators() attributes {pto.kind = #pto.function_kind<aic>} {
  %l = pto.create to left : () -> !l
  %r = pto.create to right : () -> !r
  %l2 = pto.create to left : () -> !pto.tile<32x16xbf16, left>
  %column = pto.create to acc : () -> !pto.tile<48x16xf32, acc>
  %w = pto.slice %column[16, 0] : (!pto.tile<48x16xf32, acc>) -> !w
  %p = pto.matmul_acc %w, %l, %r : (!w, !l, !r) -> !w
  %acc = pto.create to acc : () -> !pto.tile<32x32xf32, acc>
  %u = pto.slice %acc[0, 0] : (!pto.tile<32x32xf32, acc>) -> !pto.tile<32x16xf32, acc>
  %q = pto.matmul_acc %u, %l2, %r : (!pto.tile<32x16xf32, acc>, !pto.tile<32x16xbf16, left>, !r) -> !pto.tile<32x16xf32, acc>
  %v = pto.slice %acc[16, 16] : (!pto.tile<32x32xf32, acc>) -> !w
  %s = pto.matmul_acc %v, %l, %r : (!w, !l, !r) -> !w
  return
}

// -----

// Another line of a box is no place for the unit to begin at.
func.func @inside_box_of_rows() attributes {pto.kind = #pto.function_kind<aic>} {
  %l = pto.create to left : () -> !pto.tile<8x16xbf16, left>
  %r = pto.create to right : () -> !pto.tile<16x16xbf16, right>
  // expected-note@+1 {{it is a part of 'acc'}}
  %acc = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
  %w = pto.slice %acc[8, 0] : (!pto.tile<16x16xf32, acc>) -> !pto.tile<8x16xf32, acc>
  // expected-error@+1 {{operand 0 is laid out by its own extents}}
  %p = pto.matmul_acc %w, %l, %r : (!pto.tile<8x16xf32, acc>, !pto.tile<8x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<8x16xf32, acc>
  return
}

// -----

!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!w = !pto.tile<16x16xf32, acc>

// A run-time column is taken to be the first of a box. Where that shows, it is
// in order; where it does not, it is told.
func.func @run_time_column(%c: index) attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %l = pto.create to left : () -> !l
  %r = pto.create to right : () -> !r
  %acc = pto.create to acc : () -> !pto.tile<16x64xf32, acc>
  %w = pto.slice %acc[0, %c] : (!pto.tile<16x64xf32, acc>) -> !w
  // expected-warning@+1 {{operand 0 is a window whose run-time offset is taken to be a multiple of 16, which nobody can prove}}
  %p = pto.matmul_acc %w, %l, %r : (!w, !l, !r) -> !w
  scf.for %i = %c0 to %c4 step %c1 {
    %k = arith.muli %i, %c16 : index
    %v = pto.slice %acc[0, %k] : (!pto.tile<16x64xf32, acc>) -> !w
    %q = pto.matmul_acc %v, %l, %r : (!w, !l, !r) -> !w
  }
  return
}

// -----

// On-chip addresses are multiples of 32: a row of 40 bytes is at none.
func.func @unaligned(%a: tensor<16x20xf16>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{it is a part of 't' (!pto.tile<16x20xf16, vec>)}}
  %t = pto.load %a[0, 0] to vec : (tensor<16x20xf16>) -> !pto.tile<16x20xf16, vec>
  // expected-error@+1 {{'w' (!pto.tile<1x20xf16, vec>) starts at byte 40; on-chip addresses are multiples of 32 [tm-r8]}}
  %w = pto.slice %t[1, 0] : (!pto.tile<16x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
  // expected-note@+1 {{its bytes are needed here}}
  %e = pto.exp %w : (!pto.tile<1x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
  return
}

// -----

func.func @unaligned_at_run_time(%a: tensor<16x20xf16>, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{it is a part of 't'}}
  %t = pto.load %a[0, 0] to vec : (tensor<16x20xf16>) -> !pto.tile<16x20xf16, vec>
  // expected-error@+1 {{starts at a byte that is known at run time only, and is not provably a multiple of 32; on-chip addresses are multiples of 32 [tm-r8]}}
  %w = pto.slice %t[%i, 0] : (!pto.tile<16x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
  // expected-note@+1 {{its bytes are needed here}}
  %e = pto.exp %w : (!pto.tile<1x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
  return
}

// -----

// Rows of 64 bytes are, whichever it is; so is every fourth row of 40 bytes, a
// column that is a multiple of eight, and a slot. One element is read at any
// address.
func.func @aligned(%a: tensor<16x32xf16>, %b: tensor<16x20xf16>, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %t = pto.load %a[0, 0] to vec : (tensor<16x32xf16>) -> !pto.tile<16x32xf16, vec>
  %w = pto.slice %t[1, 0] : (!pto.tile<16x32xf16, vec>) -> !pto.tile<1x32xf16, vec>
  %e = pto.exp %w : (!pto.tile<1x32xf16, vec>) -> !pto.tile<1x32xf16, vec>
  %v = pto.slice %t[%i, 0] : (!pto.tile<16x32xf16, vec>) -> !pto.tile<1x32xf16, vec>
  %f = pto.exp %v : (!pto.tile<1x32xf16, vec>) -> !pto.tile<1x32xf16, vec>
  %u = pto.load %b[0, 0] to vec : (tensor<16x20xf16>) -> !pto.tile<16x20xf16, vec>
  scf.for %j = %c0 to %c16 step %c4 {
    %x = pto.slice %u[%j, 0] : (!pto.tile<16x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
    %g = pto.exp %x : (!pto.tile<1x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
  }
  %y = pto.slice %u[1, 0] : (!pto.tile<16x20xf16, vec>) -> !pto.tile<1x20xf16, vec>
  %s = pto.read %y[0, 3] : (!pto.tile<1x20xf16, vec>) -> f16
  return
}

// -----

// Read as other elements it must be aligned, too.
func.func @unaligned_reading(%a: tensor<16x20xf16>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{it is a part of 't'}}
  %t = pto.load %a[0, 0] to vec : (tensor<16x20xf16>) -> !pto.tile<16x20xf16, vec>
  %w = pto.slice %t[1, 0] : (!pto.tile<16x20xf16, vec>) -> !pto.tile<2x20xf16, vec>
  // expected-error@+1 {{starts at byte 40; on-chip addresses are multiples of 32 [tm-r8]}}
  %r = pto.reshape %w : (!pto.tile<2x20xf16, vec>) -> !pto.tile<1x40xf16, vec>
  // expected-note@+1 {{its bytes are needed here}}
  %e = pto.exp %r : (!pto.tile<1x40xf16, vec>) -> !pto.tile<1x40xf16, vec>
  return
}

// -----

// Packed elements: a window starts at a whole byte,
func.func @odd_nibble() attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<8x16xf4E2M1FN, vec>
  // expected-error@+1 {{Packed 4-bit slice origins must be byte-aligned: the window of 't' (!pto.tile<8x16xf4E2M1FN, vec>) starts at element 1, in the middle of a byte [tm-r9]}}
  %w = pto.slice %t[0, 1] : (!pto.tile<8x16xf4E2M1FN, vec>) -> !pto.tile<1x8xf4E2M1FN, vec>
  return
}

// -----

// also where its source is a window: rows of 15 elements,
func.func @odd_nibble_of_window() attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<8x15xi4, vec>
  %w = pto.slice %t[2, 0] : (!pto.tile<8x15xi4, vec>) -> !pto.tile<4x15xi4, vec>
  // expected-error@+1 {{starts at element 15, in the middle of a byte [tm-r9]}}
  %u = pto.slice %w[1, 0] : (!pto.tile<4x15xi4, vec>) -> !pto.tile<1x15xi4, vec>
  return
}

// -----

// and one that is known at compile time.
func.func @nibble_at_run_time(%i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<8x16xi4, vec>
  // expected-error@+1 {{offset 0 of a window of packed 4-bit elements must be known at compile time: 't' (!pto.tile<8x16xi4, vec>) [tm-r9]}}
  %w = pto.slice %t[%i, 0] : (!pto.tile<8x16xi4, vec>) -> !pto.tile<1x16xi4, vec>
  return
}

// -----

// Of tensors, too.
func.func @nibble_of_tensor(%a: tensor<8x16xi4>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{Packed 4-bit slice origins must be byte-aligned}}
  %w = pto.tensor.slice %a[0, 3] : (tensor<8x16xi4>) -> tensor<1x8xi4>
  return
}

// -----

// In front of a tile there is nothing.
func.func @negative() attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.create to vec : () -> !pto.tile<8x16xi4, vec>
  // expected-error@+1 {{must not be negative}}
  %w = pto.slice %t[-1, 0] : (!pto.tile<8x16xi4, vec>) -> !pto.tile<1x16xi4, vec>
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<16x16xf32>

// It ends where its own size says, wherever it starts.
func.func @behind_the_end(%a: !x) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c20 = arith.constant 20 : index
  // expected-note@+1 {{the buffer is here}}
  %x = pto.load %a[0, 0] to vec : (!x) -> !t
  // expected-error@+1 {{'w' (!pto.tile<4x16xf32, vec>) ends at byte 1536 of a buffer of 1024 bytes [tm-r6]}}
  %w = pto.slice %x[%c20, 0] : (!t) -> !pto.tile<4x16xf32, vec>
  %s = pto.store %w, %a[0, 0] : (!pto.tile<4x16xf32, vec>, !x) -> !x
  return
}

// Windows that are right: rows, columns, boxes, run-time offsets.
//
// RUN: pto-opt %s --verify-memory-plan -verify-diagnostics -o /dev/null

!x = tensor<64x64xf32>

// A window of rows is overwritten while the other rows are still read.
func.func @rows(%x: !x, %out: !x, %f: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %hi = pto.slice %t[8, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
  %lo = pto.slice %t[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
  %w = pto.write %hi[0, 0], %f : (!pto.tile<8x16xf32, vec>, f32) -> !pto.tile<8x16xf32, vec>
  pto.store %lo, %out[0, 0] : (!pto.tile<8x16xf32, vec>, !x) -> !x
  pto.store %w, %out[0, 0] : (!pto.tile<8x16xf32, vec>, !x) -> !x
  return
}

// Columns of a row-major tile are many pieces of bytes.
func.func @columns(%x: !x, %out: !x, %f: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %l = pto.slice %t[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x8xf32, vec>
  %r = pto.slice %t[0, 8] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x8xf32, vec>
  %rr = pto.slice %r[4, 4] : (!pto.tile<16x8xf32, vec>) -> !pto.tile<2x2xf32, vec>
  %w = pto.write %l[0, 0], %f : (!pto.tile<16x8xf32, vec>, f32) -> !pto.tile<16x8xf32, vec>
  pto.store %r, %out[0, 0] : (!pto.tile<16x8xf32, vec>, !x) -> !x
  pto.store %rr, %out[0, 0] : (!pto.tile<2x2xf32, vec>, !x) -> !x
  pto.store %w, %out[0, 0] : (!pto.tile<16x8xf32, vec>, !x) -> !x
  return
}

// Pages of an accumulator are whole columns of boxes, each in one run; windows
// of rows are in pieces, and have no address, but each its own bytes.
func.func @accumulators(%out: !x) attributes {pto.kind = #pto.function_kind<aic>} {
  %a = pto.alloc acc, addr = 0, size = 4096, id = 0
  %l = pto.alloc left, addr = 0, size = 1024, id = 1
  %r = pto.alloc right, addr = 0, size = 512, id = 2
  %left = pto.create to left into %l : () -> !pto.tile<32x16xbf16, left>
  %right = pto.create to right into %r : () -> !pto.tile<16x16xbf16, right>
  %c = pto.create to acc into %a : () -> !pto.tile<32x32xf32, acc>
  %p0 = pto.slice %c[0, 0] : (!pto.tile<32x32xf32, acc>) -> !pto.tile<32x16xf32, acc>
  %p1 = pto.slice %c[0, 16] : (!pto.tile<32x32xf32, acc>) -> !pto.tile<32x16xf32, acc>
  %m0 = pto.matmul_acc %p0, %left, %right : (!pto.tile<32x16xf32, acc>, !pto.tile<32x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<32x16xf32, acc>
  %m1 = pto.matmul_acc %p1, %left, %right : (!pto.tile<32x16xf32, acc>, !pto.tile<32x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<32x16xf32, acc>
  %flat = pto.reshape %m1 : (!pto.tile<32x16xf32, acc>) -> !pto.tile<16x32xf32, acc>
  pto.store %m0, %out[0, 0] : (!pto.tile<32x16xf32, acc>, !x) -> !x
  pto.store %flat, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !x) -> !x
  return
}

func.func @rows_of_boxes(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aic>} {
  %a = pto.alloc acc, addr = 0, size = 4096, id = 0
  %l = pto.alloc left, addr = 0, size = 512, id = 1
  %r = pto.alloc right, addr = 0, size = 1024, id = 2
  %left = pto.create to left into %l : () -> !pto.tile<16x16xbf16, left>
  %right = pto.create to right into %r : () -> !pto.tile<16x32xbf16, right>
  %c = pto.create to acc into %a : () -> !pto.tile<32x32xf32, acc>
  %p0 = pto.slice %c[0, 0] : (!pto.tile<32x32xf32, acc>) -> !pto.tile<16x32xf32, acc>
  %p1 = pto.slice %c[16, 0] : (!pto.tile<32x32xf32, acc>) -> !pto.tile<16x32xf32, acc>
  %m0 = pto.matmul_acc %p0, %left, %right : (!pto.tile<16x32xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  %m1 = pto.matmul_acc %p1, %left, %right : (!pto.tile<16x32xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %m0, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !x) -> !x
  pto.store %m1, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !x) -> !x
  return
}

// Somewhere in a tile: all of it must be there. Windows whose ranges do not meet
// do not disturb each other.
func.func @run_time(%x: !x, %out: !x, %f: f32, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %s = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  scf.for %i = %c0 to %n step %c1 {
    %row = pto.slice %s[%i, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
    %flat = pto.reshape %row : (!pto.tile<1x16xf32, vec>) -> !pto.tile<16x1xf32, vec>
    pto.store %flat, %out[0, 0] : (!pto.tile<16x1xf32, vec>, !x) -> !x
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.addi %i, %c8 : index
    %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
    %lo = pto.slice %t[%i, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
    %hi = pto.slice %t[%j, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
    %w = pto.write %hi[0, 0], %f : (!pto.tile<1x16xf32, vec>, f32) -> !pto.tile<1x16xf32, vec>
    pto.store %lo, %out[0, 0] : (!pto.tile<1x16xf32, vec>, !x) -> !x
    pto.store %w, %out[0, 0] : (!pto.tile<1x16xf32, vec>, !x) -> !x
    %top = pto.slice %t[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
    pto.store %top, %out[0, 0] : (!pto.tile<8x16xf32, vec>, !x) -> !x
  }
  return
}

// A tile that is put together in place, window by window.
func.func @assembled(%x: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 64, id = 1
  %z = pto.create to vec into %a : () -> !pto.tile<16x16xf32, vec>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (!pto.tile<16x16xf32, vec>) {
    %row = pto.load %x[%i, 0] to vec into %b : (!x) -> !pto.tile<1x16xf32, vec>
    %u = pto.assemble %t[%i, 0], %row : (!pto.tile<16x16xf32, vec>, !pto.tile<1x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
    scf.yield %u : !pto.tile<16x16xf32, vec>
  }
  pto.store %r, %out[0, 0] : (!pto.tile<16x16xf32, vec>, !x) -> !x
  return
}

// Other readings of the same bytes.
func.func @readings(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %v = pto.set_validshape %t valid [8, 8] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec, valid = 8x8>
  %i = pto.reinterpret_view %v : (!pto.tile<16x16xf32, vec, valid = 8x8>) -> !pto.tile<16x32xf16, vec>
  %s = pto.slice %i[8, 0] : (!pto.tile<16x32xf16, vec>) -> !pto.tile<8x32xf16, vec>
  %e = pto.exp %s into %a : (!pto.tile<8x32xf16, vec>) -> !pto.tile<8x32xf16, vec>
  %q = pto.slice %i[8, 0] : (!pto.tile<16x32xf16, vec>) -> !pto.tile<1x32xf16, vec>
  pto.tpush_to_aic %q : (!pto.tile<1x32xf16, vec>)
  pto.tpush_to_aic %e : (!pto.tile<8x32xf16, vec>)
  return
}

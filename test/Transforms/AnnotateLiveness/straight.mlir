// Lives in a block: from the write to the last read, with a hole between the
// last read of one tile and the write of the next into the same buffer.
//
// Op number p reads at 2p and writes at 2p + 1; the comments give the numbers.
//
// RUN: pto-opt %s --pto-annotate-liveness | FileCheck %s

!v = !pto.tile<16x16xf32, vec>

// An operand that dies and the result touch: they have no point in common.
//
// CHECK-LABEL: func.func @chain(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 7, 11>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 9, 11>}
// CHECK: %m2 = pto.alloc {{.*}} {pto.live = array<i64: 11, 13>}
// CHECK: %c = pto.add {{.*}} {pto.may_take = array<i64: 0, 1>}
func.func @chain(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %m2 = pto.alloc vec, addr = -1, size = 1024, id = 2 // 2
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 3
  %b = pto.exp %a into %m1 : (!v) -> !v // 4
  %c = pto.add %b, %a into %m2 : (!v, !v) -> !v // 5
  pto.store %c, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 6
  return
}

// One buffer for two tiles in turn, and nobody's in between.
//
// CHECK-LABEL: func.func @hole(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 5, 7, 13, 15>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 9, 11>}
func.func @hole(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 2
  pto.store %a, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 3
  %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 4
  pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 5
  %c = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 6
  pto.store %c, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 7
  return
}

// What nobody reads is written all the same.
//
// CHECK-LABEL: func.func @unread(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 3, 4>}
func.func @unread(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 1
  return
}

// An empty tile lives from where it is first written; a temporary at its op,
// while operands are read and the result is written. (B45)
//
// CHECK-LABEL: func.func @empty(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 14, 16>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 10, 15>}
// CHECK: %m2 = pto.alloc {{.*}} {pto.live = array<i64: 15, 17>}
// CHECK: %s = pto.row_sum {{.*}} {pto.must_not_take = array<i64: 0>}
func.func @empty(%x: tensor<16x16xf32>, %f: f32, %out: tensor<16x1xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %m2 = pto.alloc vec, addr = -1, size = 64, id = 2 // 2
  %t = pto.create to vec into %m0 : () -> !v // 3
  %a = pto.create to vec into %m1 : () -> !v // 4
  %b = pto.write %a[0, 0], %f : (!v, f32) -> !v // 5
  %c = pto.write %b[1, 0], %f : (!v, f32) -> !v // 6
  %s = pto.row_sum %c, %t into %m2 : (!v, !v) -> !pto.tile<16x1xf32, vec> // 7
  pto.store %s, %out[0, 0] : (!pto.tile<16x1xf32, vec>, tensor<16x1xf32>) -> tensor<16x1xf32> // 8
  return
}

// An empty tile that is filled by windows is needed from the first window on.
//
// CHECK-LABEL: func.func @filled_by_windows(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 12, 19>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 7, 9>}
func.func @filled_by_windows(%x: tensor<16x16xf32>, %f: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %t = pto.create to vec into %m0 : () -> !v // 2
  %a = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 3
  pto.store %a, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 4
  %w0 = pto.slice %t[0, 0] : (!v) -> !pto.tile<8x16xf32, vec> // 5
  %r0 = pto.write %w0[0, 0], %f : (!pto.tile<8x16xf32, vec>, f32) -> !pto.tile<8x16xf32, vec> // 6
  %w1 = pto.slice %t[8, 0] : (!v) -> !pto.tile<8x16xf32, vec> // 7
  %r1 = pto.write %w1[0, 0], %f : (!pto.tile<8x16xf32, vec>, f32) -> !pto.tile<8x16xf32, vec> // 8
  pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32> // 9
  return
}

// Each window keeps its own bytes only. Where a window lies is known at run
// time only, or not at all in boxes, all of the buffer counts.
//
// CHECK-LABEL: func.func @windows(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 5, 13>, pto.live_bytes = [array<i64: 0, 256, 5, 11>, array<i64: 256, 512, 5, 6>, array<i64: 512, 768, 5, 13>, array<i64: 768, 1024, 5, 6>]}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 15, 19>}
func.func @windows(%x: tensor<16x16xf32>, %i: index, %out: tensor<4x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0 // 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1 // 1
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v // 2
  %w0 = pto.slice %a[0, 0] : (!v) -> !pto.tile<4x16xf32, vec> // 3
  %w1 = pto.slice %a[8, 0] : (!v) -> !pto.tile<4x16xf32, vec> // 4
  pto.store %w0, %out[0, 0] : (!pto.tile<4x16xf32, vec>, tensor<4x16xf32>) -> tensor<4x16xf32> // 5
  pto.store %w1, %out[0, 0] : (!pto.tile<4x16xf32, vec>, tensor<4x16xf32>) -> tensor<4x16xf32> // 6
  %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v // 7
  %w2 = pto.slice %b[%i, 0] : (!v) -> !pto.tile<4x16xf32, vec> // 8
  pto.store %w2, %out[0, 0] : (!pto.tile<4x16xf32, vec>, tensor<4x16xf32>) -> tensor<4x16xf32> // 9
  return
}

// Who may take whose place: the sum either operand's, the reciprocal not its
// operand's, the column maximum its operand's, a widened tile not, a window's
// user only from the same byte on.
//
// CHECK-LABEL: func.func @takeovers(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 15, 19, 29, 31>, pto.live_bytes = [array<i64: 0, 64, 15, 19, 29, 31>, array<i64: 64, 1024, 15, 19>]}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 17, 19>}
// CHECK: %m2 = pto.alloc {{.*}} {pto.live = array<i64: 19, 21>}
// CHECK: %m3 = pto.alloc {{.*}} {pto.live = array<i64: 21, 23>}
// CHECK: %m4 = pto.alloc {{.*}} {pto.live = array<i64: 23, 25>}
// CHECK: %m5 = pto.alloc {{.*}} {pto.live = array<i64: 25, 27>}
// CHECK: %m6 = pto.alloc {{.*}} {pto.live = array<i64: 27, 29>}
// CHECK: %c = pto.add {{.*}} {pto.may_take = array<i64: 0, 1>}
// CHECK: %d = pto.recip {{.*}} {pto.must_not_take = array<i64: 0>}
// CHECK: %e = pto.cast {{.*}} {pto.may_take = array<i64: 0>}
// CHECK: %f = pto.cast {{.*}} {pto.must_not_take = array<i64: 0>}
// CHECK: %g = pto.col_max {{.*}} {pto.may_take = array<i64: 0>}
// CHECK: %h = pto.add {{.*}} {pto.may_take = array<i64: 0, 1>}
func.func @takeovers(%x: tensor<16x16xf32>, %y: tensor<16x16xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1
  %m2 = pto.alloc vec, addr = -1, size = 1024, id = 2
  %m3 = pto.alloc vec, addr = -1, size = 1024, id = 3
  %m4 = pto.alloc vec, addr = -1, size = 512, id = 4
  %m5 = pto.alloc vec, addr = -1, size = 1024, id = 5
  %m6 = pto.alloc vec, addr = -1, size = 64, id = 6
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v
  %b = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v
  %c = pto.add %a, %b into %m2 : (!v, !v) -> !v
  %d = pto.recip %c into %m3 : (!v) -> !v
  %e = pto.cast %d into %m4 : (!v) -> !pto.tile<16x16xbf16, vec>
  %f = pto.cast %e into %m5 : (!pto.tile<16x16xbf16, vec>) -> !v
  %g = pto.col_max %f into %m6 : (!v) -> !pto.tile<1x16xf32, vec>
  %h = pto.add %g, %g into %m0 : (!pto.tile<1x16xf32, vec>, !pto.tile<1x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  pto.store %h, %out[0, 0] : (!pto.tile<1x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

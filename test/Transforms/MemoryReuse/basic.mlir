// Buffers share where their tiles are not needed at the same time: largest
// first, then in program order, each in the first buffer that is free. Numbers
// (B..) are those of the list of known faults.
//
// RUN: pto-opt %s --init-memref --memory-reuse --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --init-memref --memory-reuse -o %t.1
// RUN: pto-opt %t.1 --memory-reuse -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<64x64xf32, vec>
!s = !pto.tile<32x32xf32, vec>
!t = tensor<64x64xf32>

// {a, c, d, e}, {b}. The sum takes the place of one operand.
//
// CHECK-LABEL: func.func @simple(
// CHECK: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %c = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: %d = pto.mul {{.*}}into [[VEC_3]]{{ }}
// CHECK: %e = pto.add {{.*}}into [[VEC_3]]{{ }}
func.func @simple(%x: !t, %y: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.load %y[0, 0] to vec : (!t) -> !v
  %c = pto.add %a, %b : (!v, !v) -> !v
  %d = pto.mul %c, %c : (!v, !v) -> !v
  %e = pto.add %d, %d : (!v, !v) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// B79: a chain in which each op reads its predecessor only is one buffer.
//
// CHECK-LABEL: func.func @chain(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %e = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @chain(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.add %a, %a : (!v, !v) -> !v
  %c = pto.add %b, %b : (!v, !v) -> !v
  %d = pto.add %c, %c : (!v, !v) -> !v
  %e = pto.add %d, %d : (!v, !v) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// {a, e} and {b, f}, each with its own size.
//
// CHECK-LABEL: func.func @sizes(
// CHECK: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_5]]{{ }}
// CHECK: %e = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %f = pto.load {{.*}}into [[VEC_5]]{{ }}
func.func @sizes(%x: !t, %y: tensor<32x32xf32>, %out: !t, %small: tensor<32x32xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.load %y[0, 0] to vec : (tensor<32x32xf32>) -> !s
  pto.store %a, %out[0, 0] : (!v, !t) -> !t
  pto.store %b, %small[0, 0] : (!s, tensor<32x32xf32>) -> tensor<32x32xf32>
  %e = pto.load %x[0, 0] to vec : (!t) -> !v
  %f = pto.load %y[0, 0] to vec : (tensor<32x32xf32>) -> !s
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  pto.store %f, %small[0, 0] : (!s, tensor<32x32xf32>) -> tensor<32x32xf32>
  return
}

// Nothing to do.
//
// CHECK-LABEL: func.func @no_tiles(
// CHECK-NOT: pto.alloc
func.func @no_tiles(%x: !t) -> !t attributes {pto.kind = #pto.function_kind<aiv>} {
  return %x : !t
}

// {a, b, c, e}, {d}: c is still needed when d is made.
//
// CHECK-LABEL: func.func @conflict(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.add {{.*}}into [[VEC_5]]{{ }}
// CHECK: %e = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @conflict(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.add %a, %a : (!v, !v) -> !v
  %c = pto.add %b, %b : (!v, !v) -> !v
  %d = pto.add %c, %c : (!v, !v) -> !v
  %e = pto.add %c, %d : (!v, !v) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// Buffers that are left over go.
//
// CHECK-LABEL: func.func @left_over(
// CHECK: [[VEC_12:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 12
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_12]]{{ }}
// CHECK: %b = pto.exp {{.*}}into [[VEC_12]]{{ }}
// CHECK: %c = pto.exp {{.*}}into [[VEC_12]]{{ }}
func.func @left_over(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %unused = pto.alloc vec, addr = -1, size = 16384, id = 9
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.exp %a : (!v) -> !v
  %c = pto.exp %b : (!v) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  return
}

// A and b are needed at once; c takes a's place.
//
// CHECK-LABEL: func.func @at_once(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %c = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @at_once(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.load %x[0, 0] to vec : (!t) -> !v
  %c = pto.add %a, %b : (!v, !v) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  return
}

// B59: a small tile that comes first lies in the larger one that comes later,
// and the other way round.
//
// CHECK-LABEL: func.func @small_first(
// CHECK: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_4]]{{ }}
func.func @small_first(%x: !t, %y: tensor<32x32xf32>, %out: !t)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %y[0, 0] to vec : (tensor<32x32xf32>) -> !s
  pto.store %a, %out[0, 0] : (!s, !t) -> !t
  %b = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}
// CHECK-LABEL: func.func @large_first(
// CHECK: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %a = pto.load {{.*}}into [[VEC_3]]{{ }}
func.func @large_first(%x: !t, %y: tensor<32x32xf32>, %out: !t)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %b = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  %a = pto.load %y[0, 0] to vec : (tensor<32x32xf32>) -> !s
  pto.store %a, %out[0, 0] : (!s, !t) -> !t
  return
}

// B74: copies of an unrolled body need the room of one: load, widen, reduce,
// fold into a running maximum. The widened tile can't lie on the loaded one.
//
// CHECK-LABEL: func.func @unrolled(
// CHECK: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 32768, id = 3
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 32768, id = 4
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4, id = 5
// CHECK-NEXT: [[VEC_9:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4, id = 9
// CHECK-NOT: pto.alloc
// CHECK: %a0 = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %w0 = pto.cast {{.*}}into [[VEC_3]]{{ }}
// CHECK: %t0 = pto.create {{.*}}into [[VEC_4]]{{ }}
// CHECK: %m0 = pto.row_max {{.*}}into [[VEC_5]]{{ }}
// CHECK: %a1 = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %w1 = pto.cast {{.*}}into [[VEC_3]]{{ }}
// CHECK: %t1 = pto.create {{.*}}into [[VEC_4]]{{ }}
// CHECK: %m1 = pto.row_max {{.*}}into [[VEC_9]]{{ }}
// CHECK: %s1 = pto.maximum {{.*}}into [[VEC_5]]{{ }}
// CHECK: %a2 = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %w2 = pto.cast {{.*}}into [[VEC_3]]{{ }}
// CHECK: %t2 = pto.create {{.*}}into [[VEC_4]]{{ }}
// CHECK: %m2 = pto.row_max {{.*}}into [[VEC_9]]{{ }}
// CHECK: %s2 = pto.maximum {{.*}}into [[VEC_3]]{{ }}
func.func @unrolled(%x: tensor<4x8192xbf16>, %out: tensor<1x1xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a0 = pto.load %x[0, 0] to vec : (tensor<4x8192xbf16>) -> !pto.tile<1x8192xbf16, vec>
  %w0 = pto.cast %a0 : (!pto.tile<1x8192xbf16, vec>) -> !pto.tile<1x8192xf32, vec>
  %t0 = pto.create to vec : () -> !pto.tile<1x8192xf32, vec>
  %m0 = pto.row_max %w0, %t0 : (!pto.tile<1x8192xf32, vec>, !pto.tile<1x8192xf32, vec>) -> !pto.tile<1x1xf32, vec>
  %a1 = pto.load %x[1, 0] to vec : (tensor<4x8192xbf16>) -> !pto.tile<1x8192xbf16, vec>
  %w1 = pto.cast %a1 : (!pto.tile<1x8192xbf16, vec>) -> !pto.tile<1x8192xf32, vec>
  %t1 = pto.create to vec : () -> !pto.tile<1x8192xf32, vec>
  %m1 = pto.row_max %w1, %t1 : (!pto.tile<1x8192xf32, vec>, !pto.tile<1x8192xf32, vec>) -> !pto.tile<1x1xf32, vec>
  %s1 = pto.maximum %m0, %m1 : (!pto.tile<1x1xf32, vec>, !pto.tile<1x1xf32, vec>) -> !pto.tile<1x1xf32, vec>
  %a2 = pto.load %x[2, 0] to vec : (tensor<4x8192xbf16>) -> !pto.tile<1x8192xbf16, vec>
  %w2 = pto.cast %a2 : (!pto.tile<1x8192xbf16, vec>) -> !pto.tile<1x8192xf32, vec>
  %t2 = pto.create to vec : () -> !pto.tile<1x8192xf32, vec>
  %m2 = pto.row_max %w2, %t2 : (!pto.tile<1x8192xf32, vec>, !pto.tile<1x8192xf32, vec>) -> !pto.tile<1x1xf32, vec>
  %s2 = pto.maximum %s1, %m2 : (!pto.tile<1x1xf32, vec>, !pto.tile<1x1xf32, vec>) -> !pto.tile<1x1xf32, vec>
  pto.store %s2, %out[0, 0] : (!pto.tile<1x1xf32, vec>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return
}

// Memories do not mix.
//
// CHECK-LABEL: func.func @spaces(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 8192, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 8192, id = 3
// CHECK-NEXT: [[RIGHT_5:%[^ ]+]] = pto.alloc right, addr = -1, size = 8192, id = 5
// CHECK-NEXT: [[ACC_6:%[^ ]+]] = pto.alloc acc, addr = -1, size = 16384, id = 6
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.move %a to left into [[LEFT_3]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %r = pto.move %b to right into [[RIGHT_5]]{{ }}
// CHECK: %c = pto.matmul {{.*}}into [[ACC_6]]{{ }}
func.func @spaces(%x: tensor<64x64xbf16>, %out: !t) attributes {pto.kind = #pto.function_kind<aic>} {
  %a = pto.load %x[0, 0] to mat : (tensor<64x64xbf16>) -> !pto.tile<64x64xbf16, mat>
  %l = pto.move %a to left : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<64x64xbf16, left>
  %b = pto.load %x[0, 0] to mat : (tensor<64x64xbf16>) -> !pto.tile<64x64xbf16, mat>
  %r = pto.move %b to right : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<64x64xbf16, right>
  %c = pto.matmul %l, %r : (!pto.tile<64x64xbf16, left>, !pto.tile<64x64xbf16, right>) -> !pto.tile<64x64xf32, acc>
  pto.store %c, %out[0, 0] : (!pto.tile<64x64xf32, acc>, !t) -> !t
  return
}

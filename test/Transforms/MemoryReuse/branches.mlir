// Branches: arms exclude each other, results are needed where they are read.
//
// RUN: pto-opt %s --init-memref --memory-reuse --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --init-memref --memory-reuse -o %t.1
// RUN: pto-opt %t.1 --memory-reuse -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>
!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>
!o = tensor<16x16xf32>

// Everything on one buffer.
//
// CHECK-LABEL: func.func @inside(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.if
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %b
// CHECK: } else {
// CHECK: %c = pto.mul {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %c
func.func @inside(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %m = scf.if %p -> (!v) {
    %b = pto.add %a, %a : (!v, !v) -> !v
    scf.yield %b : !v
  } else {
    %c = pto.mul %a, %a : (!v, !v) -> !v
    scf.yield %c : !v
  }
  pto.store %m, %out[0, 0] : (!v, !t) -> !t
  return
}

// One arm leaves a tile from outside; the last sum of the other lands
// on it. Two buffers.
//
// CHECK-LABEL: func.func @arms_differ(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.if
// CHECK: scf.yield %a
// CHECK: } else {
// CHECK: %t1 = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: %t2 = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: %t3 = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %t3
func.func @arms_differ(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.load %x[0, 0] to vec : (!t) -> !v
  %m = scf.if %p -> (!v) {
    scf.yield %a : !v
  } else {
    %t1 = pto.add %a, %b : (!v, !v) -> !v
    %t2 = pto.add %t1, %a : (!v, !v) -> !v
    %t3 = pto.add %t2, %a : (!v, !v) -> !v
    scf.yield %t3 : !v
  }
  pto.store %m, %out[0, 0] : (!v, !t) -> !t
  return
}

// Nested in a loop, all on the carried buffer.
//
// CHECK-LABEL: func.func @in_loop(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: scf.if
// CHECK: %c = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %c
// CHECK: } else {
// CHECK: scf.yield %acc
// CHECK: scf.yield %m
func.func @in_loop(%x: !t, %n: index, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (!v) {
    %m = scf.if %p -> (!v) {
      %c = pto.add %acc, %acc : (!v, !v) -> !v
      scf.yield %c : !v
    } else {
      scf.yield %acc : !v
    }
    scf.yield %m : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// The same where a round also reads the tile that the loop began with: that
// tile is copied, once, in front of the loop.
//
// CHECK-LABEL: func.func @in_loop_init_read(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %a_mv = pto.move %a to vec into [[VEC_3]]{{ }}
// CHECK: scf.for
// CHECK: scf.if
// CHECK: %c = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %c
// CHECK: } else {
// CHECK: scf.yield %acc
// CHECK: scf.yield %m
func.func @in_loop_init_read(%x: !t, %n: index, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (!v) {
    %m = scf.if %p -> (!v) {
      %c = pto.add %acc, %a : (!v, !v) -> !v
      scf.yield %c : !v
    } else {
      scf.yield %acc : !v
    }
    scf.yield %m : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// Two arms, one buffer.
//
// CHECK-LABEL: func.func @arms_share(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: scf.if
// CHECK: %b = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %b
// CHECK: } else {
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %c
func.func @arms_share(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = scf.if %p -> (!v) {
    %b = pto.load %x[0, 0] to vec : (!t) -> !v
    scf.yield %b : !v
  } else {
    %c = pto.load %x[0, 0] to vec : (!t) -> !v
    scf.yield %c : !v
  }
  pto.store %m, %out[0, 0] : (!v, !t) -> !t
  return
}

// Without an else. b is apart from a, which is still needed; c takes a.
//
// CHECK-LABEL: func.func @no_else(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.if
// CHECK: %b = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: %c = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @no_else(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  scf.if %p {
    %b = pto.add %a, %a : (!v, !v) -> !v
    pto.store %b, %out[0, 0] : (!v, !t) -> !t
  }
  %c = pto.add %a, %a : (!v, !v) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  return
}

// The else arm leaves the outer tile, which is needed afterwards: it is
// moved. What the other arm makes does not leak.
//
// CHECK-LABEL: func.func @outer_yielded(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.if
// CHECK: %b = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %b
// CHECK: } else {
// CHECK: %a_mv = pto.move %a to vec into [[VEC_3]]{{ }}
// CHECK: scf.yield %a_mv
// CHECK: %e = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @outer_yielded(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %m = scf.if %p -> (!v) {
    %b = pto.add %a, %a : (!v, !v) -> !v
    scf.yield %b : !v
  } else {
    scf.yield %a : !v
  }
  %e = pto.add %m, %a : (!v, !v) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// The same where nobody needs it afterwards: nothing moves, and all is one
// buffer.
//
// CHECK-LABEL: func.func @outer_given_up(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.if
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %b
// CHECK: } else {
// CHECK: scf.yield %a
// CHECK: %e = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @outer_given_up(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %m = scf.if %p -> (!v) {
    %b = pto.add %a, %a : (!v, !v) -> !v
    scf.yield %b : !v
  } else {
    scf.yield %a : !v
  }
  %e = pto.add %m, %m : (!v, !v) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// B41: a = 2; b = c = r; e apart from r, which is read later; f takes r
// or e, g takes a.
//
// CHECK-LABEL: func.func @read_after(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.if
// CHECK: %b = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %b
// CHECK: } else {
// CHECK: %c = pto.mul {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %c
// CHECK: %e = pto.add {{.*}}into [[VEC_5]]{{ }}
// CHECK: %f = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: %g = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @read_after(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.if %p -> (!v) {
    %b = pto.add %a, %a : (!v, !v) -> !v
    scf.yield %b : !v
  } else {
    %c = pto.mul %a, %a : (!v, !v) -> !v
    scf.yield %c : !v
  }
  %e = pto.add %a, %a : (!v, !v) -> !v
  %f = pto.add %r, %e : (!v, !v) -> !v
  %g = pto.add %a, %f : (!v, !v) -> !v
  pto.store %g, %out[0, 0] : (!v, !t) -> !t
  return
}

// B57: two copies of a pipelined step around one accumulator; no move.
//
// CHECK-LABEL: func.func @pipelined_accumulator(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[ACC_3:%[^ ]+]] = pto.alloc acc, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[LEFT_4:%[^ ]+]] = pto.alloc left, addr = -1, size = 512, id = 4
// CHECK-NEXT: [[RIGHT_5:%[^ ]+]] = pto.alloc right, addr = -1, size = 512, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %mat = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %init = pto.create {{.*}}into [[ACC_3]]{{ }}
// CHECK: scf.for
// CHECK: %a0 = pto.extract {{.*}}into [[LEFT_4]]{{ }}
// CHECK: %b0 = pto.extract {{.*}}into [[RIGHT_5]]{{ }}
// CHECK: scf.if
// CHECK: %seed = pto.matmul {{.*}}into [[ACC_3]]{{ }}
// CHECK: scf.yield %seed
// CHECK: } else {
// CHECK: %more = pto.matmul_acc %acc, %a0, %b0
// CHECK: scf.yield %more
// CHECK: %a1 = pto.extract {{.*}}into [[LEFT_4]]{{ }}
// CHECK: %b1 = pto.extract {{.*}}into [[RIGHT_5]]{{ }}
// CHECK: %s1 = pto.matmul_acc %s0, %a1, %b1
// CHECK: scf.yield %s1
// CHECK: %a2 = pto.extract {{.*}}into [[LEFT_4]]{{ }}
// CHECK: %b2 = pto.extract {{.*}}into [[RIGHT_5]]{{ }}
// CHECK: scf.if
// CHECK: %seed = pto.matmul {{.*}}into [[ACC_3]]{{ }}
// CHECK: scf.yield %seed
// CHECK: } else {
// CHECK: %more = pto.matmul_acc %main, %a2, %b2
// CHECK: scf.yield %more
func.func @pipelined_accumulator(%x: tensor<16x64xbf16>, %n: index, %out: !o)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %false = arith.constant false
  %mat = pto.load %x[0, 0] to mat : (tensor<16x64xbf16>) -> !pto.tile<16x64xbf16, mat>
  %init = pto.create to acc : () -> !acc
  %main = scf.for %k = %c0 to %n step %c2 iter_args(%acc = %init) -> (!acc) {
    %a0 = pto.extract %mat[0, %k] to left {pto.pipeline_membership = "0:0"} : (!pto.tile<16x64xbf16, mat>) -> !l
    %b0 = pto.extract %mat[0, 16] to right {pto.pipeline_membership = "0:0"} : (!pto.tile<16x64xbf16, mat>) -> !r
    %first = arith.cmpi eq, %k, %c0 : index
    %s0 = scf.if %first -> (!acc) {
      %seed = pto.matmul %a0, %b0 : (!l, !r) -> !acc
      scf.yield %seed : !acc
    } else {
      %more = pto.matmul_acc %acc, %a0, %b0 : (!acc, !l, !r) -> !acc
      scf.yield %more : !acc
    }
    %a1 = pto.extract %mat[0, %c32] to left {pto.pipeline_membership = "0:1"} : (!pto.tile<16x64xbf16, mat>) -> !l
    %b1 = pto.extract %mat[0, 32] to right {pto.pipeline_membership = "0:1"} : (!pto.tile<16x64xbf16, mat>) -> !r
    %s1 = pto.matmul_acc %s0, %a1, %b1 : (!acc, !l, !r) -> !acc
    scf.yield %s1 : !acc
  } {pto.loop = #pto.loop<pipeline, stages = 1>}
  %a2 = pto.extract %mat[0, 48] to left {pto.pipeline_membership = "1:0"} : (!pto.tile<16x64xbf16, mat>) -> !l
  %b2 = pto.extract %mat[0, 48] to right {pto.pipeline_membership = "1:0"} : (!pto.tile<16x64xbf16, mat>) -> !r
  %tail = scf.if %false -> (!acc) {
    %seed = pto.matmul %a2, %b2 : (!l, !r) -> !acc
    scf.yield %seed : !acc
  } else {
    %more = pto.matmul_acc %main, %a2, %b2 : (!acc, !l, !r) -> !acc
    scf.yield %more : !acc
  }
  pto.store %tail, %out[0, 0] : (!acc, !o) -> !o
  return
}

// B39: the seed goes to the accumulator's buffer.
//
// CHECK-LABEL: func.func @seed(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 512, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 512, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 1024, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %mat = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %a = pto.move %mat to left into [[LEFT_3]]{{ }}
// CHECK: %b = pto.move %mat to right into [[RIGHT_4]]{{ }}
// CHECK: %prev = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: scf.if
// CHECK: %seed = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: scf.yield %seed
// CHECK: } else {
// CHECK: %more = pto.matmul_acc %prev, %a, %b
// CHECK: scf.yield %more
func.func @seed(%x: tensor<16x16xbf16>, %p: i1, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %mat = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
  %a = pto.move %mat to left : (!pto.tile<16x16xbf16, mat>) -> !l
  %b = pto.move %mat to right : (!pto.tile<16x16xbf16, mat>) -> !r
  %prev = pto.matmul %a, %b : (!l, !r) -> !acc
  %m = scf.if %p -> (!acc) {
    %seed = pto.matmul %a, %b : (!l, !r) -> !acc
    scf.yield %seed : !acc
  } else {
    %more = pto.matmul_acc %prev, %a, %b : (!acc, !l, !r) -> !acc
    scf.yield %more : !acc
  }
  pto.store %m, %out[0, 0] : (!acc, !o) -> !o
  return
}

// The same shape in vector memory. The tile that is padded in place is
// still needed by one arm: it is copied, not overwritten.
//
// CHECK-LABEL: func.func @vector_seed(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %base = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %base_mv = pto.move %base to vec into [[VEC_3]]{{ }}
// CHECK: %prev = pto.fillpad_inplace %base_mv
// CHECK: scf.if
// CHECK: %seed = pto.fillpad {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %seed
// CHECK: } else {
// CHECK: %more = pto.fillpad_inplace %prev
// CHECK: scf.yield %more
func.func @vector_seed(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %base = pto.load %x[0, 0] to vec : (!t) -> !v
  %prev = pto.fillpad_inplace %base : (!v) -> !v
  %m = scf.if %p -> (!v) {
    %seed = pto.fillpad %base : (!v) -> !v
    scf.yield %seed : !v
  } else {
    %more = pto.fillpad_inplace %prev : (!v) -> !v
    scf.yield %more : !v
  }
  pto.store %m, %out[0, 0] : (!v, !t) -> !t
  return
}

// B80: empty tiles that are filled by two loops in one arm, and both
// needed afterwards, are two buffers.
//
// CHECK-LABEL: func.func @placeholders(
// CHECK: [[VEC_1:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 1
// CHECK-NEXT: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %outer_a = pto.create {{.*}}into [[VEC_1]]{{ }}
// CHECK: %outer_b = pto.create {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.if
// CHECK: %inner_a = pto.create {{.*}}into [[VEC_1]]{{ }}
// CHECK: scf.for
// CHECK: %next = pto.adds {{.*}}into [[VEC_1]]{{ }}
// CHECK: scf.yield %next
// CHECK: %inner_b = pto.create {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %next = pto.adds {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %next
// CHECK: scf.yield %a, %b
// CHECK: } else {
// CHECK: scf.yield %outer_a, %outer_b
func.func @placeholders(%p: i1, %n: index, %f: f32, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer_a = pto.create to vec : () -> !v
  %outer_b = pto.create to vec : () -> !v
  %m:2 = scf.if %p -> (!v, !v) {
    %inner_a = pto.create to vec : () -> !v
    %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %inner_a) -> (!v) {
      %next = pto.adds %s, %f : (!v, f32) -> !v
      scf.yield %next : !v
    }
    %inner_b = pto.create to vec : () -> !v
    %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %inner_b) -> (!v) {
      %next = pto.adds %s, %f : (!v, f32) -> !v
      scf.yield %next : !v
    }
    scf.yield %a, %b : !v, !v
  } else {
    scf.yield %outer_a, %outer_b : !v, !v
  }
  pto.store %m#0, %out[0, 0] : (!v, !t) -> !t
  pto.store %m#1, %out[0, 0] : (!v, !t) -> !t
  return
}

// B84: dead in the arm that does not use it: there its buffer is another's.
//
// CHECK-LABEL: func.func @dead_in_one_arm(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.if
// CHECK: %b = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.recip {{.*}}into [[VEC_4]]{{ }}
// CHECK: } else {
// CHECK: %d = pto.recip {{.*}}into [[VEC_4]]{{ }}
func.func @dead_in_one_arm(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  scf.if %p {
    %b = pto.load %x[0, 0] to vec : (!t) -> !v
    %c = pto.recip %b : (!v) -> !v
    pto.store %c, %out[0, 0] : (!v, !t) -> !t
  } else {
    %d = pto.recip %a : (!v) -> !v
    pto.store %d, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// A switch: each case for itself.
//
// CHECK-LABEL: func.func @switch(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: scf.index_switch
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.recip {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %b
// CHECK: %c = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %c
// CHECK: %d = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %e = pto.recip {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %e
func.func @switch(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = scf.index_switch %n -> !v
  case 0 {
    %a = pto.load %x[0, 0] to vec : (!t) -> !v
    %b = pto.recip %a : (!v) -> !v
    scf.yield %b : !v
  }
  case 1 {
    %c = pto.load %x[0, 0] to vec : (!t) -> !v
    scf.yield %c : !v
  }
  default {
    %d = pto.load %x[0, 0] to vec : (!t) -> !v
    %e = pto.recip %d : (!v) -> !v
    scf.yield %e : !v
  }
  pto.store %m, %out[0, 0] : (!v, !t) -> !t
  return
}

// A buffer is free between the last read of one tile and the write of the next,
// and in every place that its tiles can't reach: what single intervals miss.
//
// RUN: pto-opt %s --init-memref --memory-reuse | FileCheck %s

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// B45: two empty tiles that are declared first and used in turn.
//
// CHECK-LABEL: func.func @declared_early(
// CHECK: [[VEC_1:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 1
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.create {{.*}}into [[VEC_1]]{{ }}
// CHECK: %b = pto.create {{.*}}into [[VEC_1]]{{ }}
// CHECK: %a1 = pto.write %a[0, 0], %f
// CHECK: %b1 = pto.write %b[0, 0], %f
func.func @declared_early(%f: f32, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.create to vec : () -> !v
  %b = pto.create to vec : () -> !v
  %a1 = pto.write %a[0, 0], %f : (!v, f32) -> !v
  pto.store %a1, %out[0, 0] : (!v, !t) -> !t
  %b1 = pto.write %b[0, 0], %f : (!v, f32) -> !v
  pto.store %b1, %out[0, 0] : (!v, !t) -> !t
  return
}

// B45: a loop that may not run at all leaves its init: that is needed until the
// loop is entered, and its result afterwards.
//
// CHECK-LABEL: func.func @zero_trip(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %before = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.for
// CHECK: %inside = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %new = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %new
// CHECK: %after = pto.load {{.*}}into [[VEC_3]]{{ }}
func.func @zero_trip(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %before = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %before, %out[0, 0] : (!v, !t) -> !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (!v) {
    %inside = pto.load %x[0, 0] to vec : (!t) -> !v
    pto.store %inside, %out[0, 0] : (!v, !t) -> !t
    %new = pto.load %x[0, 0] to vec : (!t) -> !v
    scf.yield %new : !v
  }
  %after = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %after, %out[0, 0] : (!v, !t) -> !t
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// A carried tile is dead between its last read and the next one's write.
//
// CHECK-LABEL: func.func @in_the_round(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %gap = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %new = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %new
func.func @in_the_round(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (!v) {
    pto.store %t, %out[0, 0] : (!v, !t) -> !t
    %gap = pto.load %x[0, 0] to vec : (!t) -> !v
    pto.store %gap, %out[0, 0] : (!v, !t) -> !t
    %new = pto.load %x[0, 0] to vec : (!t) -> !v
    scf.yield %new : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// A temporary that is made early and used late is in nobody's way before.
//
// CHECK-LABEL: func.func @temporary(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 256, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %tmp = pto.create {{.*}}into [[VEC_2]]{{ }}
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.recip {{.*}}into [[VEC_4]]{{ }}
// CHECK: %s = pto.row_sum {{.*}}into [[VEC_5]]{{ }}
func.func @temporary(%x: !t, %out: tensor<64x1xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %tmp = pto.create to vec : () -> !v
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.recip %a : (!v) -> !v
  %s = pto.row_sum %b, %tmp : (!v, !v) -> !pto.tile<64x1xf32, vec>
  pto.store %s, %out[0, 0] : (!pto.tile<64x1xf32, vec>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return
}

// B44: a while loop keeps what either of its parts needs over both.
//
// CHECK-LABEL: func.func @while(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.while
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %c = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.condition(%p) %c
// CHECK: %d = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %e = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %e
func.func @while(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.while (%t = %a) : (!v) -> !v {
    %b = pto.load %x[0, 0] to vec : (!t) -> !v
    %c = pto.add %t, %b : (!v, !v) -> !v
    scf.condition(%p) %c : !v
  } do {
  ^bb0(%u: !v):
    %d = pto.load %x[0, 0] to vec : (!t) -> !v
    %e = pto.add %u, %d : (!v, !v) -> !v
    scf.yield %e : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// B44: out of a region that only wraps.
//
// CHECK-LABEL: func.func @wrapped(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.recip {{.*}}into [[VEC_3]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
func.func @wrapped(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.execute_region -> !v {
    %b = pto.recip %a : (!v) -> !v
    scf.yield %b : !v
  }
  %c = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// B83: a tile from outside that is read three deep lives over the whole loop;
// what the loop makes before that read lies elsewhere.
//
// CHECK-LABEL: func.func @read_deep(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.for
// CHECK: scf.if
// CHECK: %c = pto.load {{.*}}into [[VEC_3]]{{ }}
func.func @read_deep(%x: !t, %n: index, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  scf.for %i = %c0 to %n step %c1 {
    %b = pto.load %x[0, 0] to vec : (!t) -> !v
    pto.store %b, %out[0, 0] : (!v, !t) -> !t
    scf.for %j = %c0 to %n step %c1 {
      scf.if %p {
        pto.store %a, %out[0, 0] : (!v, !t) -> !t
      }
    }
    %c = pto.load %x[0, 0] to vec : (!t) -> !v
    pto.store %c, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// B27: what is popped from a pipe has no buffer, and two of them are no reason
// to keep anything.
//
// CHECK-LABEL: func.func @popped(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %flat = pto.reshape %p
// CHECK: %a = pto.exp {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @popped(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %p = pto.tpop_from_aic : () -> !v
  %q = pto.tpop_from_aic : () -> !v
  %flat = pto.reshape %p : (!v) -> !pto.tile<1x4096xf32, vec>
  %a = pto.exp %flat : (!pto.tile<1x4096xf32, vec>) -> !pto.tile<1x4096xf32, vec>
  pto.store %a, %out[0, 0] : (!pto.tile<1x4096xf32, vec>, !t) -> !t
  %b = pto.add %p, %q : (!v, !v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}

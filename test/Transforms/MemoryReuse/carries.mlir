// Loops: what is carried is one buffer, and what else the body makes shares
// around it.
//
// RUN: pto-opt %s --init-memref --memory-reuse --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --init-memref --memory-reuse -o %t.1
// RUN: pto-opt %t.1 --memory-reuse -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>
!l = !pto.tile<32x32xbf16, left>
!r = !pto.tile<32x32xbf16, right>
!acc = !pto.tile<32x32xf32, acc>
!o = tensor<32x32xf32>

// The yielded sum is written into the carried buffer; the other apart.
//
// CHECK-LABEL: func.func @producer(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %init = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %extra = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: %next = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %next
func.func @producer(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (!v) {
    %extra = pto.add %acc, %acc : (!v, !v) -> !v
    %next = pto.add %extra, %acc : (!v, !v) -> !v
    scf.yield %next : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// One buffer for all.
//
// CHECK-LABEL: func.func @unified(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %init = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %next = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %next
func.func @unified(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (!v) {
    %next = pto.add %acc, %acc : (!v, !v) -> !v
    scf.yield %next : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// B42 (i), (ii): two carried tiles apart, one scratch for both.
//
// CHECK-LABEL: func.func @two(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %init0 = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %init1 = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.for
// CHECK: %extra0 = pto.add {{.*}}into [[VEC_4]]{{ }}
// CHECK: %next0 = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %extra1 = pto.add {{.*}}into [[VEC_4]]{{ }}
// CHECK: %next1 = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %next0, %next1
func.func @two(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init0 = pto.load %x[0, 0] to vec : (!t) -> !v
  %init1 = pto.load %x[0, 0] to vec : (!t) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc0 = %init0, %acc1 = %init1) -> (!v, !v) {
    %extra0 = pto.add %acc0, %acc0 : (!v, !v) -> !v
    %next0 = pto.add %extra0, %acc0 : (!v, !v) -> !v
    %extra1 = pto.add %acc1, %acc1 : (!v, !v) -> !v
    %next1 = pto.add %extra1, %acc1 : (!v, !v) -> !v
    scf.yield %next0, %next1 : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, !t) -> !t
  pto.store %r#1, %out[0, 0] : (!v, !t) -> !t
  return
}

// The carried tile is written at the end of each round and never read
// in it, so what the round makes before that lies in its buffer, too.
//
// CHECK-LABEL: func.func @scratch(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %init = pto.create {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %c
func.func @scratch(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.create to vec : () -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (!v) {
    %a = pto.load %x[0, 0] to vec : (!t) -> !v
    %b = pto.add %a, %a : (!v, !v) -> !v
    %c = pto.add %b, %b : (!v, !v) -> !v
    scf.yield %c : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// B80: a tile from outside lives to the end of the outer loop.
//
// CHECK-LABEL: func.func @nested(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %outer = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.for
// CHECK: %inner = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: scf.for
// CHECK: %b = pto.add {{.*}}into [[VEC_4]]{{ }}
// CHECK: scf.yield %b
// CHECK: %d = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %d
func.func @nested(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %outer = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %outer) -> (!v) {
    %inner = pto.load %x[0, 0] to vec : (!t) -> !v
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %inner) -> (!v) {
      %b = pto.add %sum, %a : (!v, !v) -> !v
      scf.yield %b : !v
    }
    %d = pto.add %acc, %s : (!v, !v) -> !v
    scf.yield %d : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// Two tiles that the loop reads, and what it carries.
//
// CHECK-LABEL: func.func @long_lived(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %init = pto.create {{.*}}into [[VEC_4]]{{ }}
// CHECK: scf.for
// CHECK: scf.if
// CHECK: %c = pto.add {{.*}}into [[VEC_4]]{{ }}
// CHECK: scf.yield %c
// CHECK: } else {
// CHECK: %d = pto.add {{.*}}into [[VEC_4]]{{ }}
// CHECK: scf.yield %d
// CHECK: scf.yield %m
func.func @long_lived(%x: !t, %n: index, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.load %x[0, 0] to vec : (!t) -> !v
  %init = pto.create to vec : () -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (!v) {
    %m = scf.if %p -> (!v) {
      %c = pto.add %a, %b : (!v, !v) -> !v
      scf.yield %c : !v
    } else {
      %d = pto.add %b, %a : (!v, !v) -> !v
      scf.yield %d : !v
    }
    scf.yield %m : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// B42 (iii): the result is read after the loop: what is loaded before
// that lies elsewhere.
//
// CHECK-LABEL: func.func @read_after(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %o = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %z = pto.muls {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %chunk = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %next = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.yield %next
// CHECK: %resid = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %final = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @read_after(%x: !t, %f: f32, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = pto.load %x[0, 0] to vec : (!t) -> !v
  %z = pto.muls %o, %f : (!v, f32) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (!v) {
    %chunk = pto.load %x[0, 0] to vec : (!t) -> !v
    %next = pto.add %acc, %chunk : (!v, !v) -> !v
    scf.yield %next : !v
  }
  %resid = pto.load %x[0, 0] to vec : (!t) -> !v
  %final = pto.add %r, %resid : (!v, !v) -> !v
  pto.store %final, %out[0, 0] : (!v, !t) -> !t
  return
}

// B42 (iv): a tile that the loop stores first thing in each round keeps its
// bytes over the whole round.
//
// CHECK-LABEL: func.func @invariant(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
func.func @invariant(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  scf.for %i = %c0 to %n step %c1 {
    pto.store %a, %out[0, 0] : (!v, !t) -> !t
    %b = pto.load %x[0, 0] to vec : (!t) -> !v
    pto.store %b, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// An accumulator is one buffer, and nothing moves.
//
// CHECK-LABEL: func.func @accumulator(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 2048, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 4096, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %a = pto.move %m to left into [[LEFT_3]]{{ }}
// CHECK: %b = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %init = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: scf.for
// CHECK: %next = pto.matmul_acc %acc, %a, %b
// CHECK: scf.yield %next
func.func @accumulator(%x: tensor<32x32xbf16>, %n: index, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
  %a = pto.move %m to left : (!pto.tile<32x32xbf16, mat>) -> !l
  %b = pto.move %m to right : (!pto.tile<32x32xbf16, mat>) -> !r
  %init = pto.matmul %a, %b : (!l, !r) -> !acc
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    %next = pto.matmul_acc %acc, %a, %b : (!acc, !l, !r) -> !acc
    scf.yield %next : !acc
  }
  pto.store %s, %out[0, 0] : (!acc, !o) -> !o
  return
}

// B78: through a view with another valid region, which stays.
//
// CHECK-LABEL: func.func @accumulator_valid(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 2048, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 4096, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %a = pto.move %m to left into [[LEFT_3]]{{ }}
// CHECK: %b = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %room = pto.create {{.*}}into [[ACC_5]]{{ }}
// CHECK: %init = pto.set_validshape %room
// CHECK: scf.for
// CHECK: %next = pto.matmul_acc %acc, %a, %b
// CHECK: scf.yield %next
func.func @accumulator_valid(%x: tensor<32x32xbf16>, %n: index, %out: !o)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
  %a = pto.move %m to left : (!pto.tile<32x32xbf16, mat>) -> !l
  %b = pto.move %m to right : (!pto.tile<32x32xbf16, mat>) -> !r
  %room = pto.create to acc : () -> !acc
  %init = pto.set_validshape %room valid [16, 16] : (!acc) -> !pto.tile<32x32xf32, acc, valid = 16x16>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (!pto.tile<32x32xf32, acc, valid = 16x16>) {
    %next = pto.matmul_acc %acc, %a, %b : (!pto.tile<32x32xf32, acc, valid = 16x16>, !l, !r) -> !pto.tile<32x32xf32, acc, valid = 16x16>
    scf.yield %next : !pto.tile<32x32xf32, acc, valid = 16x16>
  }
  pto.store %s, %out[0, 0] : (!pto.tile<32x32xf32, acc, valid = 16x16>, !o) -> !o
  return
}

// The carried tile is read after the next one is made, so that has a
// buffer of its own and is moved at the end.
//
// CHECK-LABEL: func.func @still_read(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %init = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: %tmp = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: %other = pto.mul {{.*}}into [[VEC_2]]{{ }}
// CHECK: %tmp_mv = pto.move %tmp to vec into [[VEC_2]]{{ }}
// CHECK: scf.yield %tmp_mv
func.func @still_read(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (!v) {
    %tmp = pto.add %acc, %acc : (!v, !v) -> !v
    %other = pto.mul %tmp, %acc : (!v, !v) -> !v
    pto.store %other, %out[0, 0] : (!v, !t) -> !t
    scf.yield %tmp : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// The same behind a branch; the arm that makes nothing copies.
//
// CHECK-LABEL: func.func @still_read_branch(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %init = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: scf.for
// CHECK: scf.if
// CHECK: %c = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %c
// CHECK: } else {
// CHECK: %acc_mv = pto.move %acc to vec into [[VEC_3]]{{ }}
// CHECK: scf.yield %acc_mv
// CHECK: %m_mv = pto.move %m to vec into [[VEC_2]]{{ }}
// CHECK: scf.yield %m_mv
func.func @still_read_branch(%x: !t, %n: index, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (!v) {
    %m = scf.if %p -> (!v) {
      %c = pto.add %acc, %acc : (!v, !v) -> !v
      scf.yield %c : !v
    } else {
      scf.yield %acc : !v
    }
    pto.store %acc, %out[0, 0] : (!v, !t) -> !t
    scf.yield %m : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// A merge can't run in place: it is moved at the end.
//
// CHECK-LABEL: func.func @merge(
// CHECK: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 256, id = 4
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 5
// CHECK-NEXT: [[VEC_6:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 6
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_6]]{{ }}
// CHECK: %i = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %s = pto.sort32 {{.*}}into [[VEC_5]]{{ }}
// CHECK: scf.for
// CHECK: %merged = pto.mrgsort_format1 {{.*}}into [[VEC_6]]{{ }}
// CHECK: %merged_mv = pto.move %merged to vec into [[VEC_5]]{{ }}
// CHECK: scf.yield %merged_mv
func.func @merge(%x: tensor<1x64xf32>, %y: tensor<1x64xui32>, %n: index, %out: tensor<1x128xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %len = arith.constant 64 : i32
  %a = pto.load %x[0, 0] to vec : (tensor<1x64xf32>) -> !pto.tile<1x64xf32, vec>
  %i = pto.load %y[0, 0] to vec : (tensor<1x64xui32>) -> !pto.tile<1x64xui32, vec>
  %s = pto.sort32 %a, %i : (!pto.tile<1x64xf32, vec>, !pto.tile<1x64xui32, vec>) -> !pto.tile<1x128xf32, vec>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%c = %s) -> (!pto.tile<1x128xf32, vec>) {
    %merged = pto.mrgsort_format1 %c, %len : (!pto.tile<1x128xf32, vec>, i32) -> !pto.tile<1x128xf32, vec>
    scf.yield %merged : !pto.tile<1x128xf32, vec>
  }
  pto.store %r, %out[0, 0] : (!pto.tile<1x128xf32, vec>, tensor<1x128xf32>) -> tensor<1x128xf32>
  return
}

// B38: two nests of accumulation one after the other. The second takes the
// first one's accumulator after it is stored, at both levels.
//
// CHECK-LABEL: func.func @two_nests(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 2048, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 4096, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %a = pto.move %m to left into [[LEFT_3]]{{ }}
// CHECK: %b = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %gate = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %next = pto.matmul_acc %acc, %a, %b
// CHECK: scf.yield %next
// CHECK: scf.yield %in
// CHECK: %up = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %next = pto.matmul_acc %acc, %a, %b
// CHECK: scf.yield %next
// CHECK: scf.yield %in
func.func @two_nests(%x: tensor<32x32xbf16>, %n: index, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
  %a = pto.move %m to left : (!pto.tile<32x32xbf16, mat>) -> !l
  %b = pto.move %m to right : (!pto.tile<32x32xbf16, mat>) -> !r
  %gate = pto.matmul %a, %b : (!l, !r) -> !acc
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %gate) -> (!acc) {
    %in = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %outer) -> (!acc) {
      %next = pto.matmul_acc %acc, %a, %b : (!acc, !l, !r) -> !acc
      scf.yield %next : !acc
    }
    scf.yield %in : !acc
  }
  pto.store %s, %out[0, 0] : (!acc, !o) -> !o
  %up = pto.matmul %a, %b : (!l, !r) -> !acc
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %up) -> (!acc) {
    %in = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %outer) -> (!acc) {
      %next = pto.matmul_acc %acc, %a, %b : (!acc, !l, !r) -> !acc
      scf.yield %next : !acc
    }
    scf.yield %in : !acc
  }
  pto.store %t, %out[0, 0] : (!acc, !o) -> !o
  return
}

// Loops one after the other use the same buffers: each is free between.
//
// CHECK-LABEL: func.func @siblings(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: scf.for
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.recip {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.for
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.recip {{.*}}into [[VEC_3]]{{ }}
func.func @siblings(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = pto.load %x[0, 0] to vec : (!t) -> !v
    %b = pto.recip %a : (!v) -> !v
    pto.store %b, %out[0, 0] : (!v, !t) -> !t
  }
  scf.for %i = %c0 to %n step %c1 {
    %c = pto.load %x[0, 0] to vec : (!t) -> !v
    %d = pto.recip %c : (!v) -> !v
    pto.store %d, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

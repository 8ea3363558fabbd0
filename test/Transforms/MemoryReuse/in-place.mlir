// Ops that can't run in place keep their result off their operands (B46), and
// whoever is not concerned shares all the same.
//
// RUN: pto-opt %s --init-memref --memory-reuse | FileCheck %s

!v = !pto.tile<32x32xf32, vec>
!i = !pto.tile<32x32xi32, vec>
!t = tensor<32x32xf32>

// Joined from two operands: off both.
//
// CHECK-LABEL: func.func @concat(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 2048, id = 3
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %c = pto.concat {{.*}}into [[VEC_4]]{{ }}
func.func @concat(%x: tensor<32x16xf32>, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<32x16xf32>) -> !pto.tile<32x16xf32, vec>
  %b = pto.load %x[0, 0] to vec : (tensor<32x16xf32>) -> !pto.tile<32x16xf32, vec>
  %c = pto.concat %a, %b : (!pto.tile<32x16xf32, vec>, !pto.tile<32x16xf32, vec>) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  return
}

// Each element of the result needs its operand twice: off it (tko-r1).
//
// CHECK-LABEL: func.func @recip(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.recip {{.*}}into [[VEC_3]]{{ }}
func.func @recip(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.recip %a : (!v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}

// B53: a move that changes the layout is not put on its source, and
// stays.
//
// CHECK-LABEL: func.func @move(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.move %a to vec into [[VEC_3]]{{ }}
func.func @move(%x: tensor<16x16xbf16>, %out: tensor<16x16xbf16>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
  %b = pto.move %a to vec {blayout = #pto.block_layout<col_major>, slayout = #pto.block_layout<row_major>} : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
  pto.tpush_to_aic %b : (!pto.tile<16x16xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>)
  return
}

// The reciprocal stands alone; a, c and its operand share.
//
// CHECK-LABEL: func.func @others_share(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.recip {{.*}}into [[VEC_5]]{{ }}
func.func @others_share(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %a, %out[0, 0] : (!v, !t) -> !t
  %c = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  %d = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.recip %d : (!v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}

// A sum is written over its operand.
//
// CHECK-LABEL: func.func @add(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @add(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.add %a, %a : (!v, !v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}

// The temporary apart from both.
//
// CHECK-LABEL: func.func @ands_xors(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 3
// CHECK-NEXT: [[VEC_6:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 6
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.ands {{.*}}into [[VEC_3]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %tmp = pto.create {{.*}}into [[VEC_3]]{{ }}
// CHECK: %d = pto.xors {{.*}}into [[VEC_6]]{{ }}
func.func @ands_xors(%x: tensor<32x32xi32>, %n: i32, %out: tensor<32x32xi32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<32x32xi32>) -> !i
  %b = pto.ands %a, %n : (!i, i32) -> !i
  pto.store %b, %out[0, 0] : (!i, tensor<32x32xi32>) -> tensor<32x32xi32>
  %c = pto.load %x[0, 0] to vec : (tensor<32x32xi32>) -> !i
  %tmp = pto.create to vec : () -> !i
  %d = pto.xors %c, %n, %tmp : (!i, i32, !i) -> !i
  pto.store %d, %out[0, 0] : (!i, tensor<32x32xi32>) -> tensor<32x32xi32>
  return
}

// A, b, u and c share in turn; d is apart, from u which is still needed,
// and from c which may not lie on it.
//
// CHECK-LABEL: func.func @two_levels(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 2
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %u = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.add {{.*}}into [[VEC_5]]{{ }}
// CHECK: %c = pto.recip {{.*}}into [[VEC_2]]{{ }}
func.func @two_levels(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.add %a, %a : (!v, !v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  %u = pto.load %x[0, 0] to vec : (!t) -> !v
  %d = pto.add %u, %u : (!v, !v) -> !v
  pto.store %u, %out[0, 0] : (!v, !t) -> !t
  %c = pto.recip %d : (!v) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  return
}

// B46: one after the other, each apart from its operand.
//
// CHECK-LABEL: func.func @unsafe(
// CHECK: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 3
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 4
// CHECK-NEXT: [[VEC_10:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 10
// CHECK-NOT: pto.alloc
// CHECK: %a0 = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %a1 = pto.transpose {{.*}}into [[VEC_4]]{{ }}
// CHECK: %a2 = pto.fmods {{.*}}into [[VEC_3]]{{ }}
// CHECK: %a3 = pto.rsqrt {{.*}}into [[VEC_4]]{{ }}
// CHECK: %a4 = pto.fmod {{.*}}into [[VEC_3]]{{ }}
// CHECK: %a5 = pto.extract {{.*}}into [[VEC_4]]{{ }}
// CHECK: %b0 = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %b1 = pto.ors {{.*}}into [[VEC_10]]{{ }}
// CHECK: %b2 = pto.gatherb {{.*}}into [[VEC_3]]{{ }}
// CHECK: %b3 = pto.gather_mask {{.*}}into [[VEC_4]]{{ }}
// CHECK: %b4 = pto.fillpad_expand {{.*}}into [[VEC_3]]{{ }}
func.func @unsafe(%x: !t, %y: tensor<32x32xi32>, %f: f32, %n: i32, %out: !t)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a0 = pto.load %x[0, 0] to vec : (!t) -> !v
  %a1 = pto.transpose %a0 : (!v) -> !v
  %a2 = pto.fmods %a1, %f : (!v, f32) -> !v
  %a3 = pto.rsqrt %a2 : (!v) -> !v
  %a4 = pto.fmod %a3, %a3 : (!v, !v) -> !v
  %a5 = pto.extract %a4[0, 0] to vec : (!v) -> !v
  pto.store %a5, %out[0, 0] : (!v, !t) -> !t
  %b0 = pto.load %y[0, 0] to vec : (tensor<32x32xi32>) -> !i
  %b1 = pto.ors %b0, %n : (!i, i32) -> !i
  %b2 = pto.gatherb %a5, %b1 : (!v, !i) -> !v
  %b3 = pto.gather_mask %b2 {mask_pattern = 1 : i64} : (!v) -> !pto.tile<32x16xf32, vec>
  %b4 = pto.fillpad_expand %b3 : (!pto.tile<32x16xf32, vec>) -> !v
  pto.store %b4, %out[0, 0] : (!v, !t) -> !t
  return
}

// B46: sorting, with its temporary apart from everything.
//
// CHECK-LABEL: func.func @sort(
// CHECK: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 256, id = 4
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 256, id = 5
// CHECK-NEXT: [[VEC_6:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 6
// CHECK-NEXT: [[VEC_7:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 7
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_7]]{{ }}
// CHECK: %i = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %tmp = pto.create {{.*}}into [[VEC_5]]{{ }}
// CHECK: %s = pto.sort32 {{.*}}into [[VEC_6]]{{ }}
// CHECK: %m = pto.mrgsort_format1 {{.*}}into [[VEC_7]]{{ }}
func.func @sort(%x: tensor<1x64xf32>, %y: tensor<1x64xui32>, %out: tensor<1x128xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<1x64xf32>) -> !pto.tile<1x64xf32, vec>
  %i = pto.load %y[0, 0] to vec : (tensor<1x64xui32>) -> !pto.tile<1x64xui32, vec>
  %tmp = pto.create to vec : () -> !pto.tile<1x64xf32, vec>
  %s = pto.sort32 %a, %i, %tmp : (!pto.tile<1x64xf32, vec>, !pto.tile<1x64xui32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<1x128xf32, vec>
  %n = arith.constant 64 : i32
  %m = pto.mrgsort_format1 %s, %n : (!pto.tile<1x128xf32, vec>, i32) -> !pto.tile<1x128xf32, vec>
  pto.store %m, %out[0, 0] : (!pto.tile<1x128xf32, vec>, tensor<1x128xf32>) -> tensor<1x128xf32>
  return
}

// An operand that is spread over the result is read again and again: it can't
// be overwritten (tko-r2).
//
// CHECK-LABEL: func.func @broadcast(
// CHECK: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 128, id = 3
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 4
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 4096, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %row = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %a = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_5]]{{ }}
func.func @broadcast(%x: !t, %y: tensor<1x32xf32>, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %row = pto.load %y[0, 0] to vec : (tensor<1x32xf32>) -> !pto.tile<1x32xf32, vec>
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.add %row, %a : (!pto.tile<1x32xf32, vec>, !v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  pto.store %a, %out[0, 0] : (!v, !t) -> !t
  return
}

// One shape and two layouts: the write goes another way than the read (tko-r3).
// CHECK-LABEL: func.func @other_layout(
// CHECK: [[A:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 1
// CHECK-NEXT: [[B:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 2
// CHECK: pto.load {{.*}} into [[A]] :
// CHECK: pto.exp {{.*}} into [[B]] :
func.func @other_layout(%x: tensor<16x16xbf16>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
  %b = pto.exp %a : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<16x16xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
  pto.tpush_to_aic %b : (!pto.tile<16x16xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>)
  return
}

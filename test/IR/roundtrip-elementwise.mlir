// One, two, three operands, scalars, selections, padding.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --mlir-print-op-generic | pto-opt | FileCheck %s

!t = !pto.tile<16x64xf32, vec>
!h = !pto.tile<16x64xf16, vec>
!i = !pto.tile<16x64xi32, vec>
!mask = !pto.tile<16x32xui8, vec>

// CHECK-LABEL: func.func @one(
// CHECK: [[A:%[^ :,]+]] = pto.abs %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.neg %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.exp %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.sqrt %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.relu %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.not %{{.+}} : (!pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.sin %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.cos %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[J:%[^ :,]+]] = pto.log %{{.+}} {high_precision} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[K:%[^ :,]+]] = pto.recip %{{.+}} {high_precision} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.rsqrt %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[N:%[^ :,]+]] = pto.rsqrt %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[O:%[^ :,]+]] = pto.cast %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf16, vec>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.cast %{{.+}}, %{{.+}} into %{{.+}} {mode = #pto.round_mode<trunc>, saturation_mode = 0 : i32} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x512xi8, vec>) -> !pto.tile<16x64xi16, vec>
func.func @one(%x: !t, %i: !i, %tmp: !pto.tile<1x512xi8, vec>, %m: !pto.memref) {
  %a = pto.abs %x : (!t) -> !t
  %b = pto.neg %x into %m : (!t) -> !t
  %c = pto.exp %x : (!t) -> !t
  %d = pto.sqrt %x : (!t) -> !t
  %e = pto.relu %x : (!t) -> !t
  %f = pto.not %i : (!i) -> !i
  %g = pto.sin %x : (!t) -> !t
  %h = pto.cos %x : (!t) -> !t
  %j = pto.log %x {high_precision} : (!t) -> !t
  %k = pto.recip %x {high_precision} : (!t) -> !t
  %l = pto.rsqrt %x : (!t) -> !t
  %n = pto.rsqrt %x, %x into %m : (!t, !t) -> !t
  %o = pto.cast %x : (!t) -> !h
  %p = pto.cast %x, %tmp into %m {mode = #pto.round_mode<trunc>, saturation_mode = 0 : i32} : (!t, !pto.tile<1x512xi8, vec>) -> !pto.tile<16x64xi16, vec>
  return
}

// CHECK-LABEL: func.func @two(
// CHECK: [[A:%[^ :,]+]] = pto.add %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.sub %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.mul %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.div %{{.+}}, %{{.+}} {high_precision} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.maximum %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.minimum %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.fmod %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.and %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[K:%[^ :,]+]] = pto.or %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.shl %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[N:%[^ :,]+]] = pto.shr %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[O:%[^ :,]+]] = pto.part_add %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.part_mul %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[Q:%[^ :,]+]] = pto.part_max %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.part_min %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.cmp %{{.+}}, %{{.+}} {cmp_type = #pto.cmp<le>} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x32xui8, vec>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.rem %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.xor %{{.+}}, %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xi32, vec>, !pto.tile<16x64xi32, vec>, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.add %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
func.func @two(%x: !t, %y: !t, %i: !i, %j: !i, %v: !pto.tile<1x64xf32, vec>, %m: !pto.memref) {
  %a = pto.add %x, %y into %m : (!t, !t) -> !t
  %b = pto.sub %x, %y : (!t, !t) -> !t
  %c = pto.mul %x, %y : (!t, !t) -> !t
  %d = pto.div %x, %y {high_precision} : (!t, !t) -> !t
  %e = pto.maximum %x, %y : (!t, !t) -> !t
  %f = pto.minimum %x, %y : (!t, !t) -> !t
  %g = pto.fmod %x, %y : (!t, !t) -> !t
  %h = pto.and %i, %j : (!i, !i) -> !i
  %k = pto.or %i, %j : (!i, !i) -> !i
  %l = pto.shl %i, %j : (!i, !i) -> !i
  %n = pto.shr %i, %j : (!i, !i) -> !i
  %o = pto.part_add %x, %y : (!t, !t) -> !t
  %p = pto.part_mul %x, %y : (!t, !t) -> !t
  %q = pto.part_max %x, %y : (!t, !t) -> !t
  %r = pto.part_min %x, %y : (!t, !t) -> !t
  %s = pto.cmp %x, %y {cmp_type = #pto.cmp<le>} : (!t, !t) -> !mask
  %u = pto.rem %x, %y, %x : (!t, !t, !t) -> !t
  %w = pto.xor %i, %j, %i into %m : (!i, !i, !i) -> !i
  %z = pto.add %x, %v : (!t, !pto.tile<1x64xf32, vec>) -> !t
  return
}

// CHECK-LABEL: func.func @scalars(
// CHECK: [[A:%[^ :,]+]] = pto.adds %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.subs %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.muls %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.divs %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.fmods %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.maximums %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.minimums %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[J:%[^ :,]+]] = pto.ands %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, i32) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[K:%[^ :,]+]] = pto.ors %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, i32) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.shls %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, i32) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[O:%[^ :,]+]] = pto.shrs %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, i32) -> !pto.tile<16x64xi32, vec>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.lrelu %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[Q:%[^ :,]+]] = pto.expands %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.cmps %{{.+}}, %{{.+}} {cmp_type = #pto.cmp<ne>} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x32xui8, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.rems %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.xors %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xi32, vec>, i32, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xi32, vec>
func.func @scalars(%x: !t, %i: !i, %f: f32, %n: i32, %m: !pto.memref) {
  %a = pto.adds %x, %f into %m : (!t, f32) -> !t
  %b = pto.subs %x, %f : (!t, f32) -> !t
  %c = pto.muls %x, %f : (!t, f32) -> !t
  %d = pto.divs %x, %f : (!t, f32) -> !t
  %e = pto.fmods %x, %f : (!t, f32) -> !t
  %g = pto.maximums %x, %f : (!t, f32) -> !t
  %h = pto.minimums %x, %f : (!t, f32) -> !t
  %j = pto.ands %i, %n : (!i, i32) -> !i
  %k = pto.ors %i, %n : (!i, i32) -> !i
  %l = pto.shls %i, %n : (!i, i32) -> !i
  %o = pto.shrs %i, %n : (!i, i32) -> !i
  %p = pto.lrelu %x, %f : (!t, f32) -> !t
  %q = pto.expands %x, %f : (!t, f32) -> !t
  %r = pto.cmps %x, %f {cmp_type = #pto.cmp<ne>} : (!t, f32) -> !mask
  %s = pto.rems %x, %f, %x : (!t, f32, !t) -> !t
  %u = pto.xors %i, %n, %i : (!i, i32, !i) -> !i
  return
}

// CHECK-LABEL: func.func @three(
// CHECK: [[A:%[^ :,]+]] = pto.addc %{{.+}}, %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.subc %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.addsc %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.subsc %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, f32, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.sel %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x32xui8, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.sels %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x32xui8, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.prelu %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x32xui8, vec>) -> !pto.tile<16x64xf32, vec>
func.func @three(%x: !t, %y: !t, %f: f32, %mask: !mask, %m: !pto.memref) {
  %a = pto.addc %x, %y, %x into %m : (!t, !t, !t) -> !t
  %b = pto.subc %x, %y, %x : (!t, !t, !t) -> !t
  %c = pto.addsc %x, %f, %y : (!t, f32, !t) -> !t
  %d = pto.subsc %x, %f, %y : (!t, f32, !t) -> !t
  %e = pto.sel %mask, %x, %y, %x : (!mask, !t, !t, !t) -> !t
  %g = pto.sels %mask, %x, %y, %f : (!mask, !t, !t, f32) -> !t
  %h = pto.prelu %x, %y, %mask : (!t, !t, !mask) -> !t
  return
}

// CHECK-LABEL: func.func @padding(
// CHECK: [[A:%[^ :,]+]] = pto.fillpad %{{.+}} : (!pto.tile<16x64xf32, vec, valid = 10x60>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.fillpad %{{.+}} into %{{.+}} {pad_value = #pto.pad<max>} : (!pto.tile<16x64xf32, vec, valid = 10x60>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.fillpad_expand %{{.+}} {pad_value = #pto.pad<min>} : (!pto.tile<16x64xf32, vec, valid = 10x60>) -> !pto.tile<32x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.fillpad_inplace %{{.+}} : (!pto.tile<16x64xf32, vec, valid = 10x60>) -> !pto.tile<16x64xf32, vec>
func.func @padding(%x: !pto.tile<16x64xf32, vec, valid = 10x60>, %m: !pto.memref) {
  %a = pto.fillpad %x : (!pto.tile<16x64xf32, vec, valid = 10x60>) -> !t
  %b = pto.fillpad %x into %m {pad_value = #pto.pad<max>} : (!pto.tile<16x64xf32, vec, valid = 10x60>) -> !t
  %c = pto.fillpad_expand %x {pad_value = #pto.pad<min>} : (!pto.tile<16x64xf32, vec, valid = 10x60>) -> !pto.tile<32x64xf32, vec>
  %d = pto.fillpad_inplace %x : (!pto.tile<16x64xf32, vec, valid = 10x60>) -> !t
  return
}

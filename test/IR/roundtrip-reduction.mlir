// Reductions, broadcasts, sorting.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --mlir-print-op-generic | pto-opt | FileCheck %s

!t = !pto.tile<16x64xf32, vec>
!row = !pto.tile<16x1xf32, vec>
!col = !pto.tile<1x64xf32, vec>
!s = !pto.tile<1x64xf32, vec>
!p = !pto.tile<1x128xf32, vec>

// CHECK-LABEL: func.func @rows(
// CHECK: [[A:%[^ :,]+]] = pto.row_sum %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.row_max %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.row_min %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.row_prod %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.row_argmax %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x1xi32, vec>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.row_argmin %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x1xi32, vec>
func.func @rows(%x: !t, %m: !pto.memref) {
  %a = pto.row_sum %x, %x into %m : (!t, !t) -> !row
  %b = pto.row_max %x, %x : (!t, !t) -> !row
  %c = pto.row_min %x, %x : (!t, !t) -> !row
  %d = pto.row_prod %x, %x : (!t, !t) -> !row
  %e = pto.row_argmax %x, %x : (!t, !t) -> !pto.tile<16x1xi32, vec>
  %f = pto.row_argmin %x, %x : (!t, !t) -> !pto.tile<16x1xi32, vec>
  return
}

// CHECK-LABEL: func.func @columns(
// CHECK: [[A:%[^ :,]+]] = pto.col_sum %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.col_sum %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.col_max %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.col_min %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.col_prod %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.col_argmax %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<1x64xi32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.col_argmin %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<1x64xi32, vec>
func.func @columns(%x: !t, %m: !pto.memref) {
  %a = pto.col_sum %x : (!t) -> !col
  %b = pto.col_sum %x, %x into %m : (!t, !t) -> !col
  %c = pto.col_max %x : (!t) -> !col
  %d = pto.col_min %x : (!t) -> !col
  %e = pto.col_prod %x : (!t) -> !col
  %f = pto.col_argmax %x, %x : (!t, !t) -> !pto.tile<1x64xi32, vec>
  %g = pto.col_argmin %x, %x : (!t, !t) -> !pto.tile<1x64xi32, vec>
  return
}

// CHECK-LABEL: func.func @expand(
// CHECK: [[A:%[^ :,]+]] = pto.row_expand %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.row_expand_sub %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.row_expand_mul %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.row_expand_div %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.row_expand_max %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.row_expand_min %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.row_expand_expdif %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[I:%[^ :,]+]] = pto.row_expand_add %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[J:%[^ :,]+]] = pto.row_expand_add %{{.+}}, %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x1xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[K:%[^ :,]+]] = pto.col_expand %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.col_expand_add %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[N:%[^ :,]+]] = pto.col_expand_sub %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[O:%[^ :,]+]] = pto.col_expand_mul %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.col_expand_div %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[Q:%[^ :,]+]] = pto.col_expand_max %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.col_expand_min %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.col_expand_expdif %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
func.func @expand(%x: !t, %r: !row, %c: !col, %m: !pto.memref) {
  %a = pto.row_expand %x, %r into %m : (!t, !row) -> !t
  %b = pto.row_expand_sub %x, %r : (!t, !row) -> !t
  %d = pto.row_expand_mul %x, %r : (!t, !row) -> !t
  %e = pto.row_expand_div %x, %r : (!t, !row) -> !t
  %f = pto.row_expand_max %x, %r : (!t, !row) -> !t
  %g = pto.row_expand_min %x, %r : (!t, !row) -> !t
  %h = pto.row_expand_expdif %x, %r : (!t, !row) -> !t
  %i = pto.row_expand_add %x, %r : (!t, !row) -> !t
  %j = pto.row_expand_add %x, %r, %x into %m : (!t, !row, !t) -> !t
  %k = pto.col_expand %x, %c : (!t, !col) -> !t
  %l = pto.col_expand_add %x, %c : (!t, !col) -> !t
  %n = pto.col_expand_sub %x, %c : (!t, !col) -> !t
  %o = pto.col_expand_mul %x, %c : (!t, !col) -> !t
  %p = pto.col_expand_div %x, %c : (!t, !col) -> !t
  %q = pto.col_expand_max %x, %c : (!t, !col) -> !t
  %s = pto.col_expand_min %x, %c : (!t, !col) -> !t
  %u = pto.col_expand_expdif %x, %c : (!t, !col) -> !t
  return
}

// CHECK-LABEL: func.func @sorting(
// CHECK: [[A:%[^ :,]+]] = pto.sort32 %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<1x64xf32, vec>, !pto.tile<1x64xi32, vec>) -> !pto.tile<1x128xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.sort32 %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<1x64xf32, vec>, !pto.tile<1x64xi32, vec>, !pto.tile<1x64xf32, vec>) -> !pto.tile<1x128xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.mrgsort_format1 [[A]], %{{.+}} : (!pto.tile<1x128xf32, vec>, i32) -> !pto.tile<1x128xf32, vec>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<1x256xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.mrgsort_format2 [[A]], [[B]] tmp [[T]] into %{{.+}} : (!pto.tile<1x128xf32, vec>, !pto.tile<1x128xf32, vec> tmp !pto.tile<1x256xf32, vec>) -> !pto.tile<1x256xf32, vec>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<1x512xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.mrgsort_format2 [[A]], [[B]], [[A]], [[B]] tmp [[U]] {exhausted} : (!pto.tile<1x128xf32, vec>, !pto.tile<1x128xf32, vec>, !pto.tile<1x128xf32, vec>, !pto.tile<1x128xf32, vec> tmp !pto.tile<1x512xf32, vec>) -> !pto.tile<1x512xf32, vec>
func.func @sorting(%x: !s, %i: !pto.tile<1x64xi32, vec>, %n: i32, %m: !pto.memref) {
  %a = pto.sort32 %x, %i into %m : (!s, !pto.tile<1x64xi32, vec>) -> !p
  %b = pto.sort32 %x, %i, %x : (!s, !pto.tile<1x64xi32, vec>, !s) -> !p
  %c = pto.mrgsort_format1 %a, %n : (!p, i32) -> !p
  %t = pto.create to vec : () -> !pto.tile<1x256xf32, vec>
  %d = pto.mrgsort_format2 %a, %b tmp %t into %m : (!p, !p tmp !pto.tile<1x256xf32, vec>) -> !pto.tile<1x256xf32, vec>
  %u = pto.create to vec : () -> !pto.tile<1x512xf32, vec>
  %e = pto.mrgsort_format2 %a, %b, %a, %b tmp %u {exhausted} : (!p, !p, !p, !p tmp !pto.tile<1x512xf32, vec>) -> !pto.tile<1x512xf32, vec>
  return
}

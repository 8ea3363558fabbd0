// Other readings of a tile, gathers and scatters.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --mlir-print-op-generic | pto-opt | FileCheck %s

!t = !pto.tile<16x64xf32, vec>
!i = !pto.tile<16x64xi32, vec>

// CHECK-LABEL: func.func @views(
// CHECK: [[A:%[^ :,]+]] = pto.slice %{{.+}}[0, 32] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x32xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.slice %{{.+}}[%{{.+}}, 0] valid [%{{.+}}, 64] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<8x64xf32, vec, valid = ?x64>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.slice %{{.+}}[3, 0] sizes [1, 64] {drop_dims = array<i64: 0>} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.slice %{{.+}}[0, 0] {pad_value = #pto.pad<zero>} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<8x64xf32, vec, pad = zero>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.reshape %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.reinterpret_view %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x128xf16, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.transpose_view %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.set_validshape %{{.+}} valid [%{{.+}}, 8] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec, valid = ?x8>
// CHECK-NEXT: [[J:%[^ :,]+]] = pto.tile_cast [[H]] : (!pto.tile<16x64xf32, vec, valid = ?x8>) -> !pto.tile<16x64xf32, vec>
func.func @views(%x: !t, %n: index) {
  %a = pto.slice %x[0, 32] : (!t) -> !pto.tile<16x32xf32, vec>
  %b = pto.slice %x[%n, 0] valid [%n, 64] : (!t) -> !pto.tile<8x64xf32, vec, valid = ?x64>
  %c = pto.slice %x[3, 0] sizes [1, 64] {drop_dims = array<i64: 0>} : (!t) -> !pto.tile<64xf32, vec>
  %d = pto.slice %x[0, 0] {pad_value = #pto.pad<zero>} : (!t) -> !pto.tile<8x64xf32, vec, pad = zero>
  %e = pto.reshape %x : (!t) -> !pto.tile<64x16xf32, vec>
  %f = pto.reinterpret_view %x : (!t) -> !pto.tile<16x128xf16, vec>
  %g = pto.transpose_view %x : (!t) -> !pto.tile<64x16xf32, vec>
  %h = pto.set_validshape %x valid [%n, 8] : (!t) -> !pto.tile<16x64xf32, vec, valid = ?x8>
  %j = pto.tile_cast %h : (!pto.tile<16x64xf32, vec, valid = ?x8>) -> !t
  return
}

// CHECK-LABEL: func.func @rearranged(
// CHECK: [[A:%[^ :,]+]] = pto.assemble %{{.+}}[%{{.+}}, 0], %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<8x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.transpose %{{.+}} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.transpose %{{.+}}, %{{.+}} into %{{.+}} {axis1 = -2 : i64, axis2 = -1 : i64} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.concat %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x128xf32, vec>
func.func @rearranged(%x: !t, %w: !pto.tile<8x64xf32, vec>, %n: index, %m: !pto.memref) {
  %a = pto.assemble %x[%n, 0], %w : (!t, !pto.tile<8x64xf32, vec>) -> !t
  %b = pto.transpose %x : (!t) -> !pto.tile<64x16xf32, vec>
  %c = pto.transpose %x, %x into %m {axis1 = -2 : i64, axis2 = -1 : i64} : (!t, !t) -> !pto.tile<64x16xf32, vec>
  %d = pto.concat %x, %x into %m : (!t, !t) -> !pto.tile<16x128xf32, vec>
  return
}

// CHECK-LABEL: func.func @gathers(
// CHECK: [[A:%[^ :,]+]] = pto.gather %{{.+}}, %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xi32, vec>, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.gatherb %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.gather_mask %{{.+}} {mask_pattern = 1 : i64} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x32xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]], [[D_0:%[^ :,]+]] = pto.gather_compare %{{.+}}, %{{.+}}, %{{.+}} into %{{.+}}, %{{.+}} {cmp_mode = #pto.cmp<gt>, offset = 4 : i64} : (!pto.tile<16x64xf32, vec>, f32, !pto.tile<16x64xf32, vec>) -> (!pto.tile<16x64xi32, vec>, !pto.tile<16x1xi32, vec>)
// CHECK-NEXT: [[F:%[^ :,]+]], [[F_1:%[^ :,]+]] = pto.gather_compare %{{.+}}, %{{.+}}, %{{.+}} {cmp_mode = #pto.cmp<eq>} : (!pto.tile<16x64xf32, vec>, f32, !pto.tile<16x64xf32, vec>) -> (!pto.tile<16x64xi32, vec>, !pto.tile<16x1xi32, vec>)
// CHECK-NEXT: [[J:%[^ :,]+]] = pto.gather_row %{{.+}}[%{{.+}}, 0], %{{.+}}[7, %{{.+}}] sizes [1, 64] : (!pto.tile<16x64xf32, vec>, tensor<512x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.gather_row %{{.+}}[0, 0], %{{.+}}[0, 0] sizes [1, 64] valid [1, %{{.+}}] {transpose} : (!pto.tile<16x64xf32, vec>, tensor<512x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[O:%[^ :,]+]] = pto.mgather %{{.+}}, %{{.+}} to mat : (tensor<512x64xf32>, tensor<16xi32>) -> !pto.tile<16x64xf32, mat>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.mgather %{{.+}}, %{{.+}} tmp %{{.+}} valid [%{{.+}}, 64] into %{{.+}} {coalesce = 1 : i64, gather_oob = 3 : i64} : (tensor<512x64xf32>, !pto.tile<16x64xi32, vec> tmp tensor<512x64xf32>) -> !pto.tile<16x64xf32, vec, valid = ?x64>
func.func @gathers(%x: !t, %i: !i, %g: tensor<512x64xf32>, %table: tensor<16xi32>, %k: f32, %n: index, %m: !pto.memref, %m1: !pto.memref) {
  %a = pto.gather %x, %i, %i into %m : (!t, !i, !i) -> !t
  %b = pto.gatherb %x, %i : (!t, !i) -> !t
  %c = pto.gather_mask %x {mask_pattern = 1 : i64} : (!t) -> !pto.tile<16x32xf32, vec>
  %d, %e = pto.gather_compare %x, %k, %x into %m, %m1 {cmp_mode = #pto.cmp<gt>, offset = 4 : i64} : (!t, f32, !t) -> (!i, !pto.tile<16x1xi32, vec>)
  %f, %h = pto.gather_compare %x, %k, %x {cmp_mode = #pto.cmp<eq>} : (!t, f32, !t) -> (!i, !pto.tile<16x1xi32, vec>)
  %j = pto.gather_row %x[%n, 0], %g[7, %n] sizes [1, 64] : (!t, tensor<512x64xf32>) -> !t
  %l = pto.gather_row %x[0, 0], %g[0, 0] sizes [1, 64] valid [1, %n] {transpose} : (!t, tensor<512x64xf32>) -> !t
  %o = pto.mgather %g, %table to mat : (tensor<512x64xf32>, tensor<16xi32>) -> !pto.tile<16x64xf32, mat>
  %p = pto.mgather %g, %i tmp %g valid [%n, 64] into %m {coalesce = 1 : i64, gather_oob = 3 : i64} : (tensor<512x64xf32>, !i tmp tensor<512x64xf32>) -> !pto.tile<16x64xf32, vec, valid = ?x64>
  return
}

// CHECK-LABEL: func.func @scatters(
// CHECK: [[A:%[^ :,]+]] = pto.scatter %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xi32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.scatter_mask %{{.+}}, %{{.+}} {mask_pattern = 7 : i64} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.scatter_update %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xi32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.scatter_update %{{.+}}, %{{.+}}, %{{.+}} {dim = 0 : i64} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xi32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.mscatter %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xi32, vec>, tensor<512x64xf32>) -> tensor<512x64xf32>
func.func @scatters(%x: !t, %y: !t, %i: !i, %g: tensor<512x64xf32>) {
  %a = pto.scatter %x, %y, %i : (!t, !t, !i) -> !t
  %b = pto.scatter_mask %x, %y {mask_pattern = 7 : i64} : (!t, !t) -> !t
  %c = pto.scatter_update %x, %i, %y : (!t, !i, !t) -> !t
  %d = pto.scatter_update %x, %i, %y {dim = 0 : i64} : (!t, !i, !t) -> !t
  %e = pto.mscatter %x, %i, %g : (!t, !i, tensor<512x64xf32>) -> tensor<512x64xf32>
  return
}

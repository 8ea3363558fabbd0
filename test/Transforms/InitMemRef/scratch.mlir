// Temporaries that some ops need under fixed addresses: on which target, under
// which planner, and how large.
//
// RUN: pto-opt %s --init-memref='target=a2a3' | FileCheck %s --check-prefixes=CHECK,A2A3
// RUN: pto-opt %s --init-memref='target=a2a3 planner=dsa-rp' | FileCheck %s --check-prefixes=CHECK,A2A3
// RUN: pto-opt %s --init-memref='target=a2a3 planner=optimal' | FileCheck %s --check-prefixes=CHECK,A2A3
// RUN: pto-opt %s --init-memref='target=a5' | FileCheck %s --check-prefixes=CHECK,A5
// RUN: pto-opt %s --init-memref='target=a2a3 planner=ptoas' | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: pto-opt %s --init-memref='target=a5 planner=ptoas' | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: pto-opt %s --init-memref | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: pto-opt %s --materialize-level3-scratch='target=a2a3' | FileCheck %s --check-prefix=ALONE

// Numbers from a start: a2a3 counts with the help of 192 or 448 floats.
// CHECK-LABEL: func.func @ci(
// A2A3: pto.alloc vec, addr = -1, size = 768, id = 0
// A2A3: pto.alloc vec, addr = -1, size = 128, id = 1
// A2A3: pto.alloc vec, addr = -1, size = 1792, id = 2
// A2A3: pto.alloc vec, addr = -1, size = 64, id = 3
// A2A3: [[T:%.+]] = pto.create to vec into {{.*}} : () -> !pto.tile<1x192xf32, vec>
// A2A3-NEXT: pto.ci %{{.+}}, [[T]] into {{.*}} : (i32, !pto.tile<1x192xf32, vec>) -> !pto.tile<1x32xi32, vec>
// A2A3: [[U:%.+]] = pto.create to vec into {{.*}} : () -> !pto.tile<1x448xf32, vec>
// A2A3-NEXT: pto.ci %{{.+}}, [[U]] into {{.*}} : (i16, !pto.tile<1x448xf32, vec>) -> !pto.tile<1x32xi16, vec>
// A5-NOT: pto.create
// A5: pto.ci %{{.+}} into {{.*}} : (i32) -> !pto.tile<1x32xi32, vec>
// NONE-NOT: pto.create
// NONE: pto.ci %{{.+}} into {{.*}} : (i32) -> !pto.tile<1x32xi32, vec>
// Alone the temporary is an ordinary tile, right before the op that needs it.
// ALONE-LABEL: func.func @ci(
// ALONE: [[T:%.+]] = pto.create to vec : () -> !pto.tile<1x192xf32, vec>
// ALONE-NEXT: pto.ci %{{.+}}, [[T]] : (i32, !pto.tile<1x192xf32, vec>) -> !pto.tile<1x32xi32, vec>
func.func @ci() attributes {pto.kind = #pto.function_kind<aiv>} {
  %i = arith.constant 0 : i32
  %h = arith.constant 0 : i16
  %a = pto.ci %i : (i32) -> !pto.tile<1x32xi32, vec>
  %b = pto.ci %h : (i16) -> !pto.tile<1x32xi16, vec>
  return
}

// A temporary that the author passes is kept, and is the only one.
// CHECK-LABEL: func.func @ci_with_tmp(
// CHECK-COUNT-1: pto.create
// CHECK-NOT: pto.create
// CHECK: pto.ci %{{.+}}, %{{.+}} into {{.*}} : (i32, !pto.tile<1x256xf32, vec>) -> !pto.tile<1x32xi32, vec>
func.func @ci_with_tmp() attributes {pto.kind = #pto.function_kind<aiv>} {
  %i = arith.constant 0 : i32
  %t = pto.create to vec : () -> !pto.tile<1x256xf32, vec>
  %a = pto.ci %i, %t : (i32, !pto.tile<1x256xf32, vec>) -> !pto.tile<1x32xi32, vec>
  return
}

// Conversions that wrap, from floats to narrower integers.
// CHECK-LABEL: func.func @wrapping_casts(
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x512xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} : (!pto.tile<16x128xf32, vec>, !pto.tile<1x512xi8, vec>) -> !pto.tile<16x128xi16, vec>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x1024xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} -> !pto.tile<16x16xi16, vec>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x512xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} -> !pto.tile<1x128xi16, vec>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x4864xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} -> !pto.tile<16x80xi16, vec>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x992xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} -> !pto.tile<4x80xi16, vec, valid = 4x72>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x64xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} -> !pto.tile<16x16xi16, vec>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x160xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} -> !pto.tile<16x16xi8, vec>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x256xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} -> !pto.tile<16x64xui8, vec>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x32xi8, vec>
// A2A3-NEXT: pto.cast {{.*}} -> !pto.tile<16x16xi16, vec, valid = 0x0>
// A5-COUNT-9: pto.cast %{{.+}} into {{.*}} {saturation_mode = 0 : i32}
// NONE-COUNT-9: pto.cast %{{.+}} into {{.*}} {saturation_mode = 0 : i32}
func.func @wrapping_casts(%x: tensor<16x128xf32>, %y: tensor<16x64xf16>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x128xf32, vec>
  %b = pto.load %x[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x16xf32, vec>
  %c = pto.load %x[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<1x128xf32, vec>
  %d = pto.load %x[0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x80xf32, vec>
  %e = pto.load %x[0, 0] valid [4, 72] to vec : (tensor<16x128xf32>) -> !pto.tile<4x80xf32, vec, valid = 4x72>
  %f = pto.load %y[0, 0] to vec : (tensor<16x64xf16>) -> !pto.tile<16x16xf16, vec>
  %g = pto.load %y[0, 0] to vec : (tensor<16x64xf16>) -> !pto.tile<16x64xf16, vec>
  %h = pto.load %x[0, 0] valid [0, 0] to vec : (tensor<16x128xf32>) -> !pto.tile<16x16xf32, vec, valid = 0x0>
  %0 = pto.cast %a {saturation_mode = 0 : i32} : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xi16, vec>
  %1 = pto.cast %b {saturation_mode = 0 : i32} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xi16, vec>
  %2 = pto.cast %c {saturation_mode = 0 : i32} : (!pto.tile<1x128xf32, vec>) -> !pto.tile<1x128xi16, vec>
  %3 = pto.cast %d {saturation_mode = 0 : i32} : (!pto.tile<16x80xf32, vec>) -> !pto.tile<16x80xi16, vec>
  %4 = pto.cast %e {saturation_mode = 0 : i32} : (!pto.tile<4x80xf32, vec, valid = 4x72>) -> !pto.tile<4x80xi16, vec, valid = 4x72>
  %5 = pto.cast %f {saturation_mode = 0 : i32} : (!pto.tile<16x16xf16, vec>) -> !pto.tile<16x16xi16, vec>
  %6 = pto.cast %f {saturation_mode = 0 : i32} : (!pto.tile<16x16xf16, vec>) -> !pto.tile<16x16xi8, vec>
  %7 = pto.cast %g {saturation_mode = 0 : i32} : (!pto.tile<16x64xf16, vec>) -> !pto.tile<16x64xui8, vec>
  %8 = pto.cast %h {saturation_mode = 0 : i32} : (!pto.tile<16x16xf32, vec, valid = 0x0>) -> !pto.tile<16x16xi16, vec, valid = 0x0>
  return
}

// All others do without: saturating ones (the default), those between floats,
// widening ones, and from f16 to four bits.
// CHECK-LABEL: func.func @native_casts(
// CHECK-NOT: pto.create
// CHECK: return
func.func @native_casts(%x: tensor<16x64xf32>, %y: tensor<16x64xf16>, %z: tensor<16x64xbf16>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
  %b = pto.load %y[0, 0] to vec : (tensor<16x64xf16>) -> !pto.tile<16x64xf16, vec>
  %c = pto.load %z[0, 0] to vec : (tensor<16x64xbf16>) -> !pto.tile<16x64xbf16, vec>
  %0 = pto.cast %a : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xi16, vec>
  %1 = pto.cast %a {saturation_mode = 1 : i32} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xi16, vec>
  %2 = pto.cast %a {saturation_mode = 0 : i32} : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf16, vec>
  %3 = pto.cast %c {saturation_mode = 0 : i32} : (!pto.tile<16x64xbf16, vec>) -> !pto.tile<16x64xf32, vec>
  %4 = pto.cast %b {saturation_mode = 0 : i32} : (!pto.tile<16x64xf16, vec>) -> !pto.tile<16x64xi4, vec>
  return
}

// Sorting a width that nobody can prove to be a multiple of 32: on both chips.
// CHECK-LABEL: func.func @sort(
// A2A3-COUNT-2: pto.create to vec into {{.*}} : () -> !pto.tile<1x64xf32, vec>
// A2A3: pto.create to vec into {{.*}} : () -> !pto.tile<1x48xf16, vec>
// A5-COUNT-2: pto.create to vec into {{.*}} : () -> !pto.tile<1x64xf32, vec>
// A5: pto.create to vec into {{.*}} : () -> !pto.tile<1x48xf16, vec>
// NONE-NOT: pto.create
// CHECK: pto.sort32 %{{[^ ,]+}}, %{{[^ ,]+}} into {{.*}} : (!pto.tile<1x64xf32, vec>, !pto.tile<1x64xi32, vec>) -> !pto.tile<1x128xf32, vec>
func.func @sort(%x: tensor<1x64xf32>, %y: tensor<1x64xf16>, %n: index, %i: tensor<1x64xi32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %idx = pto.load %i[0, 0] to vec : (tensor<1x64xi32>) -> !pto.tile<1x64xi32, vec>
  %idx48 = pto.load %i[0, 0] to vec : (tensor<1x64xi32>) -> !pto.tile<1x48xi32, vec>
  %a = pto.load %x[0, 0] valid [1, %n] to vec : (tensor<1x64xf32>) -> !pto.tile<1x64xf32, vec, valid = 1x?>
  %b = pto.load %x[0, 0] valid [1, 40] to vec : (tensor<1x64xf32>) -> !pto.tile<1x64xf32, vec, valid = 1x40>
  %c = pto.load %y[0, 0] valid [%n, %n] to vec : (tensor<1x64xf16>) -> !pto.tile<1x48xf16, vec, valid = ?x?>
  %d = pto.load %x[0, 0] to vec : (tensor<1x64xf32>) -> !pto.tile<1x64xf32, vec>
  %0 = pto.sort32 %a, %idx : (!pto.tile<1x64xf32, vec, valid = 1x?>, !pto.tile<1x64xi32, vec>) -> !pto.tile<1x128xf32, vec>
  %1 = pto.sort32 %b, %idx : (!pto.tile<1x64xf32, vec, valid = 1x40>, !pto.tile<1x64xi32, vec>) -> !pto.tile<1x128xf32, vec>
  %2 = pto.sort32 %c, %idx48 : (!pto.tile<1x48xf16, vec, valid = ?x?>, !pto.tile<1x48xi32, vec>) -> !pto.tile<1x96xf16, vec>
  %3 = pto.sort32 %d, %idx : (!pto.tile<1x64xf32, vec>, !pto.tile<1x64xi32, vec>) -> !pto.tile<1x128xf32, vec>
  return
}

// Where the form without a temporary is legal, none is added.
// CHECK-LABEL: func.func @optional(
// CHECK-NOT: pto.create
// CHECK: return
func.func @optional(%x: tensor<8x64xf32>, %v: tensor<8x1xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<8x64xf32>) -> !pto.tile<8x64xf32, vec>
  %b = pto.load %v[0, 0] to vec : (tensor<8x1xf32>) -> !pto.tile<8x1xf32, vec>
  %0 = pto.row_expand_add %a, %b : (!pto.tile<8x64xf32, vec>, !pto.tile<8x1xf32, vec>) -> !pto.tile<8x64xf32, vec>
  %1 = pto.col_sum %a : (!pto.tile<8x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
  %2 = pto.rsqrt %a : (!pto.tile<8x64xf32, vec>) -> !pto.tile<8x64xf32, vec>
  %3 = pto.transpose %a : (!pto.tile<8x64xf32, vec>) -> !pto.tile<64x8xf32, vec>
  return
}

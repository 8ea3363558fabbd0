// Temporaries of authors, and ops whose temporary is always the author's.
//
// RUN: pto-opt %s --init-memref='target=a2a3' --pto-annotate-memrefs='target=a2a3' | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a2a3 planner=dsa-rp' --pto-annotate-memrefs='target=a2a3' | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a5' --pto-annotate-memrefs='target=a5' | FileCheck %s --check-prefix=A5

// A temporary of the author's is kept, if it is large enough: exactly, or more.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-7: pto.alloc
// CHECK-NOT: pto.alloc
// CHECK: %t = pto.create {{.*}}pto.memrefs = ["mem_vec_1 [768 bytes]"]
// CHECK-NEXT: %u = pto.create {{.*}}pto.memrefs = ["mem_vec_2 [1792 bytes]"]
// CHECK-NEXT: %w = pto.create {{.*}}pto.memrefs = ["mem_vec_3 [1056 bytes]"]
// CHECK-NOT: pto.create
// CHECK: %a = pto.ci %{{[^ ,]+}}, %t into
// CHECK: %b = pto.ci %{{[^ ,]+}}, %u into
// CHECK: %c = pto.cast %x, %w into
func.func @kept(%in: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : i32
  %h0 = arith.constant 0 : i16
  %t = pto.create to vec : () -> !pto.tile<1x192xf32, vec>
  %u = pto.create to vec : () -> !pto.tile<1x448xf32, vec>
  %w = pto.create to vec : () -> !pto.tile<1x1056xi8, vec>
  %a = pto.ci %c0, %t : (i32, !pto.tile<1x192xf32, vec>) -> !pto.tile<1x32xi32, vec>
  %b = pto.ci %h0, %u : (i16, !pto.tile<1x448xf32, vec>) -> !pto.tile<1x32xi16, vec>
  %x = pto.load %in[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %c = pto.cast %x, %w {saturation_mode = 0 : i32} : (!pto.tile<16x16xf32, vec>, !pto.tile<1x1056xi8, vec>) -> !pto.tile<16x16xi16, vec>
  return
}

// Unsigned numbers need the same.
// CHECK-LABEL: func.func @unsigned(
// CHECK: %a_tmp = pto.create {{.*}} : () -> !pto.tile<1x192xf32, vec>
// CHECK-NEXT: %a = pto.ci %{{[^ ,]+}}, %a_tmp into
// CHECK: %b_tmp = pto.create {{.*}} : () -> !pto.tile<1x448xf32, vec>
// CHECK-NEXT: %b = pto.ci %{{[^ ,]+}}, %b_tmp into
// A5-LABEL: func.func @unsigned(
// A5-NOT: pto.create
// A5: return
func.func @unsigned(%c0: ui32, %h0: ui16) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.ci %c0 : (ui32) -> !pto.tile<1x32xui32, vec>
  %b = pto.ci %h0 : (ui16) -> !pto.tile<1x32xui16, vec>
  return
}

// Selections and the like name their temporary: none is added, none replaced,
// whatever its size.
// CHECK-LABEL: func.func @explicit(
// CHECK-COUNT-8: pto.alloc
// CHECK-NOT: pto.alloc
// CHECK: %e = pto.sel %mask, %x, %y, %tmp into
// CHECK: %g = pto.sels %mask, %x, %tmp, %{{[^ ,]+}} into
// CHECK: %h = pto.prelu %x, %y, %mask into
// A5-LABEL: func.func @explicit(
// A5-COUNT-8: pto.alloc
// A5-NOT: pto.alloc
// A5: pto.prelu
func.func @explicit(%in: tensor<16x64xf32>, %s: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %in[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
  %y = pto.load %in[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
  %mask = pto.create to vec : () -> !pto.tile<16x32xui8, vec>
  %tmp = pto.create to vec : () -> !pto.tile<16x64xf32, vec>
  %e = pto.sel %mask, %x, %y, %tmp : (!pto.tile<16x32xui8, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
  %g = pto.sels %mask, %x, %tmp, %s : (!pto.tile<16x32xui8, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
  %h = pto.prelu %x, %y, %mask : (!pto.tile<16x64xf32, vec>, !pto.tile<16x64xf32, vec>, !pto.tile<16x32xui8, vec>) -> !pto.tile<16x64xf32, vec>
  %r = pto.exp %h : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
  return
}

// Wrapping conversions to bytes, of both signs, and of one row.
// CHECK-LABEL: func.func @bytes(
// CHECK: %a_tmp = pto.create {{.*}}pto.memrefs = ["{{mem_vec_[0-9]+}} [160 bytes]"]
// CHECK: %b_tmp = pto.create {{.*}}pto.memrefs = ["{{mem_vec_[0-9]+}} [256 bytes]"]
// CHECK: %c_tmp = pto.create {{.*}}pto.memrefs = ["{{mem_vec_[0-9]+}} [512 bytes]"]
func.func @bytes(%x: tensor<16x64xf16>, %y: tensor<1x128xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %f = pto.load %x[0, 0] to vec : (tensor<16x64xf16>) -> !pto.tile<16x16xf16, vec>
  %g = pto.load %x[0, 0] to vec : (tensor<16x64xf16>) -> !pto.tile<16x64xf16, vec>
  %h = pto.load %y[0, 0] to vec : (tensor<1x128xf32>) -> !pto.tile<1x128xf32, vec>
  %a = pto.cast %f {saturation_mode = 0 : i32} : (!pto.tile<16x16xf16, vec>) -> !pto.tile<16x16xi8, vec>
  %b = pto.cast %g {saturation_mode = 0 : i32} : (!pto.tile<16x64xf16, vec>) -> !pto.tile<16x64xui8, vec>
  %c = pto.cast %h {saturation_mode = 0 : i32} : (!pto.tile<1x128xf32, vec>) -> !pto.tile<1x128xi16, vec>
  return
}

// More rows than 255 need no more than these.
// CHECK-LABEL: func.func @many_rows(
// CHECK: %a_tmp = pto.create {{.*}} : () -> !pto.tile<1x[[N:[0-9]+]]xi8, vec>
// CHECK: %b_tmp = pto.create {{.*}} : () -> !pto.tile<1x[[N]]xi8, vec>
func.func @many_rows() attributes {pto.kind = #pto.function_kind<aiv>} {
  %f = pto.create to vec : () -> !pto.tile<255x80xf32, vec>
  %g = pto.create to vec : () -> !pto.tile<400x80xf32, vec>
  %a = pto.cast %f {saturation_mode = 0 : i32} : (!pto.tile<255x80xf32, vec>) -> !pto.tile<255x80xi16, vec>
  %b = pto.cast %g {saturation_mode = 0 : i32} : (!pto.tile<400x80xf32, vec>) -> !pto.tile<400x80xi16, vec>
  return
}

// A merge sort has the workspace that the author gives it, as wide as its
// result, whatever an op in front of it had.
// CHECK-LABEL: func.func @merge(
// CHECK: %w = pto.create {{.*}}pto.memrefs = ["{{mem_vec_[0-9]+}} [768 bytes]"]
// CHECK: pto.mrgsort_format2 %a, %b tmp %w into
func.func @merge(%x: tensor<1x96xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<1x96xf32>) -> !pto.tile<1x96xf32, vec>
  %b = pto.load %x[0, 0] to vec : (tensor<1x96xf32>) -> !pto.tile<1x96xf32, vec>
  %w = pto.create to vec : () -> !pto.tile<1x192xf32, vec>
  %d = pto.mrgsort_format2 %a, %b tmp %w : (!pto.tile<1x96xf32, vec>, !pto.tile<1x96xf32, vec> tmp !pto.tile<1x192xf32, vec>) -> !pto.tile<1x192xf32, vec>
  return
}

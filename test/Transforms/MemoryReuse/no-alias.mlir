// Single operands that a result must not lie on, and those that it may (B47).
//
// RUN: pto-opt %s --init-memref=target=a2a3 --memory-reuse=target=a2a3 | FileCheck %s --check-prefixes=CHECK,A2A3
// RUN: pto-opt %s --init-memref=target=a5 --memory-reuse=target=a5 | FileCheck %s --check-prefixes=CHECK,A5

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>
!m = !pto.tile<16x32xui8, vec>

// Off the mask and the temporary; on an operand that dies.
// CHECK-LABEL: func.func @sel(
// CHECK: %a = pto.load {{.*}}into [[A:%[^ ]+]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[B:%[^ ]+]]{{ }}
// CHECK: %mask = pto.load {{.*}}into [[MASK:%[^ ]+]]{{ }}
// CHECK: %tmp = pto.create {{.*}}into [[TMP:%[^ ]+]]{{ }}
// CHECK: %dst = pto.sel %mask, %a, %b, %tmp into [[A]]{{ }}
func.func @sel(%x: !t, %y: tensor<16x32xui8>, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.load %x[0, 0] to vec : (!t) -> !v
  %mask = pto.load %y[0, 0] to vec : (tensor<16x32xui8>) -> !m
  %tmp = pto.create to vec : () -> !v
  %dst = pto.sel %mask, %a, %b, %tmp : (!m, !v, !v, !v) -> !v
  pto.store %dst, %out[0, 0] : (!v, !t) -> !t
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}

// Both operands are needed later: there is nothing left to lie on.
// CHECK-LABEL: func.func @sel_alone(
// CHECK: %a = pto.load {{.*}}into [[A:%[^ ]+]]{{ }}
// CHECK: %mask = pto.load {{.*}}into [[MASK:%[^ ]+]]{{ }}
// CHECK: %tmp = pto.create {{.*}}into [[TMP:%[^ ]+]]{{ }}
// CHECK-NOT: into [[A]]{{ }}
// CHECK-NOT: into [[MASK]]{{ }}
// CHECK-NOT: into [[TMP]]{{ }}
// CHECK: %dst = pto.sel {{.*}}into
func.func @sel_alone(%x: !t, %y: tensor<16x64xui8>, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %mask = pto.load %y[0, 0] to vec : (tensor<16x64xui8>) -> !pto.tile<16x64xui8, vec>
  %tmp = pto.create to vec : () -> !v
  %dst = pto.sel %mask, %a, %a, %tmp : (!pto.tile<16x64xui8, vec>, !v, !v, !v) -> !v
  pto.store %dst, %out[0, 0] : (!v, !t) -> !t
  pto.store %a, %out[0, 0] : (!v, !t) -> !t
  return
}

// On the temporary, which is dead by then, on either chip.
// CHECK-LABEL: func.func @sels(
// CHECK: %src = pto.load {{.*}}into [[SRC:%[^ ]+]]{{ }}
// CHECK: %mask = pto.load {{.*}}into [[MASK:%[^ ]+]]{{ }}
// CHECK: %tmp = pto.create {{.*}}into [[TMP:%[^ ]+]]{{ }}
// CHECK: %dst = pto.sels {{.*}}into [[TMP]]{{ }}
func.func @sels(%x: !t, %y: tensor<16x32xui8>, %f: f32, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %src = pto.load %x[0, 0] to vec : (!t) -> !v
  %mask = pto.load %y[0, 0] to vec : (tensor<16x32xui8>) -> !m
  %tmp = pto.create to vec : () -> !v
  %dst = pto.sels %mask, %src, %tmp, %f : (!m, !v, !v, f32) -> !v
  pto.store %dst, %out[0, 0] : (!v, !t) -> !t
  pto.store %src, %out[0, 0] : (!v, !t) -> !t
  return
}

// B35: on nothing; on a5 the temporary is never touched.
// CHECK-LABEL: func.func @prelu(
// CHECK: %src = pto.load {{.*}}into [[SRC:%[^ ]+]]{{ }}
// CHECK: %slope = pto.load {{.*}}into [[SLOPE:%[^ ]+]]{{ }}
// CHECK: %tmp = pto.create {{.*}}into [[TMP:%[^ ]+]]{{ }}
// A2A3-NOT: into [[SRC]]{{ }}
// A2A3-NOT: into [[SLOPE]]{{ }}
// A2A3-NOT: into [[TMP]]{{ }}
// A2A3: %dst = pto.prelu
// A5: %dst = pto.prelu {{.*}}into [[TMP]]{{ }}
func.func @prelu(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %src = pto.load %x[0, 0] to vec : (!t) -> !v
  %slope = pto.load %x[0, 0] to vec : (!t) -> !v
  %tmp = pto.create to vec : () -> !v
  %dst = pto.prelu %src, %slope, %tmp : (!v, !v, !v) -> !v
  pto.store %dst, %out[0, 0] : (!v, !t) -> !t
  return
}

// B34: off the operand and the temporary, which is off the operand.
// CHECK-LABEL: func.func @row_sum(
// CHECK: [[A:%[^ ]+]] = pto.alloc vec, addr = -1, size = 1024
// CHECK-NEXT: [[TMP:%[^ ]+]] = pto.alloc vec, addr = -1, size = 1024
// CHECK-NEXT: [[S:%[^ ]+]] = pto.alloc vec, addr = -1, size = 64
// CHECK: %a = pto.load {{.*}}into [[A]]{{ }}
// CHECK: %b = pto.mul {{.*}}into [[A]]{{ }}
// CHECK: %tmp = pto.create {{.*}}into [[TMP]]{{ }}
// CHECK: %s = pto.row_sum {{.*}}into [[S]]{{ }}
func.func @row_sum(%x: !t, %out: tensor<16x1xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.mul %a, %a : (!v, !v) -> !v
  %tmp = pto.create to vec : () -> !v
  %s = pto.row_sum %b, %tmp : (!v, !v) -> !pto.tile<16x1xf32, vec>
  pto.store %s, %out[0, 0] : (!pto.tile<16x1xf32, vec>, tensor<16x1xf32>) -> tensor<16x1xf32>
  return
}

// B52: through a view, and after the operand's buffer has been shared.
// CHECK-LABEL: func.func @recip_view(
// CHECK: %a = pto.load {{.*}}into [[A:%[^ ]+]]{{ }}
// CHECK: %b = pto.exp {{.*}}into [[A]]{{ }}
// CHECK-NOT: into [[A]]{{ }}
// CHECK: %d = pto.recip
func.func @recip_view(%x: !t, %out: tensor<1x256xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.exp %a : (!v) -> !v
  %c = pto.reshape %b : (!v) -> !pto.tile<1x256xf32, vec>
  %d = pto.recip %c : (!pto.tile<1x256xf32, vec>) -> !pto.tile<1x256xf32, vec>
  pto.store %d, %out[0, 0] : (!pto.tile<1x256xf32, vec>, tensor<1x256xf32>) -> tensor<1x256xf32>
  return
}

// B48: a widening conversion overtakes its reading; a narrowing one
// does not.
// CHECK-LABEL: func.func @widen(
// CHECK: %w = pto.load {{.*}}into [[IN:%[^ ]+]]{{ }}
// CHECK-NOT: into [[IN]]{{ }}
// CHECK: %d = pto.cast {{.*}}into [[OUT:%[^ ]+]]{{ }}
// CHECK: %n = pto.cast {{.*}}into [[OUT]]{{ }}
func.func @widen(%x: tensor<16x16xbf16>, %out: tensor<16x16xbf16>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %w = pto.load %x[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
  %d = pto.cast %w : (!pto.tile<16x16xbf16, vec>) -> !v
  %n = pto.cast %d : (!v) -> !pto.tile<16x16xbf16, vec>
  pto.store %n, %out[0, 0] : (!pto.tile<16x16xbf16, vec>, tensor<16x16xbf16>) -> tensor<16x16xbf16>
  return
}

// Off the row that is spread, though that is a window of something
// large; on the tile itself.
// CHECK-LABEL: func.func @col_expand(
// CHECK: %a = pto.load {{.*}}into [[A:%[^ ]+]]{{ }}
// CHECK: %big = pto.load {{.*}}into [[BIG:%[^ ]+]]{{ }}
// CHECK: %d = pto.col_expand_mul %a, %row into [[A]]{{ }}
// CHECK: %keep = pto.load {{.*}}into [[KEEP:%[^ ]+]]{{ }}
// CHECK: %e = pto.col_expand_mul %keep, %row2 into
// CHECK-NOT: [[BIG]]{{ }}
// CHECK: pto.store
func.func @col_expand(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %big = pto.load %x[0, 0] to vec : (!t) -> !v
  %row = pto.slice %big[0, 0] : (!v) -> !pto.tile<1x16xf32, vec>
  %d = pto.col_expand_mul %a, %row : (!v, !pto.tile<1x16xf32, vec>) -> !v
  pto.store %d, %out[0, 0] : (!v, !t) -> !t
  %keep = pto.load %x[0, 0] to vec : (!t) -> !v
  %row2 = pto.slice %big[0, 0] : (!v) -> !pto.tile<1x16xf32, vec>
  %e = pto.col_expand_mul %keep, %row2 : (!v, !pto.tile<1x16xf32, vec>) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  pto.store %keep, %out[0, 0] : (!v, !t) -> !t
  return
}

// The same for a column, and for the temporary of the adding form.
// CHECK-LABEL: func.func @row_expand(
// CHECK: %a = pto.load {{.*}}into [[A:%[^ ]+]]{{ }}
// CHECK: %col = pto.load {{.*}}into [[COL:%[^ ]+]]{{ }}
// CHECK: %d = pto.row_expand_sub %a, %col into [[A]]{{ }}
// CHECK: %tmp = pto.create {{.*}}into [[TMP:%[^ ]+]]{{ }}
// CHECK: %e = pto.row_expand_add %d, %col, %tmp into [[A]]{{ }}
func.func @row_expand(%x: !t, %y: tensor<16x1xf32>, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %col = pto.load %y[0, 0] to vec : (tensor<16x1xf32>) -> !pto.tile<16x1xf32, vec>
  %d = pto.row_expand_sub %a, %col : (!v, !pto.tile<16x1xf32, vec>) -> !v
  %tmp = pto.create to vec : () -> !v
  %e = pto.row_expand_add %d, %col, %tmp : (!v, !pto.tile<16x1xf32, vec>, !v) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// Computed in several steps: off the operand (tko-r1).
// CHECK-LABEL: func.func @rsqrt(
// CHECK: %a = pto.load {{.*}}into [[A:%[^ ]+]]{{ }}
// CHECK: %b = pto.mul {{.*}}into [[A]]{{ }}
// CHECK-NOT: into [[A]]{{ }}
// CHECK: %c = pto.rsqrt
func.func @rsqrt(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.mul %a, %a : (!v, !v) -> !v
  %c = pto.rsqrt %b : (!v) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  return
}

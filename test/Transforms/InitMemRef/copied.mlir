// A view that reads bytes as other elements needs them in one run, at an address
// that is known at compile time. In vec a window that is neither is copied; the
// tile that it is cut from stays as it is.
//
// RUN: pto-opt %s --init-memref --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pto-opt %s --init-memref -o %t.1
// RUN: pto-opt %t.1 --init-memref -o %t.2
// RUN: diff %t.1 %t.2

!x = !pto.tile<16x128xf32, vec>
!half = !pto.tile<16x64xf32, vec>

// REMARK: remark: {{.*}}WindowCopied{{.*}}Bytes=4096, Remark="a window of 'x' (!pto.tile<16x128xf32, vec>) is copied, to be read as other elements"

// The columns of a tile are no run of bytes: the copy has a buffer of its own,
// and the tile is read unchanged behind it.
// CHECK-LABEL: func.func @columns(
// CHECK: %hi = pto.slice {{.*}}pto.memrefs = ["mem_vec_2 + 256 [7936 bytes]"]
// CHECK-NEXT: %hi_dense = pto.move %hi to vec into %mem_vec_3 {{.*}}pto.memrefs = ["mem_vec_3 [4096 bytes]"]
// CHECK: %flat = pto.reshape %hi_dense {{.*}}pto.memrefs = ["mem_vec_3 [4096 bytes]"]
// CHECK: pto.store %x,
func.func @columns(%a: tensor<16x128xf32>, %out: tensor<16x128xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %a[0, 0] to vec : (tensor<16x128xf32>) -> !x
  %hi = pto.slice %x[0, 64] : (!x) -> !half
  %flat = pto.reshape %hi : (!half) -> !pto.tile<8x128xf32, vec>
  %e = pto.exp %flat : (!pto.tile<8x128xf32, vec>) -> !pto.tile<8x128xf32, vec>
  pto.store %x, %out[0, 0] : (!x, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// Who reads a window as what it is needs no copy: it is found from the tile.
// CHECK-LABEL: func.func @read_as_it_is(
// CHECK-COUNT-4: pto.alloc
// CHECK-NOT: pto.alloc
// CHECK-NOT: pto.move
// CHECK: pto.col_expand_mul %lo,
func.func @read_as_it_is(%a: tensor<16x128xf32>, %b: tensor<1x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %a[0, 0] to vec : (tensor<16x128xf32>) -> !x
  %v = pto.load %b[0, 0] to vec : (tensor<1x64xf32>) -> !pto.tile<1x64xf32, vec>
  %lo = pto.slice %x[0, 0] : (!x) -> !half
  %hi = pto.slice %x[0, 64] : (!x) -> !half
  %p = pto.col_expand_mul %lo, %v : (!half, !pto.tile<1x64xf32, vec>) -> !half
  %q = pto.col_expand_mul %hi, %v : (!half, !pto.tile<1x64xf32, vec>) -> !half
  return
}

// Rows at a constant place are one run of bytes, and stay where they are.
// CHECK-LABEL: func.func @constant_rows(
// CHECK-NOT: pto.move
// CHECK: %flat = pto.reshape %rows {{.*}}pto.memrefs = ["mem_vec_1 + 2048 [4096 bytes]"]
// CHECK-NOT: pto.move
// CHECK: return
func.func @constant_rows(%a: tensor<16x128xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %a[0, 0] to vec : (tensor<16x128xf32>) -> !x
  %rows = pto.slice %x[4, 0] : (!x) -> !pto.tile<8x128xf32, vec>
  %flat = pto.reshape %rows : (!pto.tile<8x128xf32, vec>) -> !half
  %e = pto.exp %flat : (!half) -> !half
  return
}

// Rows at a run-time place are copied; once for both who read them anew.
// CHECK-LABEL: func.func @run_time_rows(
// CHECK: %row = pto.slice {{.*}}pto.memrefs = ["mem_vec_1 + i * 512 [512 bytes]"]
// CHECK-NEXT: %row_dense = pto.move %row {{.*}}pto.memrefs = ["mem_vec_2 [512 bytes]"]
// CHECK-NOT: pto.move
// CHECK: %u = pto.reshape %row_dense {{.*}}pto.memrefs = ["mem_vec_2 [512 bytes]"]
// CHECK-NOT: pto.move
// CHECK: %w = pto.reshape %row_dense {{.*}}pto.memrefs = ["mem_vec_2 [512 bytes]"]
// CHECK-NOT: pto.move
// CHECK: return
func.func @run_time_rows(%a: tensor<16x128xf32>, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %a[0, 0] to vec : (tensor<16x128xf32>) -> !x
  %row = pto.slice %x[%i, 0] : (!x) -> !pto.tile<1x128xf32, vec>
  %u = pto.reshape %row : (!pto.tile<1x128xf32, vec>) -> !pto.tile<2x64xf32, vec>
  %e = pto.exp %u : (!pto.tile<2x64xf32, vec>) -> !pto.tile<2x64xf32, vec>
  %w = pto.reshape %row : (!pto.tile<1x128xf32, vec>) -> !pto.tile<4x32xf32, vec>
  %f = pto.exp %w : (!pto.tile<4x32xf32, vec>) -> !pto.tile<4x32xf32, vec>
  return
}

// A window of what was copied, read anew in turn, is copied in turn.
// CHECK-LABEL: func.func @twice(
// CHECK: %c_dense = pto.move %c
// CHECK: %d_dense = pto.move %d
// CHECK: %r = pto.reshape %d_dense
func.func @twice(%a: tensor<16x128xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %a[0, 0] to vec : (tensor<16x128xf32>) -> !x
  %c = pto.slice %x[0, 64] : (!x) -> !half
  %f = pto.reshape %c : (!half) -> !pto.tile<8x128xf32, vec>
  %d = pto.slice %f[0, 64] : (!pto.tile<8x128xf32, vec>) -> !pto.tile<8x64xf32, vec>
  %r = pto.reshape %d : (!pto.tile<8x64xf32, vec>) -> !pto.tile<4x128xf32, vec>
  %e = pto.exp %r : (!pto.tile<4x128xf32, vec>) -> !pto.tile<4x128xf32, vec>
  return
}

// The valid region is none of the elements' places: no copy for it.
// CHECK-LABEL: func.func @valid_region(
// CHECK-NOT: pto.move
// CHECK: return
func.func @valid_region(%a: tensor<16x128xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %a[0, 0] to vec : (tensor<16x128xf32>) -> !x
  %hi = pto.slice %x[0, 64] : (!x) -> !half
  %v = pto.set_validshape %hi valid [8, %n] : (!half) -> !pto.tile<16x64xf32, vec, valid = 8x?>
  %e = pto.exp %v : (!pto.tile<16x64xf32, vec, valid = 8x?>) -> !pto.tile<16x64xf32, vec, valid = 8x?>
  return
}

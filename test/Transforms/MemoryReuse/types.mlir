// Nothing but lives counts: element type, shape, layout, valid region and padding
// may differ within one buffer.
//
// RUN: pto-opt %s --init-memref --memory-reuse | FileCheck %s

!v = !pto.tile<64x64xf32, vec>
!h = !pto.tile<64x64xbf16, vec>
!t = tensor<64x64xf32>

// B58: a chain through a narrower type.
//
// CHECK-LABEL: func.func @narrowed(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.exp {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.cast {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @narrowed(%x: !t, %out: tensor<64x64xbf16>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.exp %a : (!v) -> !v
  %c = pto.cast %b : (!v) -> !h
  %d = pto.add %c, %c : (!h, !h) -> !h
  pto.store %d, %out[0, 0] : (!h, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return
}

// Padding happens in place.
//
// CHECK-LABEL: func.func @fillpad(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %p = pto.fillpad {{.*}}into [[VEC_2]]{{ }}
func.func @fillpad(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] valid [48, 64] to vec : (!t) -> !pto.tile<64x64xf32, vec, valid = 48x64>
  %p = pto.fillpad %a {pad_value = #pto.pad<max>} : (!pto.tile<64x64xf32, vec, valid = 48x64>) -> !pto.tile<64x64xf32, vec, pad = max>
  pto.store %p, %out[0, 0] : (!pto.tile<64x64xf32, vec, pad = max>, !t) -> !t
  return
}

// Two of them, one after the other, padded alike or not.
//
// CHECK-LABEL: func.func @fillpads(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %p = pto.fillpad {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %q = pto.fillpad {{.*}}into [[VEC_2]]{{ }}
func.func @fillpads(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] valid [48, 64] to vec : (!t) -> !pto.tile<64x64xf32, vec, valid = 48x64>
  %p = pto.fillpad %a {pad_value = #pto.pad<max>} : (!pto.tile<64x64xf32, vec, valid = 48x64>) -> !pto.tile<64x64xf32, vec, pad = max>
  pto.store %p, %out[0, 0] : (!pto.tile<64x64xf32, vec, pad = max>, !t) -> !t
  %b = pto.load %x[0, 0] valid [48, 64] to vec : (!t) -> !pto.tile<64x64xf32, vec, valid = 48x64>
  %q = pto.fillpad %b {pad_value = #pto.pad<min>} : (!pto.tile<64x64xf32, vec, valid = 48x64>) -> !pto.tile<64x64xf32, vec, pad = min>
  pto.store %q, %out[0, 0] : (!pto.tile<64x64xf32, vec, pad = min>, !t) -> !t
  return
}

// Other valid regions, known at run time too, or none.
//
// CHECK-LABEL: func.func @valid(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
func.func @valid(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] valid [48, 64] to vec : (!t) -> !pto.tile<64x64xf32, vec, valid = 48x64>
  pto.store %a, %out[0, 0] : (!pto.tile<64x64xf32, vec, valid = 48x64>, !t) -> !t
  %b = pto.load %x[0, 0] valid [32, %n] to vec : (!t) -> !pto.tile<64x64xf32, vec, valid = 32x?>
  pto.store %b, %out[0, 0] : (!pto.tile<64x64xf32, vec, valid = 32x?>, !t) -> !t
  %c = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  return
}

// The same in three dimensions.
//
// CHECK-LABEL: func.func @valid_3d(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 65536, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_2]]{{ }}
func.func @valid_3d(%x: tensor<4x64x64xf32>, %out: tensor<4x64x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0, 0] valid [4, 48, 64] to vec : (tensor<4x64x64xf32>) -> !pto.tile<4x64x64xf32, vec, valid = 4x48x64>
  pto.store %a, %out[0, 0, 0] : (!pto.tile<4x64x64xf32, vec, valid = 4x48x64>, tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  %b = pto.load %x[0, 0, 0] valid [4, 32, 64] to vec : (tensor<4x64x64xf32>) -> !pto.tile<4x64x64xf32, vec, valid = 4x32x64>
  pto.store %b, %out[0, 0, 0] : (!pto.tile<4x64x64xf32, vec, valid = 4x32x64>, tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  return
}

// Equal shapes that are written in two ways are one type anyhow; here
// two shapes of one size.
//
// CHECK-LABEL: func.func @shapes(
// CHECK: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_3]]{{ }}
func.func @shapes(%x: !t, %y: tensor<32x128xf32>, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  pto.store %a, %out[0, 0] : (!v, !t) -> !t
  %b = pto.load %y[0, 0] to vec : (tensor<32x128xf32>) -> !pto.tile<32x128xf32, vec>
  pto.store %b, %out[0, 0] : (!pto.tile<32x128xf32, vec>, !t) -> !t
  return
}

// Right operands of other shapes; the smaller may come first or last.
//
// CHECK-LABEL: func.func @right(
// CHECK: [[MAT_5:%[^ ]+]] = pto.alloc mat, addr = -1, size = 32768, id = 5
// CHECK-NEXT: [[RIGHT_7:%[^ ]+]] = pto.alloc right, addr = -1, size = 32768, id = 7
// CHECK-NEXT: [[ACC_8:%[^ ]+]] = pto.alloc acc, addr = -1, size = 16384, id = 8
// CHECK-NEXT: [[MAT_9:%[^ ]+]] = pto.alloc mat, addr = -1, size = 4096, id = 9
// CHECK-NEXT: [[LEFT_11:%[^ ]+]] = pto.alloc left, addr = -1, size = 4096, id = 11
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[MAT_9]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[MAT_5]]{{ }}
// CHECK: %l0 = pto.move %a to left into [[LEFT_11]]{{ }}
// CHECK: %r0 = pto.move %b to right into [[RIGHT_7]]{{ }}
// CHECK: %m0 = pto.matmul {{.*}}into [[ACC_8]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[MAT_9]]{{ }}
// CHECK: %d = pto.load {{.*}}into [[MAT_5]]{{ }}
// CHECK: %l1 = pto.move %c to left into [[LEFT_11]]{{ }}
// CHECK: %r1 = pto.move %d to right into [[RIGHT_7]]{{ }}
// CHECK: %m1 = pto.matmul {{.*}}into [[ACC_8]]{{ }}
func.func @right(%x: tensor<64x256xbf16>, %y: tensor<128x128xbf16>, %z: tensor<16x128xbf16>, %out: tensor<16x256xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %a = pto.load %z[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x64xbf16, mat>
  %b = pto.load %x[0, 0] to mat : (tensor<64x256xbf16>) -> !pto.tile<64x256xbf16, mat>
  %l0 = pto.move %a to left : (!pto.tile<16x64xbf16, mat>) -> !pto.tile<16x64xbf16, left>
  %r0 = pto.move %b to right : (!pto.tile<64x256xbf16, mat>) -> !pto.tile<64x256xbf16, right>
  %m0 = pto.matmul %l0, %r0 : (!pto.tile<16x64xbf16, left>, !pto.tile<64x256xbf16, right>) -> !pto.tile<16x256xf32, acc>
  pto.store %m0, %out[0, 0] : (!pto.tile<16x256xf32, acc>, tensor<16x256xf32>) -> tensor<16x256xf32>
  %c = pto.load %z[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
  %d = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
  %l1 = pto.move %c to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
  %r1 = pto.move %d to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %m1 = pto.matmul %l1, %r1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %m1, %out[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x256xf32>) -> tensor<16x256xf32>
  return
}

// Plain and boxed tiles, boxes of two sizes, plain and plain.
//
// CHECK-LABEL: func.func @layouts(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 8192, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.load {{.*}}into [[VEC_2]]{{ }}
func.func @layouts(%x: tensor<64x64xbf16>, %out: tensor<64x64xbf16>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<64x64xbf16>) -> !h
  pto.store %a, %out[0, 0] : (!h, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %b = pto.load %x[0, 0] to vec : (tensor<64x64xbf16>) -> !pto.tile<64x64xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
  pto.store %b, %out[0, 0] : (!pto.tile<64x64xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %c = pto.load %x[0, 0] to vec : (tensor<64x64xbf16>) -> !pto.tile<64x64xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major, fractal = 1024>>
  pto.store %c, %out[0, 0] : (!pto.tile<64x64xbf16, vec, layout = #pto.layout<blayout = col_major, slayout = row_major, fractal = 1024>>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %d = pto.load %x[0, 0] to vec : (tensor<64x64xbf16>) -> !h
  pto.store %d, %out[0, 0] : (!h, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return
}

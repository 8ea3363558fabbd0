// Layer normalisation of 16 rows of 256: centre each row on its mean, divide by
// the standard deviation, then scale and shift by column. The last block may
// have fewer rows; their number is known at run time only and travels in the
// valid region, while buffers are sized by the shape.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!x = !pto.tile<16x256xf32, valid = ?x256>
!row = !pto.tile<16x1xf32, valid = ?x1>
!param = !pto.tile<1x256xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @layer_norm(
  // CHECK: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 1024, id = 4
  // CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = 1024, size = 1024, id = 5
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 2048, size = 16384, id = 6
  // CHECK-NEXT: [[VEC7:%[^ :,]+]] = pto.alloc vec, addr = 18432, size = 16384, id = 7
  // CHECK-NEXT: [[VEC8:%[^ :,]+]] = pto.alloc vec, addr = 34816, size = 64, id = 8
  // CHECK-NEXT: [[VEC9:%[^ :,]+]] = pto.alloc vec, addr = 34880, size = 64, id = 9
  // CHECK-NEXT: [[VEC10:%[^ :,]+]] = pto.alloc vec, addr = 34944, size = 16384, id = 10
  // CHECK-NEXT: [[VEC11:%[^ :,]+]] = pto.alloc vec, addr = 51328, size = 16384, id = 11
  // CHECK-NEXT: [[VEC12:%[^ :,]+]] = pto.alloc vec, addr = 67712, size = 64, id = 12
  // CHECK-NEXT: [[VEC13:%[^ :,]+]] = pto.alloc vec, addr = 67776, size = 64, id = 13
  // CHECK-NEXT: [[VEC14:%[^ :,]+]] = pto.alloc vec, addr = 67840, size = 64, id = 14
  // CHECK-NEXT: [[VEC15:%[^ :,]+]] = pto.alloc vec, addr = 67904, size = 64, id = 15
  // CHECK-NEXT: [[VEC16:%[^ :,]+]] = pto.alloc vec, addr = 67968, size = 16384, id = 16
  // CHECK-NEXT: [[VEC17:%[^ :,]+]] = pto.alloc vec, addr = 84352, size = 16384, id = 17
  // CHECK-NEXT: [[VEC18:%[^ :,]+]] = pto.alloc vec, addr = 100736, size = 16384, id = 18
  // CHECK: [[G:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC4]] : (tensor<1x256xf32>) -> !pto.tile<1x256xf32, vec>
  // CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC5]] : (tensor<1x256xf32>) -> !pto.tile<1x256xf32, vec>
  // CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] valid [%{{.+}}, 256] to vec into [[VEC6]] : (tensor<?x256xf32>) -> !pto.tile<16x256xf32, vec, valid = ?x256>
  // CHECK-NEXT: [[TMP:%[^ :,]+]] = pto.create to vec into [[VEC7]] : () -> !pto.tile<16x256xf32, vec>
  // CHECK-NEXT: [[SUM:%[^ :,]+]] = pto.row_sum [[T]], [[TMP]] into [[VEC8]] : (!pto.tile<16x256xf32, vec, valid = ?x256>, !pto.tile<16x256xf32, vec>) -> !pto.tile<16x1xf32, vec, valid = ?x1>
  // CHECK-NEXT: [[MEAN:%[^ :,]+]] = pto.muls [[SUM]], %{{.+}} into [[VEC9]] : (!pto.tile<16x1xf32, vec, valid = ?x1>, f32) -> !pto.tile<16x1xf32, vec, valid = ?x1>
  // CHECK-NEXT: [[CENTRED:%[^ :,]+]] = pto.row_expand_sub [[T]], [[MEAN]] into [[VEC10]] : (!pto.tile<16x256xf32, vec, valid = ?x256>, !pto.tile<16x1xf32, vec, valid = ?x1>) -> !pto.tile<16x256xf32, vec, valid = ?x256>
  // CHECK-NEXT: [[SQUARE:%[^ :,]+]] = pto.mul [[CENTRED]], [[CENTRED]] into [[VEC11]] : (!pto.tile<16x256xf32, vec, valid = ?x256>, !pto.tile<16x256xf32, vec, valid = ?x256>) -> !pto.tile<16x256xf32, vec, valid = ?x256>
  // CHECK-NEXT: [[SQUARES:%[^ :,]+]] = pto.row_sum [[SQUARE]], [[TMP]] into [[VEC12]] : (!pto.tile<16x256xf32, vec, valid = ?x256>, !pto.tile<16x256xf32, vec>) -> !pto.tile<16x1xf32, vec, valid = ?x1>
  // CHECK-NEXT: [[VARIANCE:%[^ :,]+]] = pto.muls [[SQUARES]], %{{.+}} into [[VEC13]] : (!pto.tile<16x1xf32, vec, valid = ?x1>, f32) -> !pto.tile<16x1xf32, vec, valid = ?x1>
  // CHECK-NEXT: [[SAFE:%[^ :,]+]] = pto.adds [[VARIANCE]], %{{.+}} into [[VEC14]] : (!pto.tile<16x1xf32, vec, valid = ?x1>, f32) -> !pto.tile<16x1xf32, vec, valid = ?x1>
  // CHECK-NEXT: [[SCALE:%[^ :,]+]] = pto.rsqrt [[SAFE]] into [[VEC15]] : (!pto.tile<16x1xf32, vec, valid = ?x1>) -> !pto.tile<16x1xf32, vec, valid = ?x1>
  // CHECK-NEXT: [[UNIT:%[^ :,]+]] = pto.row_expand_mul [[CENTRED]], [[SCALE]] into [[VEC16]] : (!pto.tile<16x256xf32, vec, valid = ?x256>, !pto.tile<16x1xf32, vec, valid = ?x1>) -> !pto.tile<16x256xf32, vec, valid = ?x256>
  // CHECK-NEXT: [[SCALED:%[^ :,]+]] = pto.col_expand_mul [[UNIT]], [[G]] into [[VEC17]] : (!pto.tile<16x256xf32, vec, valid = ?x256>, !pto.tile<1x256xf32, vec>) -> !pto.tile<16x256xf32, vec, valid = ?x256>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.col_expand_add [[SCALED]], [[B]] into [[VEC18]] : (!pto.tile<16x256xf32, vec, valid = ?x256>, !pto.tile<1x256xf32, vec>) -> !pto.tile<16x256xf32, vec, valid = ?x256>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Y]], %{{.+}}[%{{.+}}, 0] : (!pto.tile<16x256xf32, vec, valid = ?x256>, tensor<?x256xf32>) -> tensor<?x256xf32>
  // ROUND-LABEL: func.func @layer_norm(
  // ROUND: pto.load {{.*}} valid [{{.*}}, 256] : (tensor<?x256xf32>) -> !pto.tile<16x256xf32, valid = ?x256>
  func.func @layer_norm(%x: tensor<?x256xf32> {pto.direction = #pto.direction<in>},
                        %gamma: tensor<1x256xf32> {pto.direction = #pto.direction<in>},
                        %beta: tensor<1x256xf32> {pto.direction = #pto.direction<in>},
                        %first: index, %count: index,
                        %out: tensor<?x256xf32> {pto.direction = #pto.direction<out>})
      -> tensor<?x256xf32> attributes {pto.kind = #pto.function_kind<incore>} {
    %inverse = arith.constant 0.00390625 : f32
    %eps = arith.constant 1.0e-05 : f32
    %g = pto.load %gamma[0, 0] : (tensor<1x256xf32>) -> !param
    %b = pto.load %beta[0, 0] : (tensor<1x256xf32>) -> !param
    %t = pto.load %x[%first, 0] valid [%count, 256] : (tensor<?x256xf32>) -> !x
    %tmp = pto.create : () -> !pto.tile<16x256xf32>
    %sum = pto.row_sum %t, %tmp : (!x, !pto.tile<16x256xf32>) -> !row
    %mean = pto.muls %sum, %inverse : (!row, f32) -> !row
    %centred = pto.row_expand_sub %t, %mean : (!x, !row) -> !x
    %square = pto.mul %centred, %centred : (!x, !x) -> !x
    %squares = pto.row_sum %square, %tmp : (!x, !pto.tile<16x256xf32>) -> !row
    %variance = pto.muls %squares, %inverse : (!row, f32) -> !row
    %safe = pto.adds %variance, %eps : (!row, f32) -> !row
    %scale = pto.rsqrt %safe : (!row) -> !row
    %unit = pto.row_expand_mul %centred, %scale : (!x, !row) -> !x
    %scaled = pto.col_expand_mul %unit, %g : (!x, !param) -> !x
    %y = pto.col_expand_add %scaled, %b : (!x, !param) -> !x
    %r = pto.store %y, %out[%first, 0] : (!x, tensor<?x256xf32>) -> tensor<?x256xf32>
    return %r : tensor<?x256xf32>
  }
}

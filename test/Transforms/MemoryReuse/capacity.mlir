// Copies of a pipelined loop keep buffers of their own while there is room (B56).
//
// RUN: pto-opt %s --init-memref=target=a2a3 --memory-reuse=target=a2a3 | FileCheck %s

!o = tensor<16x192xf32>

// Two copies of 2 KiB have room for two buffers.
//
// CHECK-LABEL: func.func @small(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 2048, id = 5
// CHECK-NEXT: [[RIGHT_6:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 6
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_6]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @small(%x: tensor<32x32xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x32xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  return
}

// Two copies of 48 KiB have not: 64 KiB are there.
//
// CHECK-LABEL: func.func @large(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 49152, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 4096, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 49152, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 12288, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @large(%x: tensor<128x192xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<128x192xbf16>) -> !pto.tile<128x192xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x128xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<128x192xbf16, mat>) -> !pto.tile<128x192xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x192xbf16, right>) -> !pto.tile<16x192xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x192xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<128x192xbf16, mat>) -> !pto.tile<128x192xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x192xbf16, right>) -> !pto.tile<16x192xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x192xf32, acc>, !o) -> !o
  return
}

// Three copies, room for two: the first and the third share.
//
// CHECK-LABEL: func.func @three(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 32768, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 4096, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 32768, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 8192, id = 5
// CHECK-NEXT: [[RIGHT_6:%[^ ]+]] = pto.alloc right, addr = -1, size = 32768, id = 6
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_6]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r2 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p2 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @three(%x: tensor<128x128xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x128xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r2 = pto.move %m to right {pto.pipeline_membership = "0:2"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p2 = pto.matmul %l, %r2 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p2, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  return
}

// Tiles of one copy share.
//
// CHECK-LABEL: func.func @same_stage(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 2048, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @same_stage(%x: tensor<32x32xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x32xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  return
}

// Copies are counted, whatever their numbers.
//
// CHECK-LABEL: func.func @sparse(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 2048, id = 5
// CHECK-NEXT: [[RIGHT_6:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 6
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_6]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @sparse(%x: tensor<32x32xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x32xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:2"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  return
}

// Another tile that is needed all the time takes the room of one copy.
//
// CHECK-LABEL: func.func @in_the_way(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 32768, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 4096, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 32768, id = 4
// CHECK-NEXT: [[RIGHT_5:%[^ ]+]] = pto.alloc right, addr = -1, size = 32768, id = 5
// CHECK-NEXT: [[ACC_6:%[^ ]+]] = pto.alloc acc, addr = -1, size = 8192, id = 6
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %np = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_5]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_6]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_5]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_6]]{{ }}
// CHECK: %p9 = pto.matmul {{.*}}into [[ACC_6]]{{ }}
func.func @in_the_way(%x: tensor<128x128xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x128xbf16, left>
  %np = pto.move %m to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %p9 = pto.matmul %l, %np : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p9, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  return
}

// Four copies of 32 KiB: the first and the third, the second and the
// fourth.
//
// CHECK-LABEL: func.func @four(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 32768, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 4096, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 32768, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 8192, id = 5
// CHECK-NEXT: [[RIGHT_6:%[^ ]+]] = pto.alloc right, addr = -1, size = 32768, id = 6
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_6]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r2 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p2 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r3 = pto.move %m to right into [[RIGHT_6]]{{ }}
// CHECK: %p3 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @four(%x: tensor<128x128xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x128xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r2 = pto.move %m to right {pto.pipeline_membership = "0:2"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p2 = pto.matmul %l, %r2 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p2, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r3 = pto.move %m to right {pto.pipeline_membership = "0:3"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p3 = pto.matmul %l, %r3 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p3, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  return
}

// Two loops one after the other use the same two buffers; neither gives
// way.
//
// CHECK-LABEL: func.func @in_turn(
// CHECK: [[MAT_3:%[^ ]+]] = pto.alloc mat, addr = -1, size = 16384, id = 3
// CHECK-NEXT: [[MAT_4:%[^ ]+]] = pto.alloc mat, addr = -1, size = 24576, id = 4
// CHECK-NEXT: [[LEFT_6:%[^ ]+]] = pto.alloc left, addr = -1, size = 3072, id = 6
// CHECK-NEXT: [[ACC_8:%[^ ]+]] = pto.alloc acc, addr = -1, size = 8192, id = 8
// CHECK-NEXT: [[RIGHT_11:%[^ ]+]] = pto.alloc right, addr = -1, size = 24576, id = 11
// CHECK-NEXT: [[RIGHT_13:%[^ ]+]] = pto.alloc right, addr = -1, size = 24576, id = 13
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_3]]{{ }}
// CHECK: %n = pto.load {{.*}}into [[MAT_4]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_6]]{{ }}
// CHECK: %k = pto.create {{.*}}into [[LEFT_6]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_11]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_8]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_13]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_8]]{{ }}
// CHECK: %r2 = pto.move %n to right into [[RIGHT_11]]{{ }}
// CHECK: %p2 = pto.matmul {{.*}}into [[ACC_8]]{{ }}
// CHECK: %r3 = pto.move %n to right into [[RIGHT_13]]{{ }}
// CHECK: %p3 = pto.matmul {{.*}}into [[ACC_8]]{{ }}
func.func @in_turn(%x: tensor<64x128xbf16>, %y: tensor<96x128xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<64x128xbf16>) -> !pto.tile<64x128xbf16, mat>
  %n = pto.load %y[0, 0] to mat : (tensor<96x128xbf16>) -> !pto.tile<96x128xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x64xbf16, left>
  %k = pto.create to left : () -> !pto.tile<16x96xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<64x128xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x64xbf16, left>, !pto.tile<64x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<64x128xbf16, mat>) -> !pto.tile<64x128xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x64xbf16, left>, !pto.tile<64x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r2 = pto.move %n to right {pto.pipeline_membership = "1:0"} : (!pto.tile<96x128xbf16, mat>) -> !pto.tile<96x128xbf16, right>
  %p2 = pto.matmul %k, %r2 : (!pto.tile<16x96xbf16, left>, !pto.tile<96x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p2, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r3 = pto.move %n to right {pto.pipeline_membership = "1:1"} : (!pto.tile<96x128xbf16, mat>) -> !pto.tile<96x128xbf16, right>
  %p3 = pto.matmul %k, %r3 : (!pto.tile<16x96xbf16, left>, !pto.tile<96x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p3, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  return
}

// Two loops and a tile in the way: the one with the larger tiles gives way.
//
// CHECK-LABEL: func.func @larger_gives_way(
// CHECK: [[MAT_3:%[^ ]+]] = pto.alloc mat, addr = -1, size = 8192, id = 3
// CHECK-NEXT: [[MAT_4:%[^ ]+]] = pto.alloc mat, addr = -1, size = 16384, id = 4
// CHECK-NEXT: [[LEFT_6:%[^ ]+]] = pto.alloc left, addr = -1, size = 4096, id = 6
// CHECK-NEXT: [[RIGHT_7:%[^ ]+]] = pto.alloc right, addr = -1, size = 16384, id = 7
// CHECK-NEXT: [[RIGHT_8:%[^ ]+]] = pto.alloc right, addr = -1, size = 16384, id = 8
// CHECK-NEXT: [[RIGHT_9:%[^ ]+]] = pto.alloc right, addr = -1, size = 8192, id = 9
// CHECK-NEXT: [[RIGHT_10:%[^ ]+]] = pto.alloc right, addr = -1, size = 8192, id = 10
// CHECK-NEXT: [[RIGHT_11:%[^ ]+]] = pto.alloc right, addr = -1, size = 16384, id = 11
// CHECK-NEXT: [[ACC_12:%[^ ]+]] = pto.alloc acc, addr = -1, size = 4096, id = 12
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_3]]{{ }}
// CHECK: %n = pto.load {{.*}}into [[MAT_4]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_6]]{{ }}
// CHECK: %k = pto.create {{.*}}into [[LEFT_6]]{{ }}
// CHECK: %b0 = pto.move %n to right into [[RIGHT_7]]{{ }}
// CHECK: %b1 = pto.move %n to right into [[RIGHT_8]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_9]]{{ }}
// CHECK: %r2 = pto.move %m to right into [[RIGHT_10]]{{ }}
// CHECK: %r1 = pto.move %n to right into [[RIGHT_11]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_12]]{{ }}
// CHECK: %r3 = pto.move %n to right into [[RIGHT_11]]{{ }}
// CHECK: %p3 = pto.matmul {{.*}}into [[ACC_12]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_12]]{{ }}
// CHECK: %p2 = pto.matmul {{.*}}into [[ACC_12]]{{ }}
// CHECK: %p8 = pto.matmul {{.*}}into [[ACC_12]]{{ }}
// CHECK: %p9 = pto.matmul {{.*}}into [[ACC_12]]{{ }}
func.func @larger_gives_way(%x: tensor<64x64xbf16>, %y: tensor<128x64xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<64x64xbf16>) -> !pto.tile<64x64xbf16, mat>
  %n = pto.load %y[0, 0] to mat : (tensor<128x64xbf16>) -> !pto.tile<128x64xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x64xbf16, left>
  %k = pto.create to left : () -> !pto.tile<16x128xbf16, left>
  %b0 = pto.move %n to right : (!pto.tile<128x64xbf16, mat>) -> !pto.tile<128x64xbf16, right>
  %b1 = pto.move %n to right : (!pto.tile<128x64xbf16, mat>) -> !pto.tile<128x64xbf16, right>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<64x64xbf16, right>
  %r2 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<64x64xbf16, mat>) -> !pto.tile<64x64xbf16, right>
  %r1 = pto.move %n to right {pto.pipeline_membership = "1:0"} : (!pto.tile<128x64xbf16, mat>) -> !pto.tile<128x64xbf16, right>
  %p1 = pto.matmul %k, %r1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x64xf32, acc>, !o) -> !o
  %r3 = pto.move %n to right {pto.pipeline_membership = "1:1"} : (!pto.tile<128x64xbf16, mat>) -> !pto.tile<128x64xbf16, right>
  %p3 = pto.matmul %k, %r3 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
  pto.store %p3, %out[0, 0] : (!pto.tile<16x64xf32, acc>, !o) -> !o
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x64xbf16, left>, !pto.tile<64x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x64xf32, acc>, !o) -> !o
  %p2 = pto.matmul %l, %r2 : (!pto.tile<16x64xbf16, left>, !pto.tile<64x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
  pto.store %p2, %out[0, 0] : (!pto.tile<16x64xf32, acc>, !o) -> !o
  %p8 = pto.matmul %k, %b0 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
  pto.store %p8, %out[0, 0] : (!pto.tile<16x64xf32, acc>, !o) -> !o
  %p9 = pto.matmul %k, %b1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<16x64xf32, acc>
  pto.store %p9, %out[0, 0] : (!pto.tile<16x64xf32, acc>, !o) -> !o
  return
}

// Tiles of no loop share.
//
// CHECK-LABEL: func.func @untagged(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 2048, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @untagged(%x: tensor<32x32xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x32xbf16, left>
  %r0 = pto.move %m to right : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  return
}

// Copies of two loops, one in the other: apart where either differs. What can't
// be read is left out.
//
// CHECK-LABEL: func.func @nested(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 2048, id = 5
// CHECK-NEXT: [[RIGHT_6:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 6
// CHECK-NEXT: [[RIGHT_8:%[^ ]+]] = pto.alloc right, addr = -1, size = 2048, id = 8
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %r0 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p0 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r1 = pto.move %m to right into [[RIGHT_6]]{{ }}
// CHECK: %p1 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r2 = pto.move %m to right into [[RIGHT_8]]{{ }}
// CHECK: %p2 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %r3 = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p3 = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @nested(%x: tensor<32x32xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x32xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0;1:0"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:0;1:1"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  %r2 = pto.move %m to right {pto.pipeline_membership = "0:1;1:0"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p2 = pto.matmul %l, %r2 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p2, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  %r3 = pto.move %m to right {pto.pipeline_membership = "?;2"} : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
  %p3 = pto.matmul %l, %r3 : (!pto.tile<16x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  pto.store %p3, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !o) -> !o
  return
}

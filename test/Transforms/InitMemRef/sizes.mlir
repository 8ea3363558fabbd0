// How many bytes a tile takes.
//
// RUN: pto-opt %s --init-memref | FileCheck %s --check-prefixes=CHECK,ANY
// RUN: pto-opt %s --init-memref='target=a2a3' | FileCheck %s --check-prefixes=CHECK,A2A3
// RUN: pto-opt %s --init-memref='target=a5' | FileCheck %s --check-prefixes=CHECK,A5

// Rows of an accumulator come in sixteens; of 32-bit integers in thirty-twos on
// a2a3. Without a target the larger of both is taken: never too little.
// CHECK-LABEL: func.func @accumulators(
// ANY: pto.alloc acc, addr = -1, size = 16384,
// A2A3: pto.alloc acc, addr = -1, size = 16384,
// A5: pto.alloc acc, addr = -1, size = 8192,
// CHECK: pto.alloc acc, addr = -1, size = 8192,
// CHECK: pto.alloc acc, addr = -1, size = 4096,
// CHECK: pto.alloc acc, addr = -1, size = 12288,
// CHECK-NOT: pto.alloc
func.func @accumulators() attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.create to acc : () -> !pto.tile<16x128xi32, acc>
  %b = pto.create to acc : () -> !pto.tile<16x128xf32, acc>
  %c = pto.create to acc : () -> !pto.tile<4x64xf32, acc>
  %d = pto.create to acc : () -> !pto.tile<3x16x64xf32, acc>
  return
}

// Outside of acc rows are not rounded up. Four-bit elements are packed two to a
// byte, an odd one takes a byte; a bool takes a byte.
// CHECK-LABEL: func.func @elements(
// CHECK: pto.alloc vec, addr = -1, size = 1024,
// CHECK: pto.alloc vec, addr = -1, size = 64,
// CHECK: pto.alloc vec, addr = -1, size = 64,
// CHECK: pto.alloc vec, addr = -1, size = 64,
// CHECK: pto.alloc vec, addr = -1, size = 64,
// CHECK: pto.alloc vec, addr = -1, size = 4,
// CHECK: pto.alloc vec, addr = -1, size = 3,
// CHECK: pto.alloc vec, addr = -1, size = 33,
// CHECK: pto.alloc vec, addr = -1, size = 128,
// CHECK: pto.alloc left, addr = -1, size = 4096,
// CHECK: pto.alloc vec, addr = -1, size = 2,
// CHECK-NOT: pto.alloc
func.func @elements() attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.create to vec : () -> !pto.tile<4x64xf32, vec>
  %b = pto.create to vec : () -> !pto.tile<8x16xi4, vec>
  %c = pto.create to vec : () -> !pto.tile<8x16xui4, vec>
  %d = pto.create to vec : () -> !pto.tile<8x16xf4E2M1FN, vec>
  %e = pto.create to vec : () -> !pto.tile<8x16x!pto.hf4, vec>
  %f = pto.create to vec : () -> !pto.tile<1x7xi4, vec>
  %g = pto.create to vec : () -> !pto.tile<1x3xi1, vec>
  %h = pto.create to vec : () -> !pto.tile<1x33xi1, vec>
  %i = pto.create to vec : () -> !pto.tile<8x16x!pto.hf8, vec>
  %j = pto.create to left : () -> !pto.tile<16x128xbf16, left>
  %k = pto.create to vec : () -> !pto.tile<1x1xf16, vec>
  return
}

// Padded rows: 15 rows of 17 elements and one of 16.
// CHECK-LABEL: func.func @row_plus_one(
// CHECK: pto.alloc vec, addr = -1, size = 1084,
func.func @row_plus_one() attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.create to vec : () -> !pto.tile<16x16xf32, vec, compact = row_plus_one>
  return
}

// The valid region says nothing about storage: empty, partial or unknown.
// CHECK-LABEL: func.func @valid(
// CHECK-COUNT-4: pto.alloc vec, addr = -1, size = 1024,
// CHECK-NOT: pto.alloc
func.func @valid(%x: tensor<16x16xf32>, %n: index)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] valid [0, 16] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = 0x16>
  %b = pto.load %x[0, 0] valid [0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = 0x0>
  %c = pto.load %x[0, 0] valid [%n, 16] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = ?x16>
  %d = pto.load %x[0, 0] valid [5, 7] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = 5x7>
  return
}

// A run-time extent in the valid region of a branch's result stays the same
// value: the type says `?`, the ops keep naming %n.
// CHECK-LABEL: func.func @dynamic_valid_in_branch(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK: scf.if {{.*}} -> (!pto.tile<1x16xf32, vec, valid = 1x?>) {
// CHECK: pto.load {{.*}} valid [1, %[[N]]] to vec into
func.func @dynamic_valid_in_branch(%x: tensor<1x16xf32>, %n: index, %p: i1, %out: tensor<1x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %r = scf.if %p -> (!pto.tile<1x16xf32, vec, valid = 1x?>) {
    %a = pto.load %x[0, 0] valid [1, %n] to vec : (tensor<1x16xf32>) -> !pto.tile<1x16xf32, vec, valid = 1x?>
    scf.yield %a : !pto.tile<1x16xf32, vec, valid = 1x?>
  } else {
    %b = pto.load %x[0, 0] valid [1, %n] to vec : (tensor<1x16xf32>) -> !pto.tile<1x16xf32, vec, valid = 1x?>
    %c = pto.exp %b : (!pto.tile<1x16xf32, vec, valid = 1x?>) -> !pto.tile<1x16xf32, vec, valid = 1x?>
    scf.yield %c : !pto.tile<1x16xf32, vec, valid = 1x?>
  }
  pto.store %r, %out[0, 0] : (!pto.tile<1x16xf32, vec, valid = 1x?>, tensor<1x16xf32>) -> tensor<1x16xf32>
  return
}

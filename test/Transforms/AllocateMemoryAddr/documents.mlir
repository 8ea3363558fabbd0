// The examples of the document, and how the counting goes on.
//
// RUN: pto-opt %s --allocate-memory-addr | FileCheck %s
// RUN: pto-opt %s --allocate-memory-addr='target=a2a3' | FileCheck %s
// RUN: pto-opt %s --allocate-memory-addr='target=a5' | FileCheck %s
// RUN: pto-opt %s --allocate-memory-addr -o %t.1
// RUN: pto-opt %t.1 --allocate-memory-addr -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<64x64xf32, vec>

// Two buffers follow each other.
// CHECK-LABEL: func.func @two(
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 1
// CHECK-NEXT: pto.load
func.func @two(%x: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %mem_vec_0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %mem_vec_1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %a = pto.load %x[0, 0] to vec into %mem_vec_0 : (tensor<64x64xf32>) -> !v
  %b = pto.add %a, %a into %mem_vec_1 : (!v, !v) -> !v
  return
}

// Each memory has addresses of its own, from 0.
// CHECK-LABEL: func.func @several_spaces(
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 2048, id = 0
// CHECK-NEXT: pto.alloc left, addr = 0, size = 2048, id = 1
// CHECK-NEXT: pto.alloc right, addr = 0, size = 2048, id = 2
// CHECK-NEXT: pto.alloc acc, addr = 0, size = 2048, id = 3
func.func @several_spaces() attributes {pto.kind = #pto.function_kind<incore>} {
  %mem_vec_0 = pto.alloc vec, addr = -1, size = 2048, id = 0
  %mem_left_1 = pto.alloc left, addr = -1, size = 2048, id = 1
  %mem_right_2 = pto.alloc right, addr = -1, size = 2048, id = 2
  %mem_acc_3 = pto.alloc acc, addr = -1, size = 2048, id = 3
  %a = pto.create to vec into %mem_vec_0 : () -> !pto.tile<16x32xf32, vec>
  %b = pto.create to left into %mem_left_1 : () -> !pto.tile<32x32xbf16, left>
  %c = pto.create to right into %mem_right_2 : () -> !pto.tile<32x32xbf16, right>
  %d = pto.create to acc into %mem_acc_3 : () -> !pto.tile<16x32xf32, acc>
  return
}

// Three of different sizes: 1024, 16384, 16384.
// CHECK-LABEL: func.func @three(
// CHECK-NEXT: pto.alloc mat, addr = 0, size = 1024, id = 0
// CHECK-NEXT: pto.alloc mat, addr = 1024, size = 16384, id = 1
// CHECK-NEXT: pto.alloc mat, addr = 17408, size = 16384, id = 2
func.func @three() attributes {pto.kind = #pto.function_kind<aic>} {
  %0 = pto.alloc mat, addr = -1, size = 1024, id = 0
  %1 = pto.alloc mat, addr = -1, size = 16384, id = 1
  %2 = pto.alloc mat, addr = -1, size = 16384, id = 2
  %a = pto.create to mat into %0 : () -> !pto.tile<16x32xbf16, mat>
  %b = pto.create to mat into %1 : () -> !pto.tile<64x128xbf16, mat>
  %c = pto.create to mat into %2 : () -> !pto.tile<64x128xbf16, mat>
  return
}

// Every address is a multiple of 32, whatever the sizes are.
// CHECK-LABEL: func.func @odd_sizes(
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 4, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 32, size = 33, id = 1
// CHECK-NEXT: pto.alloc vec, addr = 96, size = 32, id = 2
// CHECK-NEXT: pto.alloc vec, addr = 128, size = 1084, id = 3
// CHECK-NEXT: pto.alloc vec, addr = 1216, size = 64, id = 4
func.func @odd_sizes() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 4, id = 0
  %1 = pto.alloc vec, addr = -1, size = 33, id = 1
  %2 = pto.alloc vec, addr = -1, size = 32, id = 2
  %3 = pto.alloc vec, addr = -1, size = 1084, id = 3
  %4 = pto.alloc vec, addr = -1, size = 64, id = 4
  %a = pto.create to vec into %0 : () -> !pto.tile<1x1xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<1x33xi8, vec>
  %c = pto.create to vec into %2 : () -> !pto.tile<1x8xf32, vec>
  %d = pto.create to vec into %3 : () -> !pto.tile<16x16xf32, vec, compact = row_plus_one>
  %e = pto.create to vec into %4 : () -> !pto.tile<1x16xf32, vec>
  return
}

// Numbers decide, not the place in the text.
// CHECK-LABEL: func.func @by_number(
// CHECK-NEXT: pto.alloc vec, addr = 64, size = 64, id = 9
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 64, id = 2
func.func @by_number() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 64, id = 9
  %1 = pto.alloc vec, addr = -1, size = 64, id = 2
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<1x16xf32, vec>
  return
}

// An address that nobody pinned is given anew.
// CHECK-LABEL: func.func @placed_before(
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 64, id = 0
func.func @placed_before() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = 4096, size = 64, id = 0
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  return
}

// Device memory is placed by somebody else.
// CHECK-LABEL: func.func @device_memory(
// CHECK: pto.alloc ddr, addr = -1, size = 64, id = 0
func.func @device_memory() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc ddr, addr = -1, size = 64, id = 0
  pto.builtin "keep"(%0) : (!pto.memref) -> ()
  return
}

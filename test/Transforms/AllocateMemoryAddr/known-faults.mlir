// Faults of others in addresses, one function each, under every planner.
//
// RUN: pto-opt %s --init-memref --allocate-memory-addr='planner=pypto target=a2a3' --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref --allocate-memory-addr='planner=dsa-rp target=a2a3' --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref --allocate-memory-addr='planner=optimal target=a2a3' --pto-annotate-memrefs | FileCheck %s

!row = !pto.tile<1x16xf32, vec>
!col = !pto.tile<16x1xf32, vec>
!t = !pto.tile<4x16xf32, vec>

// The constant offset of a slice is lost when the slice is reshaped, and all
// rows are read where the first one is. (B61)
// CHECK-LABEL: func.func @reshaped_rows(
// CHECK: pto.alloc vec, addr = 0, size = 256, id = 1
// CHECK: pto.load {{.*}} {pto.memrefs = ["mem_vec_1 [256 bytes]"]}
// CHECK: pto.reshape {{.*}} {pto.memrefs = ["mem_vec_1 [64 bytes]"]}
// CHECK: pto.reshape {{.*}} {pto.memrefs = ["mem_vec_1 + 64 [64 bytes]"]}
// CHECK: pto.reshape {{.*}} {pto.memrefs = ["mem_vec_1 + 128 [64 bytes]"]}
// CHECK: pto.reshape {{.*}} {pto.memrefs = ["mem_vec_1 + 192 [64 bytes]"]}
func.func @reshaped_rows(%x: tensor<4x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<4x16xf32>) -> !t
  %s0 = pto.slice %t[0, 0] : (!t) -> !row
  %r0 = pto.reshape %s0 : (!row) -> !col
  %s1 = pto.slice %t[1, 0] : (!t) -> !row
  %r1 = pto.reshape %s1 : (!row) -> !col
  %s2 = pto.slice %t[2, 0] : (!t) -> !row
  %r2 = pto.reshape %s2 : (!row) -> !col
  %s3 = pto.slice %t[3, 0] : (!t) -> !row
  %r3 = pto.reshape %s3 : (!row) -> !col
  return
}

// Both arms yield the buffer that the result is in: no copy. (B71)
// CHECK-LABEL: func.func @one_buffer_already(
// CHECK: pto.alloc vec, addr = 0, size = 64, id = 1
// CHECK-NOT: pto.alloc
// CHECK-NOT: pto.move
// CHECK: return
func.func @one_buffer_already(%x: tensor<1x16xf32>, %p: i1) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.alloc vec, addr = -1, size = 64, id = 1
  %r = scf.if %p -> (!row) {
    %a = pto.load %x[0, 0] to vec into %m : (tensor<1x16xf32>) -> !row
    scf.yield %a : !row
  } else {
    %b = pto.load %x[0, 0] to vec into %m : (tensor<1x16xf32>) -> !row
    scf.yield %b : !row
  }
  pto.store %r, %x[0, 0] : (!row, tensor<1x16xf32>) -> tensor<1x16xf32>
  return
}

// A move whose two tiles got one address is still there: it may change the
// layout, and whether it does nothing is for later to tell. (B71)
// CHECK-LABEL: func.func @same_address(
// CHECK: pto.move
func.func @same_address(%x: tensor<1x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<1x16xf32>) -> !row
  %b = pto.move %a to vec : (!row) -> !row
  pto.store %b, %x[0, 0] : (!row, tensor<1x16xf32>) -> tensor<1x16xf32>
  return
}

// Zero valid rows are not zero bytes: both tiles have their place. (B77)
// CHECK-LABEL: func.func @nothing_valid(
// CHECK-DAG: pto.alloc vec, addr = 0, size = 1024
// CHECK-DAG: pto.alloc vec, addr = 1024, size = 1024
func.func @nothing_valid(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] valid [0, 16] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = 0x16>
  %b = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  pto.store %a, %x[0, 0] : (!pto.tile<16x16xf32, vec, valid = 0x16>, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %b, %x[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

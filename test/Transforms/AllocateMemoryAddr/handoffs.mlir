// Which reuse planner=dsa-rp avoids, because a pipe would wait for another one: the
// second buffer begins with a write on another pipe than the first one ends with.
//
// RUN: pto-opt %s --allocate-memory-addr=planner=dsa-rp | FileCheck %s

!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>
!v = !pto.tile<64x64xf32, vec>

// A copy within the accumulators runs on the vector pipe, and the product that
// follows on the matrix pipe: no sharing.
//
// CHECK-LABEL: func.func @copy_within_one_memory
// CHECK: pto.alloc acc, addr = 0, size = 1024, id = 2
// CHECK: pto.alloc acc, addr = 1024, size = 1024, id = 3
// CHECK: pto.alloc acc, addr = 2048, size = 1024, id = 4
func.func @copy_within_one_memory(%out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %m0 = pto.alloc left, addr = -1, size = 512, id = 0
  %m1 = pto.alloc right, addr = -1, size = 512, id = 1
  %m2 = pto.alloc acc, addr = -1, size = 1024, id = 2
  %m3 = pto.alloc acc, addr = -1, size = 1024, id = 3
  %m4 = pto.alloc acc, addr = -1, size = 1024, id = 4
  %a = pto.create to left into %m0 : () -> !l
  %b = pto.create to right into %m1 : () -> !r
  %p = pto.matmul %a, %b into %m2 : (!l, !r) -> !acc
  %q = pto.move %p to acc into %m3 : (!acc) -> !acc
  %n = pto.matmul %a, %b into %m4 : (!l, !r) -> !acc
  pto.store %n, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A read of one element says nothing about the tile: the two loads share. What
// is read as a whole is avoided.
//
// CHECK-LABEL: func.func @one_element
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 3
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 4
func.func @one_element(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m3 = pto.alloc vec, addr = -1, size = 16384, id = 3
  %m4 = pto.alloc vec, addr = -1, size = 16384, id = 4
  %a = pto.load %x[0, 0] to vec into %m3 : (tensor<64x64xf32>) -> !v
  %e = pto.read %a[0, 0] : (!v) -> f32
  %b = pto.load %x[0, 0] to vec into %m4 : (tensor<64x64xf32>) -> !v
  pto.store %b, %out[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// CHECK-LABEL: func.func @whole_tile
// CHECK: pto.alloc vec, addr = {{[0-9]+}}, size = 16384, id = 3
// CHECK: pto.alloc vec, addr = {{[0-9]+}}, size = 16384, id = 4
// CHECK: pto.alloc vec, addr = 32768, size = 16384, id = 5
func.func @whole_tile(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m3 = pto.alloc vec, addr = -1, size = 16384, id = 3
  %m4 = pto.alloc vec, addr = -1, size = 16384, id = 4
  %m5 = pto.alloc vec, addr = -1, size = 16384, id = 5
  %a = pto.load %x[0, 0] to vec into %m3 : (tensor<64x64xf32>) -> !v
  %e = pto.exp %a into %m4 : (!v) -> !v
  %b = pto.load %x[0, 0] to vec into %m5 : (tensor<64x64xf32>) -> !v
  pto.store %b, %out[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// The lower bound of a memory goes by exact lives: arms exclude each other, and
// tiles may lie below what is reserved. A peak that meets it is optimal.
//
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal objective=peak' | pto-translate --mlir-to-memory-map | FileCheck %s

!v = !pto.tile<64x64xf32, vec>
!h = !pto.tile<32x64xf32, vec>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK: "name": "arms"
  // CHECK: "reserved": 0,
  // CHECK-NEXT: "peak": 16384,
  // CHECK-NEXT: "lower_bound": 16384,
  // CHECK-NEXT: "status": "optimal"
  func.func @arms(%x: tensor<64x64xf32>, %p: i1) attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
    %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
    scf.if %p {
      %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
      pto.store %a, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
    } else {
      %b = pto.load %x[0, 0] to vec into %1 : (tensor<64x64xf32>) -> !v
      pto.store %b, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
    }
    return
  }

  // 8192 bytes below the range, the rest of 24576 behind it.
  // CHECK: "name": "around"
  // CHECK: "reserved": 12288,
  // CHECK-NEXT: "peak": 28672,
  // CHECK-NEXT: "lower_bound": 28672,
  // CHECK-NEXT: "status": "optimal"
  func.func @around(%x: tensor<64x64xf32>, %y: tensor<32x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
    %1 = pto.alloc vec, addr = -1, size = 8192, id = 1
    %r = pto.system.reserve_buffer "ring" size = 4096, base = 8192
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
    %b = pto.load %y[0, 0] to vec into %1 : (tensor<32x64xf32>) -> !h
    pto.store %a, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
    pto.store %b, %y[0, 0] : (!h, tensor<32x64xf32>) -> tensor<32x64xf32>
    return
  }

  // What the author declared is nobody else's, though never needed at once.
  // CHECK: "name": "declared"
  // CHECK: "peak": 32768,
  // CHECK-NEXT: "lower_bound": 32768,
  // CHECK-NEXT: "status": "optimal"
  func.func @declared(%x: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 16384, id = 0 pinned
    %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
    pto.store %a, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
    %b = pto.load %x[0, 0] to vec into %1 : (tensor<64x64xf32>) -> !v
    pto.store %b, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
    return
  }
}

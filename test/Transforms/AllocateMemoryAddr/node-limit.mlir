// How long a planner searches: the first placement, or the best one.
//
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal objective=peak target=a2a3' | FileCheck %s --check-prefix=BEST
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal objective=peak target=a2a3 node-limit=0' | FileCheck %s --check-prefix=FIRST
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal objective=peak target=a2a3 node-limit=-1' | FileCheck %s --check-prefix=FIRST
// RUN: pto-opt %s --pto-memory-pipeline='planner=optimal objective=peak target=a2a3' | FileCheck %s --check-prefix=BEST
// RUN: pto-opt %s --pto-memory-pipeline='planner=optimal objective=peak target=a2a3 node-limit=0' | FileCheck %s --check-prefix=FIRST
// RUN: pto-opt %s --pto-memory-pipeline='planner=optimal objective=peak target=a2a3 node-limit=0' --remarks-filter=pto-memory 2>&1 >/dev/null | FileCheck %s --check-prefix=GAP

// First fit puts %m0 and %m2 side by side, and nothing else fits between them.
// BEST: pto.alloc vec, addr = 0, size = 2048, id = 0
// BEST-NEXT: pto.alloc vec, addr = 2048, size = 256, id = 1
// BEST-NEXT: pto.alloc vec, addr = 2304, size = 1024, id = 2
// BEST-NEXT: pto.alloc vec, addr = 0, size = 1280, id = 3
// BEST-NEXT: pto.alloc vec, addr = 1280, size = 1024, id = 4
// FIRST: pto.alloc vec, addr = 0, size = 2048, id = 0
// FIRST-NEXT: pto.alloc vec, addr = 3072, size = 256, id = 1
// FIRST-NEXT: pto.alloc vec, addr = 2048, size = 1024, id = 2
// FIRST-NEXT: pto.alloc vec, addr = 0, size = 1280, id = 3
// FIRST-NEXT: pto.alloc vec, addr = 3072, size = 1024, id = 4
// GAP: vec memory of 'steps' is used up to 4096; none needs less than 3328
func.func @steps(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m0 = pto.alloc vec, addr = -1, size = 2048, id = 0
  %m1 = pto.alloc vec, addr = -1, size = 256, id = 1
  %m2 = pto.alloc vec, addr = -1, size = 1024, id = 2
  %m3 = pto.alloc vec, addr = -1, size = 1280, id = 3
  %m4 = pto.alloc vec, addr = -1, size = 1024, id = 4
  %t0 = pto.load %x[0, 0] to vec into %m0 : (tensor<64x64xf32>) -> !pto.tile<8x64xf32, vec>
  %t1 = pto.load %x[0, 0] to vec into %m1 : (tensor<64x64xf32>) -> !pto.tile<1x64xf32, vec>
  %t2 = pto.load %x[0, 0] to vec into %m2 : (tensor<64x64xf32>) -> !pto.tile<4x64xf32, vec>
  pto.store %t1, %out[0, 0] : (!pto.tile<1x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  pto.store %t0, %out[0, 0] : (!pto.tile<8x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %t3 = pto.load %x[0, 0] to vec into %m3 : (tensor<64x64xf32>) -> !pto.tile<5x64xf32, vec>
  %t4 = pto.load %x[0, 0] to vec into %m4 : (tensor<64x64xf32>) -> !pto.tile<4x64xf32, vec>
  pto.store %t4, %out[0, 0] : (!pto.tile<4x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  pto.store %t3, %out[0, 0] : (!pto.tile<5x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  pto.store %t2, %out[0, 0] : (!pto.tile<4x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// The whole way, by one name. For the assembler's own planner it stops before
// addresses and adds no temporaries.
//
// RUN: pto-opt %s --pto-memory-pipeline='target=a5' | FileCheck %s --check-prefixes=CHECK,A5
// RUN: pto-opt %s --pto-memory-pipeline='target=a2a3' 2>/dev/null | FileCheck %s --check-prefixes=CHECK,A2A3
// RUN: pto-opt %s --pto-memory-pipeline='target=a2a3 planner=ptoas' 2>/dev/null | FileCheck %s --check-prefix=PTOAS
// RUN: pto-opt %s --pto-memory-pipeline='target=a5 planner=dsa-rp' | FileCheck %s --check-prefix=BY-LIVES
// RUN: pto-opt %s --pto-memory-pipeline='target=a5 planner=optimal' | FileCheck %s --check-prefix=BY-LIVES
// RUN: not pto-opt %s --pto-memory-pipeline='target=b7' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
//
// UNKNOWN: error: unknown target 'b7'; there are a2a3 and a5

!a = !pto.tile<32x64xbf16>
!b = !pto.tile<64x64xbf16>
!c = !pto.tile<32x64xf32>

// CHECK-LABEL: func.func @scores(
// CHECK: [[A:%.+]] = pto.alloc acc, addr = 0, size = 8192, id = 3
// CHECK-NEXT: pto.alloc mat, addr = 0, size = 4096, id = 4
// CHECK-NEXT: pto.alloc mat, addr = 4096, size = 8192, id = 5
// CHECK-NEXT: pto.alloc left, addr = 0, size = 4096, id = 6
// CHECK-NEXT: pto.alloc right, addr = 0, size = 8192, id = 7
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 8192, id = 8
// CHECK-NOT: pto.alloc vec
// CHECK: pto.create to acc into [[A]] :
// CHECK: scf.for {{.*}} -> (!pto.tile<32x64xf32, acc>) {
// CHECK: pto.matmul_acc
// CHECK-NOT: into
// CHECK: scf.yield
// CHECK: pto.move {{.*}} to vec into
// Buffers stay as they are and share bytes.
// BY-LIVES-LABEL: func.func @scores(
// BY-LIVES: pto.alloc vec, addr = {{[0-9]+}}, size = 8192, id = 8
// BY-LIVES-NEXT: pto.alloc vec, addr = {{[0-9]+}}, size = 8192, id = 9
// BY-LIVES-NOT: addr = -1
// PTOAS-LABEL: func.func @scores(
// PTOAS-COUNT-7: addr = -1
func.func @scores(%x: tensor<32x512xbf16> {pto.direction = #pto.direction<in>},
                  %y: tensor<512x64xbf16> {pto.direction = #pto.direction<in>},
                  %out: tensor<32x64xf32> {pto.direction = #pto.direction<out>})
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %z = pto.create : () -> !c
  %sum = scf.for %k = %c0 to %c512 step %c64 iter_args(%acc = %z) -> (!c) {
    %a = pto.load %x[0, %k] to mat : (tensor<32x512xbf16>) -> !a
    %b = pto.load %y[%k, 0] to mat : (tensor<512x64xbf16>) -> !b
    %n = pto.matmul_acc %acc, %a, %b : (!c, !a, !b) -> !c
    scf.yield %n : !c
  }
  %e = pto.exp %sum : (!c) -> !c
  pto.store %e, %out[0, 0] : (!c, tensor<32x64xf32>) -> tensor<32x64xf32>
  return
}

// Numbers from a start need a temporary on a2a3, under fixed addresses.
// A2A3-LABEL: func.func @numbers(
// A2A3: pto.alloc vec, addr = 0, size = 768, id = 0
// A2A3: pto.alloc vec, addr = 768, size = 256, id = 1
// A5-LABEL: func.func @numbers(
// A5: pto.alloc vec, addr = 0, size = 256, id = 0
// PTOAS-LABEL: func.func @numbers(
// PTOAS: pto.alloc vec, addr = -1, size = 256, id = 0
// PTOAS-NOT: pto.alloc
func.func @numbers() attributes {pto.kind = #pto.function_kind<aiv>} {
  %i = arith.constant 0 : i32
  %a = pto.ci %i : (i32) -> !pto.tile<1x64xi32>
  return
}

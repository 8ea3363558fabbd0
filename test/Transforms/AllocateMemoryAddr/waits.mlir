// Which buffers share while there is room: those where no pipe waits for
// another. Loads run on one pipe, vector ops on a second, stores on a third.
//
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal target=a2a3' | FileCheck %s
// RUN: pto-opt %s --allocate-memory-addr='planner=dsa-rp target=a2a3' | FileCheck %s --check-prefix=DSA

!v = !pto.tile<64x64xf32, vec>

// The sum may be written over the operand that the op waits for anyway; the
// next load would wait until the sum has been made and takes bytes of its own.
// By the document's rule (dsa-rp) all three are apart: the load and the op that
// reads it are two pipes.
// CHECK-LABEL: func.func @load_add_load(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 1
// CHECK-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 2
// DSA-LABEL: func.func @load_add_load(
// DSA: pto.alloc vec, addr = 0, size = 16384, id = 0
// DSA-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 1
// DSA-NEXT: pto.alloc vec, addr = 32768, size = 16384, id = 2
func.func @load_add_load(%x: tensor<64x64xf32>, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %2 = pto.alloc vec, addr = -1, size = 16384, id = 2
  %p = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
  %s = pto.adds %p, %f into %1 : (!v, f32) -> !v
  %n = pto.load %x[0, 0] to vec into %2 : (tensor<64x64xf32>) -> !v
  return
}

// Vector ops alone follow one another anyway: they share.
// CHECK-LABEL: func.func @one_pipe(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 1
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 2
// DSA-LABEL: func.func @one_pipe(
// DSA: pto.alloc vec, addr = 0, size = 16384, id = 0
// DSA-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 1
// DSA-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 2
func.func @one_pipe(%f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %2 = pto.alloc vec, addr = -1, size = 16384, id = 2
  %a = pto.full %f into %0 : (f32) -> !v
  %b = pto.exp %a into %1 : (!v) -> !v
  %c = pto.full %f into %2 : (f32) -> !v
  return
}

// In a loop the store of one turn is not done when the next turn loads: load and
// result are apart, in both directions.
// CHECK-LABEL: func.func @around_the_loop(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 1
// DSA-LABEL: func.func @around_the_loop(
// DSA: pto.alloc vec, addr = 0, size = 16384, id = 0
// DSA-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 1
func.func @around_the_loop(%x: tensor<64x64xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  scf.for %i = %c0 to %n step %c1 {
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
    %b = pto.exp %a into %1 : (!v) -> !v
    pto.store %b, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  }
  return
}

// The arms of a branch never run one after the other: no wait, and one place.
// CHECK-LABEL: func.func @arms(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 1
// DSA-LABEL: func.func @arms(
// DSA: pto.alloc vec, addr = 0, size = 16384, id = 0
// DSA-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 1
func.func @arms(%x: tensor<64x64xf32>, %p: i1, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  scf.if %p {
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
    pto.store %a, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  } else {
    %b = pto.full %f into %1 : (f32) -> !v
    pto.store %b, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  }
  return
}

// Two copies of a pipelined loop: each has a buffer of its own while there is
// room, whatever the pipes.
// CHECK-LABEL: func.func @copies(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 1
// DSA-LABEL: func.func @copies(
// DSA: pto.alloc vec, addr = 0, size = 16384, id = 0
// DSA-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 1
func.func @copies(%x: tensor<64x64xf32>, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %a = pto.full %f into %0 {pto.pipeline_membership = "0:0"} : (f32) -> !v
  %b = pto.full %f into %1 {pto.pipeline_membership = "0:1"} : (f32) -> !v
  return
}

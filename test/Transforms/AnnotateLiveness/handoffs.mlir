// Which buffers had better not share, since a pipe would wait for another: by the
// document's rule (pto.handoffs) and by ours (pto.waits, with weights).
//
// RUN: pto-opt %s --pto-annotate-liveness='handoffs=true target=a2a3' | FileCheck %s
// RUN: pto-opt %s --pto-annotate-liveness='handoffs=true target=a5' | FileCheck %s --check-prefix=A5

!v = !pto.tile<16x16xf32, vec>

// Load, add, load: the op that reads the load waits for it in any case, so ours
// lets it write over it; the next load would wait for both.
// CHECK-LABEL: func.func @load_add_load(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.handoffs = array<i64: 11, 12>, pto.live = array<i64: 7, 9>, pto.waits = array<i64: 12, 1>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.handoffs = array<i64: 12>, pto.live = array<i64: 9, 10>, pto.waits = array<i64: 12, 1>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 12 {pto.live = array<i64: 11, 12>}
func.func @load_add_load(%x: tensor<16x16xf32>, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %2 = pto.alloc vec, addr = -1, size = 1024, id = 12
  %p = pto.load %x[0, 0] to vec into %0 : (tensor<16x16xf32>) -> !v
  %s = pto.adds %p, %f into %1 : (!v, f32) -> !v
  %n = pto.load %x[0, 0] to vec into %2 : (tensor<16x16xf32>) -> !v
  return
}

// A tile that is computed, then one that is loaded.
// CHECK-LABEL: func.func @full_then_load(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.handoffs = array<i64: 11>, pto.live = array<i64: 5, 6>, pto.waits = array<i64: 11, 1>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 7, 8>}
func.func @full_then_load(%x: tensor<16x16xf32>, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %a = pto.full %f into %0 : (f32) -> !v
  %b = pto.load %x[0, 0] to vec into %1 : (tensor<16x16xf32>) -> !v
  return
}

// Two writes of the vector pipe follow one another anyway.
// CHECK-LABEL: func.func @two_vector_writes(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.live = array<i64: 5, 6>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 7, 8>}
func.func @two_vector_writes(%f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %a = pto.full %f into %0 : (f32) -> !v
  %b = pto.full %f into %1 : (f32) -> !v
  return
}

// A move within vector memory is an op of the vector pipe.
// CHECK-LABEL: func.func @vector_move(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.live = array<i64: 7, 9>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 9, 10>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 12 {pto.live = array<i64: 11, 12>}
func.func @vector_move(%x: tensor<16x16xf32>, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %2 = pto.alloc vec, addr = -1, size = 1024, id = 12
  %a = pto.full %f into %0 : (f32) -> !v
  %b = pto.move %a to vec into %1 : (!v) -> !v
  %c = pto.full %f into %2 : (f32) -> !v
  return
}

// Half of a tile is read: by the document's rule nothing is known of it then.
// CHECK-LABEL: func.func @half(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.live = array<i64: 7, 11>, pto.live_bytes = {{.*}}, pto.waits = array<i64: 12, 1>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 512, id = 11 {pto.handoffs = array<i64: 12>, pto.live = array<i64: 11, 12>, pto.waits = array<i64: 12, 1>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 12 {pto.live = array<i64: 13, 14>}
func.func @half(%x: tensor<16x16xf32>, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 512, id = 11
  %2 = pto.alloc vec, addr = -1, size = 1024, id = 12
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<16x16xf32>) -> !v
  %h = pto.slice %a[8, 0] : (!v) -> !pto.tile<8x16xf32, vec>
  %b = pto.adds %h, %f into %1 : (!pto.tile<8x16xf32, vec>, f32) -> !pto.tile<8x16xf32, vec>
  %c = pto.load %x[0, 0] to vec into %2 : (tensor<16x16xf32>) -> !v
  return
}

// Nor where single elements are read.
// CHECK-LABEL: func.func @element(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.live = array<i64: 5, 7>, pto.waits = array<i64: 11, 1>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 9, 10>}
func.func @element(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<16x16xf32>) -> !v
  %e = pto.read %a[0, 0] : (!v) -> f32
  %b = pto.full %e into %1 : (f32) -> !v
  return
}

// A tile that is made empty is written by nobody yet.
// CHECK-LABEL: func.func @empty(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.live = array<i64>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 7, 8>}
func.func @empty(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %a = pto.create to vec into %0 : () -> !v
  %b = pto.load %x[0, 0] to vec into %1 : (tensor<16x16xf32>) -> !v
  return
}

// An op that does not say what it does to its tiles.
// CHECK-LABEL: func.func @unknown(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.live = array<i64: 5, 8>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 9, 10>}
func.func @unknown(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<16x16xf32>) -> !v
  pto.builtin "tile.mystery"(%a) : (!v) -> ()
  %b = pto.load %x[0, 0] to vec into %1 : (tensor<16x16xf32>) -> !v
  return
}

// In a loop of eight turns: the store of one turn and the load of the next.
// CHECK-LABEL: func.func @next_turn(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.handoffs = array<i64: 11>, pto.live = array<i64: 13, 15>, pto.waits = array<i64: 11, 8>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 15, 17>}
func.func @next_turn(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  scf.for %i = %c0 to %c8 step %c1 {
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<16x16xf32>) -> !v
    %b = pto.exp %a into %1 : (!v) -> !v
    pto.store %b, %x[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  }
  return
}

// The arms of a branch, and a loop beside what stands around it: buffers of
// different blocks are not compared.
// CHECK-LABEL: func.func @blocks(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.live = array<i64: 13, 15>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 19, 21>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 12 {pto.live = array<i64: 27, 28>}
func.func @blocks(%x: tensor<16x16xf32>, %p: i1, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %2 = pto.alloc vec, addr = -1, size = 1024, id = 12
  scf.if %p {
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<16x16xf32>) -> !v
    pto.store %a, %x[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  } else {
    %b = pto.load %x[0, 0] to vec into %1 : (tensor<16x16xf32>) -> !v
    pto.store %b, %x[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %c = pto.load %x[0, 0] to vec into %2 : (tensor<16x16xf32>) -> !v
  }
  return
}

// Stored, then loaded from the same tensor: the order of both is known, and the
// load waits all the same.
// CHECK-LABEL: func.func @store_then_load(
// CHECK: pto.alloc vec, addr = -1, size = 1024, id = 10 {pto.handoffs = array<i64: 11>, pto.live = array<i64: 5, 7>, pto.waits = array<i64: 11, 1>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 9, 10>}
func.func @store_then_load(%x: tensor<16x16xf32>, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %a = pto.full %f into %0 : (f32) -> !v
  %y = pto.store %a, %x[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  %b = pto.load %y[0, 0] to vec into %1 : (tensor<16x16xf32>) -> !v
  return
}

// From mat into left runs on one pipe, into mat on another. (The first operand
// of the second product waits for the first product: cube and transfer.)
// CHECK-LABEL: func.func @products(
// CHECK: pto.alloc mat, addr = -1, size = 512, id = 10 {pto.handoffs = array<i64: 11>, pto.live = array<i64: 15, 19>, pto.waits = array<i64: 11, 1>}
// CHECK-NEXT: pto.alloc mat, addr = -1, size = 512, id = 11 {pto.live = array<i64: 23, 25>}
// CHECK-NEXT: pto.alloc left, addr = -1, size = 512, id = 12 {pto.handoffs = array<i64: 13>, pto.live = array<i64: 17, 21>, pto.waits = array<i64: 13, 1>}
// CHECK-NEXT: pto.alloc left, addr = -1, size = 512, id = 13 {pto.live = array<i64: 25, 27>}
// CHECK-NEXT: pto.alloc right, addr = -1, size = 512, id = 14 {pto.live = array<i64: 19, 27>}
// CHECK-NEXT: pto.alloc acc, addr = -1, size = 1024, id = 15 {pto.live = array<i64: 21, 22>}
// CHECK-NEXT: pto.alloc acc, addr = -1, size = 1024, id = 16 {pto.live = array<i64: 27, 28>}
func.func @products(%x: tensor<16x16xbf16>) attributes {pto.kind = #pto.function_kind<aic>} {
  %0 = pto.alloc mat, addr = -1, size = 512, id = 10
  %1 = pto.alloc mat, addr = -1, size = 512, id = 11
  %2 = pto.alloc left, addr = -1, size = 512, id = 12
  %3 = pto.alloc left, addr = -1, size = 512, id = 13
  %4 = pto.alloc right, addr = -1, size = 512, id = 14
  %5 = pto.alloc acc, addr = -1, size = 1024, id = 15
  %6 = pto.alloc acc, addr = -1, size = 1024, id = 16
  %m = pto.load %x[0, 0] to mat into %0 : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
  %l = pto.move %m to left into %2 : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
  %r = pto.move %m to right into %4 : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
  %c = pto.matmul %l, %r into %5 : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  %n = pto.load %x[0, 0] to mat into %1 : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
  %k = pto.move %n to left into %3 : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
  %d = pto.matmul %k, %r into %6 : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  return
}

// From acc to vec there is a direct way on a5 alone.
// A5-LABEL: func.func @acc_to_vec(
// A5: pto.alloc acc, {{.*}} id = 10 {pto.live
// A5-NEXT: pto.alloc vec, {{.*}} id = 11 {pto.handoffs = array<i64: 12>, {{.*}}pto.waits = array<i64: 12, 1>}
// CHECK-LABEL: func.func @acc_to_vec(
// CHECK: pto.alloc acc, addr = -1, size = 1024, id = 10 {pto.live = array<i64: 8, 9>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 11 {pto.live = array<i64: 9, 10>}
// CHECK-NEXT: pto.alloc vec, addr = -1, size = 1024, id = 12 {pto.live = array<i64: 11, 12>}
func.func @acc_to_vec(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %0 = pto.alloc acc, addr = -1, size = 1024, id = 10
  %1 = pto.alloc vec, addr = -1, size = 1024, id = 11
  %2 = pto.alloc vec, addr = -1, size = 1024, id = 12
  %a = pto.create to acc into %0 : () -> !pto.tile<16x16xf32, acc>
  %b = pto.move %a to vec into %1 : (!pto.tile<16x16xf32, acc>) -> !v
  %c = pto.load %x[0, 0] to vec into %2 : (tensor<16x16xf32>) -> !v
  return
}

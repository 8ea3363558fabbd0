// Buffers of which the author says no more than that they are there: size and
// space follow from the tiles bound to them.
//
// RUN: pto-opt %s --init-memref --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a2a3 planner=dsa-rp' --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a5 planner=optimal' --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s | pto-opt --init-memref --pto-annotate-memrefs | FileCheck %s
//
// What was made once stays as it is.
// RUN: pto-opt %s --init-memref -o %t.1
// RUN: pto-opt %t.1 --init-memref -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// The document's example: one tile, and a later one, in ping, another in pong.
// Each is a pinned buffer, named as the author named it.
// CHECK-LABEL: func.func @ping_pong(
// CHECK-NEXT: %ping = pto.alloc vec, addr = -1, size = 16384, id = 2 pinned
// CHECK-NEXT: %pong = pto.alloc vec, addr = -1, size = 16384, id = 3 pinned
// CHECK-NOT: pto.alloc
// CHECK-NOT: pto.declare_memref
// CHECK: %t0 = pto.load {{.*}}into %ping {{.*}}pto.memrefs = ["ping [16384 bytes]"]
// CHECK: %t1 = pto.exp {{.*}}into %pong {{.*}}pto.memrefs = ["pong [16384 bytes]"]
// CHECK: %t2 = pto.exp {{.*}}into %ping {{.*}}pto.memrefs = ["ping [16384 bytes]"]
func.func @ping_pong(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<incore>} {
  %ping = pto.declare_memref "ping"
  %pong = pto.declare_memref "pong"
  %t0 = pto.load %a[0, 0] to vec into %ping : (!t) -> !v
  %t1 = pto.exp %t0 into %pong : (!v) -> !v
  %t2 = pto.exp %t1 into %ping : (!v) -> !v
  pto.store %t2, %out[0, 0] : (!v, !t) -> !t
  return
}

// Two declarations of one name are one buffer, wherever they stand.
// CHECK-LABEL: func.func @one_name(
// CHECK: %[[M:[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2 pinned
// CHECK-NOT: pto.alloc
// CHECK: %t0 = pto.load {{.*}}into %[[M]] {
// CHECK: scf.for
// CHECK-NOT: pto.declare_memref
// CHECK: %t1 = pto.load {{.*}}into %[[M]] {{.*}}pto.memrefs = ["buffer [16384 bytes]"]
func.func @one_name(%a: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = pto.declare_memref "buffer"
  %t0 = pto.load %a[0, 0] to vec into %m : (!t) -> !v
  pto.store %t0, %out[0, 0] : (!v, !t) -> !t
  scf.for %i = %c0 to %n step %c1 {
    %k = pto.declare_memref "buffer"
    %t1 = pto.load %a[0, 0] to vec into %k : (!t) -> !v
    pto.store %t1, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// A name is a name, also where a tile has the same.
// CHECK-LABEL: func.func @name_of_a_tile(
// CHECK: %[[M:[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 1 pinned
// CHECK: pto.load {{.*}}into %[[M]] {{.*}}pto.memrefs = ["x [16384 bytes]"]
func.func @name_of_a_tile(%a: !t) attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.declare_memref "x"
  %x = pto.load %a[0, 0] to vec into %m : (!t) -> !v
  return
}

// As large as the largest tile; all of them begin at its start, and each spans
// its own bytes.
// CHECK-LABEL: func.func @largest(
// CHECK: %scratch = pto.alloc vec, addr = -1, size = 16384, id = 1 pinned
// CHECK: %small = pto.load {{.*}}pto.memrefs = ["scratch [4096 bytes]"]
// CHECK: %large = pto.load {{.*}}pto.memrefs = ["scratch [16384 bytes]"]
// CHECK: %wide = pto.create {{.*}}pto.memrefs = ["scratch [8192 bytes]"]
func.func @largest(%a: !t) attributes {pto.kind = #pto.function_kind<incore>} {
  %scratch = pto.declare_memref "scratch"
  %small = pto.load %a[0, 0] to vec into %scratch : (!t) -> !pto.tile<32x32xf32, vec>
  %large = pto.load %a[0, 0] to vec into %scratch : (!t) -> !v
  %wide = pto.create to vec into %scratch : () -> !pto.tile<64x64xf16, vec>
  return
}

// Rows of an accumulator come in whole boxes here, too.
// CHECK-LABEL: func.func @accumulator(
// CHECK: %acc = pto.alloc acc, addr = -1, size = 4096, id = 0 pinned
// CHECK: %c = pto.create {{.*}}pto.memrefs = ["acc [4096 bytes]"]
func.func @accumulator() attributes {pto.kind = #pto.function_kind<aic>} {
  %acc = pto.declare_memref "acc"
  %c = pto.create to acc into %acc : () -> !pto.tile<4x64xf32, acc>
  return
}

// The result of a transpose is new bytes and may be bound; views of it, and
// what updates it in place, follow.
// CHECK-LABEL: func.func @views(
// CHECK: %mem_vec_1 = pto.alloc vec, addr = -1, size = 4096, id = 1{{$}}
// CHECK: %turned = pto.alloc vec, addr = -1, size = 4096, id = 2 pinned
// CHECK-NOT: pto.alloc
// CHECK: %y = pto.transpose {{.*}}into %turned {{.*}}pto.memrefs = ["turned [4096 bytes]"]
// CHECK: %r = pto.reshape {{.*}}pto.memrefs = ["turned [4096 bytes]"]
// CHECK: %s = pto.slice {{.*}}pto.memrefs = ["turned + 64 [64 bytes]"]
// CHECK: %w = pto.write {{.*}}pto.memrefs = ["turned [4096 bytes]"]
func.func @views(%a: tensor<16x64xf32>, %f: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %turned = pto.declare_memref "turned"
  %x = pto.load %a[0, 0] to vec : (tensor<16x64xf32>) -> !pto.tile<16x64xf32, vec>
  %y = pto.transpose %x into %turned : (!pto.tile<16x64xf32, vec>) -> !pto.tile<64x16xf32, vec>
  %r = pto.reshape %y : (!pto.tile<64x16xf32, vec>) -> !pto.tile<16x64xf32, vec>
  %s = pto.slice %y[1, 0] : (!pto.tile<64x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  %w = pto.write %y[0, 0], %f : (!pto.tile<64x16xf32, vec>, f32) -> !pto.tile<64x16xf32, vec>
  return
}

// Tiles of more dimensions, made of nothing and filled.
// CHECK-LABEL: func.func @more_dimensions(
// CHECK: %c = pto.alloc vec, addr = -1, size = 8192, id = 0 pinned
// CHECK: %f = pto.alloc vec, addr = -1, size = 1536, id = 1 pinned
// CHECK: %x = pto.create {{.*}}pto.memrefs = ["c [8192 bytes]"]
// CHECK: %y = pto.full {{.*}}pto.memrefs = ["f [1536 bytes]"]
func.func @more_dimensions(%s: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %c = pto.declare_memref "c"
  %f = pto.declare_memref "f"
  %x = pto.create to vec into %c : () -> !pto.tile<4x8x64xf32, vec>
  %y = pto.full %s into %f : (f32) -> !pto.tile<3x8x16xf32, vec>
  return
}

// Bound in the arms of a branch: one buffer, and the result is in it.
// CHECK-LABEL: func.func @arms(
// CHECK: %both = pto.alloc vec, addr = -1, size = 16384, id = 1 pinned
// CHECK-NOT: pto.alloc
// CHECK: %u = pto.load {{.*}}into %both
// CHECK: %w = pto.load {{.*}}into %both
// CHECK: } {pto.memrefs = ["both [16384 bytes]"]}
func.func @arms(%a: !t, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %both = pto.declare_memref "both"
  %r = scf.if %p -> (!v) {
    %u = pto.load %a[0, 0] to vec into %both : (!t) -> !v
    scf.yield %u : !v
  } else {
    %w = pto.load %a[32, 0] to vec into %both : (!t) -> !v
    scf.yield %w : !v
  }
  return
}

// A declaration that nobody uses goes, with its slots.
// CHECK-LABEL: func.func @unused(
// CHECK-NEXT: return
func.func @unused(%i: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.declare_memref "m" slots = 4
  %s = pto.slot %m[%i]
  return
}

// A buffer of the compiler's is none of the author's, however it is written:
// read again, it is not pinned.
// CHECK-LABEL: func.func @not_declared(
// CHECK: %mem_vec_7 = pto.alloc vec, addr = -1, size = 16384, id = 7{{$}}
// CHECK: %mem_vec_9 = pto.alloc vec, addr = -1, size = 16384, id = 9{{$}}
func.func @not_declared(%a: !t) attributes {pto.kind = #pto.function_kind<incore>} {
  %mem_vec_7 = pto.alloc vec, addr = -1, size = 16384, id = 7
  %x = pto.load %a[0, 0] to vec into %mem_vec_7 : (!t) -> !v
  %y = pto.exp %x : (!v) -> !v
  return
}

// A host function may have some, too.
// CHECK-LABEL: func.func @host(
// CHECK: %m = pto.alloc vec, addr = -1, size = 16384, id = 1 pinned
func.func @host(%a: !t) attributes {pto.kind = #pto.function_kind<opaque>} {
  %m = pto.declare_memref "m"
  %x = pto.load %a[0, 0] to vec into %m : (!t) -> !v
  return
}

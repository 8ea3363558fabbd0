// planner=optimal: addresses by when bytes are needed, with proof.
//
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal objective=peak target=a2a3' | FileCheck %s

!v = !pto.tile<64x64xf32, vec>
!h = !pto.tile<32x64xf32, vec>

// A result takes the place of an operand that dies there.
// CHECK-LABEL: func.func @in_place(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 1
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 2
func.func @in_place(%x: tensor<64x64xf32>, %f: f32, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %2 = pto.alloc vec, addr = -1, size = 16384, id = 2
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
  %b = pto.exp %a into %1 : (!v) -> !v
  %c = pto.muls %b, %f into %2 : (!v, f32) -> !v
  pto.store %c, %out[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// Where the op can't write over what it reads, the third tile takes the place of
// the first, which is dead by then.
// CHECK-LABEL: func.func @not_in_place(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 1
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 2
func.func @not_in_place(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %2 = pto.alloc vec, addr = -1, size = 16384, id = 2
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
  %b = pto.recip %a into %1 : (!v) -> !v
  %c = pto.recip %b into %2 : (!v) -> !v
  pto.store %c, %out[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// Two live halves lie in the bytes of a whole that is dead.
// CHECK-LABEL: func.func @halves(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 8192, id = 1
// CHECK-NEXT: pto.alloc vec, addr = 8192, size = 8192, id = 2
func.func @halves(%x: tensor<64x64xf32>, %y: tensor<32x64xf32>, %z: tensor<32x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 8192, id = 1
  %2 = pto.alloc vec, addr = -1, size = 8192, id = 2
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
  pto.store %a, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = pto.load %y[0, 0] to vec into %1 : (tensor<32x64xf32>) -> !h
  %c = pto.load %z[0, 0] to vec into %2 : (tensor<32x64xf32>) -> !h
  pto.store %b, %y[0, 0] : (!h, tensor<32x64xf32>) -> tensor<32x64xf32>
  pto.store %c, %z[0, 0] : (!h, tensor<32x64xf32>) -> tensor<32x64xf32>
  return
}

// A result that is smaller starts where the operand starts, or shares nothing
// with it: here the operand's upper half is needed by nobody else.
// CHECK-LABEL: func.func @equal_start(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 8192, id = 1
func.func @equal_start(%x: tensor<64x64xf32>, %out: tensor<64x64xbf16>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 8192, id = 1
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
  %b = pto.cast %a into %1 : (!v) -> !pto.tile<64x64xbf16, vec>
  pto.store %b, %out[0, 0] : (!pto.tile<64x64xbf16, vec>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return
}

// The arms of a branch exclude each other, and so do the bodies of two loops.
// CHECK-LABEL: func.func @arms_and_loops(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 1
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 2
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 3
func.func @arms_and_loops(%x: tensor<64x64xf32>, %p: i1, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %2 = pto.alloc vec, addr = -1, size = 16384, id = 2
  %3 = pto.alloc vec, addr = -1, size = 16384, id = 3
  scf.if %p {
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
    pto.store %a, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  } else {
    %b = pto.load %x[0, 0] to vec into %1 : (tensor<64x64xf32>) -> !v
    pto.store %b, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %c = pto.load %x[0, 0] to vec into %2 : (tensor<64x64xf32>) -> !v
    pto.store %c, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %d = pto.load %x[0, 0] to vec into %3 : (tensor<64x64xf32>) -> !v
    pto.store %d, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  }
  return
}

// A tile from outside that a loop reads in every turn is needed in all of it:
// nothing in the loop may have its bytes, not even behind the last read.
// CHECK-LABEL: func.func @needed_again(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 1
// CHECK-NEXT: pto.alloc vec, addr = 16384, size = 16384, id = 2
func.func @needed_again(%x: tensor<64x64xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %2 = pto.alloc vec, addr = -1, size = 16384, id = 2
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
  scf.for %i = %c0 to %n step %c1 {
    %b = pto.exp %a into %1 : (!v) -> !v
    %c = pto.exp %b into %2 : (!v) -> !v
    pto.store %c, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  }
  return
}

// Bytes below and between reserved ranges are for tiles, too.
// CHECK-LABEL: func.func @gaps(
// CHECK: pto.alloc vec, addr = 12288, size = 16384, id = 0
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 8192, id = 1
// CHECK: pto.system.reserve_buffer "low" size = 4096, base = 8192
// CHECK: pto.system.reserve_buffer "high" size = 4096, base = 28672
func.func @gaps(%x: tensor<64x64xf32>, %y: tensor<32x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 8192, id = 1
  %r = pto.system.reserve_buffer "low" size = 4096, base = 8192
  %q = pto.system.reserve_buffer "high" size = 4096, base = 28672
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
  %b = pto.load %y[0, 0] to vec into %1 : (tensor<32x64xf32>) -> !h
  pto.store %a, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  pto.store %b, %y[0, 0] : (!h, tensor<32x64xf32>) -> tensor<32x64xf32>
  return
}

// What the author declared is shared with nobody, and keeps its address if it
// has one.
// CHECK-LABEL: func.func @declared(
// CHECK: pto.alloc vec, addr = 16384, size = 16384, id = 0 pinned
// CHECK-NEXT: pto.alloc vec, addr = 32768, size = 32768, id = 1 pinned slots = 2
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 2
// CHECK-NEXT: pto.alloc vec, addr = 0, size = 16384, id = 3
func.func @declared(%x: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = 16384, size = 16384, id = 0 pinned
  %1 = pto.alloc vec, addr = -1, size = 32768, id = 1 pinned slots = 2
  %2 = pto.alloc vec, addr = -1, size = 16384, id = 2
  %3 = pto.alloc vec, addr = -1, size = 16384, id = 3
  %a = pto.load %x[0, 0] to vec into %0 : (tensor<64x64xf32>) -> !v
  pto.store %a, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = pto.slot %1[1]
  %b = pto.load %x[0, 0] to vec into %s : (tensor<64x64xf32>) -> !v
  pto.store %b, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = pto.load %x[0, 0] to vec into %2 : (tensor<64x64xf32>) -> !v
  pto.store %c, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = pto.load %x[0, 0] to vec into %3 : (tensor<64x64xf32>) -> !v
  pto.store %d, %x[0, 0] : (!v, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// A buffer that holds nothing goes; one that is made and never touched has an
// address.
// CHECK-LABEL: func.func @idle(
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 1
func.func @idle() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %a = pto.create to vec into %1 : () -> !v
  return
}

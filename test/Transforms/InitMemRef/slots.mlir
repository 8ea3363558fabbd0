// Several tiles in the slots of one buffer, chosen by a number.
//
// RUN: pto-opt %s --init-memref --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref=planner=ptoas --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s | pto-opt --init-memref --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref -o %t.1
// RUN: pto-opt %t.1 --init-memref -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// One buffer for all slots; tile k begins k slots in.
// CHECK-LABEL: func.func @constant(
// CHECK-NEXT: %pp = pto.alloc vec, addr = -1, size = 49152, id = 1 pinned slots = 3
// CHECK-NOT: pto.alloc
// CHECK: %s0 = pto.slot %pp[0]
// CHECK: %t0 = pto.load {{.*}}into %s0 {{.*}}pto.memrefs = ["pp [16384 bytes]"]
// CHECK: %t1 = pto.load {{.*}}into %s1 {{.*}}pto.memrefs = ["pp + 16384 [16384 bytes]"]
// CHECK: %t2 = pto.load {{.*}}into %s2 {{.*}}pto.memrefs = ["pp + 32768 [16384 bytes]"]
func.func @constant(%a: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c2 = arith.constant 2 : index
  %pp = pto.declare_memref "pp" slots = 3
  %s0 = pto.slot %pp[0]
  %s1 = pto.slot %pp[1]
  %s2 = pto.slot %pp[%c2]
  %t0 = pto.load %a[0, 0] to vec into %s0 : (!t) -> !v
  %t1 = pto.load %a[0, 0] to vec into %s1 : (!t) -> !v
  %t2 = pto.load %a[0, 0] to vec into %s2 : (!t) -> !v
  return
}

// A slot is as large as the largest tile in any slot.
// CHECK-LABEL: func.func @largest(
// CHECK: %buf = pto.alloc vec, addr = -1, size = 32768, id = 1 pinned slots = 2
// CHECK: %large = pto.load {{.*}}pto.memrefs = ["buf [16384 bytes]"]
// CHECK: %small = pto.load {{.*}}pto.memrefs = ["buf + 16384 [4096 bytes]"]
func.func @largest(%a: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %buf = pto.declare_memref "buf" slots = 2
  %s0 = pto.slot %buf[0]
  %s1 = pto.slot %buf[1]
  %large = pto.load %a[0, 0] to vec into %s0 : (!t) -> !v
  %small = pto.load %a[0, 0] to vec into %s1 : (!t) -> !pto.tile<32x32xf32, vec>
  return
}

// The number of a slot known at run time only: the offset is an expression of
// the values that it is computed from.
// CHECK-LABEL: func.func @in_turn(
// CHECK: %pp = pto.alloc vec, addr = -1, size = 32768, id = {{[12]}} pinned slots = 2
// CHECK: %s = pto.slot %pp[%{{.+}}]
// CHECK: %u = pto.load {{.*}}into %s {{.*}}pto.memrefs = ["pp + (i mod 2) * 16384 [16384 bytes]"]
// CHECK: %w = pto.load {{.*}}pto.memrefs = ["pp + ((i + 1) mod 2) * 16384 [16384 bytes]"]
func.func @in_turn(%a: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c1000 = arith.constant 1000 : index
  %pp = pto.declare_memref "pp" slots = 2
  scf.for %i = %c0 to %c1000 step %c1 {
    %k = arith.remui %i, %c2 : index
    %s = pto.slot %pp[%k]
    %u = pto.load %a[0, 0] to vec into %s : (!t) -> !v
    %j = arith.addi %i, %c1 : index
    %l = arith.remui %j, %c2 : index
    %o = pto.slot %pp[%l]
    %w = pto.load %a[0, 0] to vec into %o : (!t) -> !v
    pto.store %u, %out[0, 0] : (!v, !t) -> !t
    pto.store %w, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// An index that nobody knows anything of stays as it is.
// CHECK-LABEL: func.func @unknown(
// CHECK: %x = pto.load {{.*}}pto.memrefs = ["pp + i * 16384 [16384 bytes]"]
func.func @unknown(%a: !t, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 2
  %s = pto.slot %pp[%i]
  %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
  return
}

// Windows of a tile in a slot: row 2 is 512 bytes further.
// CHECK-LABEL: func.func @windows(
// CHECK: %r1 = pto.slice {{.*}}pto.memrefs = ["pp + 16896 [256 bytes]"]
// CHECK: %ri = pto.slice {{.*}}pto.memrefs = ["pp + i * 16384 + 512 [256 bytes]"]
// CHECK: %rij = pto.slice {{.*}}pto.memrefs = ["pp + {{i \* 16384 \+ j \* 256|j \* 256 \+ i \* 16384}} [256 bytes]"]
func.func @windows(%a: !t, %i: index, %j: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 2
  %s1 = pto.slot %pp[1]
  %x = pto.load %a[0, 0] to vec into %s1 : (!t) -> !v
  %r1 = pto.slice %x[2, 0] : (!v) -> !pto.tile<1x64xf32, vec>
  %si = pto.slot %pp[%i]
  %y = pto.load %a[0, 0] to vec into %si : (!t) -> !v
  %ri = pto.slice %y[2, 0] : (!v) -> !pto.tile<1x64xf32, vec>
  %rij = pto.slice %y[%j, 0] : (!v) -> !pto.tile<1x64xf32, vec>
  return
}

// A buffer with slots that is named without a number is its first slot.
// CHECK-LABEL: func.func @without_number(
// CHECK: %pp = pto.alloc vec, addr = -1, size = 32768, id = {{[12]}} pinned slots = 2
// CHECK: %x = pto.load {{.*}}into %pp {{.*}}pto.memrefs = ["pp [16384 bytes]"]
func.func @without_number(%a: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 2
  %x = pto.load %a[0, 0] to vec into %pp : (!t) -> !v
  return
}

// Each slot begins at an address that the hardware can take: 20 bytes take 32.
// CHECK-LABEL: func.func @aligned(
// CHECK: %pp = pto.alloc vec, addr = -1, size = 96, id = 1 pinned slots = 3
// CHECK: %x = pto.load {{.*}}pto.memrefs = ["pp + 64 [20 bytes]"]
func.func @aligned(%a: tensor<1x5xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 3
  %s = pto.slot %pp[2]
  %x = pto.load %a[0, 0] to vec into %s : (tensor<1x5xf32>) -> !pto.tile<1x5xf32, vec>
  return
}

// All slots are there, though one alone is used.
// CHECK-LABEL: func.func @one_of_eight(
// CHECK: %pp = pto.alloc vec, addr = -1, size = 131072, id = 1 pinned slots = 8
// CHECK: %x = pto.load {{.*}}pto.memrefs = ["pp + 114688 [16384 bytes]"]
func.func @one_of_eight(%a: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 8
  %s = pto.slot %pp[7]
  %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
  return
}

// Two accumulators of a cube kernel in two slots.
// CHECK-LABEL: func.func @accumulators(
// CHECK: %accs = pto.alloc acc, addr = -1, size = 8192, id = 2 pinned slots = 2
// CHECK: %p = pto.matmul {{.*}}into %s0 {{.*}}pto.memrefs = ["accs [4096 bytes]"]
// CHECK: %q = pto.matmul {{.*}}into %s1 {{.*}}pto.memrefs = ["accs + 4096 [4096 bytes]"]
// CHECK: %r = pto.matmul_acc {{.*}}pto.memrefs = ["accs + 4096 [4096 bytes]"]
func.func @accumulators() attributes {pto.kind = #pto.function_kind<aic>} {
  %accs = pto.declare_memref "accs" slots = 2
  %s0 = pto.slot %accs[0]
  %s1 = pto.slot %accs[1]
  %a = pto.create to left : () -> !pto.tile<32x32xbf16, left>
  %b = pto.create to right : () -> !pto.tile<32x32xbf16, right>
  %p = pto.matmul %a, %b into %s0 : (!pto.tile<32x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<32x32xf32, acc>
  %q = pto.matmul %a, %b into %s1 : (!pto.tile<32x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<32x32xf32, acc>
  %r = pto.matmul_acc %q, %a, %b : (!pto.tile<32x32xf32, acc>, !pto.tile<32x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<32x32xf32, acc>
  return
}

// No slot that there is, in a loop that never runs: nothing wrong happens.
// CHECK-LABEL: func.func @never(
// CHECK: %pp = pto.alloc vec, addr = -1, size = 32768, id = 1 pinned slots = 2
// CHECK: %x = pto.load {{.*}}into %s {{.*}}pto.memrefs = ["pp + j * 16384 [16384 bytes]"]
func.func @never(%a: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %pp = pto.declare_memref "pp" slots = 2
  scf.for %j = %c2 to %c0 step %c1 {
    %s = pto.slot %pp[%j]
    %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
  }
  return
}

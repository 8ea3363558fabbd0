// What an author declared is left alone (B60): pinned buffers, buffers with
// slots, buffers with an address.
//
// RUN: pto-opt %s --init-memref --memory-reuse | FileCheck %s

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// Two tiles in turn on ping, one on pong; the unbound ones pack on one buffer
// of their own.
//
// CHECK-LABEL: func.func @declared(
// CHECK: [[PING:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 10 pinned
// CHECK-NEXT: [[PONG:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 11 pinned
// CHECK-NEXT: [[VEC_14:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 14
// CHECK-NOT: pto.alloc
// CHECK: %t0 = pto.load {{.*}}into [[PING]]{{ }}
// CHECK: %t1 = pto.exp {{.*}}into [[PONG]]{{ }}
// CHECK: %t2 = pto.exp {{.*}}into [[PING]]{{ }}
// CHECK: %u = pto.load {{.*}}into [[VEC_14]]{{ }}
// CHECK: %w = pto.exp {{.*}}into [[VEC_14]]{{ }}
func.func @declared(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %ping = pto.alloc vec, addr = -1, size = 16384, id = 10 pinned
  %pong = pto.alloc vec, addr = -1, size = 16384, id = 11 pinned
  %t0 = pto.load %x[0, 0] to vec into %ping : (!t) -> !v
  %t1 = pto.exp %t0 into %pong : (!v) -> !v
  %t2 = pto.exp %t1 into %ping : (!v) -> !v
  pto.store %t2, %out[0, 0] : (!v, !t) -> !t
  %u = pto.load %x[0, 0] to vec : (!t) -> !v
  %w = pto.exp %u : (!v) -> !v
  pto.store %w, %out[0, 0] : (!v, !t) -> !t
  return
}

// A chain of which each tile was declared stays three buffers.
//
// CHECK-LABEL: func.func @three(
// CHECK: [[A:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 10 pinned
// CHECK-NEXT: [[B:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 11 pinned
// CHECK-NEXT: [[C:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 12 pinned
// CHECK-NOT: pto.alloc
// CHECK: %t0 = pto.load {{.*}}into [[A]]{{ }}
// CHECK: %t1 = pto.exp {{.*}}into [[B]]{{ }}
// CHECK: %t2 = pto.exp {{.*}}into [[C]]{{ }}
func.func @three(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.alloc vec, addr = -1, size = 16384, id = 10 pinned
  %b = pto.alloc vec, addr = -1, size = 16384, id = 11 pinned
  %c = pto.alloc vec, addr = -1, size = 16384, id = 12 pinned
  %t0 = pto.load %x[0, 0] to vec into %a : (!t) -> !v
  %t1 = pto.exp %t0 into %b : (!v) -> !v
  %t2 = pto.exp %t1 into %c : (!v) -> !v
  pto.store %t2, %out[0, 0] : (!v, !t) -> !t
  return
}

// Slots, by constants and by numbers known at run time only.
//
// CHECK-LABEL: func.func @slots(
// CHECK: [[PP:%[^ ]+]] = pto.alloc vec, addr = -1, size = 32768, id = 10 pinned slots = 2
// CHECK-NEXT: [[QQ:%[^ ]+]] = pto.alloc vec, addr = -1, size = 32768, id = 11 pinned slots = 2
// CHECK-NEXT: [[VEC_14:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 14
// CHECK-NOT: pto.alloc
// CHECK: %t0 = pto.load {{.*}}into %s1{{ }}
// CHECK: %u = pto.exp {{.*}}into [[VEC_14]]{{ }}
// CHECK: %t1 = pto.load {{.*}}into %si{{ }}
// CHECK: %w = pto.exp {{.*}}into [[VEC_14]]{{ }}
func.func @slots(%x: !t, %i: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.alloc vec, addr = -1, size = 32768, id = 10 pinned slots = 2
  %qq = pto.alloc vec, addr = -1, size = 32768, id = 11 pinned slots = 2
  %s1 = pto.slot %pp[1]
  %t0 = pto.load %x[0, 0] to vec into %s1 : (!t) -> !v
  %u = pto.exp %t0 : (!v) -> !v
  pto.store %u, %out[0, 0] : (!v, !t) -> !t
  %si = pto.slot %qq[%i]
  %t1 = pto.load %x[0, 0] to vec into %si : (!t) -> !v
  %w = pto.exp %t1 : (!v) -> !v
  pto.store %w, %out[0, 0] : (!v, !t) -> !t
  return
}

// An address that is given already.
//
// CHECK-LABEL: func.func @placed(
// CHECK: [[A:%[^ ]+]] = pto.alloc vec, addr = 0, size = 16384, id = 10
// CHECK-NEXT: [[VEC_13:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 13
// CHECK-NOT: pto.alloc
// CHECK: %t0 = pto.load {{.*}}into [[A]]{{ }}
// CHECK: %u = pto.exp {{.*}}into [[VEC_13]]{{ }}
func.func @placed(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.alloc vec, addr = 0, size = 16384, id = 10
  %t0 = pto.load %x[0, 0] to vec into %a : (!t) -> !v
  %u = pto.exp %t0 : (!v) -> !v
  pto.store %u, %out[0, 0] : (!v, !t) -> !t
  return
}

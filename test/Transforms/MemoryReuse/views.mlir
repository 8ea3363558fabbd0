// Views follow what they are views of, and keep their offsets.
//
// RUN: pto-opt %s --init-memref --memory-reuse | FileCheck %s
// RUN: pto-opt %s --init-memref --memory-reuse | pto-translate --mlir-to-memory-map | FileCheck %s --check-prefix=MAP

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// A chain of views is one buffer.
//
// CHECK-LABEL: func.func @chain_of_views(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.reshape %a
// CHECK: %c = pto.reshape %b
// CHECK: %d = pto.reinterpret_view %c
func.func @chain_of_views(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.reshape %a : (!v) -> !pto.tile<4096x1xf32, vec>
  %c = pto.reshape %b : (!pto.tile<4096x1xf32, vec>) -> !v
  %d = pto.reinterpret_view %c : (!v) -> !pto.tile<64x128xbf16, vec>
  pto.store %d, %out[0, 0] : (!pto.tile<64x128xbf16, vec>, !t) -> !t
  return
}

// B49: a transposed tile takes the dead one's buffer, not its source's;
// the rows of it keep their offsets, which the map shows.
//
// CHECK-LABEL: func.func @rows(
// CHECK: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 256, id = 3
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 256, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %dead = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %src = pto.load {{.*}}into [[VEC_3]]{{ }}
// CHECK: %turned = pto.transpose {{.*}}into [[VEC_5]]{{ }}
// CHECK: %s0 = pto.slice %turned[0, 0]
// CHECK: %r0 = pto.reshape %s0
// CHECK: %s3 = pto.slice %turned[3, 0]
// CHECK: %r3 = pto.reshape %s3
func.func @rows(%x: tensor<4x16xf32>, %y: tensor<16x4xf32>, %out: tensor<16x1xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %dead = pto.load %x[0, 0] to vec : (tensor<4x16xf32>) -> !pto.tile<4x16xf32, vec>
  pto.store %dead, %out[0, 0] : (!pto.tile<4x16xf32, vec>, tensor<16x1xf32>) -> tensor<16x1xf32>
  %src = pto.load %y[0, 0] to vec : (tensor<16x4xf32>) -> !pto.tile<16x4xf32, vec>
  %turned = pto.transpose %src : (!pto.tile<16x4xf32, vec>) -> !pto.tile<4x16xf32, vec>
  %s0 = pto.slice %turned[0, 0] : (!pto.tile<4x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  %r0 = pto.reshape %s0 : (!pto.tile<1x16xf32, vec>) -> !pto.tile<16x1xf32, vec>
  pto.store %r0, %out[0, 0] : (!pto.tile<16x1xf32, vec>, tensor<16x1xf32>) -> tensor<16x1xf32>
  %s3 = pto.slice %turned[3, 0] : (!pto.tile<4x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  %r3 = pto.reshape %s3 : (!pto.tile<1x16xf32, vec>) -> !pto.tile<16x1xf32, vec>
  pto.store %r3, %out[0, 0] : (!pto.tile<16x1xf32, vec>, tensor<16x1xf32>) -> tensor<16x1xf32>
  return
}
// MAP-LABEL: "name": "rows"
// MAP: "name": "src"
// MAP: "name": "turned"
// MAP: "offset": 0,
// MAP-NEXT: "size": 256,
// MAP: "name": "s0"
// MAP: "offset": 0,
// MAP-NEXT: "size": 64,
// MAP: "name": "r0"
// MAP: "offset": 0,
// MAP-NEXT: "size": 64,
// MAP: "name": "s3"
// MAP: "offset": 192,
// MAP-NEXT: "size": 64,
// MAP: "name": "r3"
// MAP: "offset": 192,
// MAP-NEXT: "size": 64,

// B50: a tile that is loaded anew in each round lies in the carried
// buffer, and its window and its other shape with it.
//
// CHECK-LABEL: func.func @reloaded(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %t0 = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %s0 = pto.slice %t0[0, 0]
// CHECK: %acc0 = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.for
// CHECK: %ti = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %si = pto.slice %ti[0, 8]
// CHECK: %next = pto.add {{.*}}into [[VEC_3]]{{ }}
// CHECK: scf.yield %ti, %next
// CHECK: %w = pto.reshape %r#0
func.func @reloaded(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x8xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t0 = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %s0 = pto.slice %t0[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x8xf32, vec>
  %acc0 = pto.add %s0, %s0 : (!pto.tile<16x8xf32, vec>, !pto.tile<16x8xf32, vec>) -> !pto.tile<16x8xf32, vec>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %t0, %acc = %acc0) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x8xf32, vec>) {
    %ti = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
    %si = pto.slice %ti[0, 8] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x8xf32, vec>
    %next = pto.add %acc, %si : (!pto.tile<16x8xf32, vec>, !pto.tile<16x8xf32, vec>) -> !pto.tile<16x8xf32, vec>
    scf.yield %ti, %next : !pto.tile<16x16xf32, vec>, !pto.tile<16x8xf32, vec>
  }
  pto.store %r#1, %out[0, 0] : (!pto.tile<16x8xf32, vec>, tensor<16x8xf32>) -> tensor<16x8xf32>
  %w = pto.reshape %r#0 : (!pto.tile<16x16xf32, vec>) -> !pto.tile<32x8xf32, vec>
  pto.store %w, %out[0, 0] : (!pto.tile<32x8xf32, vec>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// A tile moves to another buffer, and its other shape with it.
//
// CHECK-LABEL: func.func @follows(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_5:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.reshape %a
// CHECK: %e = pto.add {{.*}}into [[VEC_5]]{{ }}
func.func @follows(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c = pto.load %x[0, 0] to vec : (!t) -> !v
  %d = pto.add %c, %c : (!v, !v) -> !v
  pto.store %d, %out[0, 0] : (!v, !t) -> !t
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.reshape %a : (!v) -> !pto.tile<4096x1xf32, vec>
  %e = pto.add %a, %a : (!v, !v) -> !v
  pto.store %b, %out[0, 0] : (!pto.tile<4096x1xf32, vec>, !t) -> !t
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// A buffer is free when the last name of its tile is read, not before.
//
// CHECK-LABEL: func.func @last_name(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.reshape %a
// CHECK: %c = pto.exp {{.*}}into [[VEC_3]]{{ }}
// CHECK: %d = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %e = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @last_name(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.reshape %a : (!v) -> !pto.tile<4096x1xf32, vec>
  %c = pto.exp %a : (!v) -> !v
  pto.store %b, %out[0, 0] : (!pto.tile<4096x1xf32, vec>, !t) -> !t
  %d = pto.load %x[0, 0] to vec : (!t) -> !v
  %e = pto.add %c, %d : (!v, !v) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// A result lies on a window of its operand only if both start at one byte: the
// first row yes, the second no.
//
// CHECK-LABEL: func.func @same_start(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %w = pto.slice %a[0, 0]
// CHECK: %b = pto.exp {{.*}}into [[VEC_2]]{{ }}
func.func @same_start(%x: tensor<2x64xf32>, %out: tensor<1x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<2x64xf32>) -> !pto.tile<2x64xf32, vec>
  %w = pto.slice %a[0, 0] : (!pto.tile<2x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
  %b = pto.exp %w : (!pto.tile<1x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
  pto.store %b, %out[0, 0] : (!pto.tile<1x64xf32, vec>, tensor<1x64xf32>) -> tensor<1x64xf32>
  return
}
// CHECK-LABEL: func.func @other_start(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 256, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %w = pto.slice %a[1, 0]
// CHECK: %b = pto.exp {{.*}}into [[VEC_3]]{{ }}
func.func @other_start(%x: tensor<2x64xf32>, %out: tensor<1x64xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<2x64xf32>) -> !pto.tile<2x64xf32, vec>
  %w = pto.slice %a[1, 0] : (!pto.tile<2x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
  %b = pto.exp %w : (!pto.tile<1x64xf32, vec>) -> !pto.tile<1x64xf32, vec>
  pto.store %b, %out[0, 0] : (!pto.tile<1x64xf32, vec>, tensor<1x64xf32>) -> tensor<1x64xf32>
  return
}

// B52: an operand that must not be shared is found through its other shape.
//
// CHECK-LABEL: func.func @through_view(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.reshape %a
// CHECK: %c = pto.reshape %b
// CHECK: %d = pto.recip {{.*}}into [[VEC_3]]{{ }}
func.func @through_view(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.reshape %a : (!v) -> !pto.tile<4096x1xf32, vec>
  %c = pto.reshape %b : (!pto.tile<4096x1xf32, vec>) -> !v
  %d = pto.recip %c : (!v) -> !v
  pto.store %d, %out[0, 0] : (!v, !t) -> !t
  return
}

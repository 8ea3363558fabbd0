// An op that overwrites its operand needs the operand's last value alone; where
// somebody reads it later, the op gets a copy.
//
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases -o %t.1
// RUN: pto-opt %t.1 --materialize-semantic-aliases -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<16x16xf32, vec>
!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>

// A chain on one buffer copies nothing.
// CHECK-LABEL: func.func @chain(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.write [[T]][0, 0], %{{.+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.write [[A]][0, 1], %{{.+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.write [[B]][0, 2], %{{.+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[C]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @chain(%x: tensor<16x16xf32>, %s: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %a = pto.write %t[0, 0], %s : (!v, f32) -> !v
  %b = pto.write %a[0, 1], %s : (!v, f32) -> !v
  %c = pto.write %b[0, 2], %s : (!v, f32) -> !v
  pto.store %c, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// The operand is read afterwards.
// CHECK-LABEL: func.func @operand_read_later(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T_MV:%[^ :,]+]] = pto.move [[T]] to vec into [[VEC4]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.write [[T_MV]][0, 0], %{{.+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.add [[A]], [[T]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[B]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @operand_read_later(%x: tensor<16x16xf32>, %s: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %a = pto.write %t[0, 0], %s : (!v, f32) -> !v
  %b = pto.add %a, %t : (!v, !v) -> !v
  pto.store %b, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A view of the operand is read afterwards: the same bytes.
// CHECK-LABEL: func.func @view_read_later(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 512, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.slice [[T]][0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
// CHECK-NEXT: [[T_MV:%[^ :,]+]] = pto.move [[T]] to vec into [[VEC4]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.write [[T_MV]][0, 0], %{{.+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[W]] into [[VEC3]] : (!pto.tile<8x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[E]], %{{.+}}[0, 0] : (!pto.tile<8x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[A]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @view_read_later(%x: tensor<16x16xf32>, %s: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %w = pto.slice %t[0, 0] : (!v) -> !pto.tile<8x16xf32, vec>
  %a = pto.write %t[0, 0], %s : (!v, f32) -> !v
  %e = pto.exp %w : (!pto.tile<8x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
  pto.store %e, %out[0, 0] : (!pto.tile<8x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %a, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// In a loop the operand from outside is read again by the next iteration.
// CHECK-LABEL: func.func @outer_operand_in_loop(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} {
// CHECK-NEXT: [[T_MV:%[^ :,]+]] = pto.move [[T]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.write [[T_MV]][%{{.+}}, 0], %{{.+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[A]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @outer_operand_in_loop(%x: tensor<16x16xf32>, %s: f32, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  scf.for %i = %c0 to %n step %c1 {
    %a = pto.write %t[%i, 0], %s : (!v, f32) -> !v
    pto.store %a, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  }
  return
}

// An empty accumulator that two chains start from is not copied, but made twice.
// CHECK-LABEL: func.func @empty_accumulator_twice(
// CHECK: [[LEFT1:%[^ :,]+]] = pto.alloc left, addr = -1, size = 512, id = 1
// CHECK-NEXT: [[RIGHT2:%[^ :,]+]] = pto.alloc right, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[ACC3:%[^ :,]+]] = pto.alloc acc, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[ACC4:%[^ :,]+]] = pto.alloc acc, addr = -1, size = 1024, id = 4
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.create to left into [[LEFT1]] : () -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.create to right into [[RIGHT2]] : () -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.create to acc into [[ACC3]] : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Z_MV:%[^ :,]+]] = pto.create to acc into [[ACC4]] : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.matmul_acc [[Z_MV]], [[A]], [[B]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Q:%[^ :,]+]] = pto.matmul_acc [[Z]], [[A]], [[B]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[P]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Q]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @empty_accumulator_twice(%out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %a = pto.create to left : () -> !l
  %b = pto.create to right : () -> !r
  %z = pto.create to acc : () -> !acc
  %p = pto.matmul_acc %z, %a, %b : (!acc, !l, !r) -> !acc
  %q = pto.matmul_acc %z, %a, %b : (!acc, !l, !r) -> !acc
  pto.store %p, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %q, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Stores have no bytes on the chip to overwrite.
// CHECK-LABEL: func.func @stores(
// CHECK-NOT: pto.move
// CHECK: return
func.func @stores(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %o = pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  %u = pto.load %out[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %w = pto.store %u, %o[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

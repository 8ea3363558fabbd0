// What a loop carries is one buffer: its init, its argument, what it yields and
// its result.
//
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases -o %t.1
// RUN: pto-opt %t.1 --materialize-semantic-aliases -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<16x16xf32, vec>

// The producer of the yielded tile writes the carried buffer itself.
// CHECK-LABEL: func.func @retargeted(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.add [[S]], [[T]] into [[VEC2]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @retargeted(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    %a = pto.add %s, %t : (!v, !v) -> !v
    scf.yield %a : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// The old value is read after the new one is made: a copy at the end.
// CHECK-LABEL: func.func @old_value_still_read(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[S]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[S]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[A_MV:%[^ :,]+]] = pto.move [[A]] to vec into [[VEC2]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A_MV]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @old_value_still_read(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %a = pto.exp %s : (!v) -> !v
    pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %a : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// An op that must not write over its operand can't be the one to write the
// carried buffer.
// CHECK-LABEL: func.func @not_in_place(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.recip [[S]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[A_MV:%[^ :,]+]] = pto.move [[A]] to vec into [[VEC2]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A_MV]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @not_in_place(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %a = pto.recip %s : (!v) -> !v
    scf.yield %a : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A swap is one parallel copy: through a temporary, in this order.
// CHECK-LABEL: func.func @swap(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.exp [[A]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[P:%[^ :,]+]] = [[A]], [[Q:%[^ :,]+]] = [[B]]) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[P_MV:%[^ :,]+]] = pto.move [[P]] to vec into [[VEC4]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[Q_MV:%[^ :,]+]] = pto.move [[Q]] to vec into [[VEC2]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[P_MV_MV:%[^ :,]+]] = pto.move [[P_MV]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Q_MV]], [[P_MV_MV]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]]#0, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @swap(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %b = pto.exp %a : (!v) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!v, !v) {
    scf.yield %q, %p : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A shift register needs no temporary, but an order: what is overwritten is
// copied on first.
// CHECK-LABEL: func.func @shift_register(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 5
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC4]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:3 = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[P:%[^ :,]+]] = [[A]], [[Q:%[^ :,]+]] = [[B]], [[S:%[^ :,]+]] = [[C]]) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC5]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[Q_MV:%[^ :,]+]] = pto.move [[Q]] to vec into [[VEC2]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S_MV:%[^ :,]+]] = pto.move [[S]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T_MV:%[^ :,]+]] = pto.move [[T]] to vec into [[VEC4]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Q_MV]], [[S_MV]], [[T_MV]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]]#0, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @shift_register(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %b = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %c = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b, %s = %c) -> (!v, !v, !v) {
    %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    scf.yield %q, %s, %t : !v, !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Two carried tiles that start from one are two buffers.
// CHECK-LABEL: func.func @one_init_for_two(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[A_MV:%[^ :,]+]] = pto.move [[A]] to vec into [[VEC4]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[P:%[^ :,]+]] = [[A]], [[Q:%[^ :,]+]] = [[A_MV]]) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.add [[P]], [[P]] into [[VEC2]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[Q]] into [[VEC4]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[D]], [[E]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]]#0, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[R]]#1, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @one_init_for_two(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a) -> (!v, !v) {
    %d = pto.add %p, %p : (!v, !v) -> !v
    %e = pto.exp %q : (!v) -> !v
    scf.yield %d, %e : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %r#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// The init is read behind the loop: the loop starts with a copy.
// CHECK-LABEL: func.func @init_read_later(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[INIT_MV:%[^ :,]+]] = pto.move [[INIT]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT_MV]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[S]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK: [[D:%[^ :,]+]] = pto.sub [[R]], [[INIT]] into [[VEC4]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[D]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @init_read_later(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %a = pto.exp %s : (!v) -> !v
    scf.yield %a : !v
  }
  %d = pto.sub %r, %init : (!v, !v) -> !v
  pto.store %d, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Or in the loop itself, by every iteration.
// CHECK-LABEL: func.func @init_read_inside(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[INIT_MV:%[^ :,]+]] = pto.move [[INIT]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT_MV]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.add [[S]], [[INIT]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @init_read_inside(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %a = pto.add %s, %init : (!v, !v) -> !v
    scf.yield %a : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A loop that never runs leaves its init: in the buffer of its result, which a
// producer inside alone would never have filled.
// CHECK-LABEL: func.func @zero_trip(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @zero_trip(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%s = %init) -> (!v) {
    %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    scf.yield %t : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A loop that yields a tile from outside copies it in, each time.
// CHECK-LABEL: func.func @outer_tile_yielded(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[OTHER:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[V2:%[^ :,]+]] = pto.store [[S]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[OTHER_MV:%[^ :,]+]] = pto.move [[OTHER]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[OTHER_MV]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[OTHER]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @outer_tile_yielded(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %other = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %other : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %other, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A window of a tile is no buffer of its own: it is copied into one.
// CHECK-LABEL: func.func @window_as_init(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 2048, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[WHOLE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<32x16xf32>) -> !pto.tile<32x16xf32, vec>
// CHECK-NEXT: [[INIT:%[^ :,]+]] = pto.slice [[WHOLE]][16, 0] : (!pto.tile<32x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[INIT_MV:%[^ :,]+]] = pto.move [[INIT]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT_MV]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[S]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @window_as_init(%x: tensor<32x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %whole = pto.load %x[0, 0] to vec : (tensor<32x16xf32>) -> !pto.tile<32x16xf32, vec>
  %init = pto.slice %whole[16, 0] : (!pto.tile<32x16xf32, vec>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %a = pto.exp %s : (!v) -> !v
    scf.yield %a : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Nested loops on one accumulator: one buffer, no copy.
// CHECK-LABEL: func.func @nested_accumulator(
// CHECK: [[LEFT1:%[^ :,]+]] = pto.alloc left, addr = -1, size = 512, id = 1
// CHECK-NEXT: [[RIGHT2:%[^ :,]+]] = pto.alloc right, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[ACC3:%[^ :,]+]] = pto.alloc acc, addr = -1, size = 1024, id = 3
// CHECK: [[A:%[^ :,]+]] = pto.create to left into [[LEFT1]] : () -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.create to right into [[RIGHT2]] : () -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.create to acc into [[ACC3]] : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[Z]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[Q:%[^ :,]+]] = scf.for [[J:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[T:%[^ :,]+]] = [[S]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[M:%[^ :,]+]] = pto.matmul_acc [[T]], [[A]], [[B]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<16x16xf32, acc>
// CHECK: scf.yield [[Q]] : !pto.tile<16x16xf32, acc>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @nested_accumulator(%n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.create to left : () -> !pto.tile<16x16xbf16, left>
  %b = pto.create to right : () -> !pto.tile<16x16xbf16, right>
  %z = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (!pto.tile<16x16xf32, acc>) {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> (!pto.tile<16x16xf32, acc>) {
      %m = pto.matmul_acc %t, %a, %b : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
      scf.yield %m : !pto.tile<16x16xf32, acc>
    }
    scf.yield %q : !pto.tile<16x16xf32, acc>
  }
  pto.store %r, %out[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Carries, branches, views and in-place ops together.
//
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases -o %t.1
// RUN: pto-opt %t.1 --materialize-semantic-aliases -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<16x16xf32, vec>

// A window of the carried tile is read after the new value is made.
// CHECK-LABEL: func.func @view_of_carry(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.slice [[S]][0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[S]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[W]], %{{.+}}[0, 0] : (!pto.tile<8x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[A_MV:%[^ :,]+]] = pto.move [[A]] to vec into [[VEC2]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A_MV]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @view_of_carry(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %w = pto.slice %s[0, 0] : (!v) -> !pto.tile<8x16xf32, vec>
    %a = pto.exp %s : (!v) -> !v
    pto.store %w, %out[0, 0] : (!pto.tile<8x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %a : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// What is yielded is a window of a larger tile: it is copied out.
// CHECK-LABEL: func.func @yield_view(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 2048, id = 3
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<16x16xf32>) -> !pto.tile<32x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.slice [[A]][16, 0] : (!pto.tile<32x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W_MV:%[^ :,]+]] = pto.move [[W]] to vec into [[VEC2]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[W_MV]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @yield_view(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<32x16xf32, vec>
    %w = pto.slice %a[16, 0] : (!pto.tile<32x16xf32, vec>) -> !v
    scf.yield %w : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A window of the init is read behind the loop.
// CHECK-LABEL: func.func @init_view_later(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[INIT:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.slice [[INIT]][0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
// CHECK-NEXT: [[INIT_MV:%[^ :,]+]] = pto.move [[INIT]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[INIT_MV]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[S]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[W]], %{{.+}}[0, 0] : (!pto.tile<8x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @init_view_later(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %w = pto.slice %init[0, 0] : (!v) -> !pto.tile<8x16xf32, vec>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (!v) {
    %a = pto.exp %s : (!v) -> !v
    scf.yield %a : !v
  }
  pto.store %w, %out[0, 0] : (!pto.tile<8x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// One tile is yielded twice: written to one buffer, copied to the other.
// CHECK-LABEL: func.func @dup_yield(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[A]], [[T:%[^ :,]+]] = [[B]]) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.add [[S]], [[T]] into [[VEC2]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[U_MV:%[^ :,]+]] = pto.move [[U]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[U]], [[U_MV]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]]#0, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[R]]#1, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @dup_yield(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %b = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (!v, !v) {
    %u = pto.add %s, %t : (!v, !v) -> !v
    scf.yield %u, %u : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %r#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A new value is made before the last read of the old one, in another carry.
// CHECK-LABEL: func.func @cross(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[A]], [[T:%[^ :,]+]] = [[B]]) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.exp [[S]] into [[VEC4]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.add [[S]], [[T]] into [[VEC2]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[U_MV:%[^ :,]+]] = pto.move [[U]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[W]], [[U_MV]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]]#0, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[R]]#1, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @cross(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %b = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (!v, !v) {
    %u = pto.exp %s : (!v) -> !v
    %w = pto.add %s, %t : (!v, !v) -> !v
    scf.yield %w, %u : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %r#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// One arm updates the carried tile and still reads it; the other leaves it.
// CHECK-LABEL: func.func @arm_update(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[A]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.exp [[S]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[K:%[^ :,]+]] = pto.mul [[U]], [[S]] into [[VEC4]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[K]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[U_MV:%[^ :,]+]] = pto.move [[U]] to vec into [[VEC2]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[U_MV]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[S]] : !pto.tile<16x16xf32, vec>
// CHECK: scf.yield [[M]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @arm_update(%x: tensor<16x16xf32>, %n: index, %p: i1, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (!v) {
    %m = scf.if %p -> (!v) {
      %u = pto.exp %s : (!v) -> !v
      %k = pto.mul %u, %s : (!v, !v) -> !v
      pto.store %k, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
      scf.yield %u : !v
    } else {
      scf.yield %s : !v
    }
    scf.yield %m : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// An inner loop overwrites what the outer one needs again: a copy each time.
// CHECK-LABEL: func.func @outer_again(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} {
// CHECK-NEXT: [[A_MV:%[^ :,]+]] = pto.move [[A]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[A_MV]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.write [[S]][0, 0], %{{.+}} : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[U]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @outer_again(%x: tensor<16x16xf32>, %n: index, %f: f32, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  scf.for %j = %c0 to %n step %c1 {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (!v) {
      %u = pto.write %s[0, 0], %f : (!v, f32) -> !v
      scf.yield %u : !v
    }
    pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  }
  return
}

// A branch after a branch; the tile from outside is needed by both.
// CHECK-LABEL: func.func @if_reads_outer_after(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[T]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[T_MV:%[^ :,]+]] = pto.move [[T]] to vec into [[VEC3]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[T_MV]] : !pto.tile<16x16xf32, vec>
// CHECK: [[K:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[M]] into [[VEC4]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.add [[A]], [[T]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[K]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @if_reads_outer_after(%x: tensor<16x16xf32>, %p: i1, %q: i1, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %m = scf.if %p -> (!v) {
    %a = pto.exp %t : (!v) -> !v
    scf.yield %a : !v
  } else {
    scf.yield %t : !v
  }
  %k = scf.if %q -> (!v) {
    %a = pto.exp %m : (!v) -> !v
    %z = pto.add %a, %t : (!v, !v) -> !v
    scf.yield %z : !v
  } else {
    scf.yield %m : !v
  }
  pto.store %k, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

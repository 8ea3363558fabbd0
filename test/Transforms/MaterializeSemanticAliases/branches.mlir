// What the arms of a branch leave is one buffer.
//
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases -o %t.1
// RUN: pto-opt %t.1 --materialize-semantic-aliases -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<16x16xf32, vec>
!l = !pto.tile<16x16xbf16, left>
!r = !pto.tile<16x16xbf16, right>
!acc = !pto.tile<16x16xf32, acc>

// Both arms write the buffer of the first: nothing is copied.
// CHECK-LABEL: func.func @merged(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.exp [[B]] into [[VEC2]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[C]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[M]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @merged(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = scf.if %p -> (!v) {
    %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    scf.yield %a : !v
  } else {
    %b = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    %c = pto.exp %b : (!v) -> !v
    scf.yield %c : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// One arm leaves a tile from outside that nobody needs afterwards: the other
// arm writes it.
// CHECK-LABEL: func.func @outer_tile(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.exp [[T]] into [[VEC2]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[M]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @outer_tile(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %m = scf.if %p -> (!v) {
    %a = pto.exp %t : (!v) -> !v
    scf.yield %a : !v
  } else {
    scf.yield %t : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// It is needed afterwards: it must not be written, so it is copied.
// CHECK-LABEL: func.func @outer_tile_kept(
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
// CHECK: [[S:%[^ :,]+]] = pto.add [[M]], [[T]] into [[VEC4]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @outer_tile_kept(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %m = scf.if %p -> (!v) {
    %a = pto.exp %t : (!v) -> !v
    scf.yield %a : !v
  } else {
    scf.yield %t : !v
  }
  %s = pto.add %m, %t : (!v, !v) -> !v
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Both arms leave the same tile: the result is that tile.
// CHECK-LABEL: func.func @same_tile(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[T]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK: [[S:%[^ :,]+]] = pto.add [[M]], [[T]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @same_tile(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %m = scf.if %p -> (!v) {
    pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %t : !v
  } else {
    scf.yield %t : !v
  }
  %s = pto.add %m, %t : (!v, !v) -> !v
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Two tiles from outside that live on: both arms copy into a third.
// CHECK-LABEL: func.func @two_outer_tiles(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 5
// CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 6
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC3]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[T_MV:%[^ :,]+]] = pto.move [[T]] to vec into [[VEC6]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[T_MV]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[U_MV:%[^ :,]+]] = pto.move [[U]] to vec into [[VEC6]] {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[U_MV]] : !pto.tile<16x16xf32, vec>
// CHECK: [[S:%[^ :,]+]] = pto.add [[T]], [[U]] into [[VEC4]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.add [[M]], [[S]] into [[VEC5]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @two_outer_tiles(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %u = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
  %m = scf.if %p -> (!v) {
    scf.yield %t : !v
  } else {
    scf.yield %u : !v
  }
  %s = pto.add %t, %u : (!v, !v) -> !v
  %w = pto.add %m, %s : (!v, !v) -> !v
  pto.store %w, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// The first step of a loop makes the accumulator, the others add to it: the
// first writes the carried one, since accumulators are never copied.
// CHECK-LABEL: func.func @accumulator_seed(
// CHECK: [[LEFT1:%[^ :,]+]] = pto.alloc left, addr = -1, size = 512, id = 1
// CHECK-NEXT: [[RIGHT2:%[^ :,]+]] = pto.alloc right, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[ACC3:%[^ :,]+]] = pto.alloc acc, addr = -1, size = 1024, id = 3
// CHECK: [[A:%[^ :,]+]] = pto.create to left into [[LEFT1]] : () -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.create to right into [[RIGHT2]] : () -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.create to acc into [[ACC3]] : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[S:%[^ :,]+]] = [[Z]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK: [[NEXT:%[^ :,]+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[M:%[^ :,]+]] = pto.matmul [[A]], [[B]] into [[ACC3]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[M:%[^ :,]+]] = pto.matmul_acc [[S]], [[A]], [[B]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<16x16xf32, acc>
// CHECK: scf.yield [[NEXT]] : !pto.tile<16x16xf32, acc>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[SUM]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @accumulator_seed(%n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.create to left : () -> !l
  %b = pto.create to right : () -> !r
  %z = pto.create to acc : () -> !acc
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (!acc) {
    %first = arith.cmpi eq, %i, %c0 : index
    %next = scf.if %first -> (!acc) {
      %m = pto.matmul %a, %b : (!l, !r) -> !acc
      scf.yield %m : !acc
    } else {
      %m = pto.matmul_acc %s, %a, %b : (!acc, !l, !r) -> !acc
      scf.yield %m : !acc
    }
    scf.yield %next : !acc
  }
  pto.store %sum, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Branches in branches end in one buffer.
// CHECK-LABEL: func.func @nested(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK: [[C:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store %{{.+}}, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @nested(%x: tensor<16x16xf32>, %p: i1, %q: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = scf.if %p -> (!v) {
    %k = scf.if %q -> (!v) {
      %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
      scf.yield %a : !v
    } else {
      %b = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
      scf.yield %b : !v
    }
    scf.yield %k : !v
  } else {
    %c = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    scf.yield %c : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A choice among several is a branch like any other.
// CHECK-LABEL: func.func @switch(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.index_switch %{{.+}} -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: case 0 {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xf32, vec>
// CHECK: case 1 {
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[B]] : !pto.tile<16x16xf32, vec>
// CHECK: default {
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[C]] : !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[M]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: pto.move
func.func @switch(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = scf.index_switch %n -> !v
  case 0 {
    %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    scf.yield %a : !v
  }
  case 1 {
    %b = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    scf.yield %b : !v
  }
  default {
    %c = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !v
    scf.yield %c : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Two results that merge the same tiles: each has a buffer of its own, since
// either may be overwritten later.
//
// CHECK-LABEL: func.func @twice
// CHECK: pto.load {{.*}} into [[IN:%.+]] :
// CHECK: scf.if
// CHECK: pto.move {{%.+}} to vec into [[FIRST:%[^ ]+]]
// CHECK: pto.move {{%.+}} to vec into [[SECOND:%[^ ]+]]
// CHECK: } else {
// CHECK: [[E:%.+]] = pto.exp {{%.+}} into [[FIRST]]
// CHECK: [[COPY:%.+]] = pto.move [[E]] to vec into [[SECOND]]
// CHECK: scf.yield [[E]], [[COPY]]
func.func @twice(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %m:2 = scf.if %p -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
    scf.yield %a, %a : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
  } else {
    %e = pto.exp %a : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
    scf.yield %e, %e : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
  }
  %s = pto.store %m#0, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %t = pto.store %m#1, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %u = pto.store %a, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// One tile of an arm becomes two results, and the other arm's two differ: the
// second result must not take the first one's buffer along.
//
// CHECK-LABEL: func.func @one_becomes_two
// CHECK: scf.if
// CHECK: [[E:%.+]] = pto.exp {{%.+}} into [[FIRST:%[^ ]+]]
// CHECK: [[COPY:%.+]] = pto.move [[E]] to vec into [[SECOND:%[^ ]+]]
// CHECK: scf.yield [[E]], [[COPY]]
// CHECK: } else {
// CHECK: [[L:%.+]] = pto.load {{.*}} into [[SECOND]]
// CHECK: [[OUTER:%.+]] = pto.move {{%.+}} to vec into [[FIRST]]
// CHECK: scf.yield [[OUTER]], [[L]]
func.func @one_becomes_two(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %m:2 = scf.if %p -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
    %e = pto.exp %a : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
    scf.yield %e, %e : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
  } else {
    %l = pto.load %x[1, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
    scf.yield %a, %l : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
  }
  %s = pto.store %m#0, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %t = pto.store %m#1, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %u = pto.store %a, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

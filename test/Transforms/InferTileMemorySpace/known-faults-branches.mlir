// Faults that others shipped, and the kind of each: moves and arms of branches
// (B03), merged accumulators (B04), arms that differ (B06).
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x16xbf16>
!v = !pto.tile<16x16xf32>

// B03: a tile in mat is used by both arms: each makes a move of its own, and none
// uses one that is made in the other.
// CHECK-LABEL: func.func @move_in_each_arm(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.create to right : () -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[R]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[R]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[M]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @move_in_each_arm(%x: tensor<16x16xbf16>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %r = pto.create to right : () -> !a
  %m = scf.if %p -> (!v) {
    %z = pto.matmul %t, %r : (!a, !a) -> !v
    scf.yield %z : !v
  } else {
    %z = pto.matmul %t, %r : (!a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B03: every case of a switch, and then the code behind it.
// CHECK-LABEL: func.func @move_in_each_case(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.create to right : () -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: scf.index_switch %{{[^ ]+}}
// CHECK-NEXT: case 0 {
// CHECK-NEXT: [[T_LEFT_0:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[Z_1:%[^ :,]+]] = pto.matmul [[T_LEFT_0]], [[R]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z_1]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: case 1 {
// CHECK-NEXT: [[T_LEFT_0:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[Z_1:%[^ :,]+]] = pto.matmul [[T_LEFT_0]], [[R]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z_1]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: default {
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[R]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @move_in_each_case(%x: tensor<16x16xbf16>, %k: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %r = pto.create to right : () -> !a
  scf.index_switch %k
  case 0 {
    %z = pto.matmul %t, %r : (!a, !a) -> !v
    pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield
  }
  case 1 {
    %z = pto.matmul %t, %r : (!a, !a) -> !v
    pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield
  }
  default {
  }
  %z = pto.matmul %t, %r : (!a, !a) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B03: both regions of a loop with a condition, and a copy in front of it that
// serves both.
// CHECK-LABEL: func.func @move_in_both_regions(
// CHECK: [[S:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.read [[T_VEC]][0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> f32
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: [[S_VEC:%[^ :,]+]] = pto.move [[S]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.read [[S_VEC]][0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> f32
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.read [[T_VEC]][1, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> f32
// CHECK-NEXT: {{.*}} = arith.cmpf
// CHECK-NEXT: scf.condition(%{{[^ ]+}})
// CHECK-NEXT: } do {
// CHECK-NEXT: [[S_VEC:%[^ :,]+]] = pto.move [[S]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[T_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: return
func.func @move_in_both_regions(%x: tensor<16x16xf32>, %u: tensor<16x16xf32>, %limit: f32,
                                %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %s = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %t = pto.load %u[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %f = pto.read %t[0, 0] : (!v) -> f32
  scf.while : () -> () {
    %e = pto.read %s[0, 0] : (!v) -> f32
    %g = pto.read %t[1, 0] : (!v) -> f32
    %more = arith.cmpf olt, %e, %g : f32
    scf.condition(%more)
  } do {
    pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
    pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield
  }
  return
}

// B03: a copy that is made in an arm is seen by what is nested in that arm, and by
// nobody else.
// CHECK-LABEL: func.func @copy_is_seen_inside(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.create to right : () -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} {
// CHECK-NEXT: scf.if %{{[^ ]+}} {
// CHECK-NEXT: [[T_LEFT_0:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul [[T_LEFT_0]], [[R]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.if %{{[^ ]+}} {
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.matmul_acc [[Z0]], [[T_LEFT_0]], [[R]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z1]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[T_LEFT:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[Z2:%[^ :,]+]] = pto.matmul [[T_LEFT]], [[R]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z2]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: return
func.func @copy_is_seen_inside(%x: tensor<16x16xbf16>, %p: i1, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %r = pto.create to right : () -> !a
  scf.for %i = %c0 to %n step %c1 {
    scf.if %p {
      %z0 = pto.matmul %t, %r : (!a, !a) -> !v
      scf.if %p {
        %z1 = pto.matmul_acc %z0, %t, %r : (!v, !a, !a) -> !v
        pto.store %z1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
      }
    }
    %z2 = pto.matmul %t, %r : (!a, !a) -> !v
    pto.store %z2, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  }
  return
}

// B04: a cast reads what a branch merged from accumulators: one move in front of
// it, in the loop.
// CHECK-LABEL: func.func @cast_in_the_loop(
// CHECK: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, [[K]]] to mat : (tensor<16x64xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: {{.*}} = arith.cmpi
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[M_VEC:%[^ :,]+]] = pto.move [[M]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.cast [[M_VEC]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[H]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xbf16, vec>, tensor<16x16xbf16>) -> tensor<16x16xbf16>
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: return
func.func @cast_in_the_loop(%x: tensor<16x64xbf16>, %out: tensor<16x16xbf16>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %acc0 = pto.create : () -> !v
  %s = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %acc0) -> (!v) {
    %l = pto.load %x[0, %k] to mat : (tensor<16x64xbf16>) -> !a
    %first = arith.cmpi eq, %k, %c0 : index
    %m = scf.if %first -> (!v) {
      %z = pto.matmul %l, %l : (!a, !a) -> !v
      scf.yield %z : !v
    } else {
      %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
      scf.yield %z : !v
    }
    %h = pto.cast %m : (!v) -> !a
    pto.store %h, %out[0, 0] : (!a, tensor<16x16xbf16>) -> tensor<16x16xbf16>
    scf.yield %m : !v
  }
  return
}

// B04: the same behind the loop.
// CHECK-LABEL: func.func @cast_behind_the_loop(
// CHECK: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, [[K]]] to mat : (tensor<16x64xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: {{.*}} = arith.cmpi
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[S_VEC:%[^ :,]+]] = pto.move [[S]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.cast [[S_VEC]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[H]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xbf16, vec>, tensor<16x16xbf16>) -> tensor<16x16xbf16>
// CHECK-NEXT: return
func.func @cast_behind_the_loop(%x: tensor<16x64xbf16>, %out: tensor<16x16xbf16>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %acc0 = pto.create : () -> !v
  %s = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %acc0) -> (!v) {
    %l = pto.load %x[0, %k] to mat : (tensor<16x64xbf16>) -> !a
    %first = arith.cmpi eq, %k, %c0 : index
    %m = scf.if %first -> (!v) {
      %z = pto.matmul %l, %l : (!a, !a) -> !v
      scf.yield %z : !v
    } else {
      %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
      scf.yield %z : !v
    }
    scf.yield %m : !v
  }
  %h = pto.cast %s : (!v) -> !a
  pto.store %h, %out[0, 0] : (!a, tensor<16x16xbf16>) -> tensor<16x16xbf16>
  return
}

// B04: what a switch and a loop with a condition give, read by vector ops with one
// operand, with two, and by one that has no result.
// CHECK-LABEL: func.func @vector_ops_on_merged(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.index_switch %{{[^ ]+}} -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: case 0 {
// CHECK-NEXT: scf.yield [[Z0]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: default {
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.matmul_acc [[Z0]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z1]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[W:%[^ :,]+]] = scf.while ([[B:%[^ :,]+]] = [[M]]) : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, acc> {
// CHECK-NEXT: scf.condition(%{{[^ ]+}}) [[B]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0([[B:%[^ :,]+]]: !pto.tile<16x16xf32, acc>):
// CHECK-NEXT: [[Z2:%[^ :,]+]] = pto.matmul_acc [[B]], [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z2]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[M_VEC:%[^ :,]+]] = pto.move [[M]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W_VEC:%[^ :,]+]] = pto.move [[W]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.add [[M_VEC]], [[W_VEC]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[W_VEC]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.read [[M_VEC]][0, 0] : (!pto.tile<16x16xf32, vec>) -> f32
// CHECK-NEXT: return
func.func @vector_ops_on_merged(%x: tensor<16x16xbf16>, %k: index, %p: i1, %out: tensor<16x16xf32>) -> f32
    attributes {pto.kind = #pto.function_kind<incore>} {
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %z0 = pto.matmul %l, %l : (!a, !a) -> !v
  %m = scf.index_switch %k -> !v
  case 0 {
    scf.yield %z0 : !v
  }
  default {
    %z1 = pto.matmul_acc %z0, %l, %l : (!v, !a, !a) -> !v
    scf.yield %z1 : !v
  }
  %w = scf.while (%b = %m) : (!v) -> !v {
    scf.condition(%p) %b : !v
  } do {
  ^bb0(%b: !v):
    %z2 = pto.matmul_acc %b, %l, %l : (!v, !a, !a) -> !v
    scf.yield %z2 : !v
  }
  %s = pto.add %m, %w : (!v, !v) -> !v
  %e = pto.exp %w : (!v) -> !v
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  %f = pto.read %m[0, 0] : (!v) -> f32
  return %f : f32
}

// B06: no arm is believed for both: one moves.
// CHECK-LABEL: func.func @arms_acc_vec(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Z_VEC]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[M]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[E]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @arms_acc_vec(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %m = scf.if %p -> (!v) {
    %z = pto.matmul %l, %l : (!a, !a) -> !v
    scf.yield %z : !v
  } else {
    %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
    scf.yield %t : !v
  }
  %e = pto.exp %m : (!v) -> !v
  pto.store %e, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B06: the other way round, the first arm is in vec.
// CHECK-LABEL: func.func @arms_vec_acc(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Z_VEC]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[M]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @arms_vec_acc(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %m = scf.if %p -> (!v) {
    %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
    scf.yield %t : !v
  } else {
    %z = pto.matmul %l, %l : (!a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B06: acc, mat and vec in three cases of a switch: only to mat do the others have
// a way on some chip.
// CHECK-LABEL: func.func @arms_of_a_switch(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.index_switch %{{[^ ]+}} -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: case 0 {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Z_MAT:%[^ :,]+]] = pto.move [[Z]] to mat : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: scf.yield [[Z_MAT]] : !pto.tile<16x16xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: case 1 {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: default {
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T_MAT:%[^ :,]+]] = pto.move [[T]] to mat : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: scf.yield [[T_MAT]] : !pto.tile<16x16xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[M_VEC:%[^ :,]+]] = pto.move [[M]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[M_VEC]] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[E]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @arms_of_a_switch(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %k: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %m = scf.index_switch %k -> !v
  case 0 {
    %z = pto.matmul %l, %l : (!a, !a) -> !v
    scf.yield %z : !v
  }
  case 1 {
    %t = pto.load %u[0, 0] to mat : (tensor<16x16xf32>) -> !v
    scf.yield %t : !v
  }
  default {
    %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
    scf.yield %t : !v
  }
  %e = pto.exp %m : (!v) -> !v
  pto.store %e, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B06: an arm that passes an outer tile on, and arms that differ one level down.
// CHECK-LABEL: func.func @arms_that_differ_inside(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[I:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Z_VEC]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[T]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[I]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Z_VEC]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[M]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @arms_that_differ_inside(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %p: i1, %q: i1,
                                   %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %z = pto.matmul %l, %l : (!a, !a) -> !v
  %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
  %m = scf.if %p -> (!v) {
    %i = scf.if %q -> (!v) {
      scf.yield %z : !v
    } else {
      scf.yield %t : !v
    }
    scf.yield %i : !v
  } else {
    scf.yield %z : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// B06: a loop yields what one arm made in acc and the other passes on; it starts
// in vec. The yield decides; the init moves once.
// CHECK-LABEL: func.func @loop_over_arms(
// CHECK: [[L:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T_ACC:%[^ :,]+]] = pto.move [[T]] to acc : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[B:%[^ :,]+]] = [[T_ACC]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[L_LEFT:%[^ :,]+]] = pto.move [[L]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[L_RIGHT:%[^ :,]+]] = pto.move [[L]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[L_LEFT]], [[L_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[B]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[M]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @loop_over_arms(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %p: i1, %n: index,
                          %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> (!v) {
    %m = scf.if %p -> (!v) {
      %z = pto.matmul %l, %l : (!a, !a) -> !v
      scf.yield %z : !v
    } else {
      scf.yield %b : !v
    }
    scf.yield %m : !v
  }
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

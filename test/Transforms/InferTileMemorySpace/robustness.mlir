// Odd programs: nothing crashes, and everything is placed.
//
// RUN: pto-opt %s --allow-unregistered-dialect --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --allow-unregistered-dialect --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --allow-unregistered-dialect --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x16xbf16>
!v = !pto.tile<16x16xf32>

// Twelve levels of loops and branches of every kind, one accumulator through all.
// CHECK-LABEL: func.func @twelve_deep(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[R1:%[^ :,]+]] = scf.for [[I1:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S1:%[^ :,]+]] = [[E]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[R2:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[R3:%[^ :,]+]] = scf.while ([[B3:%[^ :,]+]] = [[S1]]) : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, acc> {
// CHECK-NEXT: scf.condition(%{{[^ ]+}}) [[B3]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0([[S3:%[^ :,]+]]: !pto.tile<16x16xf32, acc>):
// CHECK-NEXT: [[R4:%[^ :,]+]] = scf.index_switch %{{[^ ]+}} -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: case 0 {
// CHECK-NEXT: [[R5:%[^ :,]+]] = pto.scope "Runtime" -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[R6:%[^ :,]+]] = scf.for [[I6:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S6:%[^ :,]+]] = [[S3]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[R7:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: scf.yield [[S6]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[R9:%[^ :,]+]] = scf.for [[I9:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S9:%[^ :,]+]] = [[S6]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[R10:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[R11:%[^ :,]+]] = scf.for [[I11:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S11:%[^ :,]+]] = [[S9]]) -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[R12:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[A_RIGHT:%[^ :,]+]] = pto.move [[A]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_acc [[S11]], [[A_LEFT]], [[A_RIGHT]] : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[S11]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R12]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R11]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[S9]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R10]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R9]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R7]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: pto.yield [[R6]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R5]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield [[S3]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R4]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R3]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[S1]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.yield [[R2]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[R1]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @twelve_deep(%x: tensor<16x16xbf16>, %p: i1, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %e = pto.create to vec : () -> !v
  %r1 = scf.for %i1 = %c0 to %n step %c1 iter_args(%s1 = %e) -> (!v) {
    %r2 = scf.if %p -> (!v) {
      %r3 = scf.while (%b3 = %s1) : (!v) -> !v {
        scf.condition(%p) %b3 : !v
      } do {
      ^bb0(%s3: !v):
        %r4 = scf.index_switch %n -> !v
        case 0 {
          %r5 = pto.scope "Runtime" -> (!v) {
            %r6 = scf.for %i6 = %c0 to %n step %c1 iter_args(%s6 = %s3) -> (!v) {
              %r7 = scf.if %p -> (!v) {
                scf.yield %s6 : !v
              } else {
                %r8 = scf.execute_region -> !v {
                  %r9 = scf.for %i9 = %c0 to %n step %c1 iter_args(%s9 = %s6) -> (!v) {
                    %r10 = scf.if %p -> (!v) {
                      %r11 = scf.for %i11 = %c0 to %n step %c1 iter_args(%s11 = %s9) -> (!v) {
                        %r12 = scf.if %p -> (!v) {
                          %z = pto.matmul_acc %s11, %a, %a : (!v, !a, !a) -> !v
                          scf.yield %z : !v
                        } else {
                          scf.yield %s11 : !v
                        }
                        scf.yield %r12 : !v
                      }
                      scf.yield %r11 : !v
                    } else {
                      scf.yield %s9 : !v
                    }
                    scf.yield %r10 : !v
                  }
                  scf.yield %r9 : !v
                }
                scf.yield %r8 : !v
              }
              scf.yield %r7 : !v
            }
            pto.yield %r6 : !v
          }
          scf.yield %r5 : !v
        }
        default {
          scf.yield %s3 : !v
        }
        scf.yield %r4 : !v
      }
      scf.yield %r3 : !v
    } else {
      scf.yield %s1 : !v
    }
    scf.yield %r2 : !v
  }
  pto.store %r1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A loop whose two regions carry different tiles: what the condition hands on is
// in another order, and a tile more.
// CHECK-LABEL: func.func @while_of_two_signatures(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]]:3 = scf.while ([[I:%[^ :,]+]] = %{{[^ ]+}}, [[S:%[^ :,]+]] = [[E]]) : (index, !pto.tile<16x16xf32, vec>) -> (!pto.tile<16x16xf32, vec>, index, !pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: {{.*}} = arith.cmpi
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[A_RIGHT:%[^ :,]+]] = pto.move [[A]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[A_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.condition(%{{[^ ]+}}) [[S]], [[I]], [[Z]] : !pto.tile<16x16xf32, vec>, index, !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0([[S:%[^ :,]+]]: !pto.tile<16x16xf32, vec>, [[I:%[^ :,]+]]: index, [[Z:%[^ :,]+]]: !pto.tile<16x16xf32, acc>):
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.add [[S]], [[Z_VEC]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: {{.*}} = arith.addi
// CHECK-NEXT: scf.yield %{{[^ ]+}}, [[T]] : index, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W]]#0, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[W]]#2, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @while_of_two_signatures(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %e = pto.create : () -> !v
  %w:3 = scf.while (%i = %c0, %s = %e) : (index, !v) -> (!v, index, !v) {
    %more = arith.cmpi slt, %i, %n : index
    %z = pto.matmul %a, %a : (!a, !a) -> !v
    scf.condition(%more) %s, %i, %z : !v, index, !v
  } do {
  ^bb0(%s: !v, %i: index, %z: !v):
    %t = pto.add %s, %z : (!v, !v) -> !v
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %t : index, !v
  }
  pto.store %w#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %w#2, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A condition hands one tile on twice: two results of one type.
// CHECK-LABEL: func.func @handed_on_twice(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]]:2 = scf.while ([[S:%[^ :,]+]] = [[T_VEC]]) : (!pto.tile<16x16xf32, vec>) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: scf.condition(%{{[^ ]+}}) [[S]], [[S]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0([[S0:%[^ :,]+]]: !pto.tile<16x16xf32, vec>, [[S1:%[^ :,]+]]: !pto.tile<16x16xf32, vec>):
// CHECK-NEXT: [[U:%[^ :,]+]] = pto.add [[S0]], [[S1]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[U]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W]]#0, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[W]]#1, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @handed_on_twice(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %w:2 = scf.while (%s = %t) : (!v) -> (!v, !v) {
    scf.condition(%p) %s, %s : !v, !v
  } do {
  ^bb0(%s0: !v, %s1: !v):
    %u = pto.add %s0, %s1 : (!v, !v) -> !v
    scf.yield %u : !v
  }
  pto.store %w#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %w#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Three tiles that rotate, each from another memory: one memory for all.
// CHECK-LABEL: func.func @rotation(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[A_RIGHT:%[^ :,]+]] = pto.move [[A]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[A_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S_VEC:%[^ :,]+]] = pto.move [[S]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:3 = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[P:%[^ :,]+]] = [[Z_VEC]], [[Q:%[^ :,]+]] = [[S_VEC]], [[W:%[^ :,]+]] = [[T]]) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: scf.yield [[Q]], [[W]], [[P]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[R]]#0, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @rotation(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %z = pto.matmul %a, %a : (!a, !a) -> !v
  %s = pto.load %u[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %z, %q = %s, %w = %t) -> (!v, !v, !v) {
    scf.yield %q, %w, %p : !v, !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Arms of a switch in three memories, and an empty tile: nothing of the empty one
// is moved.
// CHECK-LABEL: func.func @switch_of_three(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]]:2 = scf.index_switch %{{[^ ]+}} -> !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: case 0 {
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[A_RIGHT:%[^ :,]+]] = pto.move [[A]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[A_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Z_VEC]], [[E]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: case 1 {
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[S]], [[S]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield [[E]], [[E]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[M]]#0, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[M]]#1, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @switch_of_three(%x: tensor<16x16xbf16>, %u: tensor<16x16xf32>, %k: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %e = pto.create to left : () -> !v
  %m:2 = scf.index_switch %k -> !v, !v
  case 0 {
    %z = pto.matmul %a, %a : (!a, !a) -> !v
    scf.yield %z, %e : !v, !v
  }
  case 1 {
    %s = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
    scf.yield %s, %s : !v, !v
  }
  default {
    scf.yield %e, %e : !v, !v
  }
  pto.store %m#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %m#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Ops with two tile results, one of them unused, whose temporaries are in the wrong
// memory: the room is made anew, once for each, and what was there goes with its
// last user.
// CHECK-LABEL: func.func @temporaries(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[ROOM_VEC:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]], [[G_0:%[^ :,]+]] = pto.gather_compare [[T]], %{{[^ ]+}}, [[ROOM_VEC]] {cmp_mode = #pto.cmp<gt>} : (!pto.tile<16x16xf32, vec>, f32, !pto.tile<16x16xf32, vec>) -> (!pto.tile<16x16xi32, vec>, !pto.tile<16x1xi32, vec>)
// CHECK-NEXT: [[ROOM_VEC_1:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.row_max [[T]], [[ROOM_VEC_1]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[FULL:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[FULL_VEC:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.col_sum [[T]], [[FULL_VEC]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[G]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xi32, vec>, tensor<16x16xi32>) -> tensor<16x16xi32>
// CHECK-NEXT: return
func.func @temporaries(%u: tensor<16x16xf32>, %k: f32, %o: tensor<16x16xi32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %u[0, 0] : (tensor<16x16xf32>) -> !v
  %room = pto.create to acc : () -> !v
  %g:2 = pto.gather_compare %t, %k, %room {cmp_mode = #pto.cmp<gt>} : (!v, f32, !v) -> (!pto.tile<16x16xi32>, !pto.tile<16x1xi32>)
  %s = pto.row_max %t, %room : (!v, !v) -> !pto.tile<16x1xf32>
  %full = pto.load %u[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %c = pto.col_sum %t, %full : (!v, !v) -> !pto.tile<1x16xf32>
  pto.store %g#0, %o[0, 0] : (!pto.tile<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi32>
  return
}

// A tile used as a temporary and as an operand of the same op.
// CHECK-LABEL: func.func @operand_and_temporary(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[T_VEC_0:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.row_max [[T_VEC]], [[T_VEC_0]] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x1xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x1xf32, vec>, tensor<16x1xf32>) -> tensor<16x1xf32>
// CHECK-NEXT: return
func.func @operand_and_temporary(%u: tensor<16x16xf32>, %out: tensor<16x1xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %u[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %s = pto.row_max %t, %t : (!v, !v) -> !pto.tile<16x1xf32>
  pto.store %s, %out[0, 0] : (!pto.tile<16x1xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
  return
}

// Code that never runs is placed like any other.
// CHECK-LABEL: func.func @never_runs(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xf32, acc>) {
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
// CHECK-NEXT: [[A_RIGHT:%[^ :,]+]] = pto.move [[A]] to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[A_RIGHT]] : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: } else {
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: scf.yield [[E]] : !pto.tile<16x16xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[M_VEC:%[^ :,]+]] = pto.move [[M]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S:%[^ :,]+]] = [[M_VEC]]) -> (!pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.exp [[S]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[Z]] : !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[R]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @never_runs(%x: tensor<16x16xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %m = scf.if %false -> (!v) {
    %z = pto.matmul %a, %a : (!a, !a) -> !v
    scf.yield %z : !v
  } else {
    %e = pto.create : () -> !v
    scf.yield %e : !v
  }
  %r = scf.for %i = %c1 to %c0 step %c1 iter_args(%s = %m) -> (!v) {
    %z = pto.exp %s : (!v) -> !v
    scf.yield %z : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Tiles that nobody uses.
// CHECK-LABEL: func.func @unused(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]] = scf.if %{{[^ ]+}} -> (!pto.tile<16x16xbf16, vec>) {
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[A]] : !pto.tile<16x16xbf16, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.slice [[M]][0, 0] : (!pto.tile<16x16xbf16, vec>) -> !pto.tile<8x8xbf16, vec>
// CHECK-NEXT: return
func.func @unused(%x: tensor<16x16xbf16>, %p: i1)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] : (tensor<16x16xbf16>) -> !a
  %e = pto.create : () -> !v
  %m = scf.if %p -> (!a) {
    scf.yield %a : !a
  } else {
    scf.yield %a : !a
  }
  %s = pto.slice %m[0, 0] : (!a) -> !pto.tile<8x8xbf16>
  return
}

// Ops that nobody knows: their operands stay where they are, their results are
// where their types say, on chip; so are the arguments of their regions.
// CHECK-LABEL: func.func @unknown_ops(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[U:%[^ :,]+]] = "foreign.tile"([[T]]) : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = "foreign.tile"([[U]]) : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = "foreign.loop"([[T]], [[D]]) ({
// CHECK-NEXT: ^bb0([[B:%[^ :,]+]]: !pto.tile<16x16xf32, vec>, [[C:%[^ :,]+]]: !pto.tile<16x16xf32, acc>):
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[B]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[C_VEC:%[^ :,]+]] = pto.move [[C]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.exp [[C_VEC]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: "foreign.yield"([[E]], [[F]]) : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> ()
// CHECK-NEXT: }, {
// CHECK-NEXT: }) : (!pto.tile<16x16xf32, mat>, !pto.tile<16x16xf32, vec>) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, left>)
// CHECK-NEXT: [[R_VEC:%[^ :,]+]] = pto.move [[R]]#1 to vec : (!pto.tile<16x16xf32, left>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.add [[R]]#0, [[R_VEC]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[S]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @unknown_ops(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %u = "foreign.tile"(%t) : (!v) -> !v
  %d = "foreign.tile"(%u) : (!v) -> !pto.tile<16x16xf32, ddr>
  %r:2 = "foreign.loop"(%t, %d) ({
  ^bb0(%b: !v, %c: !pto.tile<16x16xf32, acc>):
    %e = pto.exp %b : (!v) -> !v
    %f = pto.exp %c : (!pto.tile<16x16xf32, acc>) -> !v
    "foreign.yield"(%e, %f) : (!v, !v) -> ()
  }, {
  }) : (!v, !pto.tile<16x16xf32, ddr>) -> (!v, !pto.tile<16x16xf32, left>)
  %s = pto.add %r#0, %r#1 : (!v, !pto.tile<16x16xf32, left>) -> !v
  pto.store %s, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

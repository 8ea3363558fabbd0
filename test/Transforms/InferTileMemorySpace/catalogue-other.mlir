// The scenario catalogue of the documents, part 4: what tests of other passes say
// about this one.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' -o %t.1
// RUN: pto-opt %t.1 --infer-tile-memory-space -o %t.2
// RUN: diff %t.1 %t.2

!a = !pto.tile<16x128xbf16>
!b = !pto.tile<128x128xbf16>
!c = !pto.tile<16x128xf32>
!v = !pto.tile<16x16xf32>

// E3: the parts of a batch accumulate onto windows of a vector tile: a move into
// acc is written, which no chip can do; it is told elsewhere.
// CHECK-LABEL: func.func @batch_on_windows(
// CHECK: [[ALL:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<32x128xf32>) -> !pto.tile<32x128xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A0:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<32x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[S0:%[^ :,]+]] = pto.slice [[ALL]][0, 0] : (!pto.tile<32x128xf32, vec>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[S0_ACC:%[^ :,]+]] = pto.move [[S0]] to acc : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[A0_LEFT:%[^ :,]+]] = pto.move [[A0]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul_acc [[S0_ACC]], [[A0_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z0]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<32x128xf32>) -> tensor<32x128xf32>
// CHECK-NEXT: [[A1:%[^ :,]+]] = pto.load %{{[^ ]+}}[16, 0] to mat : (tensor<32x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[S1:%[^ :,]+]] = pto.slice [[ALL]][16, 0] : (!pto.tile<32x128xf32, vec>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[S1_ACC:%[^ :,]+]] = pto.move [[S1]] to acc : (!pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[A1_LEFT:%[^ :,]+]] = pto.move [[A1]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[Z1:%[^ :,]+]] = pto.matmul_acc [[S1_ACC]], [[A1_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[V1:%[^ :,]+]] = pto.store [[Z1]], %{{[^ ]+}}[16, 0] : (!pto.tile<16x128xf32, acc>, tensor<32x128xf32>) -> tensor<32x128xf32>
// CHECK-NEXT: return
func.func @batch_on_windows(%x: tensor<32x128xbf16>, %y: tensor<128x128xbf16>, %u: tensor<32x128xf32>,
                            %out: tensor<32x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %all = pto.load %u[0, 0] : (tensor<32x128xf32>) -> !pto.tile<32x128xf32>
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
  %a0 = pto.load %x[0, 0] to mat : (tensor<32x128xbf16>) -> !a
  %s0 = pto.slice %all[0, 0] : (!pto.tile<32x128xf32>) -> !c
  %z0 = pto.matmul_acc %s0, %a0, %b : (!c, !a, !b) -> !c
  pto.store %z0, %out[0, 0] : (!c, tensor<32x128xf32>) -> tensor<32x128xf32>
  %a1 = pto.load %x[16, 0] to mat : (tensor<32x128xbf16>) -> !a
  %s1 = pto.slice %all[16, 0] : (!pto.tile<32x128xf32>) -> !c
  %z1 = pto.matmul_acc %s1, %a1, %b : (!c, !a, !b) -> !c
  pto.store %z1, %out[16, 0] : (!c, tensor<32x128xf32>) -> tensor<32x128xf32>
  return
}

// E3: a batch of one: the empty accumulator is made in acc; no move into acc.
// CHECK-LABEL: func.func @batch_of_one(
// CHECK: [[ACC0:%[^ :,]+]] = pto.create to acc : () -> !pto.tile<1x16x128xf32, acc>
// CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[ACC0]]) -> (!pto.tile<1x16x128xf32, acc>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0, 0] to mat : (tensor<1x16x128xbf16>) -> !pto.tile<1x16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0, 0] to mat : (tensor<1x128x128xbf16>) -> !pto.tile<1x128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<1x16x128xbf16, mat>) -> !pto.tile<1x16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<1x128x128xbf16, mat>) -> !pto.tile<1x128x128xbf16, right>
// CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.batch_matmul_acc [[ACC]], [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<1x16x128xf32, acc>, !pto.tile<1x16x128xbf16, left>, !pto.tile<1x128x128xbf16, right>) -> !pto.tile<1x16x128xf32, acc>
// CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<1x16x128xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[SUM]], %{{[^ ]+}}[0, 0, 0] : (!pto.tile<1x16x128xf32, acc>, tensor<1x16x128xf32>) -> tensor<1x16x128xf32>
// CHECK-NEXT: return
func.func @batch_of_one(%x: tensor<1x16x128xbf16>, %y: tensor<1x128x128xbf16>, %n: index,
                        %out: tensor<1x16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc0 = pto.create to vec : () -> !pto.tile<1x16x128xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %acc0) -> (!pto.tile<1x16x128xf32>) {
    %a = pto.load %x[0, 0, 0] to mat : (tensor<1x16x128xbf16>) -> !pto.tile<1x16x128xbf16>
    %b = pto.load %y[0, 0, 0] to mat : (tensor<1x128x128xbf16>) -> !pto.tile<1x128x128xbf16>
    %next = pto.batch_matmul_acc %acc, %a, %b : (!pto.tile<1x16x128xf32>, !pto.tile<1x16x128xbf16>, !pto.tile<1x128x128xbf16>) -> !pto.tile<1x16x128xf32>
    scf.yield %next : !pto.tile<1x16x128xf32>
  }
  pto.store %sum, %out[0, 0, 0] : (!pto.tile<1x16x128xf32>, tensor<1x16x128xf32>) -> tensor<1x16x128xf32>
  return
}

// E3: a loop with a condition carries a vector tile.
// CHECK-LABEL: func.func @while_vector(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]]:2 = scf.while ([[I:%[^ :,]+]] = %{{[^ ]+}}, [[S:%[^ :,]+]] = [[T]]) : (i32, !pto.tile<16x16xf32, vec>) -> (i32, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: {{.*}} = arith.cmpi
// CHECK-NEXT: scf.condition(%{{[^ ]+}}) [[I]], [[S]] : i32, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0([[I:%[^ :,]+]]: i32, [[S:%[^ :,]+]]: !pto.tile<16x16xf32, vec>):
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.add [[S]], [[S]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: {{.*}} = arith.subi
// CHECK-NEXT: scf.yield %{{[^ ]+}}, [[D]] : i32, !pto.tile<16x16xf32, vec>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W]]#1, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @while_vector(%x: tensor<16x16xf32>, %n: i32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %one = arith.constant 1 : i32
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %w:2 = scf.while (%i = %n, %s = %t) : (i32, !v) -> (i32, !v) {
    %more = arith.cmpi sgt, %i, %one : i32
    scf.condition(%more) %i, %s : i32, !v
  } do {
  ^bb0(%i: i32, %s: !v):
    %d = pto.add %s, %s : (!v, !v) -> !v
    %j = arith.subi %i, %one : i32
    scf.yield %j, %d : i32, !v
  }
  pto.store %w#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E3: the condition reads the carried tile.
// CHECK-LABEL: func.func @while_condition_reads(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[W:%[^ :,]+]] = scf.while ([[S:%[^ :,]+]] = [[T]]) : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, mat> {
// CHECK-NEXT: [[S_VEC:%[^ :,]+]] = pto.move [[S]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.read [[S_VEC]][0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>) -> f32
// CHECK-NEXT: {{.*}} = arith.cmpf
// CHECK-NEXT: scf.condition(%{{[^ ]+}}) [[S]] : !pto.tile<16x16xf32, mat>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0([[S:%[^ :,]+]]: !pto.tile<16x16xf32, mat>):
// CHECK-NEXT: scf.yield [[S]] : !pto.tile<16x16xf32, mat>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[W_VEC:%[^ :,]+]] = pto.move [[W]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[W_VEC]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @while_condition_reads(%x: tensor<16x16xf32>, %limit: f32, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
  %w = scf.while (%s = %t) : (!v) -> !v {
    %e = pto.read %s[0, 0] : (!v) -> f32
    %more = arith.cmpf olt, %e, %limit : f32
    scf.condition(%more) %s : !v
  } do {
  ^bb0(%s: !v):
    scf.yield %s : !v
  }
  pto.store %w, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E3: a counted loop carries a vector tile and a tensor.
// CHECK-LABEL: func.func @for_vector(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = scf.for [[I:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[S:%[^ :,]+]] = [[T]], [[O:%[^ :,]+]] = %{{[^ ]+}}) -> (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) {
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.add [[S]], [[S]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[O2:%[^ :,]+]] = pto.store [[D]], [[O]][0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: scf.yield [[D]], [[O2]] : !pto.tile<16x16xf32, vec>, tensor<16x16xf32>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[R]]#0, [[R]]#1[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @for_vector(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t, %o = %out) -> (!v, tensor<16x16xf32>) {
    %d = pto.add %s, %s : (!v, !v) -> !v
    %o2 = pto.store %d, %o[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %d, %o2 : !v, tensor<16x16xf32>
  }
  pto.store %r#0, %r#1[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E3: a tile from another core's memory, by an op that knows no spaces.
// CHECK-LABEL: func.func @from_a_peer(
// CHECK: [[T:%[^ :,]+]] = pto.builtin "pld.tile.somewhere"(%{{[^ ]+}}) : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[T]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[E]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @from_a_peer(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.builtin "pld.tile.somewhere"(%x) : (tensor<16x16xf32>) -> !v
  %e = pto.exp %t : (!v) -> !v
  pto.store %e, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E3: a block-scaled product: each of four loads to mat is moved to a memory of
// its own; the scales in their layout.
// CHECK-LABEL: func.func @block_scaled(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x64xf8E4M3FN>) -> !pto.tile<16x64xf8E4M3FN, mat>
// CHECK-NEXT: [[AS:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x2xf8E8M0FNU, #pto.tensor_view<layout = mx_a_zz>>) -> !pto.tile<16x2xf8E8M0FNU, mat, layout = #pto.layout<slayout = row_major, fractal = 32>>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<64x16xf8E4M3FN>) -> !pto.tile<64x16xf8E4M3FN, mat>
// CHECK-NEXT: [[BS:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<2x16xf8E8M0FNU, #pto.tensor_view<layout = mx_b_nn>>) -> !pto.tile<2x16xf8E8M0FNU, mat, layout = #pto.layout<blayout = col_major, slayout = col_major, fractal = 32>>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x64xf8E4M3FN, mat>) -> !pto.tile<16x64xf8E4M3FN, left>
// CHECK-NEXT: [[AS_LEFTSCALE:%[^ :,]+]] = pto.move [[AS]] to left_scale : (!pto.tile<16x2xf8E8M0FNU, mat, layout = #pto.layout<slayout = row_major, fractal = 32>>) -> !pto.tile<16x2xf8E8M0FNU, left_scale>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<64x16xf8E4M3FN, mat>) -> !pto.tile<64x16xf8E4M3FN, right>
// CHECK-NEXT: [[BS_RIGHTSCALE:%[^ :,]+]] = pto.move [[BS]] to right_scale : (!pto.tile<2x16xf8E8M0FNU, mat, layout = #pto.layout<blayout = col_major, slayout = col_major, fractal = 32>>) -> !pto.tile<2x16xf8E8M0FNU, right_scale>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul_mx [[A_LEFT]], [[AS_LEFTSCALE]], [[B_RIGHT]], [[BS_RIGHTSCALE]] : (!pto.tile<16x64xf8E4M3FN, left>, !pto.tile<16x2xf8E8M0FNU, left_scale>, !pto.tile<64x16xf8E4M3FN, right>, !pto.tile<2x16xf8E8M0FNU, right_scale>) -> !pto.tile<16x16xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @block_scaled(%x: tensor<16x64xf8E4M3FN>, %xs: tensor<16x2xf8E8M0FNU, #pto.tensor_view<layout = mx_a_zz>>,
                        %y: tensor<64x16xf8E4M3FN>, %ys: tensor<2x16xf8E8M0FNU, #pto.tensor_view<layout = mx_b_nn>>,
                        %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x64xf8E4M3FN>) -> !pto.tile<16x64xf8E4M3FN>
  %as = pto.load %xs[0, 0] to mat : (tensor<16x2xf8E8M0FNU, #pto.tensor_view<layout = mx_a_zz>>) -> !pto.tile<16x2xf8E8M0FNU>
  %b = pto.load %y[0, 0] to mat : (tensor<64x16xf8E4M3FN>) -> !pto.tile<64x16xf8E4M3FN>
  %bs = pto.load %ys[0, 0] to mat : (tensor<2x16xf8E8M0FNU, #pto.tensor_view<layout = mx_b_nn>>) -> !pto.tile<2x16xf8E8M0FNU>
  %z = pto.matmul_mx %a, %as, %b, %bs : (!pto.tile<16x64xf8E4M3FN>, !pto.tile<16x2xf8E8M0FNU>, !pto.tile<64x16xf8E4M3FN>, !pto.tile<2x16xf8E8M0FNU>) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E3: a narrow integer product can't be stored from acc; the way through a cast
// in vec is left open.
// CHECK-LABEL: func.func @narrow_through_cast(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x128xi8>) -> !pto.tile<16x128xi8, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<128x128xi8>) -> !pto.tile<128x128xi8, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xi8, mat>) -> !pto.tile<16x128xi8, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xi8, mat>) -> !pto.tile<128x128xi8, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xi8, left>, !pto.tile<128x128xi8, right>) -> !pto.tile<16x128xi32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xi32, acc>) -> !pto.tile<16x128xi32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.cast [[Z_VEC]] : (!pto.tile<16x128xi32, vec>) -> !pto.tile<16x128xf16, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[H]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf16, vec>, tensor<16x128xf16>) -> tensor<16x128xf16>
// CHECK-NEXT: return
func.func @narrow_through_cast(%x: tensor<16x128xi8>, %y: tensor<128x128xi8>, %out: tensor<16x128xf16>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x128xi8>) -> !pto.tile<16x128xi8>
  %b = pto.load %y[0, 0] to mat : (tensor<128x128xi8>) -> !pto.tile<128x128xi8>
  %z = pto.matmul %a, %b : (!pto.tile<16x128xi8>, !pto.tile<128x128xi8>) -> !pto.tile<16x128xi32>
  %h = pto.cast %z : (!pto.tile<16x128xi32>) -> !pto.tile<16x128xf16>
  pto.store %h, %out[0, 0] : (!pto.tile<16x128xf16>, tensor<16x128xf16>) -> tensor<16x128xf16>
  return
}

// E3: a buffer that the author gave a tile stays its buffer.
// CHECK-LABEL: func.func @declared_buffer(
// CHECK: [[MINE:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 1024, id = 7 pinned
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to vec into [[MINE]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.exp [[T]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[E]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @declared_buffer(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %mine = pto.alloc vec, addr = 0, size = 1024, id = 7 pinned
  %t = pto.load %x[0, 0] into %mine : (tensor<16x16xf32>) -> !v
  %e = pto.exp %t : (!v) -> !v
  pto.store %e, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// E3: a schedule over the whole inner dimension keeps one accumulator: the first
// product outside, the others in the loop, none of them copied.
// CHECK-LABEL: func.func @one_accumulator(
// CHECK: [[A0:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<16x512xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B0:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, 0] to mat : (tensor<512x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A0_LEFT:%[^ :,]+]] = pto.move [[A0]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B0_RIGHT:%[^ :,]+]] = pto.move [[B0]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z0:%[^ :,]+]] = pto.matmul [[A0_LEFT]], [[B0_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[SUM:%[^ :,]+]] = scf.for [[K:%[^ :,]+]] = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} iter_args([[ACC:%[^ :,]+]] = [[Z0]]) -> (!pto.tile<16x128xf32, acc>) {
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{[^ ]+}}[0, [[K]]] to mat : (tensor<16x512xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{[^ ]+}}{{\[}}[[K]], 0] to mat : (tensor<512x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.matmul_acc [[ACC]], [[A_LEFT]], [[B_RIGHT]] : (!pto.tile<16x128xf32, acc>, !pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<16x128xf32, acc>
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[SUM]], %{{[^ ]+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return
func.func @one_accumulator(%x: tensor<16x512xbf16>, %y: tensor<512x128xbf16>, %out: tensor<16x128xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %a0 = pto.load %x[0, 0] to mat : (tensor<16x512xbf16>) -> !a
  %b0 = pto.load %y[0, 0] to mat : (tensor<512x128xbf16>) -> !b
  %z0 = pto.matmul %a0, %b0 : (!a, !b) -> !c
  %sum = scf.for %k = %c128 to %c512 step %c128 iter_args(%acc = %z0) -> (!c) {
    %a = pto.load %x[0, %k] to mat : (tensor<16x512xbf16>) -> !a
    %b = pto.load %y[%k, 0] to mat : (tensor<512x128xbf16>) -> !b
    %next = pto.matmul_acc %acc, %a, %b : (!c, !a, !b) -> !c
    scf.yield %next : !c
  }
  pto.store %sum, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

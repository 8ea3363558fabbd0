// Attributes and their canonical text.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --emit-bytecode | pto-opt | FileCheck %s

// CHECK: module attributes {pto.target = #pto.target<a2a3>}
module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK: func.func private @kinds_incore() attributes {pto.kind = #pto.function_kind<incore>}
  func.func private @kinds_incore() attributes {pto.kind = #pto.function_kind<incore>}
  // CHECK: func.func private @kinds_aic() attributes {pto.kind = #pto.function_kind<aic>}
  func.func private @kinds_aic() attributes {pto.kind = #pto.function_kind<aic>}
  // CHECK: func.func private @kinds_aiv() attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>}
  func.func private @kinds_aiv() attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>}
  // CHECK: func.func private @kinds_orchestration() attributes {pto.kind = #pto.function_kind<orchestration>}
  func.func private @kinds_orchestration() attributes {pto.kind = #pto.function_kind<orchestration>}
  // CHECK: func.func private @kinds_group() attributes {pto.kind = #pto.function_kind<group>}
  func.func private @kinds_group() attributes {pto.kind = #pto.function_kind<group>}
  // CHECK: func.func private @kinds_spmd() attributes {pto.kind = #pto.function_kind<spmd>}
  func.func private @kinds_spmd() attributes {pto.kind = #pto.function_kind<spmd>}
  // CHECK: func.func private @kinds_graph() attributes {pto.kind = #pto.function_kind<graph>}
  func.func private @kinds_graph() attributes {pto.kind = #pto.function_kind<graph>}
  // CHECK: func.func private @kinds_opaque() attributes {pto.kind = #pto.function_kind<opaque>}
  func.func private @kinds_opaque() attributes {pto.kind = #pto.function_kind<opaque>}

  // CHECK: func.func private @arguments(tensor<4xf32> {pto.direction = #pto.direction<in>}, tensor<4xf32> {pto.direction = #pto.direction<inout>, pto.memref = #pto.memref<ddr, addr = -1, id = 3>})
  func.func private @arguments(tensor<4xf32> {pto.direction = #pto.direction<in>},
      tensor<4xf32> {pto.direction = #pto.direction<inout>, pto.memref = #pto.memref<ddr, addr = -1, id = 3>})

  // CHECK: func.func private @noalias(tensor<4xf32> {pto.direction = #pto.direction<in>, pto.noalias}, tensor<4xf32> {pto.direction = #pto.direction<out>}) attributes {pto.kind = #pto.function_kind<aic>}
  func.func private @noalias(tensor<4xf32> {pto.direction = #pto.direction<in>, pto.noalias},
      tensor<4xf32> {pto.direction = #pto.direction<out>}) attributes {pto.kind = #pto.function_kind<aic>}

  // CHECK: func.func private @views(tensor<64x128xf32, #pto.tensor_view<layout = dn, stride = [1, 64]>>,
  // CHECK-SAME: tensor<64x?xf32, #pto.tensor_view<layout = nz, stride = [?, 1], valid = [16, ?], pad = zero>>,
  // CHECK-SAME: tensor<64x128xf32, #pto.tensor_view<distributed, window = "win">>)
  func.func private @views(tensor<64x128xf32, #pto.tensor_view<stride = [1, 64], layout = dn>>,
      tensor<64x?xf32, #pto.tensor_view<layout = nz, stride = [?, 1], valid = [16, ?], pad = zero>>,
      tensor<64x128xf32, #pto.tensor_view<distributed, window = "win">>)

  // CHECK-LABEL: func.func @loops(
  // CHECK: } {pto.loop = #pto.loop<pipeline, stages = 2>}
  // CHECK: } {pto.loop = #pto.loop<parallel>}
  // CHECK: } {pto.loop = #pto.loop<unroll>}
  // CHECK: } {pto.loop = #pto.loop<sequential>}
  func.func @loops(%n: index) {
    scf.for %i = %n to %n step %n {
    } {pto.loop = #pto.loop<pipeline, stages = 2>}
    scf.for %i = %n to %n step %n {
    } {pto.loop = #pto.loop<parallel>}
    scf.for %i = %n to %n step %n {
    } {pto.loop = #pto.loop<unroll>}
    scf.for %i = %n to %n step %n {
    } {pto.loop = #pto.loop<sequential>}
    return
  }

  // CHECK-LABEL: func.func @on_ops(
  // CHECK: pto.load {{.*}} {pto.mat_bridge, pto.pipeline_membership = "0:1;3:0"} :
  func.func @on_ops(%x: tensor<16x16xf32>) {
    %t = pto.load %x[0, 0] to mat {pto.mat_bridge, pto.pipeline_membership = "0:1;3:0"} : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
    return
  }
}

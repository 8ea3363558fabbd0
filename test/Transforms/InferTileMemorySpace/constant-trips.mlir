// RUN: pto-opt --infer-tile-memory-space="target=a2a3 verify-data-path=off" --verify-tile-memory %s | FileCheck %s
// RUN: pto-opt --infer-tile-memory-space="target=a2a3 verify-data-path=off mode=min-cost" --verify-tile-memory %s | FileCheck %s

// Loops whose bounds say that they never run, or run once: no run takes the way
// into the body, or back to its start, but what is carried is one variable.

// CHECK-LABEL: func.func @never
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (!pto.tile<16x16xf32, acc>) {
// CHECK:           scf.yield %{{.*}} : !pto.tile<16x16xf32, acc>
func.func @never(%in: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = pto.load %in[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %zero = pto.create : () -> !pto.tile<16x16xf32>
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%a = %zero) -> (!pto.tile<16x16xf32>) {
    %b = pto.matmul_acc %a, %x, %x : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
    scf.yield %b : !pto.tile<16x16xf32>
  }
  %s = pto.store %r, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// CHECK-LABEL: func.func @once
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (!pto.tile<16x16xf32, acc>) {
// CHECK:           scf.yield %{{.*}} : !pto.tile<16x16xf32, acc>
func.func @once(%in: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = pto.load %in[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %zero = pto.create : () -> !pto.tile<16x16xf32>
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %zero) -> (!pto.tile<16x16xf32>) {
    %b = pto.matmul_acc %a, %x, %x : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
    scf.yield %b : !pto.tile<16x16xf32>
  }
  %s = pto.store %r, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A tile that is yielded in another layout: the result has the carried one.
// CHECK-LABEL: func.func @layout
// CHECK:         scf.for {{.*}} -> (!pto.tile<16x16xf32, vec>) {
// CHECK:           scf.yield %{{.*}} : !pto.tile<16x16xf32, vec>
func.func @layout(%in: tensor<16x16xf32>, %out: tensor<16x16xf32>, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = pto.load %in[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %m = pto.load %in[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!pto.tile<16x16xf32>) {
    %b = pto.move %m to vec : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
    scf.yield %b : !pto.tile<16x16xf32>
  }
  %s = pto.store %r, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Passes that know nothing of buffers, run between ours, leave a program right:
// no write is lost, merged with another or moved over a read.
//
// RUN: pto-opt %s --infer-tile-memory-space --cse --canonicalize --init-memref --cse --canonicalize --loop-invariant-code-motion --control-flow-sink --remove-dead-values --materialize-semantic-aliases --cse --canonicalize --loop-invariant-code-motion --control-flow-sink --remove-dead-values --allocate-memory-addr --cse --canonicalize --loop-invariant-code-motion --control-flow-sink --remove-dead-values --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space --init-memref --allocate-memory-addr --cse | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space --init-memref --allocate-memory-addr --canonicalize | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space --init-memref --allocate-memory-addr --loop-invariant-code-motion | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space --init-memref --allocate-memory-addr --control-flow-sink | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space --init-memref --allocate-memory-addr --remove-dead-values | FileCheck %s

!v = !pto.tile<16x16xf32>
!l = !pto.tile<16x16xbf16>
!acc = !pto.tile<16x16xf32>

// Two carried tiles that start from equal constants are two buffers, whatever
// is merged: each is filled on its own.
// CHECK-LABEL: func.func @equal_inits(
// CHECK-DAG: [[A:%.+]] = pto.alloc vec, addr = 0, size = 1024
// CHECK-DAG: [[B:%.+]] = pto.alloc vec, addr = 1024, size = 1024
// CHECK: scf.for
// CHECK: pto.add {{.*}} into
// CHECK: pto.exp {{.*}} into
func.func @equal_inits(%n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %a = pto.full %zero : (f32) -> !v
  %b = pto.full %zero : (f32) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!v, !v) {
    %d = pto.add %p, %p : (!v, !v) -> !v
    %e = pto.exp %q : (!v) -> !v
    scf.yield %d, %e : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %r#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A value that does not change in the loop is filled by every iteration once it
// is bound: nobody can tell a pass that the buffer stays as it is.
// CHECK-LABEL: func.func @invariant(
// CHECK: pto.load
// CHECK: scf.for
// CHECK: [[X:%.+]] = pto.load %{{.+}}[0, 0] to vec into
// CHECK: [[E:%.+]] = pto.exp [[X]] into
// CHECK: pto.add {{.*}}[[E]] into
// CHECK: pto.store
func.func @invariant(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t) -> (!v) {
    %u = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
    %e = pto.exp %u : (!v) -> !v
    %a = pto.add %s, %e : (!v, !v) -> !v
    scf.yield %a : !v
  }
  pto.store %sum, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// The steps of an accumulator look alike and are all there.
// CHECK-LABEL: func.func @accumulate(
// CHECK: [[Z:%.+]] = pto.create to acc into
// CHECK: [[P:%.+]] = pto.matmul_acc [[Z]],
// CHECK: [[Q:%.+]] = pto.matmul_acc [[P]],
// CHECK: pto.store [[Q]],
func.func @accumulate(%x: tensor<16x16xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %a = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !l
  %z = pto.create to acc : () -> !acc
  %p = pto.matmul_acc %z, %a, %a : (!acc, !l, !l) -> !acc
  %q = pto.matmul_acc %p, %a, %a : (!acc, !l, !l) -> !acc
  pto.store %q, %out[0, 0] : (!acc, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// The swap keeps its three copies in their order.
// CHECK-LABEL: func.func @swap(
// CHECK: scf.for {{.*}} iter_args([[P:%.+]] = %{{.+}}, [[Q:%.+]] = %{{.+}}) ->
// CHECK-NEXT: [[S:%.+]] = pto.move [[P]] to vec into
// CHECK-NEXT: [[T:%.+]] = pto.move [[Q]] to vec into
// CHECK-NEXT: [[U:%.+]] = pto.move [[S]] to vec into
// CHECK-NEXT: scf.yield [[T]], [[U]]
func.func @swap(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %b = pto.exp %a : (!v) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!v, !v) {
    scf.yield %q, %p : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %r#1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A load between two stores to the same tensor stays between them.
// CHECK-LABEL: func.func @through_device_memory(
// CHECK: pto.store
// CHECK: [[U:%.+]] = pto.load
// CHECK: pto.store
// CHECK: pto.store [[U]],
func.func @through_device_memory(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %s = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %e = pto.exp %s : (!v) -> !v
  pto.store %s, %w[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  %u = pto.load %w[0, 0] : (tensor<16x16xf32>) -> !v
  pto.store %e, %w[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %u, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

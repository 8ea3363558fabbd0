// Declared buffers through all of the pipeline: what was bound stays bound, in
// buffers of its own, and the plan is proved.
//
// RUN: pto-opt %s --pto-memory-pipeline=target=a2a3 | FileCheck %s
// RUN: pto-opt %s --pto-memory-pipeline=target=a5 | FileCheck %s
// RUN: pto-opt %s --pto-memory-pipeline='target=a2a3 planner=dsa-rp' | FileCheck %s
// RUN: pto-opt %s --pto-memory-pipeline='target=a5 planner=optimal' | FileCheck %s

!t = !pto.tile<64x64xf32>
!x = tensor<64x64xf32>

// Double buffering by hand: two slots in turn. The spaces are inferred first.
// CHECK-LABEL: func.func @in_turn(
// CHECK-DAG: %pp = pto.alloc vec, addr = [[A:[0-9]+]], size = 32768, id = {{[0-9]+}} pinned slots = 2
// CHECK-DAG: %[[B:mem_vec_[0-9]+]] = pto.alloc vec, addr = {{[0-9]+}}, size = 16384
// CHECK: %s = pto.slot %pp[%{{.+}}]
// CHECK: %t = pto.load {{.*}} to vec into %s :
// CHECK: %u = pto.exp %t into %[[B]] :
func.func @in_turn(%a: !x, %out: !x, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %pp = pto.declare_memref "pp" slots = 2
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.remui %i, %c2 : index
    %s = pto.slot %pp[%k]
    %t = pto.load %a[0, 0] into %s : (!x) -> !t
    %u = pto.exp %t : (!t) -> !t
    pto.store %u, %out[0, 0] : (!t, !x) -> !x
  }
  return
}

// Two accumulators of a cube kernel, needed together.
// CHECK-LABEL: func.func @accumulators(
// CHECK: %accs = pto.alloc acc, addr = {{[0-9]+}}, size = 8192, id = {{[0-9]+}} pinned slots = 2
// CHECK: %p = pto.matmul {{.*}}into %s0 :
// CHECK: %q = pto.matmul {{.*}}into %s1 :
// CHECK: pto.matmul_acc %p,
func.func @accumulators(%x: tensor<32x32xbf16>, %y: tensor<32x32xbf16>, %out: tensor<32x32xf32>)
    attributes {pto.kind = #pto.function_kind<aic>} {
  %accs = pto.declare_memref "accs" slots = 2
  %s0 = pto.slot %accs[0]
  %s1 = pto.slot %accs[1]
  %a = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16>
  %b = pto.load %y[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16>
  %p = pto.matmul %a, %b into %s0 : (!pto.tile<32x32xbf16>, !pto.tile<32x32xbf16>) -> !pto.tile<32x32xf32>
  %q = pto.matmul %a, %b into %s1 : (!pto.tile<32x32xbf16>, !pto.tile<32x32xbf16>) -> !pto.tile<32x32xf32>
  %r = pto.matmul_acc %p, %a, %b : (!pto.tile<32x32xf32>, !pto.tile<32x32xbf16>, !pto.tile<32x32xbf16>) -> !pto.tile<32x32xf32>
  pto.store %q, %out[0, 0] : (!pto.tile<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  pto.store %r, %out[0, 0] : (!pto.tile<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return
}

// A chain of which two tiles lie in ping and pong: the others share with each
// other, with these never.
// CHECK-LABEL: func.func @chain(
// CHECK-DAG: %ping = pto.alloc vec, addr = {{[0-9]+}}, size = 16384, id = {{[0-9]+}} pinned
// CHECK-DAG: %pong = pto.alloc vec, addr = {{[0-9]+}}, size = 16384, id = {{[0-9]+}} pinned
// CHECK: %t0 = pto.load {{.*}}into %ping :
// CHECK: %t1 = pto.exp {{.*}}into %pong :
// CHECK: %t2 = pto.exp {{.*}}into %ping :
// CHECK: %t3 = pto.exp {{.*}}into %mem_vec_{{[0-9]+}} :
// CHECK: %t4 = pto.exp {{.*}}into %mem_vec_{{[0-9]+}} :
func.func @chain(%a: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>} {
  %ping = pto.declare_memref "ping"
  %pong = pto.declare_memref "pong"
  %t0 = pto.load %a[0, 0] into %ping : (!x) -> !t
  %t1 = pto.exp %t0 into %pong : (!t) -> !t
  %t2 = pto.exp %t1 into %ping : (!t) -> !t
  %t3 = pto.exp %t2 : (!t) -> !t
  %t4 = pto.exp %t3 : (!t) -> !t
  pto.store %t4, %out[0, 0] : (!t, !x) -> !x
  return
}

// A callee whose buffers start at 0, too, overwrites what the caller still
// needs: refused. (B73)
//
// RUN: pto-opt %s --init-memref --allocate-memory-addr='target=a2a3' -verify-diagnostics
// RUN: not pto-opt %s --init-memref --allocate-memory-addr='planner=optimal target=a2a3' 2>&1 | FileCheck %s
//
// CHECK: error: 'pto.store' reads 'a'

!t = !pto.tile<16x16xf32, vec>

func.func private @helper(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !t
  pto.store %a, %x[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

func.func @caller(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{'a' is made here}}
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !t
  // expected-note@+1 {{called here}}
  func.call @helper(%x) : (tensor<16x16xf32>) -> ()
  // expected-error@+1 {{'pto.store' reads 'a' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold what the callee of 'func.call' may put there [mp-r1]}}
  pto.store %a, %x[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

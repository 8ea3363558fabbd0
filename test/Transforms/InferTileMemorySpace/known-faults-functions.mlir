// Faults that others shipped, and the kind of each: functions with nothing to place
// (B76).
//
// RUN: pto-opt %s --infer-tile-memory-space --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s -o %t.0
// RUN: pto-opt %s --infer-tile-memory-space -o %t.1
// RUN: diff %t.0 %t.1

// B76: an empty body, of every kind.
// CHECK-LABEL: func.func @empty()
// CHECK-NEXT: return
func.func @empty() attributes {pto.kind = #pto.function_kind<incore>} {
  return
}
// CHECK-LABEL: func.func @empty_aic()
// CHECK-NEXT: return
func.func @empty_aic() attributes {pto.kind = #pto.function_kind<aic>} {
  return
}
// CHECK-LABEL: func.func @empty_aiv()
// CHECK-NEXT: return
func.func @empty_aiv() attributes {pto.kind = #pto.function_kind<aiv>} {
  return
}

// B76: tensors only: they are in device memory and need nothing.
// CHECK-LABEL: func.func @only_tensors(
// CHECK-SAME: %{{[^ ]+}}: tensor<16x16xf32>, %{{[^ ]+}}: tensor<?x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: return
func.func @only_tensors(%x: tensor<16x16xf32>, %y: tensor<?x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  return %x : tensor<16x16xf32>
}

// B76: only a reserved range.
// CHECK-LABEL: func.func @only_a_reservation()
// CHECK-NEXT: pto.system.reserve_buffer "pipe" size = 4096, base = -1
// CHECK-NEXT: return
func.func @only_a_reservation() attributes {pto.kind = #pto.function_kind<incore>} {
  %q = pto.system.reserve_buffer "pipe" size = 4096, base = -1
  return
}

// B76: only scalars, in a loop and a branch that carry them.
// CHECK-LABEL: func.func @only_scalars(
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NOT: pto.
// CHECK: return
func.func @only_scalars(%n: index, %p: i1) -> index attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
    %t = scf.if %p -> (index) {
      scf.yield %s : index
    } else {
      %u = arith.addi %s, %i : index
      scf.yield %u : index
    }
    scf.yield %t : index
  }
  return %r : index
}

// B76: a function of the host keeps its tiles as they are, even without a space, and
// even as parameters.
// CHECK-LABEL: func.func @host(
// CHECK-SAME: %{{[^ ]+}}: !pto.tile<16x16xf32>)
// CHECK-NEXT: pto.exp %{{[^ ]+}} : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
func.func @host(%t: !pto.tile<16x16xf32>) attributes {pto.kind = #pto.function_kind<opaque>} {
  %e = pto.exp %t : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  return
}

// B76: orchestration that calls and submits.
// CHECK-LABEL: func.func @orchestration(
// CHECK: call @declared(
// CHECK-NEXT: pto.submit @declared(
func.func @orchestration(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<orchestration>} {
  call @declared(%x) : (tensor<16x16xf32>) -> ()
  %t = pto.submit @declared(%x) : (tensor<16x16xf32>) -> !pto.task_id
  return
}

// B76: declarations without a body, of the device and of nobody.
// CHECK: func.func private @declared(tensor<16x16xf32>) attributes
func.func private @declared(tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>}
// CHECK: func.func private @somewhere()
func.func private @somewhere()

// B76: a module in a module is left alone.
// CHECK: module @inner
module @inner {
  // CHECK: func.func @nested(
  // CHECK: pto.load {{.*}} : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>{{$}}
  func.func @nested(%x: tensor<16x16xf32>) {
    %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
    return
  }
}

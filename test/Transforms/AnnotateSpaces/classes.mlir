// What the analyses of memory spaces found, as attributes: classes of tiles that
// share a space, the space of each class, and what is asked of each tile.
//
// RUN: pto-opt %s --pto-annotate-spaces | FileCheck %s
// RUN: pto-opt %s --pto-annotate-spaces --pto-annotate-spaces | FileCheck %s
// RUN: pto-opt %s --pto-annotate-spaces=target=a2a3 | FileCheck --check-prefix=A2A3 %s
// RUN: pto-opt %s --pto-annotate-spaces --infer-tile-memory-space=verify-data-path=off --verify-tile-memory
// RUN: not pto-opt %s --pto-annotate-spaces=target=b7 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: error: unknown target 'b7'; there are a2a3 and a5

!a = !pto.tile<16x16xbf16>
!v = !pto.tile<16x16xf32>

// A view is of its source's class, and hands the demand on; a load is free to take
// what is asked, a product is not.
// CHECK-LABEL: func.func @product(
// CHECK: pto.load %{{[^ ]+}}[0, 0] {pto.demand = ["left right"], pto.space = ["vec"], pto.space_class = array<i64: 0>}
// CHECK-NEXT: pto.slice %{{[^ ]+}}[0, 0] {pto.demand = ["left right"], pto.space = ["vec"], pto.space_class = array<i64: 0>}
// CHECK-NEXT: pto.matmul %{{[^ ]+}}, %{{[^ ]+}} {pto.demand = ["vec"], pto.space = ["acc"], pto.space_class = array<i64: 1>}
// CHECK-NEXT: pto.store %{{[^ ]+}}, %{{[^ ]+}}[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>)
func.func @product(%x: tensor<16x16xbf16>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xbf16>) -> !a
  %s = pto.slice %t[0, 0] : (!a) -> !a
  %z = pto.matmul %s, %s : (!a, !a) -> !v
  pto.store %z, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A loop's tile and result are one class, its init another, which is empty and
// follows; what the body makes in place is of the loop's class or its own.
// CHECK-LABEL: func.func @loop(
// CHECK: pto.create {pto.demand = ["vec acc"], pto.space = ["acc"], pto.space_class = array<i64: 0>}
// CHECK: pto.load {{.*}} {pto.demand = ["left right"], pto.space = ["mat"], pto.space_class = array<i64: 1>}
// CHECK: scf.for
// CHECK-NEXT: pto.matmul_acc {{.*}} {pto.demand = ["vec acc"], pto.space = ["acc"], pto.space_class = array<i64: 3>}
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } {pto.argument_demand = ["acc"], pto.argument_space = ["acc"], pto.argument_space_class = array<i64: 2>, pto.demand = ["vec"], pto.space = ["acc"], pto.space_class = array<i64: 2>}
func.func @loop(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = pto.create : () -> !v
  %l = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %e) -> (!v) {
    %z = pto.matmul_acc %acc, %l, %l : (!v, !a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Both results of an op, in order; nobody asks for the second.
// CHECK-LABEL: func.func @two_results(
// CHECK: pto.gather_compare {{.*}} {cmp_mode = #pto.cmp<gt>, pto.demand = ["vec", ""], pto.space = ["vec", "vec"], pto.space_class = array<i64: 1, 2>}
func.func @two_results(%x: tensor<16x16xf32>, %k: f32, %out: tensor<16x16xi32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %g:2 = pto.gather_compare %t, %k, %t {cmp_mode = #pto.cmp<gt>} : (!v, f32, !v) -> (!pto.tile<16x16xi32>, !pto.tile<16x1xi32>)
  pto.store %g#0, %out[0, 0] : (!pto.tile<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi32>
  return
}

// Arms, by the target's data paths: on a chip that is not known vec reaches mat.
// CHECK-LABEL: func.func @arms(
// CHECK: } {pto.demand = ["vec"], pto.space = ["mat"], pto.space_class = array<i64: 0>}
// A2A3-LABEL: func.func @arms(
// A2A3: } {pto.demand = ["vec"], pto.space = ["vec"], pto.space_class = array<i64: 0>}
func.func @arms(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %m = scf.if %p -> (!v) {
    %s = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !v
    scf.yield %s : !v
  } else {
    %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
    scf.yield %t : !v
  }
  pto.store %m, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Functions of the host, and declarations, are not looked at.
// CHECK-LABEL: func.func @host(
// CHECK-NOT: pto.space
func.func @host(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<opaque>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  return
}
func.func private @declared(tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>}

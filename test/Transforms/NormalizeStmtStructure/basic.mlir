// What has no meaning of its own goes; all else stays as it is.
//
// RUN: pto-opt %s --normalize-stmt-structure | FileCheck %s
// RUN: pto-opt %s --normalize-stmt-structure -o %t.1
// RUN: pto-opt %t.1 --normalize-stmt-structure -o %t.2
// RUN: diff %t.1 %t.2

!v = !pto.tile<16x16xf32>

// The block of an execute_region takes its place, innermost first.
// CHECK-LABEL: func.func @execute_region(
// CHECK-NEXT: [[T:%.+]] = pto.load
// CHECK-NEXT: [[E:%.+]] = pto.exp [[T]]
// CHECK-NEXT: pto.store [[E]]
// CHECK-NEXT: return
func.func @execute_region(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) {
  %r = scf.execute_region -> !v {
    %s = scf.execute_region -> !v {
      %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
      scf.yield %t : !v
    }
    %e = pto.exp %s : (!v) -> !v
    scf.yield %e : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Inside of loops and branches too.
// CHECK-LABEL: func.func @nested(
// CHECK: scf.for
// CHECK-NEXT: scf.if
// CHECK-NEXT: pto.load
// CHECK-NOT: execute_region
func.func @nested(%x: tensor<16x16xf32>, %n: index, %p: i1, %out: tensor<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %p {
      scf.execute_region {
        %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
        pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
        scf.yield
      }
    }
  }
  return
}

// A scope that holds nothing goes; one that holds something stays.
// CHECK-LABEL: func.func @scopes(
// CHECK-NEXT: pto.scope "Kept" {
// CHECK-NEXT: pto.system.bar_all
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @scopes() {
  pto.scope "Empty" {
  }
  pto.scope "Outer" {
    pto.scope "Inner" {
    }
  }
  pto.scope "Kept" {
    pto.system.bar_all
  }
  return
}

// A tile is not selected: one arm leaves it, or the other. Scalars are selected.
// CHECK-LABEL: func.func @select(
// CHECK: [[M:%.+]] = scf.if %{{.+}} -> (!pto.tile<16x16xf32>) {
// CHECK-NEXT: scf.yield [[S:%.+]] : !pto.tile<16x16xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield [[T:%.+]] : !pto.tile<16x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: arith.select {{.*}} : index
// CHECK-NEXT: pto.store [[M]]
func.func @select(%x: tensor<16x16xf32>, %p: i1, %i: index, %j: index, %out: tensor<16x16xf32>) {
  %s = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  %t = pto.exp %s : (!v) -> !v
  %m = arith.select %p, %s, %t : !v
  %k = arith.select %p, %i, %j : index
  pto.store %m, %out[%k, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A function without any of these is not touched.
// CHECK-LABEL: func.func @flat(
// CHECK-NEXT: [[T:%.+]] = pto.load
// CHECK-NEXT: pto.store [[T]]
// CHECK-NEXT: return
func.func @flat(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !v
  pto.store %t, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

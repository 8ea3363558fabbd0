// Declared slots that a loop comes to in strides: a tile between them stays, under
// every planner, and the plan is right. The addresses are those of the author's
// buffer: eight slots from 0 on.
//
// RUN: pto-opt %s --pto-memory-pipeline | FileCheck %s
// RUN: pto-opt %s --pto-memory-pipeline=planner=dsa-rp | FileCheck %s
// RUN: pto-opt %s --pto-memory-pipeline=planner=optimal | FileCheck %s

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>

// CHECK-LABEL: func.func @strided(
// CHECK: [[P:%[^ ]+]] = pto.alloc vec, addr = 0, size = 8192, id = {{[0-9]+}} pinned slots = 8
// CHECK: [[S3:%[^ ]+]] = pto.slot [[P]][3]
// CHECK: pto.load {{.*}} into [[S3]] :
// CHECK: scf.for %i =
// CHECK: [[S:%[^ ]+]] = pto.slot [[P]][%i]
// CHECK: pto.load {{.*}} into [[S]] :
func.func @strided(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %pp = pto.declare_memref "pp" slots = 8
  %s3 = pto.slot %pp[3]
  %x = pto.load %a[0, 0] to vec into %s3 : (!t) -> !v
  scf.for %i = %c0 to %c8 step %c2 {
    %si = pto.slot %pp[%i]
    %y = pto.load %a[0, 0] to vec into %si : (!t) -> !v
    %z = pto.add %x, %y : (!v, !v) -> !v
    pto.store %z, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// By a step that nobody knows, below a bound.
//
// CHECK-LABEL: func.func @unknown(
// CHECK: pto.alloc vec, addr = 0, size = 8192, id = {{[0-9]+}} pinned slots = 8
func.func @unknown(%a: !t, %out: !t, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %pp = pto.declare_memref "pp" slots = 8
  %s3 = pto.slot %pp[3]
  %x = pto.load %a[0, 0] to vec into %s3 : (!t) -> !v
  scf.for %i = %c0 to %c3 step %n {
    %si = pto.slot %pp[%i]
    %y = pto.load %a[0, 0] to vec into %si : (!t) -> !v
    %z = pto.add %x, %y : (!v, !v) -> !v
    pto.store %z, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

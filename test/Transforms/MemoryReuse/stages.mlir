// Copies of a pipelined loop where nothing is known of the capacity: loads keep
// away from what other copies hold, all else shares.
//
// RUN: pto-opt %s --init-memref --memory-reuse | FileCheck %s

!v = !pto.tile<1x128xf32, vec>
!t = tensor<512xf32>

// Two loads apart, what is computed of them together with what
// the same copy loaded. The notes stay.
//
// CHECK-LABEL: func.func @loads(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 4
// CHECK-NOT: pto.alloc
// CHECK: scf.for
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.exp {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %d = pto.exp {{.*}}into [[VEC_4]]{{ }}
func.func @loads(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c2 {
    %a = pto.load %x[%i] sizes [128] to vec {pto.pipeline_membership = "0:0"} : (!t) -> !v
    %b = pto.exp %a {pto.pipeline_membership = "0:0"} : (!v) -> !v
    pto.store %b, %out[%i] sizes [128] : (!v, !t) -> !t
    %c = pto.load %x[%i] sizes [128] to vec {pto.pipeline_membership = "0:1"} : (!t) -> !v
    %d = pto.exp %c {pto.pipeline_membership = "0:1"} : (!v) -> !v
    pto.store %d, %out[%i] sizes [128] : (!v, !t) -> !t
  } {pto.loop = #pto.loop<pipeline, stages = 1>}
  return
}

// Loops and copies have any numbers.
//
// CHECK-LABEL: func.func @numbers(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.exp {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %d = pto.exp {{.*}}into [[VEC_4]]{{ }}
// CHECK: %e = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %f = pto.load {{.*}}into [[VEC_4]]{{ }}
func.func @numbers(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0] sizes [128] to vec {pto.pipeline_membership = "9223372036854775807:0"} : (!t) -> !v
  %b = pto.exp %a {pto.pipeline_membership = "9223372036854775807:0"} : (!v) -> !v
  pto.store %b, %out[0] sizes [128] : (!v, !t) -> !t
  %c = pto.load %x[0] sizes [128] to vec {pto.pipeline_membership = "9223372036854775807:1"} : (!t) -> !v
  %d = pto.exp %c {pto.pipeline_membership = "9223372036854775807:1"} : (!v) -> !v
  pto.store %d, %out[0] sizes [128] : (!v, !t) -> !t
  %e = pto.load %x[0] sizes [128] to vec {pto.pipeline_membership = "9223372036854775806:9223372036854775807"} : (!t) -> !v
  pto.store %e, %out[0] sizes [128] : (!v, !t) -> !t
  %f = pto.load %x[0] sizes [128] to vec {pto.pipeline_membership = "9223372036854775806:0"} : (!t) -> !v
  pto.store %f, %out[0] sizes [128] : (!v, !t) -> !t
  return
}

// Without notes all of it is one buffer.
//
// CHECK-LABEL: func.func @untagged(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 512, id = 2
// CHECK-NOT: pto.alloc
// CHECK: scf.for
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.exp {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.exp {{.*}}into [[VEC_2]]{{ }}
func.func @untagged(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c2 {
    %a = pto.load %x[%i] sizes [128] to vec : (!t) -> !v
    %b = pto.exp %a : (!v) -> !v
    pto.store %b, %out[%i] sizes [128] : (!v, !t) -> !t
    %c = pto.load %x[%i] sizes [128] to vec : (!t) -> !v
    %d = pto.exp %c : (!v) -> !v
    pto.store %d, %out[%i] sizes [128] : (!v, !t) -> !t
  }
  return
}

// In the memories of the cube unit nothing is kept apart.
//
// CHECK-LABEL: func.func @cube(
// CHECK: [[MAT_2:%[^ ]+]] = pto.alloc mat, addr = -1, size = 512, id = 2
// CHECK-NEXT: [[LEFT_3:%[^ ]+]] = pto.alloc left, addr = -1, size = 512, id = 3
// CHECK-NEXT: [[RIGHT_4:%[^ ]+]] = pto.alloc right, addr = -1, size = 512, id = 4
// CHECK-NEXT: [[ACC_5:%[^ ]+]] = pto.alloc acc, addr = -1, size = 1024, id = 5
// CHECK-NOT: pto.alloc
// CHECK: %m = pto.load {{.*}}into [[MAT_2]]{{ }}
// CHECK: %l = pto.create {{.*}}into [[LEFT_3]]{{ }}
// CHECK: %a = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %p = pto.matmul {{.*}}into [[ACC_5]]{{ }}
// CHECK: %b = pto.move %m to right into [[RIGHT_4]]{{ }}
// CHECK: %q = pto.matmul {{.*}}into [[ACC_5]]{{ }}
func.func @cube(%x: tensor<16x16xbf16>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x16xbf16, left>
  %a = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
  %p = pto.matmul %l, %a : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  pto.store %p, %out[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %b = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
  %q = pto.matmul %l, %b : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  pto.store %q, %out[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// What is reserved for a pipe is not there for copies (B69).
//
// RUN: pto-opt %s --init-memref --memory-reuse=target=a2a3 | FileCheck %s

!v = !pto.tile<128x96xf32, vec>
!t = tensor<128x96xf32>

// Two copies of 48 KiB and what is computed of them: 96 of 184 KiB.
//
// CHECK-LABEL: func.func @free(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 49152, id = 2
// CHECK-NEXT: [[VEC_4:%[^ ]+]] = pto.alloc vec, addr = -1, size = 49152, id = 4
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_4]]{{ }}
// CHECK: %d = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @free(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec {pto.pipeline_membership = "0:0"} : (!t) -> !v
  %b = pto.add %a, %a : (!v, !v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  %c = pto.load %x[0, 0] to vec {pto.pipeline_membership = "0:1"} : (!t) -> !v
  %d = pto.add %c, %c : (!v, !v) -> !v
  pto.store %d, %out[0, 0] : (!v, !t) -> !t
  return
}

// 128 KiB are reserved: room for one.
//
// CHECK-LABEL: func.func @reserved(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 49152, id = 2
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %b = pto.add {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %d = pto.add {{.*}}into [[VEC_2]]{{ }}
func.func @reserved(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %q = pto.system.reserve_buffer "scratch" size = 131072, base = -1
  %a = pto.load %x[0, 0] to vec {pto.pipeline_membership = "0:0"} : (!t) -> !v
  %b = pto.add %a, %a : (!v, !v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  %c = pto.load %x[0, 0] to vec {pto.pipeline_membership = "0:1"} : (!t) -> !v
  %d = pto.add %c, %c : (!v, !v) -> !v
  pto.store %d, %out[0, 0] : (!v, !t) -> !t
  return
}

// A cube function reserves in another memory.
//
// CHECK-LABEL: func.func @elsewhere(
// CHECK: [[VEC_2:%[^ ]+]] = pto.alloc vec, addr = -1, size = 49152, id = 2
// CHECK-NEXT: [[VEC_3:%[^ ]+]] = pto.alloc vec, addr = -1, size = 49152, id = 3
// CHECK-NOT: pto.alloc
// CHECK: %a = pto.load {{.*}}into [[VEC_2]]{{ }}
// CHECK: %c = pto.load {{.*}}into [[VEC_3]]{{ }}
func.func @elsewhere(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aic>} {
  %q = pto.system.reserve_buffer "scratch" size = 131072, base = -1
  %a = pto.load %x[0, 0] to vec {pto.pipeline_membership = "0:0"} : (!t) -> !v
  pto.store %a, %out[0, 0] : (!v, !t) -> !t
  %c = pto.load %x[0, 0] to vec {pto.pipeline_membership = "0:1"} : (!t) -> !v
  pto.store %c, %out[0, 0] : (!v, !t) -> !t
  return
}

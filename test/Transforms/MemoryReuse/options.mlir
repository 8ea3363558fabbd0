// What is worked on, and what is not.
//
// RUN: pto-opt %s --memory-reuse | FileCheck %s --check-prefixes=CHECK,SLOTS
// RUN: pto-opt %s --memory-reuse=mode=slots | FileCheck %s --check-prefixes=CHECK,SLOTS
// RUN: pto-opt %s --memory-reuse=mode=none | FileCheck %s --check-prefixes=CHECK,NONE

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>

// Attributes of the function stay.
// CHECK-LABEL: func.func @device(
// CHECK-SAME: pto.kind = #pto.function_kind<aiv>, pto.level = "AIV", pto.split = #pto.split_mode<up_down>
// CHECK: %m0 = pto.alloc
// NONE-NEXT: %m1 = pto.alloc
// SLOTS-NOT: pto.alloc
// CHECK: %b = pto.exp
// SLOTS-SAME: into %m0{{ }}
// NONE-SAME: into %m1{{ }}
func.func @device(%x: !t, %out: !t)
    attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>, pto.level = "AIV"} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 2
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 3
  %a = pto.load %x[0, 0] to vec into %m0 : (!t) -> !v
  %b = pto.exp %a into %m1 : (!v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}

// Every function that holds tiles, whatever runs it, ...
// CHECK-LABEL: func.func @opaque(
// CHECK: %b = pto.exp
// SLOTS-SAME: into %m0{{ }}
// NONE-SAME: into %m1{{ }}
func.func @opaque(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<opaque>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 2
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 3
  %a = pto.load %x[0, 0] to vec into %m0 : (!t) -> !v
  %b = pto.exp %a into %m1 : (!v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}

// ... but for orchestration.
// CHECK-LABEL: func.func @host(
// CHECK: %b = pto.exp %a into %m1{{ }}
func.func @host(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<orchestration>} {
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 2
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 3
  %a = pto.load %x[0, 0] to vec into %m0 : (!t) -> !v
  %b = pto.exp %a into %m1 : (!v) -> !v
  pto.store %b, %out[0, 0] : (!v, !t) -> !t
  return
}

// B76: nothing to do, and nothing there.
// CHECK-LABEL: func.func @empty(
// CHECK-NEXT: return
func.func @empty() attributes {pto.kind = #pto.function_kind<aiv>} {
  return
}
// CHECK-LABEL: func.func private @external(
func.func private @external(!t) attributes {pto.kind = #pto.function_kind<aiv>}

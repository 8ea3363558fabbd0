// Copies of a pipelined loop share only where there is no room for all.
//
// RUN: pto-opt %s --allocate-memory-addr='planner=dsa-rp target=a2a3' --remark-format=emitRemark --remarks-filter=pto-memory 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK <%t
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal target=a2a3' 2>/dev/null | FileCheck %s --check-prefix=OPTIMAL

!r = !pto.tile<128x192xbf16, right>
!m = !pto.tile<128x192xbf16, mat>
!s = !pto.tile<64x128xbf16, right>
!n = !pto.tile<64x128xbf16, mat>

// Two copies of 48 KiB in the 64 KiB of right.
// REMARK: remark: [Missed] StagesShared | {{.*}}Pairs=1, Remark="1 of 1 pairs of copies of pipelined loops of 'too_large' share bytes in right: shrink their tiles, or ask for fewer stages", Shared=1
// CHECK-LABEL: func.func @too_large(
// CHECK: pto.alloc right, addr = 0, size = 49152, id = 0
// CHECK-NEXT: pto.alloc right, addr = 0, size = 49152, id = 1
// CHECK-NEXT: pto.alloc mat, addr = 0, size = 49152, id = 2
// OPTIMAL-LABEL: func.func @too_large(
// OPTIMAL: pto.alloc right, addr = 0, size = 49152, id = 0
// OPTIMAL-NEXT: pto.alloc right, addr = 0, size = 49152, id = 1
// OPTIMAL-NEXT: pto.alloc mat, addr = 0, size = 49152, id = 2
func.func @too_large() attributes {pto.kind = #pto.function_kind<aic>} {
  %0 = pto.alloc right, addr = -1, size = 49152, id = 0
  %1 = pto.alloc right, addr = -1, size = 49152, id = 1
  %2 = pto.alloc mat, addr = -1, size = 49152, id = 2
  %m = pto.create to mat into %2 : () -> !m
  %a = pto.move %m to right into %0 {pto.pipeline_membership = "0:0"} : (!m) -> !r
  %b = pto.move %m to right into %1 {pto.pipeline_membership = "0:1"} : (!m) -> !r
  return
}

// Four copies of 16 KiB fit.
// REMARK-NOT: 'all_fit' share
// CHECK-LABEL: func.func @all_fit(
// CHECK: pto.alloc right, addr = 0, size = 16384, id = 0
// CHECK-NEXT: pto.alloc right, addr = 16384, size = 16384, id = 1
// CHECK-NEXT: pto.alloc right, addr = 32768, size = 16384, id = 2
// CHECK-NEXT: pto.alloc right, addr = 49152, size = 16384, id = 3
// CHECK-NEXT: pto.alloc mat, addr = 0, size = 16384, id = 4
// OPTIMAL-LABEL: func.func @all_fit(
// OPTIMAL: pto.alloc right, addr = 0, size = 16384, id = 0
// OPTIMAL-NEXT: pto.alloc right, addr = 16384, size = 16384, id = 1
// OPTIMAL-NEXT: pto.alloc right, addr = 32768, size = 16384, id = 2
// OPTIMAL-NEXT: pto.alloc right, addr = 49152, size = 16384, id = 3
// OPTIMAL-NEXT: pto.alloc mat, addr = 0, size = 16384, id = 4
func.func @all_fit() attributes {pto.kind = #pto.function_kind<aic>} {
  %0 = pto.alloc right, addr = -1, size = 16384, id = 0
  %1 = pto.alloc right, addr = -1, size = 16384, id = 1
  %2 = pto.alloc right, addr = -1, size = 16384, id = 2
  %3 = pto.alloc right, addr = -1, size = 16384, id = 3
  %4 = pto.alloc mat, addr = -1, size = 16384, id = 4
  %m = pto.create to mat into %4 : () -> !n
  %a = pto.move %m to right into %0 {pto.pipeline_membership = "0:0"} : (!n) -> !s
  %b = pto.move %m to right into %1 {pto.pipeline_membership = "0:1"} : (!n) -> !s
  %c = pto.move %m to right into %2 {pto.pipeline_membership = "0:2"} : (!n) -> !s
  %d = pto.move %m to right into %3 {pto.pipeline_membership = "0:3"} : (!n) -> !s
  return
}

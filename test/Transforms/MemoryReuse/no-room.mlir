// Where even one buffer for each loop does not fit.
//
// RUN: pto-opt %s --init-memref --memory-reuse=target=a2a3 --split-input-file --verify-diagnostics
// RUN: not pto-opt %s --pto-memory-pipeline=target=a2a3 --split-input-file 2>&1 | FileCheck %s

// Four copies of 20 KiB that are all needed at once: 80 of 64 KiB.
!r = !pto.tile<80x128xbf16, right>
!m = !pto.tile<80x128xbf16, mat>
!l = !pto.tile<16x80xbf16, left>
!a = !pto.tile<16x128xf32, acc>
!o = tensor<16x128xf32>
// CHECK: warning: the copies of pipelined loops in function 'all_at_once' do not fit the right memory, 65536 bytes, even if all of them share
// CHECK: error: Right buffer usage (81920 bytes) exceeds platform limit (65536 bytes)
// expected-warning@+1 {{do not fit the right memory, 65536 bytes, even if all of them share: they are kept apart by the rule for unknown capacities instead}}
func.func @all_at_once(%x: tensor<80x128xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<80x128xbf16>) -> !m
  %l = pto.create to left : () -> !l
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!m) -> !r
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!m) -> !r
  %r2 = pto.move %m to right {pto.pipeline_membership = "0:2"} : (!m) -> !r
  %r3 = pto.move %m to right {pto.pipeline_membership = "0:3"} : (!m) -> !r
  %p0 = pto.matmul %l, %r0 : (!l, !r) -> !a
  %s0 = pto.store %p0, %out[0, 0] : (!a, !o) -> !o
  %p1 = pto.matmul %l, %r1 : (!l, !r) -> !a
  %s1 = pto.store %p1, %s0[0, 0] : (!a, !o) -> !o
  %p2 = pto.matmul %l, %r2 : (!l, !r) -> !a
  %s2 = pto.store %p2, %s1[0, 0] : (!a, !o) -> !o
  %p3 = pto.matmul %l, %r3 : (!l, !r) -> !a
  %s3 = pto.store %p3, %s2[0, 0] : (!a, !o) -> !o
  return
}

// -----

// B67: one tile that fits nowhere is told by the step that places it.
!r = !pto.tile<256x256xbf16, right>
!m = !pto.tile<256x256xbf16, mat>
!l = !pto.tile<16x256xbf16, left>
!a = !pto.tile<16x256xf32, acc>
!o = tensor<16x256xf32>
// CHECK-NOT: warning
// CHECK: error: Right buffer usage (131072 bytes) exceeds platform limit (65536 bytes)
func.func @too_large(%x: tensor<256x256xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<256x256xbf16>) -> !m
  %l = pto.create to left : () -> !l
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!m) -> !r
  %p0 = pto.matmul %l, %r0 : (!l, !r) -> !a
  %s0 = pto.store %p0, %out[0, 0] : (!a, !o) -> !o
  return
}

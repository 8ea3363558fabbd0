// The mark of a lowering goes everywhere, whatever else happens; other
// attributes stay. Twice is once.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off target=a2a3' | FileCheck %s --check-prefixes=CHECK,MOVED --implicit-check-not=mat_bridge
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off target=a2a3' --infer-tile-memory-space='verify-data-path=off target=a2a3' | FileCheck %s --check-prefixes=CHECK,MOVED --implicit-check-not=mat_bridge
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off target=a2a3 residency=false' | FileCheck %s --check-prefixes=CHECK,STAYED --implicit-check-not=mat_bridge
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' | FileCheck %s --check-prefixes=CHECK,STAYED --implicit-check-not=mat_bridge

#in = #pto.direction<in>
#device = #pto.function_kind<incore>
#host = #pto.function_kind<orchestration>
!lhs = tensor<16x128xbf16>
!x = !pto.tile<16x128xbf16, mat>
!x_left = !pto.tile<16x128xbf16, left>
!y_right = !pto.tile<128x128xbf16, right>
!z = !pto.tile<16x128xf32, acc>

// CHECK-LABEL: @kernel(
// CHECK:       scf.for %n =
// MOVED-NEXT:    %x = pto.load %lhs[0, 0] to mat {pto.sentinel = 7 : i64}
// MOVED-NEXT:    %l = pto.move %x
// CHECK-NEXT:    scf.for %m =
// STAYED-NEXT:     %x = pto.load %lhs[0, 0] to mat {pto.sentinel = 7 : i64}
func.func private @kernel(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    scf.for %m = %c0 to %c2 step %c1 {
      %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge, pto.sentinel = 7} : (!lhs) -> !x
      %l = pto.move %x to left : (!x) -> !x_left
      %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    }
  }
  return
}

// On an op that is no load, in a function without tiles.
// CHECK-LABEL: @scalars_only(
// CHECK: pto.get_block_idx {pto.sentinel = 8 : i64} :
func.func @scalars_only() -> index attributes {pto.kind = #device} {
  %i = pto.get_block_idx {pto.mat_bridge, pto.sentinel = 8} : () -> index
  return %i : index
}

// On the host.
// CHECK-LABEL: @main(
// CHECK: pto.tensor.create :
// CHECK-NEXT: call @kernel
func.func @main() attributes {pto.kind = #host} {
  %x = pto.tensor.create {pto.mat_bridge} : () -> !lhs
  func.call @kernel(%x) : (!lhs) -> ()
  return
}

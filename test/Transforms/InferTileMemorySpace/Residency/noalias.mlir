// A promise of the author in place of what callers tell: in extended scope, a
// parameter that is pto.noalias shares no byte with what the function writes.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off residency-scope=extended' -verify-diagnostics | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off residency-scope=extended' --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' | FileCheck %s --check-prefix=DOCUMENTED

#in = #pto.direction<in>
#inout = #pto.direction<inout>
#device = #pto.function_kind<incore>
#host = #pto.function_kind<orchestration>
!lhs = tensor<16x128xbf16>
!x = !pto.tile<16x128xbf16, mat>
!x_left = !pto.tile<16x128xbf16, left>
!y_right = !pto.tile<128x128xbf16, right>
!z = !pto.tile<16x128xf32, acc>

module attributes {pto.target = #pto.target<a2a3>} {

// Anybody may call it, and it says that this is fine (res-r10, res-r17). The
// document knows no such promise.
// CHECK-LABEL: @promised(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for
// CHECK-NEXT:   %u = pto.load %other
// DOCUMENTED-LABEL: @promised(
// DOCUMENTED:      scf.for
// DOCUMENTED-NEXT:   %x = pto.load %lhs
func.func @promised(%lhs: !lhs {pto.direction = #in, pto.noalias}, %other: !lhs {pto.direction = #in}, %out: !lhs {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r10
    %u = pto.load %other[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %ul = pto.move %u to left : (!x) -> !x_left
    %z0 = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %z1 = pto.matmul %ul, %r : (!x_left, !y_right) -> !z
  }
  return
}

// The function itself writes what it promised for (res-r11).
// CHECK-LABEL: @writes_it(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func @writes_it(%lhs: !lhs {pto.direction = #in, pto.noalias}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.create to vec : () -> !pto.tile<16x128xbf16, vec>
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r11
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.store %v, %lhs[0, 0] : (!pto.tile<16x128xbf16, vec>, !lhs) -> !lhs
  }
  return
}

// A caller breaks the promise: a warning, and nothing moves (res-r19).
// CHECK-LABEL: @broken(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
// expected-note@+1 {{parameter 0 is pto.noalias}}
func.func @broken(%lhs: !lhs {pto.direction = #in, pto.noalias}, %out: !lhs {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r19
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @breaks(%t: !lhs {pto.direction = #inout}, %s: !lhs {pto.direction = #in}) attributes {pto.kind = #host} {
  func.call @broken(%s, %t) : (!lhs, !lhs) -> ()
  %v = pto.tensor.view %t : (!lhs) -> !lhs
  // expected-warning@+1 {{argument 0 is storage that 'broken' also writes}}
  %task = pto.submit @broken(%v, %t) : (!lhs, !lhs) -> !pto.task_id
  return
}

}

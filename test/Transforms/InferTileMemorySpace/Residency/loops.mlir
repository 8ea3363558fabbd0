// Out of which loops loads are taken: rules res-r1, res-r2 and res-r5, and one
// level at a time.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --infer-tile-memory-space='verify-data-path=off' | FileCheck %s

#in = #pto.direction<in>
#device = #pto.function_kind<incore>
#host = #pto.function_kind<orchestration>
!lhs = tensor<16x128xbf16>
!x = !pto.tile<16x128xbf16, mat>
!x_left = !pto.tile<16x128xbf16, left>
!y_right = !pto.tile<128x128xbf16, right>
!z = !pto.tile<16x128xf32, acc>

module attributes {pto.target = #pto.target<a2a3>} {

// A loop that counts, and runs at least once (res-r1, res-r2).
// CHECK-LABEL: @counted(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for
// CHECK-NEXT:   pto.matmul
func.func private @counted(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c1 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// No trip, or none that is known of (res-r2).
// CHECK-LABEL: @maybe_empty(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %u = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %v = pto.load
func.func private @maybe_empty(%lhs: !lhs {pto.direction = #in}, %trips: index) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c0 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident | Category:pto-memory | By="scf.for at {{.*}}mlir:[[@LINE-1]]:3", Remark="stays in its loop: the loop is not known to run at least once", Rule=res-r2
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  scf.for %n = %c0 to %trips step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r2
    %u = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %u to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  scf.for %n = %c0 to %c1 step %trips {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r2
    %v = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %v to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// Loops that are scheduled otherwise, or don't count (res-r1).
// CHECK-LABEL: @other_kinds(
// CHECK:      scf.for
// CHECK-NEXT:   %a = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %b = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %c = pto.load
// CHECK:      scf.while
// CHECK:        %d = pto.load
func.func private @other_kinds(%lhs: !lhs {pto.direction = #in}, %trips: index) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c4 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} the loop is not a sequential one that counts", Rule=res-r1
    %a = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %a to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  } {pto.loop = #pto.loop<pipeline, stages = 2>}
  scf.for %n = %c0 to %c4 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r1
    %b = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %b to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  } {pto.loop = #pto.loop<parallel>}
  scf.for %n = %c0 to %c4 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r1
    %c = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %c to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  } {pto.loop = #pto.loop<unroll>}
  %w = scf.while (%i = %c0) : (index) -> (index) {
    %goesOn = arith.cmpi slt, %i, %trips : index
    scf.condition(%goesOn) %i : index
  } do {
  ^bb0(%i: index):
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="scf.while at {{.*}}Rule=res-r1
    %d = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %d to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// A load under a condition, which is also what an iteration that is cut short
// looks like here: what it skips is in the other arm (res-r5).
// CHECK-LABEL: @conditional(
// CHECK:      scf.for
// CHECK:        scf.if
// CHECK-NEXT:     %x = pto.load
// CHECK:      scf.for
// CHECK:        scf.if
// CHECK:        else
// CHECK-NEXT:     %u = pto.load
func.func private @conditional(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    %isFirst = arith.cmpi eq, %n, %c0 : index
    scf.if %isFirst {
      // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="scf.if at {{.*}}mlir:[[@LINE-1]]:5", Remark="stays in its loop: it does not run in every iteration", Rule=res-r5
      %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
      %l = pto.move %x to left : (!x) -> !x_left
      %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    }
  }
  scf.for %n = %c0 to %c2 step %c1 {
    %isFirst = arith.cmpi eq, %n, %c0 : index
    scf.if %isFirst {
    } else {
      // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r5
      %u = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
      %l = pto.move %u to left : (!x) -> !x_left
      %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    }
  }
  return
}

// Out of the inner loop, not out of the outer one: one level.
// CHECK-LABEL: @nested(
// CHECK:      scf.for %m =
// CHECK-NEXT:   %x = pto.load %lhs
// CHECK-NEXT:   %l = pto.move %x
// CHECK-NEXT:   scf.for %n =
// CHECK-NEXT:     pto.matmul %l
func.func private @nested(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %m = %c0 to %c2 step %c1 {
    scf.for %n = %c0 to %c2 step %c1 {
      // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident | Category:pto-memory | Bytes=4096, Loops=1
      %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
      %l = pto.move %x to left : (!x) -> !x_left
      %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    }
  }
  return
}

// Several loads leave in their order; the loops of a nest are judged each on its
// own.
// CHECK-LABEL: @order(
// CHECK:      %a = pto.load
// CHECK-NEXT: %b = pto.load
// CHECK-NEXT: %bl = pto.move %b
// CHECK-NEXT: %al = pto.move %a
// CHECK-NEXT: scf.for %m =
// CHECK-NEXT:   pto.matmul %al
// CHECK-NEXT:   pto.matmul %bl
// CHECK-NEXT:   %c = pto.load
// CHECK-NEXT:   %cl = pto.move %c
// CHECK-NEXT:   scf.for %n =
// CHECK-NEXT:     pto.matmul %cl
func.func private @order(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %m = %c0 to %c2 step %c1 {
    %a = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %b = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %bl = pto.move %b to left : (!x) -> !x_left
    %al = pto.move %a to left : (!x) -> !x_left
    %z0 = pto.matmul %al, %r : (!x_left, !y_right) -> !z
    %z1 = pto.matmul %bl, %r : (!x_left, !y_right) -> !z
    scf.for %n = %c0 to %c2 step %c1 {
      %c = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
      %cl = pto.move %c to left : (!x) -> !x_left
      %z2 = pto.matmul %cl, %r : (!x_left, !y_right) -> !z
    }
  }
  return
}

func.func @main(%n: index) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  func.call @counted(%x) : (!lhs) -> ()
  func.call @maybe_empty(%x, %n) : (!lhs, index) -> ()
  func.call @other_kinds(%x, %n) : (!lhs, index) -> ()
  func.call @conditional(%x) : (!lhs) -> ()
  func.call @nested(%x) : (!lhs) -> ()
  func.call @order(%x) : (!lhs) -> ()
  return
}

}

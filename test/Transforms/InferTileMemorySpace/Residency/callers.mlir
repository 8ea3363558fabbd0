// What callers tell of a parameter: rules res-r9, res-r10 and res-r16 to res-r19.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#in = #pto.direction<in>
#out = #pto.direction<out>
#inout = #pto.direction<inout>
#device = #pto.function_kind<incore>
#host = #pto.function_kind<orchestration>
!lhs = tensor<16x128xbf16>
!rhs = tensor<128x128xbf16>
!x = !pto.tile<16x128xbf16, mat>
!x_left = !pto.tile<16x128xbf16, left>
!y_right = !pto.tile<128x128xbf16, right>
!z = !pto.tile<16x128xf32, acc>
!far = tensor<16x128xbf16, #pto.tensor_view<distributed>>

module attributes {pto.target = #pto.target<a2a3>} {

// Two roots, each with storage of its own; scalars and what is only read besides
// don't matter, whatever they are (res-r10, res-r16, res-r17, res-r18, res-r19).
// CHECK-LABEL: @two_sites(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for
func.func private @two_sites(%lhs: !lhs {pto.direction = #in}, %peer: !rhs {pto.direction = #in}, %i: index, %out: !lhs {pto.direction = #inout}) -> !lhs attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return %out : !lhs
}
func.func @root_a(%tall: tensor<256x128xbf16> {pto.direction = #in}, %i: index, %out: !lhs {pto.direction = #inout}) attributes {pto.kind = #host} {
  %c2 = arith.constant 2 : index
  %fresh = pto.tensor.create : () -> !lhs
  %double = arith.muli %i, %c2 : index
  %peer = pto.tensor.slice %tall[%double, 0] : (tensor<256x128xbf16>) -> !rhs
  %0 = func.call @two_sites(%fresh, %peer, %double, %out) : (!lhs, !rhs, index, !lhs) -> !lhs
  // What the call hands back is %out, so this is written, and %again is read.
  %again = pto.tensor.create : () -> !lhs
  %1 = func.call @two_sites(%again, %peer, %i, %0) : (!lhs, !rhs, index, !lhs) -> !lhs
  return
}
// Views and in-place results of fresh storage are that storage; a loop that hands
// it round, too.
func.func @root_b(%peer: !rhs {pto.direction = #in}, %out: !lhs {pto.direction = #inout}, %src: !lhs {pto.direction = #in}) attributes {pto.kind = #host} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %big = pto.tensor.create : () -> tensor<64x128xbf16>
  %end = scf.for %n = %c0 to %c4 step %c1 iter_args(%b = %big) -> (tensor<64x128xbf16>) {
    %filled = pto.tensor.assemble %b[0, 0], %src : (tensor<64x128xbf16>, !lhs) -> tensor<64x128xbf16>
    %part = pto.tensor.slice %filled[16, 0] : (tensor<64x128xbf16>) -> !lhs
    %view = pto.tensor.view %part : (!lhs) -> !lhs
    %0 = func.call @two_sites(%view, %peer, %n, %out) : (!lhs, !rhs, index, !lhs) -> !lhs
    scf.yield %filled : tensor<64x128xbf16>
  }
  return
}

// So is a tensor under a type that says less (res-r17, res-r19).
// CHECK-LABEL: @dynamic(
// CHECK:      %x = pto.load %lhs
// CHECK:      scf.for
// CHECK-NEXT:   %u = pto.load %other
func.func private @dynamic(%lhs: tensor<?x128xbf16> {pto.direction = #in}, %other: tensor<?x128xbf16> {pto.direction = #in}, %out: tensor<?x128xbf16> {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (tensor<?x128xbf16>) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r19
    %u = pto.load %other[0, 0] to mat {pto.mat_bridge} : (tensor<?x128xbf16>) -> !x
    %ul = pto.move %u to left : (!x) -> !x_left
    %z0 = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %z1 = pto.matmul %ul, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @hands_over_casts() attributes {pto.kind = #host} {
  %a = pto.tensor.create : () -> !lhs
  %b = pto.tensor.create : () -> !lhs
  %lhs = tensor.cast %a : !lhs to tensor<?x128xbf16>
  %other = tensor.cast %b : !lhs to tensor<?x128xbf16>
  func.call @dynamic(%lhs, %other, %other) : (tensor<?x128xbf16>, tensor<?x128xbf16>, tensor<?x128xbf16>) -> ()
  return
}

// Anybody outside may call it (res-r10).
// CHECK-LABEL: func.func @public(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func @public(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident | Category:pto-memory | By="func.func at {{.*}}mlir:[[@LINE-6]]:1", Remark="stays in its loop: its function can be entered from outside of the module", Rule=res-r10
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// Nobody calls it (res-r10).
// CHECK-LABEL: func.func private @uncalled(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @uncalled(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Remark="stays in its loop: nobody calls its function", Rule=res-r10
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// Called by another device function, which hands its own parameters on: two of
// them may be one storage (res-r16). A safe call besides does not help.
// CHECK-LABEL: @wrapped(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @wrapped(%lhs: !lhs {pto.direction = #in}, %out: !lhs {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="func.call at {{.*}}mlir:[[@LINE+8]]:3", Remark="stays in its loop: its function is called outside of a root orchestration function", Rule=res-r16
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func private @wrapper(%lhs: !lhs {pto.direction = #in}, %out: !lhs {pto.direction = #inout}) attributes {pto.kind = #device} {
  func.call @wrapped(%lhs, %out) : (!lhs, !lhs) -> ()
  return
}
func.func @calls_wrapper(%out: !lhs {pto.direction = #inout}) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  func.call @wrapper(%x, %out) : (!lhs, !lhs) -> ()
  func.call @wrapped(%x, %out) : (!lhs, !lhs) -> ()
  return
}

// The same without any root (res-r16).
// CHECK-LABEL: @wrapped_only(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @wrapped_only(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="func.call at {{.*}}Rule=res-r16
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @wrapper_only(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  func.call @wrapped_only(%lhs) : (!lhs) -> ()
  return
}

// Called by an orchestration function that is itself called (res-r16).
// CHECK-LABEL: @from_helper(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @from_helper(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r16
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @helper() attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  func.call @from_helper(%x) : (!lhs) -> ()
  return
}
func.func @calls_helper() attributes {pto.kind = #host} {
  func.call @helper() : () -> ()
  return
}

// Submitted as a task; run on several cores; named in an attribute (res-r16).
// CHECK-LABEL: @submitted(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @submitted(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.submit at {{.*}} its function is not only called, but also submitted or handed around", Rule=res-r16
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
// CHECK-LABEL: @submitted_only(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @submitted_only(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.submit at {{.*}}Rule=res-r16
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
// CHECK-LABEL: @on_cores(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @on_cores(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.spmd_call at {{.*}}Rule=res-r16
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
// CHECK-LABEL: @named(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @named(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.builtin at {{.*}}Rule=res-r16
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
// CHECK-LABEL: @named_twice(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @named_twice(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="func.call at {{.*}} its function is not only called{{.*}}Rule=res-r16
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @hands_around(%cores: index) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  func.call @submitted(%x) : (!lhs) -> ()
  %task = pto.submit @submitted(%x) : (!lhs) -> !pto.task_id
  %task2 = pto.submit @submitted_only(%x) : (!lhs) -> !pto.task_id
  pto.spmd_call @on_cores(%x) cores %cores : (!lhs) -> ()
  func.call @named(%x) : (!lhs) -> ()
  pto.builtin "keep"() {pto.who = @named} : () -> ()
  func.call @named_twice(%x) {pto.who = [@named_twice]} : (!lhs) -> ()
  return
}

// Storage that came from outside of the root, at one site of two: nobody says
// that two parameters differ (res-r17).
// CHECK-LABEL: @external(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @external(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="func.call at {{.*}}mlir:[[@LINE+11]]:3", Remark="stays in its loop: a caller hands over storage that it did not allocate itself", Rule=res-r17
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @hands_over_parameter(%mine: tensor<32x128xbf16> {pto.direction = #in}) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  func.call @external(%x) : (!lhs) -> ()
  %part = pto.tensor.slice %mine[0, 0] : (tensor<32x128xbf16>) -> !lhs
  func.call @external(%part) : (!lhs) -> ()
  return
}

// One of two storages, or one that is not known (res-r17).
// CHECK-LABEL: @either(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @either(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r17
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @hands_over_either(%p: i1) attributes {pto.kind = #host} {
  %a = pto.tensor.create : () -> !lhs
  %b = pto.tensor.create : () -> !lhs
  %one = scf.if %p -> (!lhs) {
    scf.yield %a : !lhs
  } else {
    scf.yield %b : !lhs
  }
  func.call @either(%one) : (!lhs) -> ()
  return
}

// Nobody knows what is written (res-r18).
// CHECK-LABEL: @writes_somewhere(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @writes_somewhere(%lhs: !lhs {pto.direction = #in}, %out: !lhs {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} a caller has storage written that is not known", Rule=res-r18
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func private @makes_tensor() -> !lhs attributes {pto.kind = #device}
func.func @has_unknown_written() attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  %somewhere = func.call @makes_tensor() : () -> !lhs
  func.call @writes_somewhere(%x, %somewhere) : (!lhs, !lhs) -> ()
  return
}

// The same storage is read and written, at one site of two: by a view, and by
// what a call hands back (res-r19).
// CHECK-LABEL: @overlapping(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @overlapping(%lhs: !lhs {pto.direction = #in}, %out: !lhs {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="func.call at {{.*}}mlir:[[@LINE+11]]:3", Remark="stays in its loop: a caller has the same storage read and written", Rule=res-r19
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @has_overlap(%out: !lhs {pto.direction = #inout}) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  %view = pto.tensor.view %x : (!lhs) -> !lhs
  func.call @overlapping(%x, %out) : (!lhs, !lhs) -> ()
  func.call @overlapping(%x, %view) : (!lhs, !lhs) -> ()
  return
}
// CHECK-LABEL: @overlapping_result(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @overlapping_result(%lhs: !lhs {pto.direction = #in}, %out: !lhs {pto.direction = #out}) attributes {pto.kind = #device} {
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
func.func @has_overlap_by_result(%peer: !rhs {pto.direction = #in}, %i: index) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  %y = pto.tensor.create : () -> !lhs
  %back = func.call @two_sites(%y, %peer, %i, %x) : (!lhs, !rhs, index, !lhs) -> !lhs
  func.call @overlapping_result(%x, %back) : (!lhs, !lhs) -> ()
  return
}

// A parameter that says it is only read, and is written (res-r19).
// CHECK-LABEL: @broken_direction(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @broken_direction(%lhs: !lhs {pto.direction = #in}, %other: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.create to vec : () -> !pto.tile<16x128xbf16, vec>
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r19
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.store %v, %other[0, 0] : (!pto.tile<16x128xbf16, vec>, !lhs) -> !lhs
  }
  return
}
func.func @hands_over_twice() attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  func.call @broken_direction(%x, %x) : (!lhs, !lhs) -> ()
  return
}

// Parameters that are written, that say nothing, that other ranks reach, and
// what is not a parameter at all (res-r9).
// CHECK-LABEL: @other_sources(
// CHECK:      scf.for
// CHECK-NEXT:   %a = pto.load
// CHECK-NEXT:   %b = pto.load
// CHECK-NEXT:   %c = pto.load
// CHECK-NEXT:   %d = pto.load
func.func private @other_sources(%written: !lhs {pto.direction = #inout}, %silent: !lhs, %far: !far {pto.direction = #in}, %whole: tensor<32x128xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %part = pto.tensor.slice %whole[0, 0] : (tensor<32x128xbf16>) -> !lhs
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} the parameter is not one that is only read", Rule=res-r9
    %a = pto.load %written[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} the parameter is not one that is only read", Rule=res-r9
    %b = pto.load %silent[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} other ranks can write the parameter", Rule=res-r9
    %c = pto.load %far[0, 0] to mat {pto.mat_bridge} : (!far) -> !x
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.tensor.slice at {{.*}} it does not load from a parameter itself", Rule=res-r9
    %d = pto.load %part[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %al = pto.move %a to left : (!x) -> !x_left
    %bl = pto.move %b to left : (!x) -> !x_left
    %cl = pto.move %c to left : (!x) -> !x_left
    %dl = pto.move %d to left : (!x) -> !x_left
    %z0 = pto.matmul %al, %r : (!x_left, !y_right) -> !z
    %z1 = pto.matmul %bl, %r : (!x_left, !y_right) -> !z
    %z2 = pto.matmul %cl, %r : (!x_left, !y_right) -> !z
    %z3 = pto.matmul %dl, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func @hands_over_others(%far: !far {pto.direction = #in}) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  %y = pto.tensor.create : () -> !lhs
  %w = pto.tensor.create : () -> tensor<32x128xbf16>
  func.call @other_sources(%x, %y, %far, %w) : (!lhs, !lhs, !far, tensor<32x128xbf16>) -> ()
  return
}

}

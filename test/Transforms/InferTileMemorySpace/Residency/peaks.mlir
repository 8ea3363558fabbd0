// In extended scope the most that is live at once has to fit, not the sum
// (res-r14).
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off residency-scope=extended' | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off residency-scope=extended' --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' | FileCheck %s --check-prefix=SUM

#in = #pto.direction<in>
#device = #pto.function_kind<incore>
#host = #pto.function_kind<orchestration>
!big = tensor<512x256xbf16>
!tile = !pto.tile<512x256xbf16, mat>
!part = !pto.tile<16x128xbf16, left>
!y_right = !pto.tile<128x128xbf16, right>
!z = !pto.tile<16x128xf32, acc>

module attributes {pto.target = #pto.target<a2a3>} {

// Three tiles of 256 KiB, one after the other: mat holds two.
// CHECK-LABEL: @phases(
// CHECK:      %a = pto.load
// CHECK-NEXT: scf.for
// CHECK:      %b = pto.load
// CHECK-NEXT: scf.for
// CHECK:      %c = pto.load
// CHECK-NEXT: scf.for
// SUM-LABEL: @phases(
// SUM:      scf.for
// SUM-NEXT:   %a = pto.load
// SUM:      scf.for
// SUM-NEXT:   %b = pto.load
// SUM:      scf.for
// SUM-NEXT:   %c = pto.load
func.func private @phases(%p: !big {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %a = pto.load %p[0, 0] to mat {pto.mat_bridge} : (!big) -> !tile
    %l = pto.extract %a[%n, 0] to left : (!tile) -> !part
    %z = pto.matmul %l, %r : (!part, !y_right) -> !z
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %b = pto.load %p[0, 0] to mat {pto.mat_bridge} : (!big) -> !tile
    %l = pto.extract %b[%n, 0] to left : (!tile) -> !part
    %z = pto.matmul %l, %r : (!part, !y_right) -> !z
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %c = pto.load %p[0, 0] to mat {pto.mat_bridge} : (!big) -> !tile
    %l = pto.extract %c[%n, 0] to left : (!tile) -> !part
    %z = pto.matmul %l, %r : (!part, !y_right) -> !z
  }
  return
}

// In one body, one after the other, two of them fit for the whole loop. The third
// would be live with both, and the two of another loop never are with any of
// these.
// CHECK-LABEL: @one_body(
// CHECK:      %a = pto.load
// CHECK-NEXT: %b = pto.load
// CHECK-NEXT: scf.for
// CHECK:        %c = pto.load %p[%n, 0]
func.func private @one_body(%p: tensor<1024x256xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %a = pto.load %p[0, 0] to mat {pto.mat_bridge} : (tensor<1024x256xbf16>) -> !pto.tile<256x256xbf16, mat>
    %al = pto.extract %a[%n, 0] to left : (!pto.tile<256x256xbf16, mat>) -> !part
    %z0 = pto.matmul %al, %r : (!part, !y_right) -> !z
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %b = pto.load %p[0, 0] to mat {pto.mat_bridge} : (tensor<1024x256xbf16>) -> !pto.tile<256x256xbf16, mat>
    %bl = pto.extract %b[%n, 0] to left : (!pto.tile<256x256xbf16, mat>) -> !part
    %z1 = pto.matmul %bl, %r : (!part, !y_right) -> !z
    // Streams, and takes the other half of the memory while it is there.
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r12
    %c = pto.load %p[%n, 0] to mat {pto.mat_bridge} : (tensor<1024x256xbf16>) -> !tile
    %cl = pto.extract %c[0, 0] to left : (!tile) -> !part
    %z2 = pto.matmul %cl, %r : (!part, !y_right) -> !z
  }
  return
}

// The same with 32 bytes more in the tile that streams: together they don't fit,
// so the second one stays (res-r14).
// CHECK-LABEL: @too_much(
// CHECK:      %a = pto.load
// CHECK-NEXT: scf.for
// CHECK:        %b = pto.load
// CHECK:        %c = pto.load %p[%n, 0]
func.func private @too_much(%p: tensor<1024x256xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %a = pto.load %p[0, 0] to mat {pto.mat_bridge} : (tensor<1024x256xbf16>) -> !pto.tile<256x256xbf16, mat>
    %al = pto.extract %a[%n, 0] to left : (!pto.tile<256x256xbf16, mat>) -> !part
    %z0 = pto.matmul %al, %r : (!part, !y_right) -> !z
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} mat would have to hold 524320 bytes of 524288", Rule=res-r14
    %b = pto.load %p[0, 0] to mat {pto.mat_bridge} : (tensor<1024x256xbf16>) -> !pto.tile<256x256xbf16, mat>
    %bl = pto.extract %b[%n, 0] to left : (!pto.tile<256x256xbf16, mat>) -> !part
    %z1 = pto.matmul %bl, %r : (!part, !y_right) -> !z
    %c = pto.load %p[%n, 0] to mat {pto.mat_bridge} : (tensor<1024x256xbf16>) -> !tile
    %d = pto.load %p[%n, 0] to mat : (tensor<1024x256xbf16>) -> !pto.tile<1x16xbf16, mat>
    %cl = pto.extract %c[0, 0] to left : (!tile) -> !part
    %dl = pto.extract %d[0, 0] to left : (!pto.tile<1x16xbf16, mat>) -> !pto.tile<1x16xbf16, left>
    %z2 = pto.matmul %cl, %r : (!part, !y_right) -> !z
  }
  return
}

// What comes from outside of the loop is live to its end, and so is what it
// carries: there is no room for a whole tile besides (res-r14). A branch's arms
// are live one at a time.
// CHECK-LABEL: @live_around(
// CHECK:      scf.for
// CHECK:        %a = pto.load
// CHECK:      scf.for
// CHECK:        %b = pto.load
// CHECK:      %c = pto.load
// CHECK-NEXT: scf.for
func.func private @live_around(%p: !big {pto.direction = #in}, %q: i1) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %outer = pto.load %p[0, 0] to mat : (!big) -> !tile
  %small = pto.load %p[0, 0] to mat : (!big) -> !pto.tile<16x128xbf16, mat>
  scf.for %n = %c0 to %c2 step %c1 {
    %o = pto.extract %outer[%n, 0] to left : (!tile) -> !part
    %s = pto.extract %small[0, 0] to left : (!pto.tile<16x128xbf16, mat>) -> !part
    %z0 = pto.matmul %o, %r : (!part, !y_right) -> !z
    %z1 = pto.matmul %s, %r : (!part, !y_right) -> !z
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} mat would have to hold 528384 bytes of 524288", Rule=res-r14
    %a = pto.load %p[0, 0] to mat {pto.mat_bridge} : (!big) -> !tile
    %l = pto.extract %a[%n, 0] to left : (!tile) -> !part
    %z = pto.matmul %l, %r : (!part, !y_right) -> !z
  }
  %init = pto.create to mat : () -> !tile
  %last = scf.for %n = %c0 to %c2 step %c1 iter_args(%old = %init) -> (!tile) {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} mat would have to hold 786432 bytes of 524288", Rule=res-r14
    %b = pto.load %p[0, 0] to mat {pto.mat_bridge} : (!big) -> !tile
    %l = pto.extract %b[%n, 0] to left : (!tile) -> !part
    %z = pto.matmul %l, %r : (!part, !y_right) -> !z
    %new = pto.load %p[%n, 0] to mat : (!big) -> !tile
    scf.yield %new : !tile
  }
  scf.for %n = %c0 to %c2 step %c1 {
    scf.if %q {
      %t = pto.load %p[%n, 0] to mat : (!big) -> !tile
      %l = pto.extract %t[0, 0] to left : (!tile) -> !part
      %z = pto.matmul %l, %r : (!part, !y_right) -> !z
    } else {
      %t = pto.load %p[%n, 0] to mat : (!big) -> !tile
      %l = pto.extract %t[0, 0] to left : (!tile) -> !part
      %z = pto.matmul %l, %r : (!part, !y_right) -> !z
    }
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %c = pto.load %p[0, 0] to mat {pto.mat_bridge} : (!big) -> !tile
    %l = pto.extract %c[%n, 0] to left : (!tile) -> !part
    %z = pto.matmul %l, %r : (!part, !y_right) -> !z
  }
  return
}

func.func @main(%q: i1) attributes {pto.kind = #host} {
  %a = pto.tensor.create : () -> !big
  %b = pto.tensor.create : () -> tensor<1024x256xbf16>
  func.call @phases(%a) : (!big) -> ()
  func.call @one_body(%b) : (tensor<1024x256xbf16>) -> ()
  func.call @too_much(%b) : (tensor<1024x256xbf16>) -> ()
  func.call @live_around(%a, %q) : (!big, i1) -> ()
  return
}

}

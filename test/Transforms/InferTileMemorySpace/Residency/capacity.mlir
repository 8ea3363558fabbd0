// Whether there is room: rules res-r3, res-r14 and res-r15. All tiles of a
// function count, whether or not they are live at once.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off target=a2a3' | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off target=a2a3' --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' | FileCheck %s --check-prefix=NEUTRAL
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEUTRAL-REMARK

#in = #pto.direction<in>
#device = #pto.function_kind<incore>
#host = #pto.function_kind<orchestration>
!lhs = tensor<16x128xbf16>
!x = !pto.tile<16x128xbf16, mat>
!x_left = !pto.tile<16x128xbf16, left>
!y_right = !pto.tile<128x128xbf16, right>
!z = !pto.tile<16x128xf32, acc>

// With a target there is a capacity; without one there is none to keep (res-r3).
// CHECK-LABEL: @small(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for
// NEUTRAL-LABEL: @small(
// NEUTRAL:      scf.for
// NEUTRAL-NEXT:   %x = pto.load %lhs
// NEUTRAL-REMARK: [Missed] MatNotResident | Category:pto-memory | Remark="stays in its loop: no target is known, and so no capacity", Rule=res-r3
func.func private @small(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
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
  return
}

// Two tiles of 256 KiB fill mat; with a byte more there is no room (res-r14).
// CHECK-LABEL: @mat_full(
// CHECK:      %x = pto.load %a
// CHECK-NEXT: scf.for
// CHECK-LABEL: @mat_over(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load %a
func.func private @mat_full(%a: tensor<512x256xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %other = pto.load %a[0, 0] to mat : (tensor<512x256xbf16>) -> !pto.tile<512x256xbf16, mat>
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident | Category:pto-memory | Bytes=262144
    %x = pto.load %a[0, 0] to mat {pto.mat_bridge} : (tensor<512x256xbf16>) -> !pto.tile<512x256xbf16, mat>
    %l = pto.extract %x[0, 0] to left : (!pto.tile<512x256xbf16, mat>) -> !x_left
    %m = pto.extract %x[16, 0] to left : (!pto.tile<512x256xbf16, mat>) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %z2 = pto.matmul %m, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func private @mat_over(%a: tensor<512x256xbf16> {pto.direction = #in}, %lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %other = pto.load %a[0, 0] to mat : (tensor<512x256xbf16>) -> !pto.tile<512x256xbf16, mat>
  %more = pto.load %lhs[0, 0] to mat : (!lhs) -> !pto.tile<1x8xbf16, mat>
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Remark="stays in its loop: mat would have to hold 524320 bytes of 524288", Rule=res-r14
    %x = pto.load %a[0, 0] to mat {pto.mat_bridge} : (tensor<512x256xbf16>) -> !pto.tile<512x256xbf16, mat>
    %l = pto.extract %x[0, 0] to left : (!pto.tile<512x256xbf16, mat>) -> !x_left
    %m = pto.extract %x[16, 0] to left : (!pto.tile<512x256xbf16, mat>) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %z2 = pto.matmul %m, %r : (!x_left, !y_right) -> !z
  }
  return
}

// A large tile outside of the loop counts, and a view does not (res-r14).
// CHECK-LABEL: @outer_live(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load %lhs
// CHECK-LABEL: @views_are_free(
// CHECK:      %x = pto.load %a
// CHECK-NEXT: %t = pto.transpose_view %x
// CHECK-NEXT: %l = pto.extract %t
// CHECK-NEXT: scf.for
func.func private @outer_live(%lhs: !lhs {pto.direction = #in}, %outer: tensor<320x384xf32> {pto.direction = #in}, %rhs: tensor<128x128xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %o = pto.load %outer[0, 0] to mat : (tensor<320x384xf32>) -> !pto.tile<320x384xf32, mat>
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} mat would have to hold 528384 bytes of 524288", Rule=res-r14
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %y = pto.load %rhs[%n, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
    %l = pto.move %x to left : (!x) -> !x_left
    %r = pto.move %y to right : (!pto.tile<128x128xbf16, mat>) -> !y_right
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func private @views_are_free(%a: tensor<512x512xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident | Category:pto-memory | Bytes=524288
    %x = pto.load %a[0, 0] to mat {pto.mat_bridge} : (tensor<512x512xbf16>) -> !pto.tile<512x512xbf16, mat>
    %t = pto.transpose_view %x : (!pto.tile<512x512xbf16, mat>) -> !pto.tile<512x512xbf16, mat>
    %l = pto.extract %t[0, 0] to left : (!pto.tile<512x512xbf16, mat>) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// Copies of 64 KiB each fill left, and right: their loads leave, they stay
// (res-r14).
// CHECK-LABEL: @left_over(
// CHECK:      %a = pto.load %p
// CHECK-NEXT: scf.for
// CHECK:        %al = pto.move %a to left
// CHECK-LABEL: @right_over(
// CHECK:      %a = pto.load %p
// CHECK-NEXT: scf.for
// CHECK:        %ar = pto.move %a to right
func.func private @left_over(%p: tensor<256x128xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %a = pto.load %p[0, 0] to mat {pto.mat_bridge} : (tensor<256x128xbf16>) -> !pto.tile<256x128xbf16, mat>
    %b = pto.load %p[0, 0] to mat : (tensor<256x128xbf16>) -> !pto.tile<256x128xbf16, mat>
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} left would have to hold 131072 bytes of 65536", Rule=res-r14
    %al = pto.move %a to left : (!pto.tile<256x128xbf16, mat>) -> !pto.tile<256x128xbf16, left>
    %bl = pto.move %b to left : (!pto.tile<256x128xbf16, mat>) -> !pto.tile<256x128xbf16, left>
    %z0 = pto.matmul %al, %r : (!pto.tile<256x128xbf16, left>, !y_right) -> !pto.tile<256x128xf32, acc>
    %z1 = pto.matmul %bl, %r : (!pto.tile<256x128xbf16, left>, !y_right) -> !pto.tile<256x128xf32, acc>
  }
  return
}
func.func private @right_over(%p: tensor<128x256xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = pto.create to left : () -> !x_left
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %a = pto.load %p[0, 0] to mat {pto.mat_bridge} : (tensor<128x256xbf16>) -> !pto.tile<128x256xbf16, mat>
    %b = pto.load %p[0, 0] to mat : (tensor<128x256xbf16>) -> !pto.tile<128x256xbf16, mat>
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}} right would have to hold 131072 bytes of 65536", Rule=res-r14
    %ar = pto.move %a to right : (!pto.tile<128x256xbf16, mat>) -> !pto.tile<128x256xbf16, right>
    %br = pto.move %b to right : (!pto.tile<128x256xbf16, mat>) -> !pto.tile<128x256xbf16, right>
    %z0 = pto.matmul %l, %ar : (!x_left, !pto.tile<128x256xbf16, right>) -> !pto.tile<16x256xf32, acc>
    %z1 = pto.matmul %l, %br : (!x_left, !pto.tile<128x256xbf16, right>) -> !pto.tile<16x256xf32, acc>
  }
  return
}

// Of a tile in a pipeline loop there may be several later on; of another memory
// that does not matter (res-r14).
// CHECK-LABEL: @in_pipeline(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: scf.for
// CHECK-NEXT:   %l = pto.move %x
func.func private @in_pipeline(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="scf.for at {{.*}}mlir:[[@LINE+3]]:5", Remark="stays in its loop: tiles in left are in a pipeline loop, which may need several of each", Rule=res-r14
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    scf.for %m = %c0 to %c2 step %c1 {
      %q = pto.create to left : () -> !x_left
      %zq = pto.matmul %q, %r : (!x_left, !y_right) -> !z
    } {pto.loop = #pto.loop<pipeline, stages = 2>}
  }
  return
}

// Room that the author keeps is in no tile (res-r15).
// CHECK-LABEL: @reserves(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load %lhs
// CHECK-LABEL: @declares(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load %lhs
func.func private @reserves(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %q = pto.system.reserve_buffer "q" size = 4096, base = -1
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.system.reserve_buffer at {{.*}}mlir:[[@LINE-2]]:{{.*}} its function keeps room of its own in a memory", Rule=res-r15
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
func.func private @declares(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %kept = pto.alloc right, addr = 0, size = 32768, id = 7 pinned
  %r = pto.create to right into %kept : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.alloc at {{.*}}Rule=res-r15
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

func.func @main() attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  %a = pto.tensor.create : () -> tensor<512x256xbf16>
  %b = pto.tensor.create : () -> tensor<320x384xf32>
  %y = pto.tensor.create : () -> tensor<128x128xbf16>
  %c = pto.tensor.create : () -> tensor<512x512xbf16>
  %d = pto.tensor.create : () -> tensor<256x128xbf16>
  %e = pto.tensor.create : () -> tensor<128x256xbf16>
  func.call @small(%x) : (!lhs) -> ()
  func.call @mat_full(%a) : (tensor<512x256xbf16>) -> ()
  func.call @mat_over(%a, %x) : (tensor<512x256xbf16>, !lhs) -> ()
  func.call @outer_live(%x, %b, %y) : (!lhs, tensor<320x384xf32>, tensor<128x128xbf16>) -> ()
  func.call @views_are_free(%c) : (tensor<512x512xbf16>) -> ()
  func.call @left_over(%d) : (tensor<256x128xbf16>) -> ()
  func.call @right_over(%e) : (tensor<128x256xbf16>) -> ()
  func.call @in_pipeline(%x) : (!lhs) -> ()
  func.call @reserves(%x) : (!lhs) -> ()
  func.call @declares(%x) : (!lhs) -> ()
  return
}

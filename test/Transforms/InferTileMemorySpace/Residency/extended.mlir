// What residency-scope=extended adds to the document: several loops at once, all
// products, views of panels, no end at stores and branches.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off residency-scope=extended' --verify-tile-memory | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off residency-scope=extended' --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off residency-scope=extended' --infer-tile-memory-space='verify-data-path=off residency-scope=extended' | FileCheck %s

#in = #pto.direction<in>
#inout = #pto.direction<inout>
#device = #pto.function_kind<incore>
#host = #pto.function_kind<orchestration>
!lhs = tensor<16x128xbf16>
!x = !pto.tile<16x128xbf16, mat>
!x_left = !pto.tile<16x128xbf16, left>
!y_right = !pto.tile<128x128xbf16, right>
!z = !pto.tile<16x128xf32, acc>
!v = !pto.tile<16x128xf32, vec>
!out = tensor<16x128xf32>

module attributes {pto.target = #pto.target<a5>} {

// Through all loops, with the scalar that says where.
// CHECK-LABEL: @nested(
// CHECK:      %row = arith.muli %i, %c16
// CHECK-NEXT: %x = pto.load %lhs[%row, 0]
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for %a =
// CHECK-NEXT:   scf.for %b =
// CHECK-NEXT:     scf.for %c =
// CHECK-NEXT:       pto.matmul %l
func.func private @nested(%lhs: tensor<64x128xbf16> {pto.direction = #in}, %i: index) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %r = pto.create to right : () -> !y_right
  scf.for %a = %c0 to %c2 step %c1 {
    scf.for %b = %c0 to %c2 step %c1 {
      scf.for %c = %c0 to %c2 step %c1 {
        %row = arith.muli %i, %c16 : index
        // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident | Category:pto-memory | Bytes=4096, Loops=3
        %x = pto.load %lhs[%row, 0] to mat {pto.mat_bridge} : (tensor<64x128xbf16>) -> !x
        %l = pto.move %x to left : (!x) -> !x_left
        %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
      }
    }
  }
  return
}

// As far as it may: the outermost loop might not run (res-r2), another one holds
// a fence (res-r4), a third one's own counter says where (res-r12), and a branch
// is not entered every time (res-r5).
// CHECK-LABEL: @halfway(
// CHECK:      scf.for %a =
// CHECK-NEXT:   %x = pto.load
// CHECK-NEXT:   %l = pto.move
// CHECK-NEXT:   scf.for %b =
// CHECK-NEXT:     scf.for %c =
// CHECK:      scf.for %a =
// CHECK-NEXT:   pto.system.fence
// CHECK-NEXT:   %x = pto.load
// CHECK-NEXT:   %l = pto.move
// CHECK-NEXT:   scf.for %b =
// CHECK:      scf.for %a =
// CHECK-NEXT:   %x = pto.load %lhs[%a, 0]
// CHECK-NEXT:   %l = pto.move
// CHECK-NEXT:   scf.for %b =
// CHECK:      scf.for %a =
// CHECK-NEXT:   scf.if
// CHECK-NEXT:     %x = pto.load
// CHECK-NEXT:     %l = pto.move
// CHECK-NEXT:     scf.for %b =
func.func private @halfway(%lhs: !lhs {pto.direction = #in}, %trips: index, %p: i1) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %a = %c0 to %trips step %c1 {
    scf.for %b = %c0 to %c2 step %c1 {
      scf.for %c = %c0 to %c2 step %c1 {
        // REMARK: mlir:[[@LINE+2]]:{{.*}}[Passed] MatResident | Category:pto-memory | Bytes=4096, Loops=2
        // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r2
        %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
        %l = pto.move %x to left : (!x) -> !x_left
        %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
      }
    }
  }
  scf.for %a = %c0 to %c2 step %c1 {
    pto.system.fence
    scf.for %b = %c0 to %c2 step %c1 {
      // REMARK: mlir:[[@LINE+2]]:{{.*}}[Passed] MatResident | Category:pto-memory | Bytes=4096, Loops=1
      // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r4
      %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
      %l = pto.move %x to left : (!x) -> !x_left
      %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    }
  }
  scf.for %a = %c0 to %c2 step %c1 {
    scf.for %b = %c0 to %c2 step %c1 {
      // REMARK: mlir:[[@LINE+2]]:{{.*}}[Passed] MatResident | Category:pto-memory | Bytes=4096, Loops=1
      // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r12
      %x = pto.load %lhs[%a, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
      %l = pto.move %x to left : (!x) -> !x_left
      %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    }
  }
  scf.for %a = %c0 to %c2 step %c1 {
    scf.if %p {
      scf.for %b = %c0 to %c2 step %c1 {
        // REMARK: mlir:[[@LINE+2]]:{{.*}}[Passed] MatResident | Category:pto-memory | Bytes=4096, Loops=1
        // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="scf.if at {{.*}}Rule=res-r5
        %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
        %l = pto.move %x to left : (!x) -> !x_left
        %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
      }
    }
  }
  return
}

// A store writes what is proved to be other storage, and a branch comes out
// behind: neither ends what may leave.
// CHECK-LABEL: @behind_effects(
// CHECK:      %x = pto.load
// CHECK-NEXT: %l = pto.move
// CHECK-NEXT: scf.for
// CHECK-NEXT:   pto.store
// CHECK-NEXT:   scf.if
// CHECK:        pto.matmul %l
func.func private @behind_effects(%lhs: !lhs {pto.direction = #in}, %out: !out {pto.direction = #inout}, %p: i1) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.create to vec : () -> !v
  scf.for %a = %c0 to %c2 step %c1 {
    pto.store %v, %out[0, 0] : (!v, !out) -> !out
    scf.if %p {
      pto.store %v, %out[0, 0] : (!v, !out) -> !out
    }
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// An op whose regions run nobody knows how still ends it (res-r6).
// CHECK-LABEL: @behind_unknown_flow(
// CHECK:      scf.for
// CHECK-NEXT:   affine.parallel
// CHECK:        %x = pto.load
func.func private @behind_unknown_flow(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %a = %c0 to %c2 step %c1 {
    affine.parallel (%i) = (0) to (4) {
    }
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="affine.parallel at {{.*}}Rule=res-r6
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// Products of one row and of batches.
// CHECK-LABEL: @other_products(
// CHECK:      %g = pto.load %row
// CHECK-NEXT: %gl = pto.move %g to left
// CHECK-NEXT: %b = pto.load %batch
// CHECK-NEXT: %br = pto.move %b to right
// CHECK-NEXT: scf.for
// CHECK-NEXT:   pto.gemv %gl
// CHECK-NEXT:   pto.batch_matmul %{{.*}}, %br
func.func private @other_products(%row: tensor<1x128xbf16> {pto.direction = #in}, %batch: tensor<2x128x64xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !pto.tile<128x64xbf16, right>
  %lb = pto.create to left : () -> !pto.tile<2x16x128xbf16, left>
  scf.for %n = %c0 to %c2 step %c1 {
    %g = pto.load %row[0, 0] to mat {pto.mat_bridge} : (tensor<1x128xbf16>) -> !pto.tile<1x128xbf16, mat>
    %gl = pto.move %g to left : (!pto.tile<1x128xbf16, mat>) -> !pto.tile<1x128xbf16, left>
    %z0 = pto.gemv %gl, %r : (!pto.tile<1x128xbf16, left>, !pto.tile<128x64xbf16, right>) -> !pto.tile<1x64xf32, acc>
    %b = pto.load %batch[0, 0, 0] to mat {pto.mat_bridge} : (tensor<2x128x64xbf16>) -> !pto.tile<2x128x64xbf16, mat>
    %br = pto.move %b to right : (!pto.tile<2x128x64xbf16, mat>) -> !pto.tile<2x128x64xbf16, right>
    %z1 = pto.batch_matmul %lb, %br : (!pto.tile<2x16x128xbf16, left>, !pto.tile<2x128x64xbf16, right>) -> !pto.tile<2x16x64xf32, acc>
  }
  return
}

// Scaled products: matrix and scales.
// CHECK-LABEL: @scaled(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: %xl = pto.move %x to left
// CHECK-NEXT: %s = pto.load %scale
// CHECK-NEXT: %sl = pto.move %s to left_scale
// CHECK-NEXT: scf.for
// CHECK-NEXT:   pto.matmul_mx %xl, %sl
func.func private @scaled(%lhs: tensor<16x64xf8E4M3FN> {pto.direction = #in}, %scale: tensor<16x2xf8E8M0FNU> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !pto.tile<64x32xf8E4M3FN, right>
  %rs = pto.create to right_scale : () -> !pto.tile<2x32xf8E8M0FNU, right_scale>
  scf.for %n = %c0 to %c2 step %c1 {
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (tensor<16x64xf8E4M3FN>) -> !pto.tile<16x64xf8E4M3FN, mat>
    %xl = pto.move %x to left : (!pto.tile<16x64xf8E4M3FN, mat>) -> !pto.tile<16x64xf8E4M3FN, left>
    %s = pto.load %scale[0, 0] to mat {pto.mat_bridge} : (tensor<16x2xf8E8M0FNU>) -> !pto.tile<16x2xf8E8M0FNU, mat, layout = #pto.layout<fractal = 32>>
    %sl = pto.move %s to left_scale : (!pto.tile<16x2xf8E8M0FNU, mat, layout = #pto.layout<fractal = 32>>) -> !pto.tile<16x2xf8E8M0FNU, left_scale>
    %z = pto.matmul_mx %xl, %sl, %r, %rs : (!pto.tile<16x64xf8E4M3FN, left>, !pto.tile<16x2xf8E8M0FNU, left_scale>, !pto.tile<64x32xf8E4M3FN, right>, !pto.tile<2x32xf8E8M0FNU, right_scale>) -> !pto.tile<16x32xf32, acc>
  }
  return
}

// Views of a panel cost nothing and leave with it; their copies stay (res-r13).
// CHECK-LABEL: @panel_views(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: %t = pto.transpose_view %x
// CHECK-NEXT: scf.for
// CHECK-NEXT:   %k0 = pto.extract %t[0, 0]
// CHECK-NEXT:   %k1 = pto.extract %t[0, 64]
func.func private @panel_views(%lhs: tensor<128x16xbf16> {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !pto.tile<64x128xbf16, right>
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (tensor<128x16xbf16>) -> !pto.tile<128x16xbf16, mat>
    %t = pto.transpose_view %x : (!pto.tile<128x16xbf16, mat>) -> !pto.tile<16x128xbf16, mat>
    %k0 = pto.extract %t[0, 0] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x64xbf16, left>
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r13
    %k1 = pto.extract %t[0, 64] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x64xbf16, left>
    %z0 = pto.matmul %k0, %r : (!pto.tile<16x64xbf16, left>, !pto.tile<64x128xbf16, right>) -> !z
    %z1 = pto.matmul %k1, %r : (!pto.tile<16x64xbf16, left>, !pto.tile<64x128xbf16, right>) -> !z
  }
  return
}

func.func @main(%out: !out {pto.direction = #inout}, %n: index, %p: i1) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  %w = pto.tensor.create : () -> tensor<64x128xbf16>
  %row = pto.tensor.create : () -> tensor<1x128xbf16>
  %b = pto.tensor.create : () -> tensor<2x128x64xbf16>
  %m = pto.tensor.create : () -> tensor<16x64xf8E4M3FN>
  %s = pto.tensor.create : () -> tensor<16x2xf8E8M0FNU>
  %t = pto.tensor.create : () -> tensor<128x16xbf16>
  func.call @nested(%w, %n) : (tensor<64x128xbf16>, index) -> ()
  func.call @halfway(%x, %n, %p) : (!lhs, index, i1) -> ()
  func.call @behind_effects(%x, %out, %p) : (!lhs, !out, i1) -> ()
  func.call @behind_unknown_flow(%x) : (!lhs) -> ()
  func.call @other_products(%row, %b) : (tensor<1x128xbf16>, tensor<2x128x64xbf16>) -> ()
  func.call @scaled(%m, %s) : (tensor<16x64xf8E4M3FN>, tensor<16x2xf8E8M0FNU>) -> ()
  func.call @panel_views(%t) : (tensor<128x16xbf16>) -> ()
  return
}

}

// The cube unit.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --mlir-print-op-generic | pto-opt | FileCheck %s

!l = !pto.tile<16x64xbf16, left>
!r = !pto.tile<64x32xbf16, right>
!acc = !pto.tile<16x32xf32, acc>
!bias = !pto.tile<1x32xf32, bias>
!l8 = !pto.tile<16x64xf8E4M3FN, left>
!r8 = !pto.tile<64x32xf8E4M3FN, right>
!ls = !pto.tile<16x2xf8E8M0FNU, left_scale>
!rs = !pto.tile<2x32xf8E8M0FNU, right_scale>

// CHECK-LABEL: func.func @products(
// CHECK: [[A:%[^ :,]+]] = pto.matmul %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xbf16, left>, !pto.tile<64x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.matmul_bias %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xbf16, left>, !pto.tile<64x32xbf16, right>, !pto.tile<1x32xf32, bias>) -> !pto.tile<16x32xf32, acc>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.matmul_acc [[A]], %{{.+}}, %{{.+}} : (!pto.tile<16x32xf32, acc>, !pto.tile<16x64xbf16, left>, !pto.tile<64x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.matmul_acc [[D]], %{{.+}}, %{{.+}} init %{{.+}} : (!pto.tile<16x32xf32, acc>, !pto.tile<16x64xbf16, left>, !pto.tile<64x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
func.func @products(%l: !l, %r: !r, %b: !bias, %p: i1, %m: !pto.memref) {
  %a = pto.matmul %l, %r into %m : (!l, !r) -> !acc
  %c = pto.matmul_bias %l, %r, %b : (!l, !r, !bias) -> !acc
  %d = pto.matmul_acc %a, %l, %r : (!acc, !l, !r) -> !acc
  %e = pto.matmul_acc %d, %l, %r init %p : (!acc, !l, !r) -> !acc
  return
}

// CHECK-LABEL: func.func @rows(
// CHECK: [[A:%[^ :,]+]] = pto.gemv %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<1x64xbf16, left>, !pto.tile<64x32xbf16, right>) -> !pto.tile<1x32xf32, acc>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.gemv_bias %{{.+}}, %{{.+}}, %{{.+}} {acc_phase = "last"} : (!pto.tile<1x64xbf16, left>, !pto.tile<64x32xbf16, right>, !pto.tile<1x32xf32, bias>) -> !pto.tile<1x32xf32, acc>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.gemv_acc [[A]], %{{.+}}, %{{.+}} : (!pto.tile<1x32xf32, acc>, !pto.tile<1x64xbf16, left>, !pto.tile<64x32xbf16, right>) -> !pto.tile<1x32xf32, acc>
func.func @rows(%l: !pto.tile<1x64xbf16, left>, %r: !r, %b: !bias, %m: !pto.memref) {
  %a = pto.gemv %l, %r into %m : (!pto.tile<1x64xbf16, left>, !r) -> !pto.tile<1x32xf32, acc>
  %c = pto.gemv_bias %l, %r, %b {acc_phase = "last"} : (!pto.tile<1x64xbf16, left>, !r, !bias) -> !pto.tile<1x32xf32, acc>
  %d = pto.gemv_acc %a, %l, %r : (!pto.tile<1x32xf32, acc>, !pto.tile<1x64xbf16, left>, !r) -> !pto.tile<1x32xf32, acc>
  return
}

// CHECK-LABEL: func.func @batches(
// CHECK: [[A:%[^ :,]+]] = pto.batch_matmul %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<4x16x64xbf16, left>, !pto.tile<4x64x32xbf16, right>) -> !pto.tile<4x16x32xf32, acc>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.batch_matmul_acc [[A]], %{{.+}}, %{{.+}} : (!pto.tile<4x16x32xf32, acc>, !pto.tile<4x16x64xbf16, left>, !pto.tile<4x64x32xbf16, right>) -> !pto.tile<4x16x32xf32, acc>
func.func @batches(%l: !pto.tile<4x16x64xbf16, left>, %r: !pto.tile<4x64x32xbf16, right>, %m: !pto.memref) {
  %a = pto.batch_matmul %l, %r into %m : (!pto.tile<4x16x64xbf16, left>, !pto.tile<4x64x32xbf16, right>) -> !pto.tile<4x16x32xf32, acc>
  %b = pto.batch_matmul_acc %a, %l, %r : (!pto.tile<4x16x32xf32, acc>, !pto.tile<4x16x64xbf16, left>, !pto.tile<4x64x32xbf16, right>) -> !pto.tile<4x16x32xf32, acc>
  return
}

// CHECK-LABEL: func.func @scaled(
// CHECK: [[A:%[^ :,]+]] = pto.matmul_mx %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} into %{{.+}} : (!pto.tile<16x64xf8E4M3FN, left>, !pto.tile<16x2xf8E8M0FNU, left_scale>, !pto.tile<64x32xf8E4M3FN, right>, !pto.tile<2x32xf8E8M0FNU, right_scale>) -> !pto.tile<16x32xf32, acc>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.matmul_mx_bias %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x64xf8E4M3FN, left>, !pto.tile<16x2xf8E8M0FNU, left_scale>, !pto.tile<64x32xf8E4M3FN, right>, !pto.tile<2x32xf8E8M0FNU, right_scale>, !pto.tile<1x32xf32, bias>) -> !pto.tile<16x32xf32, acc>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.matmul_mx_acc [[A]], %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : (!pto.tile<16x32xf32, acc>, !pto.tile<16x64xf8E4M3FN, left>, !pto.tile<16x2xf8E8M0FNU, left_scale>, !pto.tile<64x32xf8E4M3FN, right>, !pto.tile<2x32xf8E8M0FNU, right_scale>) -> !pto.tile<16x32xf32, acc>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.tget_scale_addr %{{.+}}, %{{.+}} : (!pto.tile<16x2xf8E8M0FNU, left_scale>, !pto.tile<16x64xf8E4M3FN, left>) -> !pto.tile<16x2xf8E8M0FNU, left_scale>
func.func @scaled(%l: !l8, %ls: !ls, %r: !r8, %rs: !rs, %b: !bias, %m: !pto.memref) {
  %a = pto.matmul_mx %l, %ls, %r, %rs into %m : (!l8, !ls, !r8, !rs) -> !acc
  %c = pto.matmul_mx_bias %l, %ls, %r, %rs, %b : (!l8, !ls, !r8, !rs, !bias) -> !acc
  %d = pto.matmul_mx_acc %a, %l, %ls, %r, %rs : (!acc, !l8, !ls, !r8, !rs) -> !acc
  %e = pto.tget_scale_addr %ls, %l : (!ls, !l8) -> !ls
  return
}

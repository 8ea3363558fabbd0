// Constants in index lists, sizes of valid regions and the like become part of
// the op's text.
//
// RUN: pto-opt %s --canonicalize | FileCheck %s

!t = !pto.tile<16x64xf32, vec>

// CHECK-LABEL: func.func @offsets(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[16, 0] : (tensor<64x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] valid [8, 64] : (tensor<64x64xf32>) -> !pto.tile<16x64xf32, vec, valid = ?x64>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.slice [[A]][8, 0] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<8x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.extract [[A]][0, 16] to mat : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.assemble [[A]][8, 0], [[C]] : (!pto.tile<16x64xf32, vec>, !pto.tile<8x64xf32, vec>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.write [[E]][0, 8], %{{.+}} : (!pto.tile<16x64xf32, vec>, f32) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.read [[G]][8, 8] : (!pto.tile<16x64xf32, vec>) -> f32
// CHECK-NEXT: [[I:%[^ :,]+]] = pto.gather_row [[G]][8, 0], %{{.+}}[16, 0] sizes [1, 64] : (!pto.tile<16x64xf32, vec>, tensor<64x64xf32>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[J:%[^ :,]+]] = pto.set_validshape [[I]] valid [8, 16] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<16x64xf32, vec, valid = ?x?>
// CHECK-NEXT: [[K:%[^ :,]+]] = pto.store [[J]], %{{.+}}[16, 0] : (!pto.tile<16x64xf32, vec, valid = ?x?>, tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.store [[B]], [[K]][0, 0] : (!pto.tile<16x64xf32, vec, valid = ?x64>, tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT: [[M:%[^ :,]+]] = pto.store [[D]], [[K]][0, 0] : (!pto.tile<16x16xf32, mat>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @offsets(%x: tensor<64x64xf32>, %f: f32, %out: tensor<64x64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = pto.load %x[%c16, %c0] : (tensor<64x64xf32>) -> !t
  %b = pto.load %x[%c0, 0] valid [%c8, 64] : (tensor<64x64xf32>) -> !pto.tile<16x64xf32, vec, valid = ?x64>
  %c = pto.slice %a[%c8, %c0] : (!t) -> !pto.tile<8x64xf32, vec>
  %d = pto.extract %a[%c0, %c16] to mat : (!t) -> !pto.tile<16x16xf32, mat>
  %e = pto.assemble %a[%c8, %c0], %c : (!t, !pto.tile<8x64xf32, vec>) -> !t
  %g = pto.write %e[%c0, %c8], %f : (!t, f32) -> !t
  %h = pto.read %g[%c8, %c8] : (!t) -> f32
  %i = pto.gather_row %g[%c8, 0], %x[16, 0] sizes [1, 64] : (!t, tensor<64x64xf32>) -> !t
  %j = pto.set_validshape %i valid [%c8, %c16] : (!t) -> !pto.tile<16x64xf32, vec, valid = ?x?>
  %k = pto.store %j, %out[%c16, %c0] : (!pto.tile<16x64xf32, vec, valid = ?x?>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %l = pto.store %b, %k[%c0, %c0] : (!pto.tile<16x64xf32, vec, valid = ?x64>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = pto.store %d, %k[%c0, %c0] : (!pto.tile<16x16xf32, mat>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %h : f32
}

// CHECK-LABEL: func.func @tensors(
// CHECK: [[A:%[^ :,]+]] = pto.tensor.slice %{{.+}}[16, 0] : (tensor<64x64xf32>) -> tensor<16x64xf32>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.tensor.assemble %{{.+}}[16, 0], %{{.+}} : (tensor<64x64xf32>, tensor<16x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.tensor.write [[B]][0, 16], %{{.+}} : (tensor<64x64xf32>, f32) -> tensor<64x64xf32>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.tensor.read [[C]][16, 0] : (tensor<64x64xf32>) -> f32
func.func @tensors(%x: tensor<64x64xf32>, %y: tensor<16x64xf32>, %f: f32) -> (f32, tensor<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %a = pto.tensor.slice %x[%c16, %c0] : (tensor<64x64xf32>) -> tensor<16x64xf32>
  %b = pto.tensor.assemble %x[%c16, %c0], %y : (tensor<64x64xf32>, tensor<16x64xf32>) -> tensor<64x64xf32>
  %c = pto.tensor.write %b[%c0, %c16], %f : (tensor<64x64xf32>, f32) -> tensor<64x64xf32>
  %d = pto.tensor.read %c[%c16, %c0] : (tensor<64x64xf32>) -> f32
  return %d, %a : f32, tensor<16x64xf32>
}

// What is known at run time only stays an operand.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK: pto.load %{{.+}}[%[[N]], 16] :
func.func @dynamic(%x: tensor<64x64xf32>, %n: index, %out: tensor<64x64xf32>) {
  %c16 = arith.constant 16 : index
  %a = pto.load %x[%n, %c16] : (tensor<64x64xf32>) -> !t
  pto.store %a, %out[%n, 0] : (!t, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

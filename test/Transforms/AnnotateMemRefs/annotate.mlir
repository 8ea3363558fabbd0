// What is derived, as text: base, offset and bytes.
//
// RUN: pto-opt %s --pto-annotate-memrefs | FileCheck %s
//
// Written twice, it is written once, and it says nothing to any pass.
// RUN: pto-opt %s --pto-annotate-memrefs --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --pto-annotate-memrefs --init-memref --pto-annotate-memrefs | FileCheck %s --check-prefix=BOUND

// Tiles that are not bound yet are nowhere; tensors are what they are.
// CHECK-LABEL: func.func @unbound(
// CHECK-SAME: pto.argument_memrefs = ["x = x [1024 bytes]", "y = y"]
// CHECK: %t = pto.load {{.*}}{pto.memrefs = ["none"]}
// CHECK: %w = pto.slice {{.*}}{pto.memrefs = ["none"]}
// BOUND-LABEL: func.func @unbound(
// BOUND-SAME: pto.argument_memrefs = ["x = mem_ddr_0 [1024 bytes]", "y = mem_ddr_1"]
// BOUND: %t = pto.load {{.*}}{pto.memrefs = ["mem_vec_2 [1024 bytes]"]}
// BOUND: %w = pto.slice {{.*}}{pto.memrefs = ["mem_vec_2 + 64 [64 bytes]"]}
func.func @unbound(%x: tensor<16x16xf32>, %n: index, %y: tensor<?x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %w = pto.slice %t[1, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  return
}

// By hand: the buffer's own name, slots, several results, no address.
// CHECK-LABEL: func.func @by_hand(
// CHECK: %t = pto.load {{.*}}{pto.memrefs = ["mine + i * 1024 [1024 bytes]"]}
// CHECK: %w = pto.slice {{.*}}{pto.memrefs = ["mine + j * 64 + i * 1024 [64 bytes]"]}
// CHECK: {pto.memrefs = ["mem_acc_4 + ? [4096 bytes]"]}
// CHECK: %pos, %{{[^ ]+}} = pto.gather_compare {{.*}}pto.memrefs = ["mem_vec_5 [256 bytes]", "mem_vec_6 [4 bytes]"]
func.func @by_hand(%x: tensor<16x16xf32>, %i: index, %j: index, %k: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %mine = pto.alloc vec, addr = 64, size = 2048, id = 3 pinned slots = 2
  %mem_acc_4 = pto.alloc acc, addr = -1, size = 4096, id = 4
  %mem_vec_5 = pto.alloc vec, addr = -1, size = 256, id = 5
  %mem_vec_6 = pto.alloc vec, addr = -1, size = 4, id = 6
  %s = pto.slot %mine[%i]
  %t = pto.load %x[0, 0] to vec into %s : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %w = pto.slice %t[%j, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  %a = pto.create to acc into %mem_acc_4 : () -> !pto.tile<16x64xf32, acc>
  %b = pto.slice %a[0, 8] : (!pto.tile<16x64xf32, acc>) -> !pto.tile<16x16xf32, acc>
  %row = pto.slice %t[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<4x16xf32, vec>
  %src = pto.create to vec into %mem_vec_5 : () -> !pto.tile<1x64xf32, vec>
  %pos, %count = pto.gather_compare %src, %k, %src into %mem_vec_5, %mem_vec_6 {cmp_mode = #pto.cmp<gt>} : (!pto.tile<1x64xf32, vec>, f32, !pto.tile<1x64xf32, vec>) -> (!pto.tile<1x64xi32, vec>, !pto.tile<1x1xi32, vec>)
  return
}

// The rows of an accumulator are the chip's.
// RUN: pto-opt %s --pto-annotate-memrefs=target=a5 | FileCheck %s --check-prefix=A5
// CHECK-LABEL: func.func @rows(
// CHECK: pto.create {{.*}}["mem_acc_0 [16384 bytes]"]
// A5-LABEL: func.func @rows(
// A5: pto.create {{.*}}["mem_acc_0 [8192 bytes]"]
func.func @rows() attributes {pto.kind = #pto.function_kind<aic>} {
  %mem_acc_0 = pto.alloc acc, addr = -1, size = 16384, id = 0
  %t = pto.create to acc into %mem_acc_0 : () -> !pto.tile<16x128xi32, acc>
  return
}

// A declaration has nothing to write down.
// CHECK: func.func private @outside(tensor<4xf32>){{$}}
func.func private @outside(tensor<4xf32>)

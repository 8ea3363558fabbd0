// Programs that compilers of this kind were seen to get wrong.
//
// RUN: pto-opt %s --init-memref --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a2a3' --pto-annotate-memrefs='target=a2a3' | FileCheck %s --check-prefixes=CHECK,A2A3
// RUN: pto-opt %s --init-memref='target=a5' --pto-annotate-memrefs='target=a5' | FileCheck %s --check-prefixes=CHECK,A5

!m = !pto.tile<128x128xbf16, mat>
!p = !pto.tile<16x128xbf16, mat>

// A tile in mat that a loop fills part by part stays in mat, in one buffer, also
// two loops deep.
// CHECK-LABEL: func.func @filled_in_loop(
// CHECK: %s = pto.create {{.*}}pto.memrefs = ["mem_mat_0 [32768 bytes]"]
// CHECK: %s2 = pto.assemble {{.*}}pto.memrefs = ["mem_mat_0 [32768 bytes]"]
// CHECK: } {pto.argument_memrefs = ["t = mem_mat_0 [32768 bytes]"], pto.memrefs = ["mem_mat_0 [32768 bytes]"]}
// CHECK: } {pto.argument_memrefs = ["u = mem_mat_0 [32768 bytes]"], pto.memrefs = ["mem_mat_0 [32768 bytes]"]}
func.func @filled_in_loop(%n: index) attributes {pto.kind = #pto.function_kind<aic>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %s = pto.create to mat : () -> !m
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%u = %s) -> (!m) {
    %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %u) -> (!m) {
      %part = pto.create to mat : () -> !p
      %row = arith.muli %i, %c16 : index
      %s2 = pto.assemble %t[%row, 0], %part : (!m, !p) -> !m
      scf.yield %s2 : !m
    }
    scf.yield %q : !m
  }
  %l = pto.move %r to left : (!m) -> !pto.tile<128x128xbf16, left>
  return
}

// A carried tile that a branch in the loop may replace is on chip all the way.
// CHECK-LABEL: func.func @branch_in_loop(
// CHECK-NOT: pto.alloc ddr
// CHECK: } {pto.memrefs = ["mem_vec_2 [1024 bytes]"]}
// CHECK: } {pto.argument_memrefs = ["s = mem_vec_1 [1024 bytes]"], pto.memrefs = ["mem_vec_2 [1024 bytes]"]}
func.func @branch_in_loop(%n: index, %p: i1, %x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t) -> (!pto.tile<16x16xf32, vec>) {
    %b = scf.if %p -> (!pto.tile<16x16xf32, vec>) {
      %e = pto.exp %s : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
      scf.yield %e : !pto.tile<16x16xf32, vec>
    } else {
      scf.yield %s : !pto.tile<16x16xf32, vec>
    }
    scf.yield %b : !pto.tile<16x16xf32, vec>
  }
  return
}

// Padding rows are of the tile as a whole: a window of half of it lies within
// its bytes, on every chip.
// CHECK-LABEL: func.func @padding_rows(
// A2A3: pto.alloc acc, addr = -1, size = 16384, id = 0
// A5: pto.alloc acc, addr = -1, size = 16384, id = 0
// CHECK: %lower = pto.slice {{.*}}pto.memrefs = ["mem_acc_0 + 1024 [15360 bytes]"]
// CHECK: %half = pto.slice {{.*}}pto.memrefs = ["mem_acc_1 + 4096 [4096 bytes]"]
func.func @padding_rows() attributes {pto.kind = #pto.function_kind<aic>} {
  %t = pto.create to acc : () -> !pto.tile<32x128xi32, acc>
  %s = pto.create to acc : () -> !pto.tile<16x128xi32, acc>
  %lower = pto.slice %t[16, 0] : (!pto.tile<32x128xi32, acc>) -> !pto.tile<16x128xi32, acc>
  %half = pto.slice %s[0, 64] : (!pto.tile<16x128xi32, acc>) -> !pto.tile<16x64xi32, acc>
  return
}

// What a branch hands on of a popped tile is in no buffer of ours, nor is any
// reading of it; what is computed from it is.
// CHECK-LABEL: func.func @popped_through_branch(
// CHECK-COUNT-1: pto.alloc vec, addr = -1, size = 1024,
// CHECK-NOT: pto.alloc
// CHECK: %p = pto.tpop_from_aic {pto.memrefs = ["none"]}
// CHECK: } {pto.memrefs = ["none"]}
// CHECK: %v = pto.reshape {{.*}}pto.memrefs = ["none"]
// CHECK: %w = pto.slice {{.*}}pto.memrefs = ["none"]
// CHECK: %e = pto.muls {{.*}}pto.memrefs = ["mem_vec_0 [1024 bytes]"]
func.func @popped_through_branch(%c: i1, %f: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %p = pto.tpop_from_aic : () -> !pto.tile<16x16xf32, vec>
  %r = scf.if %c -> (!pto.tile<16x16xf32, vec>) {
    scf.yield %p : !pto.tile<16x16xf32, vec>
  } else {
    scf.yield %p : !pto.tile<16x16xf32, vec>
  }
  %v = pto.reshape %r : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x32xf32, vec>
  %w = pto.slice %v[4, 0] : (!pto.tile<8x32xf32, vec>) -> !pto.tile<4x32xf32, vec>
  %e = pto.muls %r, %f : (!pto.tile<16x16xf32, vec>, f32) -> !pto.tile<16x16xf32, vec>
  pto.system.tfree_to_aic %p : (!pto.tile<16x16xf32, vec>)
  return
}

// Tiles without valid rows, or without any valid element, have bytes, and so
// have the temporaries of ops on them.
// CHECK-LABEL: func.func @nothing_valid(
// CHECK: %a = pto.load {{.*}}pto.memrefs = ["[[A:mem_vec_[0-9]+]] [1024 bytes]"]
// CHECK: %b = pto.load {{.*}}pto.memrefs = ["[[B:mem_vec_[0-9]+]] [1024 bytes]"]
// A2A3: %c_tmp = pto.create {{.*}}pto.memrefs = ["{{.*}} [32 bytes]"]
// A2A3: %d_tmp = pto.create {{.*}}pto.memrefs = ["{{.*}} [32 bytes]"]
func.func @nothing_valid(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] valid [0, 16] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = 0x16>
  %b = pto.load %x[0, 0] valid [0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = 0x0>
  %c = pto.cast %a {saturation_mode = 0 : i32} : (!pto.tile<16x16xf32, vec, valid = 0x16>) -> !pto.tile<16x16xi16, vec, valid = 0x16>
  %d = pto.cast %b {saturation_mode = 0 : i32} : (!pto.tile<16x16xf32, vec, valid = 0x0>) -> !pto.tile<16x16xi16, vec, valid = 0x0>
  return
}

// What a view says of its valid region, its layout and its padding stays as it
// is written.
// CHECK-LABEL: func.func @types_stay(
// CHECK: %w = pto.slice {{.*}} : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec, valid = 5x16>
// CHECK: %r = pto.reshape {{.*}} : (!pto.tile<8x16xf32, vec, valid = 5x16>) -> !pto.tile<16x8xf32, vec>
// CHECK: %k = pto.set_validshape {{.*}} -> !pto.tile<16x16xf32, acc, valid = ?x16>
// CHECK: %z = pto.matmul_acc %k, {{.*}} -> !pto.tile<16x16xf32, acc, valid = ?x16>
func.func @types_stay(%x: tensor<16x16xf32>, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %w = pto.slice %t[0, 0] valid [5, 16] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec, valid = 5x16>
  %r = pto.reshape %w : (!pto.tile<8x16xf32, vec, valid = 5x16>) -> !pto.tile<16x8xf32, vec>
  %e = pto.exp %r : (!pto.tile<16x8xf32, vec>) -> !pto.tile<16x8xf32, vec>
  %a = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
  %k = pto.set_validshape %a valid [%n, 16] : (!pto.tile<16x16xf32, acc>) -> !pto.tile<16x16xf32, acc, valid = ?x16>
  %l = pto.create to left : () -> !pto.tile<16x16xbf16, left>
  %g = pto.create to right : () -> !pto.tile<16x16xbf16, right>
  %z = pto.matmul_acc %k, %l, %g : (!pto.tile<16x16xf32, acc, valid = ?x16>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc, valid = ?x16>
  return
}

// An accumulator that is updated in a straight line, by products and by
// vectors, is one accumulator; so is a tile that is scattered into.
// CHECK-LABEL: func.func @updated(
// CHECK: %c1 = pto.matmul_acc {{.*}}pto.memrefs = ["mem_acc_3 [1024 bytes]"]
// CHECK: %c2 = pto.gemv_acc {{.*}}pto.memrefs = ["mem_acc_3 [1024 bytes]"]
// CHECK: %s = pto.store %c2, {{.*}}pto.memrefs = ["mem_ddr_0 [1024 bytes]"]
func.func @updated(%out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aic>} {
  %l = pto.create to left : () -> !pto.tile<16x16xbf16, left>
  %g = pto.create to right : () -> !pto.tile<16x16xbf16, right>
  %c0 = pto.matmul %l, %g : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  %c1 = pto.matmul_acc %c0, %l, %g : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  %c2 = pto.gemv_acc %c1, %l, %g : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  %s = pto.store %c2, %out[0, 0] : (!pto.tile<16x16xf32, acc>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

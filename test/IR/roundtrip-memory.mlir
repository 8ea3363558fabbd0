// Buffers, loads, stores, moves, and tiles from nothing.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --mlir-print-op-generic | pto-opt | FileCheck %s

!v = !pto.tile<16x128xf32, vec>

// CHECK-LABEL: func.func @buffers(
// CHECK: [[A:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.alloc mat, addr = 0, size = 4096, id = 0 pinned
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.alloc vec, addr = 64, size = 32768, id = 3 pinned slots = 2
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.alloc acc, addr = -1, size = 32768, id = 4 slots = 4
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.alloc bias, addr = -1, size = 64, id = 5 {note = "kept"}
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.alloc left_scale, addr = -1, size = 64, id = 6
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.alloc right_scale, addr = -1, size = 64, id = 7
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.alloc ddr, addr = -1, size = 64, id = 8
// CHECK-NEXT: [[PING:%[^ :,]+]] = pto.declare_memref "ping"
// CHECK-NEXT: [[PP:%[^ :,]+]] = pto.declare_memref "pp" slots = 2
// CHECK-NEXT: [[S0:%[^ :,]+]] = pto.slot [[C]][1]
// CHECK-NEXT: [[S1:%[^ :,]+]] = pto.slot [[PP]][%{{.+}}]
func.func @buffers(%i: index) {
  %a = pto.alloc vec, addr = -1, size = 16384, id = 2
  %b = pto.alloc mat, addr = 0, size = 4096, id = 0 pinned
  %c = pto.alloc vec, addr = 64, size = 32768, id = 3 pinned slots = 2
  %d = pto.alloc acc, addr = -1, size = 32768, id = 4 slots = 4
  %e = pto.alloc bias, addr = -1, size = 64, id = 5 {note = "kept"}
  %f = pto.alloc left_scale, addr = -1, size = 64, id = 6
  %g = pto.alloc right_scale, addr = -1, size = 64, id = 7
  %h = pto.alloc ddr, addr = -1, size = 64, id = 8
  %ping = pto.declare_memref "ping"
  %pp = pto.declare_memref "pp" slots = 2
  %s0 = pto.slot %c[1]
  %s1 = pto.slot %pp[%i]
  return
}

// Keywords of an alloc come in any order and are printed in one.
// CHECK-LABEL: func.func @any_order(
// CHECK: pto.alloc vec, addr = 0, size = 64, id = 0 pinned slots = 2
func.func @any_order() {
  %a = pto.alloc vec, addr = 0, size = 64, id = 0 slots = 2 pinned
  return
}

// CHECK-LABEL: func.func @loads(
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] : (tensor<64x128xf32>) -> !pto.tile<16x128xf32>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] valid [%{{.+}}, 128] to mat : (tensor<64x128xf32>) -> !pto.tile<16x128xf32, mat, valid = ?x128>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.load %{{.+}}[1, %{{.+}}, 0] sizes [1, 16, 128] to vec into %{{.+}} : (tensor<2x16x128xf32>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.load %{{.+}}[0, 0] {clamp} : (tensor<64x128xf32>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat {pto.mat_bridge} : (tensor<64x128xf32>) -> !pto.tile<16x128xf32, mat>
func.func @loads(%x: tensor<64x128xf32>, %y: tensor<2x16x128xf32>, %n: index, %m: !pto.memref) {
  %a = pto.load %x[0, 0] : (tensor<64x128xf32>) -> !pto.tile<16x128xf32>
  %b = pto.load %x[%n, 0] valid [%n, 128] to mat : (tensor<64x128xf32>) -> !pto.tile<16x128xf32, mat, valid = ?x128>
  %c = pto.load %y[1, %n, 0] sizes [1, 16, 128] to vec into %m : (tensor<2x16x128xf32>) -> !v
  %d = pto.load %x[0, 0] {clamp} : (tensor<64x128xf32>) -> !v
  %e = pto.load %x[0, 0] to mat {pto.mat_bridge} : (tensor<64x128xf32>) -> !pto.tile<16x128xf32, mat>
  return
}

// CHECK-LABEL: func.func @stores(
// CHECK: [[A:%[^ :,]+]] = pto.store %{{.+}}, %{{.+}}[%{{.+}}, 0] : (!pto.tile<16x128xf32, vec>, tensor<64x128xf32>) -> tensor<64x128xf32>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.store %{{.+}}, %{{.+}}[0, %{{.+}}, 0] sizes [1, 16, 128] : (!pto.tile<16x128xf32, vec>, tensor<2x16x128xf32>) -> tensor<2x16x128xf32>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.store %{{.+}}, %{{.+}}[0, 0] {atomic = #pto.atomic<add>} : (!pto.tile<16x128xf32, vec>, tensor<64x128xf32>) -> tensor<64x128xf32>
func.func @stores(%x: tensor<64x128xf32>, %y: tensor<2x16x128xf32>, %n: index, %t: !v) {
  %a = pto.store %t, %x[%n, 0] : (!v, tensor<64x128xf32>) -> tensor<64x128xf32>
  %b = pto.store %t, %y[0, %n, 0] sizes [1, 16, 128] : (!v, tensor<2x16x128xf32>) -> tensor<2x16x128xf32>
  %c = pto.store %t, %x[0, 0] {atomic = #pto.atomic<add>} : (!v, tensor<64x128xf32>) -> tensor<64x128xf32>
  return
}

// CHECK-LABEL: func.func @moves(
// CHECK: [[A:%[^ :,]+]] = pto.move %{{.+}} to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.move %{{.+}} to vec into %{{.+}} {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.extract %{{.+}}[0, %{{.+}}] to left into %{{.+}} : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x64xbf16, left>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.extract %{{.+}}[0, 64] valid [%{{.+}}, 64] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x64xbf16, left, valid = ?x64>
func.func @moves(%t: !pto.tile<16x128xbf16, mat>, %u: !pto.tile<16x128xf32, acc>, %m: !pto.memref, %i: index) {
  %a = pto.move %t to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
  %b = pto.move %u to vec into %m {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !v
  %c = pto.extract %t[0, %i] to left into %m : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x64xbf16, left>
  %d = pto.extract %t[0, 64] valid [%i, 64] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x64xbf16, left, valid = ?x64>
  return
}

// CHECK-LABEL: func.func @from_nothing(
// CHECK: [[A:%[^ :,]+]] = pto.create : () -> !pto.tile<16x128xf32>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.create to acc into %{{.+}} : () -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.create to mat {transpose} : () -> !pto.tile<16x128xf32, mat>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.create to mat {flat_layout} : () -> !pto.tile<16x128xf32, mat>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.full %{{.+}} : (f32) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.full %{{.+}} into %{{.+}} : (f32) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.ci %{{.+}} : (i32) -> !pto.tile<1x32xi32, vec>
// CHECK-NEXT: [[J:%[^ :,]+]] = pto.ci %{{.+}}, %{{.+}} into %{{.+}} {descending} : (i32, !pto.tile<1x192xf32, vec>) -> !pto.tile<1x32xi32, vec>
// CHECK-NEXT: [[K:%[^ :,]+]] = pto.tri %{{.+}} : (i32) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.tri %{{.+}} valid [%{{.+}}, 128] into %{{.+}} {upper} : (i32) -> !pto.tile<16x128xf32, vec, valid = ?x128>
// CHECK-NEXT: [[O:%[^ :,]+]] = pto.random %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : (i32, i32, i32, i32, i32, i32) -> !pto.tile<16x128xi32, vec>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.random %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} into %{{.+}} {rounds = 7 : i64} : (i32, i32, i32, i32, i32, i32) -> !pto.tile<16x128xi32, vec>
func.func @from_nothing(%f: f32, %i: i32, %n: index, %tmp: !pto.tile<1x192xf32, vec>, %m: !pto.memref) {
  %a = pto.create : () -> !pto.tile<16x128xf32>
  %b = pto.create to acc into %m : () -> !pto.tile<16x128xf32, acc>
  %c = pto.create to mat {transpose} : () -> !pto.tile<16x128xf32, mat>
  %d = pto.create to mat {flat_layout} : () -> !pto.tile<16x128xf32, mat>
  %e = pto.full %f : (f32) -> !v
  %g = pto.full %f into %m : (f32) -> !v
  %h = pto.ci %i : (i32) -> !pto.tile<1x32xi32, vec>
  %j = pto.ci %i, %tmp into %m {descending} : (i32, !pto.tile<1x192xf32, vec>) -> !pto.tile<1x32xi32, vec>
  %k = pto.tri %i : (i32) -> !v
  %l = pto.tri %i valid [%n, 128] into %m {upper} : (i32) -> !pto.tile<16x128xf32, vec, valid = ?x128>
  %o = pto.random %i, %i, %i, %i, %i, %i : (i32, i32, i32, i32, i32, i32) -> !pto.tile<16x128xi32, vec>
  %p = pto.random %i, %i, %i, %i, %i, %i into %m {rounds = 7 : i64} : (i32, i32, i32, i32, i32, i32) -> !pto.tile<16x128xi32, vec>
  return
}

// CHECK-LABEL: func.func @elements(
// CHECK: [[A:%[^ :,]+]] = pto.read %{{.+}}[3, %{{.+}}] : (!pto.tile<16x128xf32, vec>) -> f32
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.write %{{.+}}[%{{.+}}, 0], %{{.+}} : (!pto.tile<16x128xf32, vec>, f32) -> !pto.tile<16x128xf32, vec>
func.func @elements(%t: !v, %i: index, %f: f32) -> f32 {
  %a = pto.read %t[3, %i] : (!v) -> f32
  %b = pto.write %t[%i, 0], %f : (!v, f32) -> !v
  return %a : f32
}

// CHECK-LABEL: func.func @queries(
// CHECK: [[A:%[^ :,]+]] = pto.get_block_idx : () -> index
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.get_block_num : () -> index
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.get_subblock_idx : () -> index
func.func @queries() {
  %a = pto.get_block_idx : () -> index
  %b = pto.get_block_num : () -> index
  %c = pto.get_subblock_idx : () -> index
  return
}

// Tensors in device memory, of this rank and of others.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --mlir-print-op-generic | pto-opt | FileCheck %s

!g = tensor<64x128xf32>
!w = tensor<64x128xf32, #pto.tensor_view<distributed, window = "win">>

// CHECK-LABEL: func.func @tensors(
// CHECK: [[A:%[^ :,]+]] = pto.tensor.create : () -> tensor<64x128xf32>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.tensor.create sizes [%{{.+}}, 128] {manual_dep} : () -> tensor<?x128xf32>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.tensor.create_l1 {transpose} : () -> tensor<64x128xf32>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.tensor.slice %{{.+}}[%{{.+}}, 0] : (tensor<64x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.tensor.slice %{{.+}}[0, 0] sizes [1, 128] valid [1, %{{.+}}] {clamp, drop_dims = array<i64: 0>, pad_value = #pto.pad<zero>} : (tensor<64x128xf32>) -> tensor<128xf32>
// CHECK-NEXT: [[G:%[^ :,]+]] = pto.tensor.view %{{.+}} : (tensor<64x128xf32>) -> tensor<128x64xf32, #pto.tensor_view<layout = dn>>
// CHECK-NEXT: [[H:%[^ :,]+]] = pto.tensor.view %{{.+}} sizes [%{{.+}}, 64] valid [%{{.+}}, 64] : (tensor<64x128xf32>) -> tensor<?x64xf32>
// CHECK-NEXT: [[I:%[^ :,]+]] = pto.tensor.reshape %{{.+}} : (tensor<64x128xf32>) -> tensor<8192xf32>
// CHECK-NEXT: [[J:%[^ :,]+]] = pto.tensor.reshape %{{.+}} sizes [%{{.+}}, 64] : (tensor<64x128xf32>) -> tensor<?x64xf32>
// CHECK-NEXT: [[K:%[^ :,]+]] = pto.tensor.assemble %{{.+}}[%{{.+}}, 0], [[D]] : (tensor<64x128xf32>, tensor<16x128xf32>) -> tensor<64x128xf32>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.tensor.assemble %{{.+}}[0, 0], %{{.+}} {atomic = #pto.atomic<add>} : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
// CHECK-NEXT: [[M:%[^ :,]+]] = pto.tensor.read %{{.+}}[%{{.+}}, 3] : (tensor<64x128xf32>) -> f32
// CHECK-NEXT: [[O:%[^ :,]+]] = pto.tensor.write %{{.+}}[0, %{{.+}}], %{{.+}} : (tensor<64x128xf32>, f32) -> tensor<64x128xf32>
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.tensor.dim [[B]] {axis = 0 : i64} : (tensor<?x128xf32>) -> index
// CHECK-NEXT: [[Q:%[^ :,]+]] = pto.tensor.gather_row %{{.+}}[%{{.+}}, 0], %{{.+}}[7, 0] sizes [1, 128] : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.tensor.aiv_shard %{{.+}} {split = 1 : i64} : (tensor<64x128xf32>) -> tensor<32x128xf32>
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.tensor.aic_gather [[R]] {split = 1 : i64} : (tensor<32x128xf32>) -> tensor<64x128xf32>
func.func @tensors(%x: !g, %y: !g, %n: index, %f: f32) {
  %a = pto.tensor.create : () -> !g
  %b = pto.tensor.create sizes [%n, 128] {manual_dep} : () -> tensor<?x128xf32>
  %c = pto.tensor.create_l1 {transpose} : () -> !g
  %d = pto.tensor.slice %x[%n, 0] : (!g) -> tensor<16x128xf32>
  %e = pto.tensor.slice %x[0, 0] sizes [1, 128] valid [1, %n] {clamp, drop_dims = array<i64: 0>, pad_value = #pto.pad<zero>} : (!g) -> tensor<128xf32>
  %g = pto.tensor.view %x : (!g) -> tensor<128x64xf32, #pto.tensor_view<layout = dn>>
  %h = pto.tensor.view %x sizes [%n, 64] valid [%n, 64] : (!g) -> tensor<?x64xf32>
  %i = pto.tensor.reshape %x : (!g) -> tensor<8192xf32>
  %j = pto.tensor.reshape %x sizes [%n, 64] : (!g) -> tensor<?x64xf32>
  %k = pto.tensor.assemble %x[%n, 0], %d : (!g, tensor<16x128xf32>) -> !g
  %l = pto.tensor.assemble %x[0, 0], %y {atomic = #pto.atomic<add>} : (!g, !g) -> !g
  %m = pto.tensor.read %x[%n, 3] : (!g) -> f32
  %o = pto.tensor.write %x[0, %n], %f : (!g, f32) -> !g
  %p = pto.tensor.dim %b {axis = 0 : i64} : (tensor<?x128xf32>) -> index
  %q = pto.tensor.gather_row %x[%n, 0], %y[7, 0] sizes [1, 128] : (!g, !g) -> !g
  %r = pto.tensor.aiv_shard %x {split = 1 : i64} : (!g) -> tensor<32x128xf32>
  %s = pto.tensor.aic_gather %r {split = 1 : i64} : (tensor<32x128xf32>) -> !g
  return
}

// CHECK-LABEL: func.func @paged(
// CHECK: [[A:%[^ :,]+]] = pto.tensor.paged_gather %{{.+}}, %{{.+}}, %{{.+}} {block_size = 16 : i64, max_indices = 16 : i64, size = 128 : i64} : (tensor<64x128xf32>, tensor<16xi32>, tensor<4xi32>) -> tensor<16x128xf32>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.tensor.paged_gather %{{.+}}, %{{.+}}, %{{.+}} {block_size = 16 : i64, col_off = 64 : i64, is_b_matrix, is_trans, max_indices = 16 : i64, size = 64 : i64, space = #pto.memory_space<vec>} : (tensor<64x128xf32>, tensor<16xi32>, tensor<4xi32>) -> tensor<16x64xf32>
func.func @paged(%x: !g, %i: tensor<16xi32>, %t: tensor<4xi32>) {
  %a = pto.tensor.paged_gather %x, %i, %t {block_size = 16 : i64, max_indices = 16 : i64, size = 128 : i64} : (!g, tensor<16xi32>, tensor<4xi32>) -> tensor<16x128xf32>
  %b = pto.tensor.paged_gather %x, %i, %t {block_size = 16 : i64, col_off = 64 : i64, is_b_matrix, is_trans, max_indices = 16 : i64, size = 64 : i64, space = #pto.memory_space<vec>} : (!g, tensor<16xi32>, tensor<4xi32>) -> tensor<16x64xf32>
  return
}

// CHECK-LABEL: func.func @queries(
// CHECK: [[A:%[^ :,]+]] = pto.tensor.get_block_idx : () -> index
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.tensor.get_block_num : () -> index
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.tensor.get_subblock_idx : () -> index
func.func @queries() {
  %a = pto.tensor.get_block_idx : () -> index
  %b = pto.tensor.get_block_num : () -> index
  %c = pto.tensor.get_subblock_idx : () -> index
  return
}

// CHECK-LABEL: func.func @other_ranks(
// CHECK: pto.pld.put %{{.+}}[0, 0], %{{.+}}[%{{.+}}, 0] peer %{{.+}} stage %{{.+}} sizes [16, 128] : (tensor<64x128xf32, #pto.tensor_view<distributed, window = "win">>, tensor<64x128xf32>, i32, !pto.tile<16x128xf32, vec>)
// CHECK-NEXT: pto.pld.get %{{.+}}[0, 0], %{{.+}}[0, 0] peer %{{.+}} stage %{{.+}} stage2 %{{.+}} {atomic = #pto.atomic<add>} : (tensor<64x128xf32>, tensor<64x128xf32, #pto.tensor_view<distributed, window = "win">>, i32, !pto.tile<16x128xf32, vec>, !pto.tile<16x128xf32, vec>)
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.pld.remote_load %{{.+}}[%{{.+}}, 0] peer %{{.+}} into %{{.+}} : (tensor<64x128xf32, #pto.tensor_view<distributed, window = "win">>, i32) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.pld.remote_load %{{.+}}[0, 0] peer %{{.+}} valid [%{{.+}}, 128] {allow_physical_tail_padding} : (tensor<64x128xf32, #pto.tensor_view<distributed, window = "win">>, i32) -> !pto.tile<16x128xf32, vec, valid = ?x128>
// CHECK-NEXT: pto.pld.remote_store [[A]], %{{.+}}[%{{.+}}, 0] peer %{{.+}} {atomic = #pto.atomic<add>} : (!pto.tile<16x128xf32, vec>, tensor<64x128xf32, #pto.tensor_view<distributed, window = "win">>, i32)
func.func @other_ranks(%x: !g, %w: !w, %peer: i32, %n: index, %s: !pto.tile<16x128xf32, vec>, %m: !pto.memref) {
  pto.pld.put %w[0, 0], %x[%n, 0] peer %peer stage %s sizes [16, 128] : (!w, !g, i32, !pto.tile<16x128xf32, vec>)
  pto.pld.get %x[0, 0], %w[0, 0] peer %peer stage %s stage2 %s {atomic = #pto.atomic<add>} : (!g, !w, i32, !pto.tile<16x128xf32, vec>, !pto.tile<16x128xf32, vec>)
  %a = pto.pld.remote_load %w[%n, 0] peer %peer into %m : (!w, i32) -> !pto.tile<16x128xf32, vec>
  %b = pto.pld.remote_load %w[0, 0] peer %peer valid [%n, 128] {allow_physical_tail_padding} : (!w, i32) -> !pto.tile<16x128xf32, vec, valid = ?x128>
  pto.pld.remote_store %a, %w[%n, 0] peer %peer {atomic = #pto.atomic<add>} : (!pto.tile<16x128xf32, vec>, !w, i32)
  return
}

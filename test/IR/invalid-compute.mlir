// Element-wise ops, reductions, products, views and gathers that can't be.
//
// RUN: pto-opt %s -verify-diagnostics -split-input-file

func.func @unary_shape(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{result shape must be 16x64, found 16x32}}
  %r = pto.exp %t : (!pto.tile<16x64xf32>) -> !pto.tile<16x32xf32>
  return
}

// -----

func.func @unary_element(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{result element type must be 'f32', found 'f16'}}
  %r = pto.exp %t : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf16>
  return
}

// -----

func.func @unary_operand(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{operand #0 must be tile of integers, but got '!pto.tile<16x64xf32>'}}
  %r = pto.not %t : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @result_space(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{result space must be vec, found mat}}
  %r = pto.exp %t : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf32, mat>
  return
}

// -----

func.func @broadcast(%t: !pto.tile<16x64xf32>, %u: !pto.tile<8x64xf32>) {
  // expected-error@+1 {{operands don't broadcast: extent 0 of operand 1 is 8, expected 16 or 1}}
  %r = pto.add %t, %u : (!pto.tile<16x64xf32>, !pto.tile<8x64xf32>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @broadcast_result(%t: !pto.tile<16x1xf32>, %u: !pto.tile<1x64xf32>) {
  // expected-error@+1 {{result shape must be 16x64, found 16x1}}
  %r = pto.add %t, %u : (!pto.tile<16x1xf32>, !pto.tile<1x64xf32>) -> !pto.tile<16x1xf32>
  return
}

// -----

func.func @promotion(%t: !pto.tile<16x64xf32>, %u: !pto.tile<16x64xf16>) {
  // expected-error@+1 {{result element type must be 'f32', found 'f16'}}
  %r = pto.add %t, %u : (!pto.tile<16x64xf32>, !pto.tile<16x64xf16>) -> !pto.tile<16x64xf16>
  return
}

// -----

func.func @mask_element(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the mask must hold ui8, found 'i1'}}
  %r = pto.cmp %t, %t {cmp_type = #pto.cmp<eq>} : (!pto.tile<16x64xf32>, !pto.tile<16x64xf32>) -> !pto.tile<16x64xi1>
  return
}

// -----

func.func @mask_extent(%t: !pto.tile<16x512xf32>, %f: f32) {
  // expected-error@+1 {{the last extent of the mask must be 64 for 512 columns, found 32}}
  %r = pto.cmps %t, %f {cmp_type = #pto.cmp<eq>} : (!pto.tile<16x512xf32>, f32) -> !pto.tile<16x32xui8>
  return
}

// -----

func.func @selected(%m: !pto.tile<16x32xui8>, %t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the result must have the shape and the element type of what is selected from}}
  %r = pto.sel %m, %t, %t, %t : (!pto.tile<16x32xui8>, !pto.tile<16x64xf32>, !pto.tile<16x64xf32>, !pto.tile<16x64xf32>) -> !pto.tile<16x32xf32>
  return
}

// -----

func.func @selected_elements(%m: !pto.tile<16x32xui8>, %t: !pto.tile<16x64xf32>, %u: !pto.tile<16x64xf16>) {
  // expected-error@+1 {{both values must have one element type}}
  %r = pto.sel %m, %t, %u, %t : (!pto.tile<16x32xui8>, !pto.tile<16x64xf32>, !pto.tile<16x64xf16>, !pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @fillpad_expand(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{extent 0 of the result must be at least 16, found 8}}
  %r = pto.fillpad_expand %t : (!pto.tile<16x64xf32>) -> !pto.tile<8x64xf32>
  return
}

// -----

func.func @row_reduction(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{result shape must be 16x1, found 1x64}}
  %r = pto.row_sum %t, %t : (!pto.tile<16x64xf32>, !pto.tile<16x64xf32>) -> !pto.tile<1x64xf32>
  return
}

// -----

func.func @column_reduction(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{result shape must be 1x64, found 16x1}}
  %r = pto.col_max %t : (!pto.tile<16x64xf32>) -> !pto.tile<16x1xf32>
  return
}

// -----

func.func @sort_pairs(%t: !pto.tile<1x64xf32>, %i: !pto.tile<1x64xi32>) {
  // expected-error@+1 {{the result must hold pairs: the source's shape with the last extent doubled, 128}}
  %r = pto.sort32 %t, %i : (!pto.tile<1x64xf32>, !pto.tile<1x64xi32>) -> !pto.tile<1x64xf32>
  return
}

// -----

func.func @merge_one(%t: !pto.tile<1x64xf32>) {
  // expected-error@+1 {{merges two to four tiles, found 1}}
  %r = pto.mrgsort_format2 %t tmp %t : (!pto.tile<1x64xf32> tmp !pto.tile<1x64xf32>) -> !pto.tile<1x64xf32>
  return
}

// -----

func.func @merge_workspace(%t: !pto.tile<1x64xf32>) {
  // expected-error@+1 {{the result must have the workspace's shape}}
  %r = pto.mrgsort_format2 %t, %t tmp %t : (!pto.tile<1x64xf32>, !pto.tile<1x64xf32> tmp !pto.tile<1x64xf32>) -> !pto.tile<1x128xf32>
  return
}

// -----

func.func @product_depth(%l: !pto.tile<16x64xbf16>, %r: !pto.tile<32x16xbf16>) {
  // expected-error@+1 {{the left operand has 64 columns, the right one 32 rows; they must be equal}}
  %p = pto.matmul %l, %r : (!pto.tile<16x64xbf16>, !pto.tile<32x16xbf16>) -> !pto.tile<16x16xf32>
  return
}

// -----

func.func @product_shape(%l: !pto.tile<16x64xbf16>, %r: !pto.tile<64x32xbf16>) {
  // expected-error@+1 {{result shape must be 16x32, found 32x16}}
  %p = pto.matmul %l, %r : (!pto.tile<16x64xbf16>, !pto.tile<64x32xbf16>) -> !pto.tile<32x16xf32>
  return
}

// -----

func.func @product_element(%l: !pto.tile<16x64xi8>, %r: !pto.tile<64x32xi8>) {
  // expected-error@+1 {{result element type must be 'i32', found 'f32'}}
  %p = pto.matmul %l, %r : (!pto.tile<16x64xi8>, !pto.tile<64x32xi8>) -> !pto.tile<16x32xf32>
  return
}

// -----

func.func @product_rank(%l: !pto.tile<2x16x64xbf16>, %r: !pto.tile<64x32xbf16>) {
  // expected-error@+1 {{operands must have rank 2, found 3 and 2}}
  %p = pto.matmul %l, %r : (!pto.tile<2x16x64xbf16>, !pto.tile<64x32xbf16>) -> !pto.tile<16x32xf32>
  return
}

// -----

func.func @product_space(%l: !pto.tile<16x64xbf16>, %r: !pto.tile<64x32xbf16>) {
  // expected-error@+1 {{result space must be acc, found vec}}
  %p = pto.matmul %l, %r : (!pto.tile<16x64xbf16>, !pto.tile<64x32xbf16>) -> !pto.tile<16x32xf32, vec>
  return
}

// -----

func.func @accumulator_element(%a: !pto.tile<16x32xbf16>, %l: !pto.tile<16x64xbf16>, %r: !pto.tile<64x32xbf16>) {
  // expected-error@+1 {{the accumulator must hold f32 or i32, found 'bf16'}}
  %p = pto.matmul_acc %a, %l, %r : (!pto.tile<16x32xbf16>, !pto.tile<16x64xbf16>, !pto.tile<64x32xbf16>) -> !pto.tile<16x32xbf16>
  return
}

// -----

func.func @scaled_element(%l: !pto.tile<16x64xbf16>, %s: !pto.tile<16x2xf8E8M0FNU>) {
  // expected-error@+1 {{the left operand must hold f8E4M3FN, found 'bf16'}}
  %p = pto.matmul_mx %l, %s, %l, %s : (!pto.tile<16x64xbf16>, !pto.tile<16x2xf8E8M0FNU>, !pto.tile<16x64xbf16>, !pto.tile<16x2xf8E8M0FNU>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @slice_leaves(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the window [48, 80) of dimension 1 leaves the source's 64}}
  %s = pto.slice %t[0, 48] : (!pto.tile<16x64xf32>) -> !pto.tile<16x32xf32>
  return
}

// -----

func.func @slice_negative(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{offset 0 must not be negative, found -1}}
  %s = pto.slice %t[-1, 0] : (!pto.tile<16x64xf32>) -> !pto.tile<8x64xf32>
  return
}

// -----

func.func @slice_rank(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the window must have 2 entries, found 1}}
  %s = pto.slice %t[0, 0] : (!pto.tile<16x64xf32>) -> !pto.tile<64xf32>
  return
}

// -----

func.func @slice_space(%t: !pto.tile<16x64xf32, acc>) {
  // expected-error@+1 {{result space must be operand 0's, acc, found vec}}
  %s = pto.slice %t[0, 0] : (!pto.tile<16x64xf32, acc>) -> !pto.tile<16x32xf32, vec>
  return
}

// -----

func.func @reshape_elements(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the result must have as many elements as the source, 1024, found 512}}
  %s = pto.reshape %t : (!pto.tile<16x64xf32>) -> !pto.tile<512xf32>
  return
}

// -----

func.func @reinterpret_bytes(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the result must have as many bytes as the source, 4096, found 2048}}
  %s = pto.reinterpret_view %t : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf16>
  return
}

// -----

func.func @transpose_view(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the result must be the source with its last two dimensions swapped}}
  %s = pto.transpose_view %t : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @transpose_axes(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{axes must be between -2 and 1, found 0 and 2}}
  %s = pto.transpose %t {axis2 = 2 : i64} : (!pto.tile<16x64xf32>) -> !pto.tile<64x16xf32>
  return
}

// -----

func.func @assemble_offsets(%t: !pto.tile<16x64xf32>, %w: !pto.tile<8x64xf32>) {
  // expected-error@+1 {{the offset list must have 2 entries, found 1}}
  %s = pto.assemble %t[0], %w : (!pto.tile<16x64xf32>, !pto.tile<8x64xf32>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @concat(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the result must be the operands side by side: 16x128}}
  %s = pto.concat %t, %t : (!pto.tile<16x64xf32>, !pto.tile<16x64xf32>) -> !pto.tile<32x64xf32>
  return
}

// -----

func.func @pattern(%t: !pto.tile<16x64xf32>) {
  // expected-error@+1 {{the pattern must be between 1 and 7, found 8}}
  %s = pto.gather_mask %t {mask_pattern = 8 : i64} : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @gather(%t: !pto.tile<16x64xf32>, %i: !pto.tile<16x32xi32>) {
  // expected-error@+1 {{the result must have the indices' shape and the source's element type}}
  %s = pto.gather %t, %i, %t : (!pto.tile<16x64xf32>, !pto.tile<16x32xi32>, !pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @half_bound(%t: !pto.tile<16x64xf32>, %k: f32, %m: !pto.memref) {
  // expected-error@+1 {{'into' must name one buffer for each of the 2 results, or none; found 1}}
  %p, %c = pto.gather_compare %t, %k, %t into %m {cmp_mode = #pto.cmp<gt>} : (!pto.tile<16x64xf32>, f32, !pto.tile<16x64xf32>) -> (!pto.tile<16x64xi32>, !pto.tile<16x1xi32>)
  return
}

// -----

func.func @mgather_space(%x: tensor<64x64xf32>, %i: tensor<16xi32>) {
  // expected-error@+1 {{can't gather into left: device memory is reachable from vec and mat only}}
  %t = pto.mgather %x, %i to left : (tensor<64x64xf32>, tensor<16xi32>) -> !pto.tile<16x64xf32, left>
  return
}

// -----

func.func @mgather_bounds(%x: tensor<64x64xf32>, %i: tensor<16xi32>) {
  // expected-error@+1 {{'gather_oob' must be between 0 and 3, found 4}}
  %t = pto.mgather %x, %i {gather_oob = 4 : i64} : (tensor<64x64xf32>, tensor<16xi32>) -> !pto.tile<16x64xf32>
  return
}

// -----

func.func @gather_row(%t: !pto.tile<16x64xf32>, %x: tensor<64x64xf32>) {
  // expected-error@+1 {{the index list of the tensor must have 2 entries, found 1}}
  %r = pto.gather_row %t[0, 0], %x[0] sizes [1, 64] : (!pto.tile<16x64xf32>, tensor<64x64xf32>) -> !pto.tile<16x64xf32>
  return
}

// -----

// Its result would be a tile that can't be: that is told, not made.
func.func @reduction_of_packed_floats(%t: !pto.tile<16x64xf4E2M1FN>) {
  // expected-error@+2 {{no result can be inferred: the last extent of a tile of packed 4-bit floats must be even, found 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %r = pto.row_max %t, %t : (!pto.tile<16x64xf4E2M1FN>, !pto.tile<16x64xf4E2M1FN>) -> !pto.tile<16x1xf32>
  return
}

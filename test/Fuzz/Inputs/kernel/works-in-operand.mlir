func.func @two_results(%x: tensor<16x16xf32>, %k: f32) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %g:2 = pto.gather_compare %t, %k, %t {cmp_mode = #pto.cmp<gt>} : (!pto.tile<16x16xf32>, f32, !pto.tile<16x16xf32>) -> (!pto.tile<16x16xi32>, !pto.tile<16x1xi32>)
  return
}

// The author reads what an op worked in before: no plan helps.
func.func @k(%a: tensor<64x64xbf16>, %s: bf16, %o: tensor<64x64xbf16>, %oi: tensor<64x64xi32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %0 = pto.load %a[0, 0] : (tensor<64x64xbf16>) -> !pto.tile<8x8xbf16>
  %6 = pto.load %a[0, 8] : (tensor<64x64xbf16>) -> !pto.tile<8x8xbf16>
  %p, %c = pto.gather_compare %6, %s, %0 {cmp_mode = #pto.cmp<lt>} : (!pto.tile<8x8xbf16>, bf16, !pto.tile<8x8xbf16>) -> (!pto.tile<8x8xi32>, !pto.tile<8x1xi32>)
  %11 = pto.load %a[3, 32] : (tensor<64x64xbf16>) -> !pto.tile<8x4xbf16>
  %12 = pto.row_expand_expdif %0, %11 : (!pto.tile<8x8xbf16>, !pto.tile<8x4xbf16>) -> !pto.tile<8x8xbf16>
  %18 = pto.store %12, %o[0, 0]  : (!pto.tile<8x8xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %19 = pto.store %p, %oi[0, 0]  : (!pto.tile<8x8xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  %20 = pto.store %c, %oi[0, 16]  : (!pto.tile<8x1xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  return
}

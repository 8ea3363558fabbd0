func.func @callee(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  pto.store %t, %x[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
func.func @caller(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  func.call @callee(%x) : (tensor<16x16xf32>) -> ()
  pto.store %t, %x[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

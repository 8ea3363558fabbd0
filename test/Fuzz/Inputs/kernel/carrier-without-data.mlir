func.func @computed_from_carrier(%arg0: tensor<16x16xbf16>, %arg1: index, %arg2: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pto.load %arg0[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16>
  %1 = pto.create : () -> !pto.tile<16x16xf32>
  %2 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %1) -> (!pto.tile<16x16xf32>) {
    %4 = pto.slice %arg4[0, 0]  : (!pto.tile<16x16xf32>) -> !pto.tile<8x16xf32>
    %5 = pto.store %4, %arg2[0, 0]  : (!pto.tile<8x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %6 = pto.tile_cast %arg4  : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
    %7 = pto.matmul_acc %6, %0, %0  : (!pto.tile<16x16xf32>, !pto.tile<16x16xbf16>, !pto.tile<16x16xbf16>) -> !pto.tile<16x16xf32>
    scf.yield %arg4 : !pto.tile<16x16xf32>
  }
  %3 = pto.store %2, %arg2[0, 0]  : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

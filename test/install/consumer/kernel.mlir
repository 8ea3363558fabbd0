// A product, mixed with what was there before, in a dialect of our own.
module attributes {pto.target = "nano"} {
  func.func @main(%x: tensor<16x16xf16>, %y: tensor<16x16xf16>, %old: tensor<16x16xf32>,
                  %out: tensor<16x16xf32>)
      attributes {pto.kind = #pto.function_kind<incore>} {
    %a = mini.fetch %x : tensor<16x16xf16> -> !pto.tile<16x16xf16>
    %b = mini.fetch %y : tensor<16x16xf16> -> !pto.tile<16x16xf16>
    %c = pto.matmul %a, %b : (!pto.tile<16x16xf16>, !pto.tile<16x16xf16>) -> !pto.tile<16x16xf32>
    %o = mini.fetch %old : tensor<16x16xf32> -> !pto.tile<16x16xf32>
    %m = mini.blend %c, %o : !pto.tile<16x16xf32>, !pto.tile<16x16xf32> -> !pto.tile<16x16xf32>
    pto.store %m, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return
  }
}

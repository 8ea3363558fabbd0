!t = !pto.tile<64x64xf32, vec>
func.func @shifted(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 16384, size = 16384, id = 0
  %b = pto.alloc vec, addr = 8192, size = 16384, id = 1
  %c = pto.alloc vec, addr = 32768, size = 16384, id = 2
  %t = pto.load %x[0, 0] to vec into %a : (tensor<64x64xf32>) -> !t
  %u = pto.load %x[0, 0] to vec into %b : (tensor<64x64xf32>) -> !t
  %s = pto.add %t, %u into %c : (!t, !t) -> !t
  pto.store %s, %out[0, 0] : (!t, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

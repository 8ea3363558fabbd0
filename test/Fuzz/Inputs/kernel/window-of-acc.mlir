!a = !pto.tile<16x16xbf16>
!v = !pto.tile<16x16xf32>
func.func @windows_of_carried_acc(%x: tensor<16x16xbf16>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !a
  %e = pto.create : () -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %e) -> (!v) {
    %s = pto.slice %acc[0, 0] : (!v) -> !pto.tile<16x8xf32>
    %s2 = pto.slice %s[8, 0] : (!pto.tile<16x8xf32>) -> !pto.tile<8x8xf32>
    pto.store %s2, %out[0, 0] : (!pto.tile<8x8xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %q = pto.reshape %s : (!pto.tile<16x8xf32>) -> !pto.tile<8x16xf32>
    %e2 = pto.abs %q : (!pto.tile<8x16xf32>) -> !pto.tile<8x16xf32>
    pto.store %e2, %out[0, 0] : (!pto.tile<8x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %z = pto.matmul_acc %acc, %t, %t : (!v, !a, !a) -> !v
    scf.yield %z : !v
  }
  pto.store %r, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

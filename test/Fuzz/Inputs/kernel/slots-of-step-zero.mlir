!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>
func.func @ranges(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c1 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %pp = pto.declare_memref "pp" slots = 32
  %s0 = pto.slot %pp[31]
  %x = pto.load %a[0, 0] to vec into %s0 : (!t) -> !v
  scf.for %i = %c1 to %c4 step %c1 {
    %si = pto.slot %pp[%i]
    %y = pto.load %a[0, 0] to vec into %si : (!t) -> !v
    %z = pto.add %x, %y : (!v, !v) -> !v
    pto.store %z, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

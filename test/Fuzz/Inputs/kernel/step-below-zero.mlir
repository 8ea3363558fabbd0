!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>
func.func @out_of_range_always(%a: !t, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c1 = arith.constant -32 : index
  %c2 = arith.constant 16 : index
  %c8 = arith.constant 8192 : index
  %m = pto.declare_memref "m" slots = 2
  scf.for %j = %c2 to %c8 step %c1 {
    %s = pto.slot %m[%j]
    %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
  }
  return
}

// No slot that there is, where nothing runs.
!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>
func.func @out_of_range_always(%a: !t, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = pto.declare_memref "m" slots = 2
  scf.for %j = %c2 to %c0 step %c1 {
    %s = pto.slot %m[%j]
    %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
  }
  return
}

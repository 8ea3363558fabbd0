func.func @k() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.system.reserve_buffer "pipe" size = 9223372036854775807, base = -1
  %1 = pto.system.reserve_buffer "c" size = 4096, base = -1
  return
}

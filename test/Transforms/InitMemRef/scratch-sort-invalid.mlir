// Sorting needs its temporary on both chips.
//
// RUN: pto-opt %s --init-memref='target=a2a3' -verify-diagnostics
// RUN: pto-opt %s --init-memref='target=a5' -verify-diagnostics

func.func @sort(%in: tensor<1x64xf32>, %i: tensor<1x64xi32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %in[0, 0] valid [1, %n] to vec : (tensor<1x64xf32>) -> !pto.tile<1x64xf32, vec, valid = 1x?>
  %idx = pto.load %i[0, 0] to vec : (tensor<1x64xi32>) -> !pto.tile<1x64xi32, vec>
  // expected-note@+1 {{the temporary is made here}}
  %t = pto.create to vec : () -> !pto.tile<1x32xf32, vec>
  // expected-error@+1 {{has 128 bytes, and the op needs 256 under fixed addresses}}
  %s = pto.sort32 %x, %idx, %t : (!pto.tile<1x64xf32, vec, valid = 1x?>, !pto.tile<1x64xi32, vec>, !pto.tile<1x32xf32, vec>) -> !pto.tile<1x128xf32, vec>
  return
}

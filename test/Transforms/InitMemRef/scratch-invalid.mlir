// A temporary that is too small under fixed addresses.
//
// RUN: pto-opt %s --init-memref='target=a2a3' -verify-diagnostics -split-input-file
// RUN: pto-opt %s --materialize-level3-scratch='target=a2a3 planner=optimal' -verify-diagnostics -split-input-file
//
// On a chip that needs none, and where the assembler plans, nobody asks.
// RUN: pto-opt %s --init-memref='target=a5' -split-input-file -o %t
// RUN: pto-opt %s --init-memref='target=a2a3 planner=ptoas' -split-input-file -o %t
// RUN: pto-opt %s --init-memref -split-input-file -o %t

func.func @counting(%c0: i32) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the temporary is made here}}
  %t = pto.create to vec : () -> !pto.tile<1x128xf32, vec>
  // expected-error@+1 {{the temporary 't' (!pto.tile<1x128xf32, vec>) has 512 bytes, and the op needs 768 under fixed addresses}}
  %a = pto.ci %c0, %t : (i32, !pto.tile<1x128xf32, vec>) -> !pto.tile<1x32xi32, vec>
  return
}

// -----

func.func @counting_narrow(%c0: i16) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{the temporary is made here}}
  %t = pto.create to vec : () -> !pto.tile<1x192xf32, vec>
  // expected-error@+1 {{has 768 bytes, and the op needs 1792 under fixed addresses}}
  %a = pto.ci %c0, %t : (i16, !pto.tile<1x192xf32, vec>) -> !pto.tile<1x32xi16, vec>
  return
}

// -----

func.func @conversion() attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
  // expected-note@+1 {{the temporary is made here}}
  %t = pto.create to vec : () -> !pto.tile<1x992xi8, vec>
  // expected-error@+1 {{has 992 bytes, and the op needs 1024 under fixed addresses}}
  %c = pto.cast %x, %t {saturation_mode = 0 : i32} : (!pto.tile<16x16xf32, vec>, !pto.tile<1x992xi8, vec>) -> !pto.tile<16x16xi16, vec>
  return
}

// -----

// A saturating one reads none, whatever it is.
func.func @saturating() attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
  %t = pto.create to vec : () -> !pto.tile<1x32xi8, vec>
  %c = pto.cast %x, %t : (!pto.tile<16x16xf32, vec>, !pto.tile<1x32xi8, vec>) -> !pto.tile<16x16xi16, vec>
  return
}

// Plans of another planner, reduced, with what the judge holds against each.
//
// RUN: pto-opt %s -split-input-file -verify-diagnostics --verify-memory-plan

// A sum over the bytes of a loaded tile while the other operand is popped from
// the pipe of two cores: the chip can't.
!v = !pto.tile<8x256xf32, vec>
!x = tensor<16x8192xf32>
module attributes {pto.target = #pto.target<a2a3>} {
func.func @residual_of_popped(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>} {
  %a = pto.alloc vec, addr = 32768, size = 8192, id = 0
  %b = pto.alloc vec, addr = 32768, size = 8192, id = 1
  %pipe = pto.system.reserve_buffer "pipe" size = 32768, base = 0
  // expected-note @below {{'resid' is at vec [0x8000, 0xa000)}}
  %resid = pto.load %x[0, 0] to vec into %a : (!x) -> !v
  %acc = pto.tpop_from_aic {split = 1 : i64} : () -> !v
  // expected-error @below {{'pto.add' leaves 'sum' in bytes of the loaded tile 'resid' while it reads 'acc' from a pipe, which target a2a3 can't [mp-r12]}}
  // expected-note @below {{'sum' is at vec [0x8000, 0xa000)}}
  %sum = pto.add %acc, %resid into %b : (!v, !v) -> !v
  pto.system.tfree_to_aic %acc {split = 1 : i64} : (!v)
  pto.store %sum, %out[0, 0] : (!v, !x) -> !x
  return
}
}

// -----

// A result that begins in front of a window of another tile and ends inside of
// its first row.
!w = !pto.tile<4x448xf32, vec>
!c = !pto.tile<4x64xf32, vec>
!s = !pto.tile<4x1xf32, vec, layout = #pto.layout<blayout = col_major>>
!x = tensor<64x512xf32>
func.func @shifted_over_a_window(%x: !x, %y: tensor<64x1xf32>, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.alloc vec, addr = 2048, size = 7168, id = 0
  %b = pto.alloc vec, addr = 16384, size = 32, id = 1
  %m = pto.alloc vec, addr = 3072, size = 1024, id = 2
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !w
  %f = pto.load %y[0, 0] to vec into %b : (tensor<64x1xf32>) -> !s
  // expected-note @below {{'c' is at vec [}}
  %c = pto.slice %t[0, 384] : (!w) -> !c
  // expected-error @below {{'pto.row_expand_mul' leaves 'r' in part of operand 0, 'c': they must start together or share no byte [mp-r10]}}
  // expected-note @below {{'r' is at vec [0xc00, 0x1000)}}
  %r = pto.row_expand_mul %c, %f into %m : (!c, !s) -> !c
  pto.store %r, %out[0, 0] : (!c, !x) -> !x
  return
}

// -----

// Rows that a loop reads one after the other, and a result over the first of
// them, which has been read by then. The judge knows places that are chosen at
// run time by their range alone, and refuses what it can't prove.
!t = !pto.tile<8x128xf32, vec>
!r = !pto.tile<1x128xf32, vec>
!x = tensor<64x128xf32>
func.func @rows_in_order(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.alloc vec, addr = 0, size = 4096, id = 0
  %b = pto.alloc vec, addr = 0, size = 512, id = 1
  %k = pto.alloc vec, addr = 8192, size = 512, id = 2
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{on the path through an earlier iteration of this 'scf.for'}}
  scf.for %i = %c0 to %c7 step %c1 {
    %row = pto.slice %t[%i, 0] : (!t) -> !r
    // expected-error @below {{'pto.abs' reads 'row' at a run-time place in vec [0x0, 0xe00), but bytes [0x0, 0x200) hold 'e' [mp-r1]}}
    %p = pto.abs %row into %k : (!r) -> !r
    // expected-note @below {{'e' is put here, at vec [0x0, 0x200)}}
    %e = pto.exp %p into %b : (!r) -> !r
    pto.store %e, %out[%i, 0] : (!r, !x) -> !x
  }
  return
}

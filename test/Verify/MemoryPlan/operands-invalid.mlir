// Rules mp-r9 to mp-r12: what operands and results of one op may share.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r9: not even through a view, and not in one byte.
func.func @no_alias(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 992, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'v' is at vec [0x0, 0x400)}}
  %v = pto.reshape %t : (!t) -> !pto.tile<8x32xf32, vec>
  // expected-error @below {{'pto.recip' must not leave 'r' in bytes of operand 0, 'v' [mp-r9]}}
  // expected-note @below {{'r' is at vec [0x3e0, 0x7e0)}}
  %r = pto.recip %v into %b : (!pto.tile<8x32xf32, vec>) -> !pto.tile<8x32xf32, vec>
  pto.store %r, %out[0, 0] : (!pto.tile<8x32xf32, vec>, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r9 by operand: the vector that is spread out, not the tile.
func.func @by_operand(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'v' is at vec [0x400, 0x440)}}
  %v = pto.load %x[0, 0] to vec into %b : (!x) -> !pto.tile<16x1xf32, vec>
  %r = pto.row_expand_mul %t, %v into %a : (!t, !pto.tile<16x1xf32, vec>) -> !t
  // expected-error @below {{'pto.row_expand_mul' must not leave 's' in bytes of operand 1, 'v' [mp-r9]}}
  // expected-note @below {{'s' is at vec [0x400, 0x800)}}
  %s = pto.row_expand_mul %r, %v into %b : (!t, !pto.tile<16x1xf32, vec>) -> !t
  pto.store %s, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!x = tensor<64x64xf16>

// mp-r9 by direction: a cast that widens must not be in place, one that narrows
// may.
func.func @by_direction(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is at vec [0x0, 0x200)}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf16, vec>
  // expected-error @below {{'pto.cast' must not leave 'w' in bytes of operand 0, 't' [mp-r9]}}
  // expected-note @below {{'w' is at vec [0x0, 0x400)}}
  %w = pto.cast %t into %a : (!pto.tile<16x16xf16, vec>) -> !pto.tile<16x16xf32, vec>
  %n = pto.cast %w into %a : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf16, vec>
  pto.store %n, %out[0, 0] : (!pto.tile<16x16xf16, vec>, !x) -> !x
  return
}

// -----

!x = tensor<64x64xf32>

// mp-r9 by target: the temporary of prelu is dead on a5 only.
module attributes {pto.target = #pto.target<a2a3>} {
func.func @a2a3(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 1024, id = 2
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %s = pto.load %x[0, 0] to vec into %b : (!x) -> !pto.tile<16x16xf32, vec>
  // expected-note @below {{'tmp' is at vec [0x800, 0xc00)}}
  %tmp = pto.create to vec into %c : () -> !pto.tile<16x16xf32, vec>
  // expected-error @below {{'pto.prelu' must not leave 'p' in bytes of operand 2, 'tmp' [mp-r9]}}
  // expected-note @below {{'p' is at vec [0x800, 0xc00)}}
  %p = pto.prelu %t, %s, %tmp into %c : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
  pto.store %p, %out[0, 0] : (!pto.tile<16x16xf32, vec>, !x) -> !x
  return
}
}

// -----

!x = tensor<64x64xf32>

module attributes {pto.target = #pto.target<a5>} {
func.func @a5(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 1024, id = 2
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %s = pto.load %x[0, 0] to vec into %b : (!x) -> !pto.tile<16x16xf32, vec>
  %tmp = pto.create to vec into %c : () -> !pto.tile<16x16xf32, vec>
  %p = pto.prelu %t, %s, %tmp into %c : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
  pto.store %p, %out[0, 0] : (!pto.tile<16x16xf32, vec>, !x) -> !x
  return
}
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r10: in place is from the start; a window at the start of its root is.
func.func @shifted_in_place(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 512, size = 1024, id = 1
  // expected-note @below {{'t' is at vec [0x0, 0x400)}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-error @below {{'pto.exp' leaves 'e' in part of operand 0, 't': they must start together or share no byte [mp-r10]}}
  // expected-note @below {{'e' is at vec [0x200, 0x600)}}
  %e = pto.exp %t into %b : (!t) -> !t
  %w = pto.slice %e[0, 0] : (!t) -> !pto.tile<4x8xf32, vec>
  %n = pto.exp %w into %b : (!pto.tile<4x8xf32, vec>) -> !pto.tile<4x8xf32, vec>
  pto.store %n, %out[0, 0] : (!pto.tile<4x8xf32, vec>, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r10: an operand that is overwritten from another operand in the middle of it.
func.func @assembled_from_itself(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'r' is at vec [0x40, 0x80)}}
  %r = pto.slice %t[1, 0] : (!t) -> !pto.tile<1x16xf32, vec>
  // expected-error @below {{'pto.assemble' leaves 'u' in part of operand 1, 'r': they must start together or share no byte [mp-r10]}}
  // expected-note @below {{'u' is at vec [0x0, 0x400)}}
  %u = pto.assemble %t[0, 0], %r : (!t, !pto.tile<1x16xf32, vec>) -> !t
  pto.store %u, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!x = tensor<64x64xf32>

// mp-r10: two results of one op.
func.func @two_results(%x: !x, %f: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 1024, id = 2
  %d = pto.alloc vec, addr = 3040, size = 64, id = 3
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %tmp = pto.create to vec into %b : () -> !pto.tile<16x16xf32, vec>
  // expected-error @below {{'pto.gather_compare' leaves 'g#0' and 'g#1' in the same bytes [mp-r10]}}
  // expected-note @below {{'g#0' is at vec [0x800, 0xc00)}}
  // expected-note @below {{'g#1' is at vec [0xbe0, 0xc20)}}
  %g:2 = pto.gather_compare %t, %f, %tmp into %c, %d {cmp_mode = #pto.cmp<gt>} : (!pto.tile<16x16xf32, vec>, f32, !pto.tile<16x16xf32, vec>) -> (!pto.tile<16x16xi32, vec>, !pto.tile<1x16xi32, vec>)
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r11: a temporary in bytes of what the op reads.
func.func @scratch_in_operand(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 992, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 64, id = 2
  // expected-note @below {{'t' is at vec [0x0, 0x400)}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'tmp' is at vec [0x3e0, 0x7e0)}}
  %tmp = pto.create to vec into %b : () -> !t
  // expected-error @below {{the temporary 'tmp' of 'pto.row_max' shares bytes with operand 0, 't' [mp-r11]}}
  %m = pto.row_max %t, %tmp into %c : (!t, !t) -> !pto.tile<16x1xf32, vec>
  pto.store %m, %out[0, 0] : (!pto.tile<16x1xf32, vec>, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r12: on a2a3, in a vector function on two cores, while a tile is popped.
module attributes {pto.target = #pto.target<a2a3>} {
func.func @hazard(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-note @below {{'v' is at vec [0x0, 0x400)}}
  %v = pto.reshape %t : (!t) -> !t
  %p = pto.tpop_from_aic : () -> !t
  // expected-error @below {{'pto.add' leaves 's' in bytes of the loaded tile 'v' while it reads 'p' from a pipe, which target a2a3 can't [mp-r12]}}
  // expected-note @below {{'s' is at vec [0x0, 0x400)}}
  %s = pto.add %v, %p into %a : (!t, !t) -> !t
  // What was computed is no load.
  %q = pto.tpop_from_aic : () -> !t
  %r = pto.add %s, %q into %a : (!t, !t) -> !t
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}
func.func @not_split(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %p = pto.tpop_from_aic : () -> !t
  %s = pto.add %t, %p into %a : (!t, !t) -> !t
  pto.store %s, %out[0, 0] : (!t, !x) -> !x
  return
}
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

module attributes {pto.target = #pto.target<a5>} {
func.func @no_hazard(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %p = pto.tpop_from_aic : () -> !t
  %s = pto.add %t, %p into %a : (!t, !t) -> !t
  pto.store %s, %out[0, 0] : (!t, !x) -> !x
  return
}
}

// Declared buffers that can't be: what is wrong is told at the tile or the
// declaration, with the other party as a note.
//
// RUN: pto-opt %s --init-memref -verify-diagnostics -split-input-file

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>

// Sized at compile time, and not by what turns out to be valid.
func.func @dynamic_shape() attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  // expected-error@+1 {{'x' (!pto.tile<16x?xf32, vec>) is bound to 'm', whose tiles must be sized at compile time; say the run-time extent in 'valid'}}
  %x = pto.create to vec into %m : () -> !pto.tile<16x?xf32, vec>
  return
}

// -----

// A run-time extent of the valid region is in order.
func.func @dynamic_valid(%a: tensor<16x16xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  %x = pto.load %a[0, 0] valid [%n, 16] to vec into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec, valid = ?x16>
  return
}

// -----

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>

// All tiles of one buffer are in one memory.
func.func @mixed_spaces(%a: !t) attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.declare_memref "m"
  // expected-note@+1 {{the first one is 'x' (!pto.tile<16x16xf32, vec>)}}
  %x = pto.load %a[0, 0] to vec into %m : (!t) -> !v
  // expected-error@+1 {{tiles of 'm' must be in the same memory space: 'y' (!pto.tile<16x16xf32, mat>) is in mat, the first one in vec}}
  %y = pto.load %a[0, 0] to mat into %m : (!t) -> !pto.tile<16x16xf32, mat>
  return
}

// -----

!t = tensor<16x16xf32>

// Also through two declarations of its name, and in other slots.
func.func @mixed_spaces_of_slots(%a: !t) attributes {pto.kind = #pto.function_kind<incore>} {
  %m = pto.declare_memref "m" slots = 2
  %n = pto.declare_memref "m" slots = 2
  %s0 = pto.slot %m[0]
  %s1 = pto.slot %n[1]
  // expected-note@+1 {{the first one is 'x'}}
  %x = pto.load %a[0, 0] to mat into %s0 : (!t) -> !pto.tile<16x16xf32, mat>
  // expected-error@+1 {{tiles of 'm' must be in the same memory space}}
  %y = pto.load %a[0, 0] to vec into %s1 : (!t) -> !pto.tile<16x16xf32, vec>
  return
}

// -----

// The memory must be said; also where a tile without one would be in device
// memory.
func.func @no_space(%a: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<opaque>} {
  %m = pto.declare_memref "m"
  // expected-error@+1 {{a tile bound to 'm' needs an explicit memory space: 'x' (!pto.tile<16x16xf32>)}}
  %x = pto.load %a[0, 0] into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  return
}

// -----

func.func @no_space_on_device(%a: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  // expected-error@+1 {{tile 'x' (!pto.tile<16x16xf32>) has no memory space; run --infer-tile-memory-space first}}
  %x = pto.load %a[0, 0] into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  return
}

// -----

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>

// One name has one number of slots, though its uses never meet.
func.func @slots_disagree(%a: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  scf.if %p {
    // expected-note@+1 {{the other one is here}}
    %m = pto.declare_memref "m" slots = 2
    %s = pto.slot %m[0]
    %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
    pto.store %x, %out[0, 0] : (!v, !t) -> !t
  } else {
    // expected-error@+1 {{two declarations of 'm' disagree on how many slots it has: 2 and 3}}
    %m = pto.declare_memref "m" slots = 3
    %s = pto.slot %m[0]
    %y = pto.load %a[0, 0] to vec into %s : (!t) -> !v
    pto.store %y, %out[0, 0] : (!v, !t) -> !t
  }
  return
}

// -----

func.func @no_slots() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{a declaration has at least one slot, found 0}}
  %m = pto.declare_memref "m" slots = 0
  return
}

// -----

func.func @out_of_range() attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m" slots = 2
  // expected-error@+1 {{slot 2 is out of range: the buffer has 2 slots}}
  %s = pto.slot %m[2]
  return
}

// -----

func.func @below_range() attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m" slots = 2
  // expected-error@+1 {{slot -1 is out of range: the buffer has 2 slots}}
  %s = pto.slot %m[-1]
  return
}

// -----

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>

// A constant value counts as what it is.
func.func @out_of_range_value(%a: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c2 = arith.constant 2 : index
  // expected-note@+1 {{the buffer is here}}
  %m = pto.declare_memref "m" slots = 2
  // expected-error@+1 {{slot 2 is out of range: the buffer has 2 slots}}
  %s = pto.slot %m[%c2]
  %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
  return
}

// -----

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>

// So does what can only be too large.
func.func @out_of_range_always(%a: !t, %i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // expected-note@+1 {{the buffer is here}}
  %m = pto.declare_memref "m" slots = 2
  scf.for %j = %c2 to %c8 step %c1 {
    // expected-error@+1 {{every slot from 2 to 7 is out of range: the buffer has 2 slots}}
    %s = pto.slot %m[%j]
    %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
  }
  return
}

// -----

func.func @single_slot() attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  // expected-error@+1 {{the buffer has a single slot and takes no index: bind the tile to the buffer itself}}
  %s = pto.slot %m[0]
  return
}

// -----

func.func @no_name() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{a declaration needs a name}}
  %m = pto.declare_memref ""
  return
}

// -----

func.func @name_is_no_text() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{expected attribute value}}
  %m = pto.declare_memref ping
  return
}

// -----

// More bytes than there are numbers for.
func.func @overflow() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{'m' with 9223372036854775807 slots of 1024 bytes overflows a 64-bit size}}
  %m = pto.declare_memref "m" slots = 9223372036854775807
  %s = pto.slot %m[0]
  %x = pto.create to vec into %s : () -> !pto.tile<16x16xf32, vec>
  return
}

// -----

func.func @overflow_of_one() attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  // expected-error@+1 {{a tile with so many elements has no size in 64 bits}}
  %x = pto.create to vec into %m : () -> !pto.tile<4611686018427387904x4xf32, vec>
  return
}

// -----

// With the padding rows of an accumulator.
func.func @overflow_of_accumulator() attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.declare_memref "m"
  // expected-error@+1 {{in bytes does not fit 64 bits}}
  %x = pto.create to acc into %m : () -> !pto.tile<1x72057594037927936xi32, acc>
  return
}

// -----

// A tile has one buffer: two names can't both be it.
func.func @two_names(%a: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  %n = pto.declare_memref "n"
  // expected-error@+1 {{expected ':'}}
  %x = pto.load %a[0, 0] to vec into %m, %n : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  return
}

// -----

// A view lies where its source does.
func.func @view(%a: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  %x = pto.load %a[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  // expected-error@+1 {{nothing can be bound here: a view or an update in place lands in its source tile's buffer; bind the source}}
  %y = pto.reshape %x into %m : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x32xf32, vec>
  return
}

// -----

func.func @window(%a: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  %x = pto.load %a[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  // expected-error@+1 {{lands in its source tile's buffer; bind the source}}
  %y = pto.slice %x[0, 0] into %m : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
  return
}

// -----

// So does what is updated in place.
func.func @in_place(%c: index) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.declare_memref "m"
  %a = pto.create to left : () -> !pto.tile<16x16xbf16, left>
  %b = pto.create to right : () -> !pto.tile<16x16xbf16, right>
  %p = pto.create to acc : () -> !pto.tile<16x16xf32, acc>
  // expected-error@+1 {{lands in its source tile's buffer; bind the source}}
  %q = pto.matmul_acc %p, %a, %b into %m : (!pto.tile<16x16xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  return
}

// -----

// The number of operands is checked in the generic form, too.
func.func @generic(%a: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %m = pto.declare_memref "m"
  %x = pto.load %a[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  // expected-error@+1 {{op requires a single operand}}
  %y = "pto.reshape"(%x, %m) : (!pto.tile<16x16xf32, vec>, !pto.memref) -> !pto.tile<8x32xf32, vec>
  return
}

// -----

// Parameters carry no buffers.
func.func @parameter(%m: !pto.memref, %a: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<opaque>} {
  // expected-error@+1 {{the buffer of 'x' (!pto.tile<16x16xf32, vec>) must come from pto.alloc, pto.declare_memref or pto.slot}}
  %x = pto.load %a[0, 0] to vec into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  return
}

// -----

// Nor is a declaration handed on.
func.func @handed_on(%p: i1) -> !pto.memref attributes {pto.kind = #pto.function_kind<opaque>} {
  // expected-error@+1 {{a declared buffer is named by 'into' and pto.slot alone}}
  %m = pto.declare_memref "m"
  // expected-note@+1 {{it is also used here}}
  return %m : !pto.memref
}

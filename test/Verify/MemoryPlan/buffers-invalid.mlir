// Rules mp-r3 to mp-r8: what buffers, addresses and reserved ranges must keep.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r3
func.func @unbound(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error @below {{'pto.load' makes 't', which has no buffer; run --init-memref first [mp-r3]}}
  %t = pto.load %x[0, 0] to vec : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r3
func.func @declared(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %p = pto.declare_memref "ping"
  // expected-error @below {{'t' is bound to a buffer that no pto.alloc makes; run --init-memref first [mp-r3]}}
  %t = pto.load %x[0, 0] to vec into %p : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r3
func.func @unplaced(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error @below {{buffer mem_vec_0 has no address; run --allocate-memory-addr [mp-r3]}}
  %a = pto.alloc vec, addr = -1, size = 1024, id = 0
  %unused = pto.alloc vec, addr = -1, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r3
func.func @wrong_space(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-note @below {{the buffer is mem_mat_0}}
  %a = pto.alloc mat, addr = 0, size = 1024, id = 0
  // expected-error @below {{'t' is in vec and its buffer in mat [mp-r3]}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r4: a shrunk buffer, and a slot that is too small.
func.func @shrunk(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-note @below {{the buffer is mem_vec_0}}
  %a = pto.alloc vec, addr = 0, size = 992, id = 0
  // expected-note @below {{the buffer is mem_vec_1}}
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1 slots = 2
  %s = pto.slot %b[0]
  // expected-error @below {{'t' takes 1024 bytes, its buffer has 992 [mp-r4]}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-error @below {{'u' takes 1024 bytes, its slot has 512 [mp-r4]}}
  %u = pto.load %x[0, 0] to vec into %s : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  pto.store %u, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r4: rows of accumulators are allocated by 16, or 32.
module attributes {pto.target = #pto.target<a2a3>} {
func.func @rows(%out: !x) attributes {pto.kind = #pto.function_kind<aic>} {
  %l = pto.alloc left, addr = 0, size = 512, id = 0
  %r = pto.alloc right, addr = 0, size = 512, id = 1
  // expected-note @below {{the buffer is mem_acc_2}}
  %a = pto.alloc acc, addr = 0, size = 512, id = 2
  %left = pto.create to left into %l : () -> !pto.tile<8x16xbf16, left>
  %right = pto.create to right into %r : () -> !pto.tile<16x16xbf16, right>
  // expected-error @below {{'m' takes 1024 bytes, its buffer has 512 [mp-r4]}}
  %m = pto.matmul %left, %right into %a : (!pto.tile<8x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<8x16xf32, acc>
  pto.store %m, %out[0, 0] : (!pto.tile<8x16xf32, acc>, !x) -> !x
  return
}
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r5
func.func @unaligned(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error @below {{buffer mem_vec_0 starts at 0x10, which is no multiple of 32 [mp-r5]}}
  %a = pto.alloc vec, addr = 16, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r6
module attributes {pto.target = #pto.target<a2a3>} {
func.func @too_high(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error @below {{buffer mem_vec_0 ends at 0x2e020, but the vec memory of target a2a3 ends at 0x2e000 [mp-r6]}}
  %a = pto.alloc vec, addr = 187424, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}
func.func @exact(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 187392, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}
func.func @no_such_memory(%out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error @below {{buffer mem_left_scale_0 is in left_scale, which target a2a3 does not have [mp-r6]}}
  %a = pto.alloc left_scale, addr = 0, size = 1024, id = 0
  %t = pto.create to left_scale into %a : () -> !pto.tile<16x16xf8E8M0FNU, left_scale>
  return
}
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r6: addresses leave 64 bits.
func.func @overflow(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error @below {{buffer mem_vec_0 at 0x7fffffffffffffe0 with 1024 bytes leaves 64 bits [mp-r6]}}
  %a = pto.alloc vec, addr = 9223372036854775776, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r7
func.func @reserved(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note @below {{the reserved range 'ring' is at vec [0x200, 0x600)}}
  %r = pto.system.reserve_buffer "ring" size = 1024, base = 512
  // expected-error @below {{mem_vec_0 takes vec [0x200, 0x400) of the reserved range 'ring' [mp-r7]}}
  // expected-note @below {{mem_vec_0 is at vec [0x0, 0x400)}}
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r7: reserved ranges are apart, and placed; those of a cube function are in
// mat, so that nothing is in the way of its accumulators.
func.func @two_ranges() attributes {pto.kind = #pto.function_kind<aic>} {
  // expected-note @below {{the reserved range 'a' is at mat [0x0, 0x400)}}
  %r = pto.system.reserve_buffer "a" size = 1024, base = 0
  // expected-error @below {{the reserved range 'b' takes mat [0x3e0, 0x400) of the reserved range 'a' [mp-r7]}}
  // expected-note @below {{the reserved range 'b' is at mat [0x3e0, 0x7e0)}}
  %s = pto.system.reserve_buffer "b" size = 1024, base = 992
  // expected-error @below {{the reserved range 'c' has no base; run --allocate-memory-addr [mp-r7]}}
  %u = pto.system.reserve_buffer "c" size = 1024, base = -1
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.create to vec into %a : () -> !t
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// mp-r8: nobody else is in a pinned buffer, not even when it holds nothing.
func.func @pinned(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-note @below {{mem_vec_0 is at vec [0x0, 0x400)}}
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0 pinned
  // expected-error @below {{mem_vec_1 takes vec [0x3e0, 0x400) of the pinned buffer mem_vec_0 [mp-r8]}}
  // expected-note @below {{mem_vec_1 is at vec [0x3e0, 0x7e0)}}
  %b = pto.alloc vec, addr = 992, size = 1024, id = 1
  // expected-error @below {{mem_vec_2 takes vec [0x0, 0x20) of the pinned buffer mem_vec_0 [mp-r8]}}
  // expected-note @below {{mem_vec_2 is at vec [0x0, 0x20)}}
  %c = pto.alloc vec, addr = 0, size = 32, id = 2
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
  pto.store %u, %out[0, 0] : (!t, !x) -> !x
  %v = pto.load %x[0, 0] to vec into %c : (!x) -> !pto.tile<1x8xf32, vec>
  pto.store %v, %out[0, 0] : (!pto.tile<1x8xf32, vec>, !x) -> !x
  return
}

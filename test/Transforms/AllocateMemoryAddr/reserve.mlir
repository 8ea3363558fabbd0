// Ranges that are kept for the pipes between cores come first.
//
// RUN: pto-opt %s --allocate-memory-addr='target=a2a3' -split-input-file -verify-diagnostics | FileCheck %s

// In a vector function the range lies in vec; tiles start above it.
// CHECK-LABEL: func.func @automatic(
// CHECK: pto.alloc vec, addr = 4096, size = 16384, id = 0
// CHECK: pto.alloc vec, addr = 20480, size = 16384, id = 1
// CHECK: pto.system.reserve_buffer "ring" size = 4096, base = 0
func.func @automatic() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %q = pto.system.reserve_buffer "ring" size = 4096, base = -1
  %a = pto.create to vec into %0 : () -> !pto.tile<64x64xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<64x64xf32, vec>
  return
}

// In a mixed function too; other memories start at 0.
// CHECK-LABEL: func.func @mixed(
// CHECK: pto.alloc vec, addr = 4128, size = 64, id = 0
// CHECK: pto.alloc mat, addr = 0, size = 2048, id = 1
// CHECK: pto.system.reserve_buffer "ring" size = 4100, base = 0
func.func @mixed() attributes {pto.kind = #pto.function_kind<incore>} {
  %0 = pto.alloc vec, addr = -1, size = 64, id = 0
  %1 = pto.alloc mat, addr = -1, size = 2048, id = 1
  %q = pto.system.reserve_buffer "ring" size = 4100, base = -1
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  %b = pto.create to mat into %1 : () -> !pto.tile<32x32xbf16, mat>
  return
}

// In a cube function it lies in mat.
// CHECK-LABEL: func.func @cube(
// CHECK: pto.alloc mat, addr = 4096, size = 2048, id = 0
// CHECK: pto.alloc left, addr = 0, size = 2048, id = 1
// CHECK: pto.system.reserve_buffer "ring" size = 4096, base = 0
func.func @cube() attributes {pto.kind = #pto.function_kind<aic>} {
  %0 = pto.alloc mat, addr = -1, size = 2048, id = 0
  %1 = pto.alloc left, addr = -1, size = 2048, id = 1
  %q = pto.system.reserve_buffer "ring" size = 4096, base = -1
  %a = pto.create to mat into %0 : () -> !pto.tile<32x32xbf16, mat>
  %b = pto.create to left into %1 : () -> !pto.tile<32x32xbf16, left>
  return
}

// A base that was chosen is taken as it is; what lies below it stays unused.
// CHECK-LABEL: func.func @chosen(
// CHECK: pto.alloc vec, addr = 12288, size = 16384, id = 0
// CHECK: pto.alloc vec, addr = 28672, size = 16384, id = 1
// CHECK: pto.system.reserve_buffer "ring" size = 4096, base = 8192
func.func @chosen() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 16384, id = 0
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %q = pto.system.reserve_buffer "ring" size = 4096, base = 8192
  %a = pto.create to vec into %0 : () -> !pto.tile<64x64xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<64x64xf32, vec>
  return
}

// Several follow each other in program order, behind chosen ones as well.
// CHECK-LABEL: func.func @several(
// CHECK: pto.alloc vec, addr = 14336, size = 64, id = 0
// CHECK: pto.system.reserve_buffer "a" size = 4096, base = 0
// CHECK: pto.system.reserve_buffer "b" size = 2048, base = 8192
// CHECK: pto.system.reserve_buffer "c" size = 4096, base = 10240
func.func @several() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 64, id = 0
  %p = pto.system.reserve_buffer "a" size = 4096, base = -1
  %q = pto.system.reserve_buffer "b" size = 2048, base = 8192
  %r = pto.system.reserve_buffer "c" size = 4096, base = -1
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  return
}

// A function with nothing but a range gets its base.
// CHECK-LABEL: func.func @only_range(
// CHECK: pto.system.reserve_buffer "ring" size = 4096, base = 0
// CHECK: pto.system.import_peer_buffer "ring" of "peer"
func.func @only_range() attributes {pto.kind = #pto.function_kind<aiv>} {
  %q = pto.system.reserve_buffer "ring" size = 4096, base = -1
  %p = pto.system.import_peer_buffer "ring" of "peer"
  return
}

// -----

// Two ranges on the same bytes.
func.func @overlap() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{'a' takes [0, 4096)}}
  %p = pto.system.reserve_buffer "a" size = 4096, base = -1
  // expected-error@+1 {{overlapping reserve_buffer ranges: 'b' takes [2048, 3072)}}
  %q = pto.system.reserve_buffer "b" size = 1024, base = 2048
  return
}

// -----

// The range leaves too little: the error says whom the bytes belong to.
// expected-error@+2 {{Mat buffer usage (532480 bytes) exceeds platform limit (524288 bytes) of target a2a3 in function 'no_room': 8192 bytes too many in 1 buffer}}
// expected-note@+1 {{532480 bytes are needed at one time, so that no placement can exist}}
func.func @no_room() attributes {pto.kind = #pto.function_kind<aic>} {
  %0 = pto.alloc mat, addr = -1, size = 8192, id = 0
  // expected-note@+2 {{bytes 0 to 524288 are reserved by system.reserve_buffer for 'ring'}}
  // expected-note@+1 {{the tiles would fit without the bytes that are taken from here}}
  %q = pto.system.reserve_buffer "ring" size = 524288, base = -1
  // expected-note@+2 {{8192 bytes for 'a' (!pto.tile<32x128xbf16, mat>)}}
  // expected-note@+1 {{the tiles would fit without 'a' (!pto.tile<32x128xbf16, mat>)}}
  %a = pto.create to mat into %0 : () -> !pto.tile<32x128xbf16, mat>
  return
}

// -----

// A range in another memory is not blamed.
// expected-error@+2 {{Right buffer usage (131072 bytes) exceeds platform limit (65536 bytes) of target a2a3 in function 'not_to_blame': 65536 bytes too many in 1 buffer}}
// expected-note@+1 {{131072 bytes are needed at one time, so that no placement can exist}}
func.func @not_to_blame() attributes {pto.kind = #pto.function_kind<aic>} {
  %0 = pto.alloc right, addr = -1, size = 131072, id = 0
  %q = pto.system.reserve_buffer "ring" size = 4096, base = -1
  // expected-note@+2 {{131072 bytes for 'a' (!pto.tile<256x256xf16, right>)}}
  // expected-note@+1 {{the tiles would fit if 'a' (!pto.tile<256x256xf16, right>) had half as many bytes}}
  %a = pto.create to right into %0 : () -> !pto.tile<256x256xf16, right>
  return
}

// -----

// Who sets memory aside runs on the device, also where nothing says so and no
// tile is there.
// CHECK-LABEL: func.func @no_kind_no_tile(
// CHECK: pto.system.reserve_buffer "ring" size = 4096, base = 0
func.func @no_kind_no_tile() {
  %0 = pto.system.reserve_buffer "ring" size = 4096, base = -1
  return
}

// -----

// No range is so large that its end can't be counted.
func.func @too_large() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{the reserved range 'pipe' ends above 2^60}}
  %q = pto.system.reserve_buffer "pipe" size = 9223372036854775807, base = -1
  %r = pto.system.reserve_buffer "c" size = 4096, base = -1
  return
}

// -----

func.func @too_large_behind_another() attributes {pto.kind = #pto.function_kind<aiv>} {
  %q = pto.system.reserve_buffer "c" size = 4096, base = -1
  // expected-error@+1 {{the reserved range 'pipe' ends above 2^60}}
  %r = pto.system.reserve_buffer "pipe" size = 9223372036854775807, base = -1
  return
}

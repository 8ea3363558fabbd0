// A buffer that the author pinned with an address keeps it; all others go
// around it.
//
// RUN: pto-opt %s --allocate-memory-addr='target=a2a3' -split-input-file -verify-diagnostics | FileCheck %s

// Filled up below it, then above it.
// CHECK-LABEL: func.func @around(
// CHECK: pto.alloc vec, addr = 16384, size = 16384, id = 0 pinned
// CHECK: pto.alloc vec, addr = 0, size = 16384, id = 1
// CHECK: pto.alloc vec, addr = 32768, size = 16384, id = 2
func.func @around() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = 16384, size = 16384, id = 0 pinned
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %2 = pto.alloc vec, addr = -1, size = 16384, id = 2
  %a = pto.create to vec into %0 : () -> !pto.tile<64x64xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<64x64xf32, vec>
  %c = pto.create to vec into %2 : () -> !pto.tile<64x64xf32, vec>
  return
}

// What does not fit below goes above, over several of them.
// CHECK-LABEL: func.func @over_two(
// CHECK: pto.alloc vec, addr = 64, size = 64, id = 0 pinned
// CHECK: pto.alloc vec, addr = 128, size = 64, id = 1 pinned
// CHECK: pto.alloc vec, addr = 192, size = 128, id = 2
func.func @over_two() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = 64, size = 64, id = 0 pinned
  %1 = pto.alloc vec, addr = 128, size = 64, id = 1 pinned
  %2 = pto.alloc vec, addr = -1, size = 128, id = 2
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<1x16xf32, vec>
  %c = pto.create to vec into %2 : () -> !pto.tile<1x32xf32, vec>
  return
}

// Pinned without an address: placed like the rest, and still nobody's but its
// own. All slots count.
// CHECK-LABEL: func.func @without_address(
// CHECK: pto.alloc vec, addr = 0, size = 32768, id = 0 pinned slots = 2
// CHECK: pto.alloc vec, addr = 32768, size = 16384, id = 1
func.func @without_address(%i: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 32768, id = 0 pinned slots = 2
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  %s = pto.slot %0[%i]
  %a = pto.create to vec into %s : () -> !pto.tile<64x64xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<64x64xf32, vec>
  return
}

// Another memory has its own addresses.
// CHECK-LABEL: func.func @other_memory(
// CHECK: pto.alloc mat, addr = 0, size = 2048, id = 0 pinned
// CHECK: pto.alloc vec, addr = 0, size = 64, id = 1
func.func @other_memory() attributes {pto.kind = #pto.function_kind<incore>} {
  %0 = pto.alloc mat, addr = 0, size = 2048, id = 0 pinned
  %1 = pto.alloc vec, addr = -1, size = 64, id = 1
  %a = pto.create to mat into %0 : () -> !pto.tile<32x32xbf16, mat>
  %b = pto.create to vec into %1 : () -> !pto.tile<1x16xf32, vec>
  return
}

// -----

// Two that can't move, on the same bytes.
func.func @collide() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{which takes [0, 64)}}
  %0 = pto.alloc vec, addr = 0, size = 64, id = 0 pinned
  // expected-error@+1 {{the pinned buffer at [32, 96) lies on another that can't move}}
  %1 = pto.alloc vec, addr = 32, size = 64, id = 1 pinned
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<1x16xf32, vec>
  return
}

// -----

// On a range that is kept for a pipe.
func.func @collide_with_range() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{the pinned buffer at [4064, 4128) lies on another that can't move}}
  %0 = pto.alloc vec, addr = 4064, size = 64, id = 0 pinned
  // expected-note@+1 {{which takes [0, 4096)}}
  %q = pto.system.reserve_buffer "ring" size = 4096, base = 0
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  return
}

// -----

// Beyond the end of the memory.
// expected-error@+1 {{Vec buffer usage (188480 bytes) exceeds platform limit (188416 bytes) of target a2a3 in function 'beyond': what can't move ends there}}
func.func @beyond() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-note@+1 {{bytes 188416 to 188480 are pinned by the author}}
  %0 = pto.alloc vec, addr = 188416, size = 64, id = 0 pinned
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  return
}

// -----

// Two slots that are chosen at run time and can never be the same one may be
// needed at the same time, under every planner.
// CHECK-LABEL: func.func @never_one_slot(
// CHECK: pto.alloc vec, addr = 0, size = 32768, id = 0 pinned slots = 2
// CHECK: pto.alloc vec, addr = 32768, size = 16384, id = 1
func.func @never_one_slot(%x: tensor<64x64xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = pto.alloc vec, addr = -1, size = 32768, id = 0 pinned slots = 2
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  scf.for %i = %c0 to %n step %c1 {
    %this = arith.remsi %i, %c2 : index
    %next = arith.addi %i, %c1 : index
    %other = arith.remsi %next, %c2 : index
    %s = pto.slot %0[%this]
    %a = pto.load %x[0, 0] to vec into %s : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
    %t = pto.slot %0[%other]
    %b = pto.load %x[0, 0] to vec into %t : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
    %c = pto.add %a, %b into %1 : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
    pto.store %c, %x[0, 0] : (!pto.tile<64x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  }
  return
}

// -----

// Two turns further on it is the same slot again.
func.func @one_slot_again(%x: tensor<64x64xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // expected-note@+1 {{the buffer of both}}
  %0 = pto.alloc vec, addr = -1, size = 32768, id = 0 pinned slots = 2
  %1 = pto.alloc vec, addr = -1, size = 16384, id = 1
  scf.for %i = %c0 to %n step %c1 {
    %this = arith.remsi %i, %c2 : index
    %next = arith.addi %i, %c2 : index
    %other = arith.remsi %next, %c2 : index
    %s = pto.slot %0[%this]
    %a = pto.load %x[0, 0] to vec into %s : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
    %t = pto.slot %0[%other]
    // expected-error@+1 {{'b' (!pto.tile<64x64xf32, vec>) overwrites the buffer of 'a' (!pto.tile<64x64xf32, vec>), which is still needed}}
    %b = pto.load %x[0, 0] to vec into %t : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
    // expected-note@+1 {{it is read here}}
    %c = pto.add %a, %b into %1 : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
    pto.store %c, %x[0, 0] : (!pto.tile<64x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  }
  return
}

// -----

func.func @far_off() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{the pinned buffer ends above 2^60}}
  %0 = pto.alloc vec, addr = 9223372036854775744, size = 64, id = 0 pinned
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  return
}

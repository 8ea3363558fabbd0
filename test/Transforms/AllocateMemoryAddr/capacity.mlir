// When a memory is full.
//
// RUN: pto-opt %s --allocate-memory-addr -split-input-file -verify-diagnostics | FileCheck %s

// Exactly all that may be used of vec on a2a3: its top 8 KiB may not. (B64)
// CHECK-LABEL: func.func @exactly_full(
// CHECK: pto.alloc vec, addr = 0, size = 188416, id = 0
module attributes {pto.target = #pto.target<a2a3>} {
  func.func @exactly_full() attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 188416, id = 0
    %a = pto.create to vec into %0 : () -> !pto.tile<64x736xf32, vec>
    return
  }
}

// -----

// A single tile that is too large names itself.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+2 {{Vec buffer usage (192512 bytes) exceeds platform limit (188416 bytes) of target a2a3 in function 'too_large': 4096 bytes too many in 1 buffer}}
  // expected-note@+1 {{192512 bytes are needed at one time, so that no placement can exist}}
  func.func @too_large() attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 192512, id = 0
    // expected-note@+2 {{192512 bytes for 'a' (!pto.tile<64x752xf32, vec>)}}
    // expected-note@+1 {{the tiles would fit if 'a' (!pto.tile<64x752xf32, vec>) had half as many bytes}}
    %a = pto.create to vec into %0 : () -> !pto.tile<64x752xf32, vec>
    return
  }
}

// -----

// The same tile fits a5.
// CHECK-LABEL: func.func @fits_a5(
// CHECK: pto.alloc vec, addr = 0, size = 192512, id = 0
module attributes {pto.target = #pto.target<a5>} {
  func.func @fits_a5() attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 192512, id = 0
    %a = pto.create to vec into %0 : () -> !pto.tile<64x752xf32, vec>
    return
  }
}

// -----

// Together too many: the largest come first.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+2 {{Left buffer usage (98304 bytes) exceeds platform limit (65536 bytes) of target a2a3 in function 'together': 32768 bytes too many in 3 buffers}}
  // expected-note@+1 {{buffers that are not needed at the same time could share: --memory-reuse lets them, and with planner=optimal they fit, in 65536 bytes}}
  func.func @together() attributes {pto.kind = #pto.function_kind<aic>} {
    %0 = pto.alloc left, addr = -1, size = 16384, id = 0
    %1 = pto.alloc left, addr = -1, size = 65536, id = 1
    %2 = pto.alloc left, addr = -1, size = 16384, id = 2
    %a = pto.create to left into %0 : () -> !pto.tile<64x128xbf16, left>
    %b = pto.create to left into %1 : () -> !pto.tile<256x128xbf16, left>
    %c = pto.create to left into %2 : () -> !pto.tile<64x128xbf16, left>
    return
  }
}

// -----

// The bias table is small.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+2 {{Bias buffer usage (2048 bytes) exceeds platform limit (1024 bytes) of target a2a3 in function 'bias': 1024 bytes too many in 1 buffer}}
  // expected-note@+1 {{2048 bytes are needed at one time, so that no placement can exist}}
  func.func @bias() attributes {pto.kind = #pto.function_kind<aic>} {
    %0 = pto.alloc bias, addr = -1, size = 2048, id = 0
    // expected-note@+2 {{2048 bytes for 'a' (!pto.tile<1x512xf32, bias>)}}
    // expected-note@+1 {{the tiles would fit if 'a' (!pto.tile<1x512xf32, bias>) had half as many bytes}}
    %a = pto.create to bias into %0 : () -> !pto.tile<1x512xf32, bias>
    return
  }
}

// -----

// A buffer counts in full, even where only a window of it is ever read. (B66)
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+2 {{Vec buffer usage (204800 bytes) exceeds platform limit (188416 bytes) of target a2a3 in function 'seen_through_a_window': 16384 bytes too many in 1 buffer}}
  // expected-note@+1 {{204800 bytes are needed at one time, so that no placement can exist}}
  func.func @seen_through_a_window(%x: tensor<200x256xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 204800, id = 0
    // expected-note@+2 {{204800 bytes for 'a' (!pto.tile<200x256xf32, vec>), needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'a' (!pto.tile<200x256xf32, vec>) had half as many bytes}}
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<200x256xf32>) -> !pto.tile<200x256xf32, vec>
    %s = pto.slice %a[0, 0] : (!pto.tile<200x256xf32, vec>) -> !pto.tile<4x256xf32, vec>
    // expected-note@+1 {{this one}}
    pto.store %s, %x[0, 0] : (!pto.tile<4x256xf32, vec>, tensor<200x256xf32>) -> tensor<200x256xf32>
    return
  }
}

// -----

// A memory that the chip does not have.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+1 {{target a2a3 has no left_scale memory, and function 'no_such_memory' needs at least 64 bytes of it}}
  func.func @no_such_memory() attributes {pto.kind = #pto.function_kind<aic>} {
    %0 = pto.alloc left_scale, addr = -1, size = 64, id = 0
    %a = pto.create to left_scale into %0 : () -> !pto.tile<1x64xui8, left_scale>
    return
  }
}

// -----

// Without a target sums are not judged ...
// CHECK-LABEL: func.func @no_target(
// CHECK: pto.alloc vec, addr = 0, size = 196608, id = 0
// CHECK: pto.alloc vec, addr = 196608, size = 196608, id = 1
func.func @no_target() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 196608, id = 0
  %1 = pto.alloc vec, addr = -1, size = 196608, id = 1
  %a = pto.create to vec into %0 : () -> !pto.tile<192x256xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<192x256xf32, vec>
  return
}

// -----

// ... but what fits no chip at all is an error.
func.func @fits_no_chip() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{a buffer of 1073741824 bytes fits the vec memory of no known target; the largest has 245760 bytes}}
  %0 = pto.alloc vec, addr = -1, size = 1073741824, id = 0
  %a = pto.create to vec into %0 : () -> !pto.tile<16384x16384xf32, vec>
  return
}

// -----

// A tile that nobody bound.
func.func @unbound() attributes {pto.kind = #pto.function_kind<aiv>} {
  // expected-error@+1 {{'pto.create' op tile 'a' (!pto.tile<16x16xf32, vec>) has no buffer; run --init-memref first}}
  %a = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
  return
}

// Rules mp-r1 and mp-r14 for views.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics

!x = tensor<64x64xf32>

// The window that is overwritten is not the one that was meant.
func.func @redirected(%x: !x, %out: !x, %f: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here, with the bytes of 'lo'}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %lo = pto.slice %t[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
  %mid = pto.slice %t[7, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<8x16xf32, vec>
  // expected-note @below {{'w' is put here, at vec [0x1c0, 0x3c0)}}
  %w = pto.write %mid[0, 0], %f : (!pto.tile<8x16xf32, vec>, f32) -> !pto.tile<8x16xf32, vec>
  // expected-error @below {{'pto.store' reads 'lo' at vec [0x0, 0x200), but bytes [0x1c0, 0x200) hold 'w' [mp-r1]}}
  pto.store %lo, %out[0, 0] : (!pto.tile<8x16xf32, vec>, !x) -> !x
  pto.store %w, %out[0, 0] : (!pto.tile<8x16xf32, vec>, !x) -> !x
  return
}

// -----

!x = tensor<64x64xf32>

// One column too many.
func.func @columns(%x: !x, %out: !x, %f: f32) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %l = pto.slice %t[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x9xf32, vec>
  %r = pto.slice %t[0, 8] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x8xf32, vec>
  // expected-note @below {{'w' is put here, at vec [0x0, 0x3e4)}}
  %w = pto.write %l[0, 0], %f : (!pto.tile<16x9xf32, vec>, f32) -> !pto.tile<16x9xf32, vec>
  // expected-error @below {{'pto.store' reads 'r' at vec [0x20, 0x400), but bytes [0x20, 0x24) hold 'w' [mp-r1]}}
  pto.store %r, %out[0, 0] : (!pto.tile<16x8xf32, vec>, !x) -> !x
  pto.store %w, %out[0, 0] : (!pto.tile<16x9xf32, vec>, !x) -> !x
  return
}

// -----

!x = tensor<64x64xf32>

// Rows of an accumulator are in both columns of boxes.
func.func @boxes(%out: !x) attributes {pto.kind = #pto.function_kind<aic>} {
  %a = pto.alloc acc, addr = 0, size = 4096, id = 0
  %b = pto.alloc acc, addr = 2048, size = 1024, id = 3
  %l = pto.alloc left, addr = 0, size = 512, id = 1
  %r = pto.alloc right, addr = 0, size = 1024, id = 2
  %left = pto.create to left into %l : () -> !pto.tile<16x16xbf16, left>
  %right = pto.create to right into %r : () -> !pto.tile<16x16xbf16, right>
  %both = pto.create to right into %r : () -> !pto.tile<16x32xbf16, right>
  %c = pto.create to acc into %a : () -> !pto.tile<32x32xf32, acc>
  %p0 = pto.slice %c[0, 0] : (!pto.tile<32x32xf32, acc>) -> !pto.tile<16x32xf32, acc>
  // expected-note @below {{'m0' is made here}}
  %m0 = pto.matmul_acc %p0, %left, %both : (!pto.tile<16x32xf32, acc>, !pto.tile<16x16xbf16, left>, !pto.tile<16x32xbf16, right>) -> !pto.tile<16x32xf32, acc>
  // expected-note @below {{'m1' is put here, at acc [0x800, 0xc00)}}
  %m1 = pto.matmul %left, %right into %b : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32, acc>
  // expected-error @below {{'pto.store' reads 'm0' at acc [0x0, 0xc00), but bytes [0x800, 0xc00) hold 'm1' [mp-r1]}}
  pto.store %m0, %out[0, 0] : (!pto.tile<16x32xf32, acc>, !x) -> !x
  pto.store %m1, %out[0, 0] : (!pto.tile<16x16xf32, acc>, !x) -> !x
  return
}

// -----

!x = tensor<64x64xf32>

// A run-time row may be any of them.
func.func @run_time(%x: !x, %out: !x, %f: f32, %i: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %row = pto.slice %t[%i, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  %last = pto.slice %t[15, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
  // expected-note @below {{'w' is put here, at a run-time place in vec [0x0, 0x400)}}
  %w = pto.write %row[0, 0], %f : (!pto.tile<1x16xf32, vec>, f32) -> !pto.tile<1x16xf32, vec>
  // expected-error @below {{'pto.store' reads 'last' at vec [0x3c0, 0x400), but bytes [0x3c0, 0x400) hold 'w' [mp-r1]}}
  pto.store %last, %out[0, 0] : (!pto.tile<1x16xf32, vec>, !x) -> !x
  pto.store %w, %out[0, 0] : (!pto.tile<1x16xf32, vec>, !x) -> !x
  return
}

// -----

!x = tensor<64x64xf32>

// A window in another shape would be read as if its bytes were one run.
func.func @scattered(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  %l = pto.slice %t[0, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x8xf32, vec>
  // expected-note @below {{the shape is changed here}}
  %v = pto.reshape %l : (!pto.tile<16x8xf32, vec>) -> !pto.tile<8x16xf32, vec>
  // expected-error @below {{'pto.store' accesses 'v', which has no address: it is another shape of a window whose bytes are not one run [mp-r14]}}
  pto.store %v, %out[0, 0] : (!pto.tile<8x16xf32, vec>, !x) -> !x
  return
}

// -----

!x = tensor<64x64xf32>

// A run-time offset that is never inside.
func.func @outside(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !pto.tile<16x16xf32, vec>
  scf.for %i = %c16 to %c20 step %c1 {
    // expected-error @below {{'row' leaves its source in dimension 0: it starts at 16 and has 1 of 16 [mp-r14]}}
    %row = pto.slice %t[%i, 0] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<1x16xf32, vec>
    pto.store %row, %out[0, 0] : (!pto.tile<1x16xf32, vec>, !x) -> !x
  }
  return
}

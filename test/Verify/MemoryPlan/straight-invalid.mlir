// Rule mp-r1 in straight programs: every read finds exactly its own bytes.
//
// RUN: pto-opt %s --verify-memory-plan -split-input-file -verify-diagnostics

!t = !pto.tile<64x64xf32, vec>

// Shifted address: the second buffer starts in the middle of the first.
func.func @shifted(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 16384, size = 16384, id = 0
  %b = pto.alloc vec, addr = 8192, size = 16384, id = 1
  %c = pto.alloc vec, addr = 32768, size = 16384, id = 2
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (tensor<64x64xf32>) -> !t
  // expected-note @below {{'u' is put here, at vec [0x2000, 0x6000)}}
  %u = pto.load %x[0, 0] to vec into %b : (tensor<64x64xf32>) -> !t
  // expected-error @below {{'pto.add' reads 't' at vec [0x4000, 0x8000), but bytes [0x4000, 0x6000) hold 'u' [mp-r1]}}
  %s = pto.add %t, %u into %c : (!t, !t) -> !t
  pto.store %s, %out[0, 0] : (!t, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>

// A buffer that is used again before its tile was read for the last time. What
// is wrong is told once for each pair of tiles.
func.func @used_too_early(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  // expected-note @below {{'e' is put here, at vec [0x0, 0x400)}}
  %e = pto.exp %t into %a : (!t) -> !t
  // expected-error @below {{'pto.add' reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'e' [mp-r1]}}
  %s = pto.add %e, %t into %b : (!t, !t) -> !t
  %r = pto.add %s, %t into %b : (!t, !t) -> !t
  pto.store %r, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>

// An in-place op overwrites an operand that is still needed.
func.func @in_place_operand_live(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>, %f: f32)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  // expected-note @below {{'w' is put here}}
  %w = pto.write %t[0, 0], %f : (!t, f32) -> !t
  pto.store %w, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-error @below {{'pto.store' reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'w' [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>

// A temporary that is somebody's bytes.
func.func @shared_scratch(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 64, id = 2
  %d = pto.alloc vec, addr = 1024, size = 1024, id = 3
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  // expected-note @below {{'u' is made here}}
  %u = pto.exp %t into %b : (!t) -> !t
  %tmp = pto.create to vec into %d : () -> !t
  // expected-note @below {{the temporary 'tmp' is used here, at vec [0x400, 0x800)}}
  %m = pto.row_max %t, %tmp into %c : (!t, !t) -> !pto.tile<16x1xf32, vec>
  // expected-error @below {{'pto.store' reads 'u' at vec [0x400, 0x800), but bytes [0x400, 0x800) hold a temporary of 'pto.row_max' [mp-r1]}}
  pto.store %u, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %m, %out[0, 0] : (!pto.tile<16x1xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>

// A tile that holds data is lost where it is used as a temporary.
func.func @tile_as_scratch(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %c = pto.alloc vec, addr = 2048, size = 64, id = 2
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  // expected-note @below {{'u' is made here}}
  %u = pto.exp %t into %b : (!t) -> !t
  // expected-note @below {{the temporary 'u' is used here}}
  %m = pto.row_max %t, %u into %c : (!t, !t) -> !pto.tile<16x1xf32, vec>
  // expected-error @below {{reads 'u' at vec [0x400, 0x800), but bytes [0x400, 0x800) hold a temporary of 'pto.row_max' [mp-r1]}}
  pto.store %u, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %m, %out[0, 0] : (!pto.tile<16x1xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>

// A callee has buffers of its own, and nobody says where.
func.func private @helper()
func.func @called(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  // expected-note @below {{called here}}
  call @helper() : () -> ()
  // expected-error @below {{'pto.store' reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold what the callee of 'func.call' may put there [mp-r1]}}
  pto.store %t, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>

// Bound to one buffer before there are addresses.
func.func @bound(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 7
  // expected-note @below {{'t' is made here}}
  %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  // expected-note @below {{'u' is put here}}
  %u = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
  // expected-error @below {{'pto.add' reads 't' at vec [0x0, 0x400), but bytes [0x0, 0x400) hold 'u' [mp-r1]}}
  %s = pto.add %t, %u into %a : (!t, !t) -> !t
  pto.store %s, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

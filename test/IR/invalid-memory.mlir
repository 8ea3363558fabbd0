// Buffers, loads, stores and moves that can't be.
//
// RUN: pto-opt %s -verify-diagnostics -split-input-file

func.func @alloc_size() {
  // expected-error@+1 {{size in bytes must be positive, found 0}}
  %a = pto.alloc vec, addr = -1, size = 0, id = 0
  return
}

// -----

func.func @alloc_addr() {
  // expected-error@+1 {{address must be -1 (not placed) or more, found -2}}
  %a = pto.alloc vec, addr = -2, size = 64, id = 0
  return
}

// -----

func.func @alloc_id() {
  // expected-error@+1 {{id must not be negative, found -1}}
  %a = pto.alloc vec, addr = -1, size = 64, id = -1
  return
}

// -----

func.func @alloc_slots() {
  // expected-error@+1 {{a buffer has at least one slot, found 0}}
  %a = pto.alloc vec, addr = -1, size = 64, id = 0 slots = 0
  return
}

// -----

func.func @alloc_slot_size() {
  // expected-error@+1 {{size 64 is no multiple of its 3 slots}}
  %a = pto.alloc vec, addr = -1, size = 64, id = 0 slots = 3
  return
}

// -----

func.func @alloc_space() {
  // expected-error@+1 {{unknown memory space 'l1'; there are ddr, vec, mat, left, right, acc, bias, left_scale and right_scale}}
  %a = pto.alloc l1, addr = -1, size = 64, id = 0
  return
}

// -----

func.func @declared_slots() {
  // expected-error@+1 {{a declaration has at least one slot, found 0}}
  %a = pto.declare_memref "pp" slots = 0
  return
}

// -----

func.func @slot_range() {
  %a = pto.alloc vec, addr = -1, size = 64, id = 0 slots = 2
  // expected-error@+1 {{slot 2 is out of range: the buffer has 2 slots}}
  %s = pto.slot %a[2]
  return
}

// -----

func.func @slot_of_one() {
  %a = pto.declare_memref "ping"
  // expected-error@+1 {{slot 1 is out of range: the buffer has 1 slot}}
  %s = pto.slot %a[1]
  return
}

// -----

func.func @slot_list() {
  %a = pto.alloc vec, addr = -1, size = 64, id = 0 slots = 2
  // expected-error@+1 {{the slot index must have 1 entries, found 2}}
  %s = pto.slot %a[0, 0]
  return
}

// -----

func.func @slot_of_slot() {
  %a = pto.alloc vec, addr = -1, size = 64, id = 0 slots = 2
  %s = pto.slot %a[0]
  // expected-error@+1 {{the buffer must come from pto.declare_memref or pto.alloc}}
  %t = pto.slot %s[0]
  return
}

// -----

func.func @create_in_ddr() {
  // expected-error@+1 {{a tile is created in on-chip memory, found a request for ddr}}
  %t = pto.create to ddr : () -> !pto.tile<16x16xf32>
  return
}

// -----

func.func @load_into_left(%x: tensor<16x16xbf16>) {
  // expected-error@+1 {{can't load into left: device memory is reachable from vec and mat only; load into mat and move}}
  %t = pto.load %x[0, 0] to left : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, left>
  return
}

// -----

func.func @load_request(%x: tensor<16x16xbf16>) {
  // expected-error@+1 {{result space must be mat, found vec}}
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
  return
}

// -----

func.func @load_element(%x: tensor<16x16xbf16>) {
  // expected-error@+1 {{result element type must be the tensor's, 'bf16', found 'f32'}}
  %t = pto.load %x[0, 0] : (tensor<16x16xbf16>) -> !pto.tile<16x16xf32>
  return
}

// -----

func.func @load_offsets(%x: tensor<16x16xbf16>) {
  // expected-error@+1 {{the offset list must have 2 entries, found 1}}
  %t = pto.load %x[0] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16>
  return
}

// -----

func.func @load_negative(%x: tensor<16x16xbf16>) {
  // expected-error@+1 {{offset 1 must not be negative, found -16}}
  %t = pto.load %x[0, -16] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16>
  return
}

// -----

func.func @load_rank(%x: tensor<2x16x16xbf16>) {
  // expected-error@+1 {{the tensor has rank 3 and the tile rank 2: 'sizes' must give the window}}
  %t = pto.load %x[0, 0, 0] : (tensor<2x16x16xbf16>) -> !pto.tile<16x16xbf16>
  return
}

// -----

func.func @load_sizes(%x: tensor<2x16x16xbf16>) {
  // expected-error@+1 {{the 'sizes' list must have 3 entries, found 2}}
  %t = pto.load %x[0, 0, 0] sizes [16, 16] : (tensor<2x16x16xbf16>) -> !pto.tile<16x16xbf16>
  return
}

// -----

func.func @load_valid_list(%x: tensor<16x16xbf16>) {
  // expected-error@+1 {{the 'valid' list must have 2 entries, found 1}}
  %t = pto.load %x[0, 0] valid [8] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, valid = 8x16>
  return
}

// -----

func.func @load_valid_extent(%x: tensor<16x16xbf16>) {
  // expected-error@+1 {{valid extent 0 must be between 0 and 16, found 17}}
  %t = pto.load %x[0, 0] valid [17, 16] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, valid = 16x?>
  return
}

// -----

func.func @store_result(%t: !pto.tile<16x16xf32>, %x: tensor<16x16xf32>) {
  // expected-error@+1 {{the result is the tensor stored into}}
  %r = pto.store %t, %x[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x32xf32>
  return
}

// -----

func.func @store_offsets(%t: !pto.tile<16x16xf32>, %x: tensor<16x16xf32>) {
  // expected-error@+1 {{the offset list must have 2 entries, found 3}}
  %r = pto.store %t, %x[0, 0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

func.func @move_where(%t: !pto.tile<16x16xf32>) {
  // expected-error@+1 {{needs a destination: 'to <space>'}}
  %r = pto.move %t : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  return
}

// -----

func.func @move_to_ddr(%t: !pto.tile<16x16xf32>) {
  // expected-error@+1 {{can't move into ddr: device memory is written by pto.store}}
  %r = pto.move %t to ddr : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  return
}

// -----

func.func @move_shape(%t: !pto.tile<16x16xf32>) {
  // expected-error@+1 {{result shape must be the source's}}
  %r = pto.move %t to mat : (!pto.tile<16x16xf32>) -> !pto.tile<16x32xf32, mat>
  return
}

// -----

func.func @move_element(%t: !pto.tile<16x16xf32>) {
  // expected-error@+1 {{result element type must be the source's, 'f32', found 'f16'}}
  %r = pto.move %t to mat : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf16, mat>
  return
}

// -----

func.func @move_space(%t: !pto.tile<16x16xf32>) {
  // expected-error@+1 {{result space must be left, found right}}
  %r = pto.move %t to left : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32, right>
  return
}

// -----

func.func @extract_element(%t: !pto.tile<16x16xf32, mat>) {
  // expected-error@+1 {{result element type must be the source's, 'f32', found 'f16'}}
  %r = pto.extract %t[0, 0] to left : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf16, left>
  return
}

// -----

func.func @ci_element(%i: i64) {
  // expected-error@+1 {{result element type must be a 16-bit or 32-bit integer, found 'i64'}}
  %t = pto.ci %i : (i64) -> !pto.tile<1x32xi64, vec>
  return
}

// -----

func.func @random_rounds(%i: i32) {
  // expected-error@+1 {{rounds must be 7 or 10, found 8}}
  %t = pto.random %i, %i, %i, %i, %i, %i {rounds = 8 : i64} : (i32, i32, i32, i32, i32, i32) -> !pto.tile<16x16xi32, vec>
  return
}

// -----

func.func @read_list(%t: !pto.tile<16x16xf32>) {
  // expected-error@+1 {{the index list must have 2 entries, found 1}}
  %r = pto.read %t[0] : (!pto.tile<16x16xf32>) -> f32
  return
}

// -----

func.func @write_result(%t: !pto.tile<16x16xf32>, %f: f32) {
  // expected-error@+1 {{result shape must be 16x16, found 16x32}}
  %r = pto.write %t[0, 0], %f : (!pto.tile<16x16xf32>, f32) -> !pto.tile<16x32xf32>
  return
}

// -----

func.func @load_into_left_by_type(%x: tensor<16x16xbf16>) {
  // expected-error@+1 {{can't load into left: device memory is reachable from vec and mat only; load into mat and move}}
  %t = pto.load %x[0, 0] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, left>
  return
}

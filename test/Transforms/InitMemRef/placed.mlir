// What --init-memref decided, seen in the addresses.
//
// RUN: pto-opt %s --init-memref='target=a2a3' --allocate-memory-addr='target=a2a3' -split-input-file -verify-diagnostics | FileCheck %s
// RUN: pto-opt %s --init-memref='target=a2a3 planner=dsa-rp' --memory-reuse='target=a2a3' --allocate-memory-addr='target=a2a3' -split-input-file -verify-diagnostics | FileCheck %s

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// The whole of a declared buffer is taken, not the slot that somebody uses: what
// comes behind it begins behind all of its slots.
// CHECK-LABEL: func.func @all_slots(
// CHECK: %aa = pto.alloc vec, addr = 0, size = 65536, id = 2 pinned slots = 4
// CHECK: pto.alloc vec, addr = 65536, size = 16384, id = 3
func.func @all_slots(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %aa = pto.declare_memref "aa" slots = 4
  %s = pto.slot %aa[3]
  %x = pto.load %a[0, 0] to vec into %s : (!t) -> !v
  %y = pto.exp %x : (!v) -> !v
  %z = pto.add %x, %y : (!v, !v) -> !v
  pto.store %z, %out[0, 0] : (!v, !t) -> !t
  return
}

// -----

// Eight slots of 16 KiB fit, though only the last one is used.
// CHECK-LABEL: func.func @eight_slots(
// CHECK: %pp = pto.alloc vec, addr = 0, size = 131072, id = 2 pinned slots = 8
func.func @eight_slots(%a: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 8
  %s = pto.slot %pp[7]
  %x = pto.load %a[0, 0] to vec into %s : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
  pto.store %x, %out[0, 0] : (!pto.tile<64x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// -----

// Twelve do not, whichever is used.
// expected-note@+2 {{196608 bytes are needed at one time}}
// expected-error@+1 {{Vec buffer usage (196608 bytes) exceeds platform limit (188416 bytes)}}
func.func @twelve_slots(%a: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 12
  // expected-note@+2 {{196608 bytes for the buffer, which the author declared}}
  // expected-note@+1 {{would fit if the buffer had half as many bytes}}
  %s = pto.slot %pp[0]
  %x = pto.load %a[0, 0] to vec into %s : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
  pto.store %x, %out[0, 0] : (!pto.tile<64x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// -----

// expected-note@+2 {{196608 bytes are needed at one time}}
// expected-error@+1 {{Vec buffer usage (196608 bytes) exceeds platform limit (188416 bytes)}}
func.func @twelve_slots_at_run_time(%a: tensor<64x64xf32>, %i: index, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %pp = pto.declare_memref "pp" slots = 12
  // expected-note@+2 {{196608 bytes for the buffer, which the author declared}}
  // expected-note@+1 {{would fit if the buffer had half as many bytes}}
  %s = pto.slot %pp[%i]
  %x = pto.load %a[0, 0] to vec into %s : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
  pto.store %x, %out[0, 0] : (!pto.tile<64x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// -----

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// What was not declared never lies in what was, even where there is nobody.
// CHECK-LABEL: func.func @never_inside(
// CHECK: %ping = pto.alloc vec, addr = 0, size = 16384, id = 2 pinned
// CHECK: %[[U:mem_vec_[0-9]+]] = pto.alloc vec, addr = 16384, size = 16384
// CHECK: %u = pto.load {{.*}}into %[[U]]
func.func @never_inside(%a: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %ping = pto.declare_memref "ping"
  %x = pto.load %a[0, 0] to vec into %ping : (!t) -> !v
  pto.store %x, %out[0, 0] : (!v, !t) -> !t
  %u = pto.load %a[0, 0] to vec : (!t) -> !v
  pto.store %u, %out[0, 0] : (!v, !t) -> !t
  return
}

// -----

!r = !pto.tile<16x16xf32, vec, compact = row_plus_one>

// Tiles with a padding element in each row, needed at once: 1084 bytes each.
// CHECK-LABEL: func.func @padded_rows(
// CHECK: pto.alloc vec, addr = 0, size = 1084,
// CHECK: pto.alloc vec, addr = 1088, size = 1084,
func.func @padded_rows(%a: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %x = pto.load %a[0, 0] to vec : (tensor<16x16xf32>) -> !r
  %y = pto.load %a[0, 0] to vec : (tensor<16x16xf32>) -> !r
  pto.store %x, %out[0, 0] : (!r, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %y, %out[0, 0] : (!r, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

// A tile of few bits takes at least the bytes that it has, and the next one
// begins at an aligned address.
// CHECK-LABEL: func.func @few_bits(
// CHECK: pto.alloc vec, addr = 0, size = 4,
// CHECK: pto.alloc vec, addr = 32, size = 3,
// CHECK: pto.alloc vec, addr = 64, size = 33,
// CHECK: pto.alloc vec, addr = 128, size = 64,
func.func @few_bits(%x: tensor<1x7xi4>, %y: tensor<1x33xi1>, %f: f32, %out: tensor<1x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<1x7xi4>) -> !pto.tile<1x7xi4, vec>
  %b = pto.load %y[0, 0] to vec : (tensor<1x33xi1>) -> !pto.tile<1x3xi1, vec>
  %c = pto.load %y[0, 0] to vec : (tensor<1x33xi1>) -> !pto.tile<1x33xi1, vec>
  %d = pto.full %f : (f32) -> !pto.tile<1x16xf32, vec>
  pto.store %a, %out[0, 0] : (!pto.tile<1x7xi4, vec>, tensor<1x16xf32>) -> tensor<1x16xf32>
  pto.store %b, %out[0, 0] : (!pto.tile<1x3xi1, vec>, tensor<1x16xf32>) -> tensor<1x16xf32>
  pto.store %c, %out[0, 0] : (!pto.tile<1x33xi1, vec>, tensor<1x16xf32>) -> tensor<1x16xf32>
  pto.store %d, %out[0, 0] : (!pto.tile<1x16xf32, vec>, tensor<1x16xf32>) -> tensor<1x16xf32>
  return
}

// -----

// The temporary of an op lies neither on its result nor on its source, though
// there is no room elsewhere but for that.
// CHECK-LABEL: func.func @temporary(
// CHECK: %[[T:mem_vec_[0-9]+]] = pto.alloc vec, addr = 0, size = 768,
// CHECK: %[[R:mem_vec_[0-9]+]] = pto.alloc vec, addr = 768, size = 128,
// CHECK: pto.create to vec into %[[T]] :
// CHECK: pto.ci {{.*}} into %[[R]] :
func.func @temporary(%n: index, %c: i32, %out: tensor<1x32xi32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = pto.ci %c : (i32) -> !pto.tile<1x32xi32, vec>
    pto.store %a, %out[0, 0] : (!pto.tile<1x32xi32, vec>, tensor<1x32xi32>) -> tensor<1x32xi32>
  }
  return
}

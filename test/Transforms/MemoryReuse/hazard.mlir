// On a2a3, in a vector function split over two cores, an op that reads a tile
// from the cube core must not write over a loaded one (B54).
//
// RUN: pto-opt %s --init-memref --memory-reuse=target=a2a3 | FileCheck %s --check-prefixes=CHECK,A2A3
// RUN: pto-opt %s --init-memref --memory-reuse=target=a5 | FileCheck %s --check-prefixes=CHECK,A5

!v = !pto.tile<16x16xf32, vec>
!t = tensor<16x16xf32>

// CHECK-LABEL: func.func @split(
// CHECK: %prev = pto.load {{.*}}into [[PREV:%[^ ]+]]{{ }}
// A2A3-NOT: into [[PREV]]{{ }}
// A2A3: %next = pto.add
// A5: %next = pto.add {{.*}}into [[PREV]]{{ }}
func.func @split(%x: !t, %out: !t)
    attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>} {
  %prev = pto.load %x[0, 0] to vec : (!t) -> !v
  %popped = pto.tpop_from_aic : () -> !v
  %next = pto.add %prev, %popped : (!v, !v) -> !v
  pto.store %next, %out[0, 0] : (!v, !t) -> !t
  return
}

// Also where the popped tile is looked at another way, and where it comes first.
// CHECK-LABEL: func.func @split_views(
// CHECK: %prev = pto.load {{.*}}into [[PREV:%[^ ]+]]{{ }}
// A2A3-NOT: into [[PREV]]{{ }}
// A2A3: %next = pto.add
// A5: %next = pto.add {{.*}}into [[PREV]]{{ }}
func.func @split_views(%x: !t, %out: tensor<1x256xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<left_right>} {
  %prev = pto.load %x[0, 0] to vec : (!t) -> !v
  %flat = pto.reshape %prev : (!v) -> !pto.tile<1x256xf32, vec>
  %popped = pto.tpop_from_aic : () -> !v
  %other = pto.reshape %popped : (!v) -> !pto.tile<1x256xf32, vec>
  %next = pto.add %other, %flat : (!pto.tile<1x256xf32, vec>, !pto.tile<1x256xf32, vec>) -> !pto.tile<1x256xf32, vec>
  pto.store %next, %out[0, 0] : (!pto.tile<1x256xf32, vec>, tensor<1x256xf32>) -> tensor<1x256xf32>
  return
}

// What is only repacked still counts as loaded; what is computed does not.
// CHECK-LABEL: func.func @split_repacked(
// CHECK: %prev = pto.load {{.*}}into [[PREV:%[^ ]+]]{{ }}
// CHECK: %padded = pto.fillpad {{.*}}into [[PREV]]{{ }}
// A2A3-NOT: into [[PREV]]{{ }}
// A2A3: %next = pto.add
// A5: %next = pto.add {{.*}}into [[PREV]]{{ }}
// CHECK: %twice = pto.add %next, %next into [[TWICE:%[^ ]+]]{{ }}
// CHECK: %last = pto.add %twice, %again into [[TWICE]]{{ }}
func.func @split_repacked(%x: !t, %out: !t)
    attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>} {
  %prev = pto.load %x[0, 0] to vec : (!t) -> !v
  %padded = pto.fillpad %prev {pad_value = #pto.pad<zero>} : (!v) -> !pto.tile<16x16xf32, vec, pad = zero>
  %plain = pto.tile_cast %padded : (!pto.tile<16x16xf32, vec, pad = zero>) -> !v
  %popped = pto.tpop_from_aic : () -> !v
  %next = pto.add %plain, %popped : (!v, !v) -> !v
  %twice = pto.add %next, %next : (!v, !v) -> !v
  %again = pto.tpop_from_aic : () -> !v
  %last = pto.add %twice, %again : (!v, !v) -> !v
  pto.store %last, %out[0, 0] : (!v, !t) -> !t
  return
}

// One core: no hazard.
// CHECK-LABEL: func.func @whole(
// CHECK: %prev = pto.load {{.*}}into [[PREV:%[^ ]+]]{{ }}
// CHECK: %next = pto.add {{.*}}into [[PREV]]{{ }}
func.func @whole(%x: !t, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %prev = pto.load %x[0, 0] to vec : (!t) -> !v
  %popped = pto.tpop_from_aic : () -> !v
  %next = pto.add %prev, %popped : (!v, !v) -> !v
  pto.store %next, %out[0, 0] : (!v, !t) -> !t
  return
}

// Nothing popped: no hazard.
// CHECK-LABEL: func.func @no_pop(
// CHECK: %prev = pto.load {{.*}}into [[PREV:%[^ ]+]]{{ }}
// CHECK: %next = pto.add {{.*}}into [[PREV]]{{ }}
func.func @no_pop(%x: !t, %out: !t)
    attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>} {
  %prev = pto.load %x[0, 0] to vec : (!t) -> !v
  %next = pto.add %prev, %prev : (!v, !v) -> !v
  pto.store %next, %out[0, 0] : (!v, !t) -> !t
  return
}

// What an op in place left of a loaded tile was loaded.
// CHECK-LABEL: func.func @split_written(
// CHECK: %prev = pto.load {{.*}}into [[PREV:%[^ ]+]]{{ }}
// A2A3-NOT: into [[PREV]]{{ }}
// A2A3: %next = pto.add
// A5: %next = pto.add {{.*}}into [[PREV]]{{ }}
func.func @split_written(%x: !t, %out: !t, %f: f32)
    attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>} {
  %prev = pto.load %x[0, 0] to vec : (!t) -> !v
  %written = pto.write %prev[0, 0], %f : (!v, f32) -> !v
  %popped = pto.tpop_from_aic : () -> !v
  %next = pto.add %popped, %written : (!v, !v) -> !v
  pto.store %next, %out[0, 0] : (!v, !t) -> !t
  return
}

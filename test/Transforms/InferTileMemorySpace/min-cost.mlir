// RUN: pto-opt --infer-tile-memory-space="mode=min-cost verify-data-path=off" --verify-tile-memory %s | FileCheck %s
// RUN: pto-opt --infer-tile-memory-space="mode=min-cost verify-data-path=off" %s > %t.once
// RUN: pto-opt --infer-tile-memory-space="mode=min-cost verify-data-path=off" %t.once | diff - %t.once

// Spaces and places of moves at the least cost: see
// docs/passes/infer-tile-memory-space.md.

module attributes {pto.target = #pto.target<a2a3>} {

// Loads that only feed the cube unit go where it can be fed from.
// CHECK-LABEL: func.func @loads_through_mat
// CHECK:         %x = pto.load %gx[0, 0] to mat
// CHECK-NEXT:    %y = pto.load %gy[0, 0] to mat
// CHECK-NEXT:    %[[L:.*]] = pto.move %x to left
// CHECK-NEXT:    %[[R:.*]] = pto.move %y to right
// CHECK-NEXT:    pto.matmul %[[L]], %[[R]]
func.func @loads_through_mat(%gx: tensor<16x128xbf16>, %gy: tensor<128x128xbf16>, %out: tensor<16x128xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %y = pto.load %gy[0, 0] : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %z = pto.matmul %x, %y : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
  %s = pto.store %z, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// An author's request holds; the copy goes by two hops.
// CHECK-LABEL: func.func @request_holds
// CHECK:         %x = pto.load %gx[0, 0] to vec
// CHECK-NEXT:    %y = pto.load %gy[0, 0] to mat
// CHECK-NEXT:    %[[M:.*]] = pto.move %x to mat
// CHECK-NEXT:    %[[L:.*]] = pto.move %[[M]] to left
// CHECK-NEXT:    %[[R:.*]] = pto.move %y to right
// CHECK-NEXT:    pto.matmul %[[L]], %[[R]]
func.func @request_holds(%gx: tensor<16x128xbf16>, %gy: tensor<128x128xbf16>, %out: tensor<16x128xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] to vec : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, vec>
  %y = pto.load %gy[0, 0] : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %z = pto.matmul %x, %y : (!pto.tile<16x128xbf16, vec>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
  %s = pto.store %z, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  return
}

// An accumulator that feeds both sides: the hop into mat is made once.
// CHECK-LABEL: func.func @hops_are_shared
// CHECK:         %a = pto.matmul
// CHECK-NEXT:    %[[M:.*]] = pto.move %a to mat
// CHECK-NEXT:    %[[L:.*]] = pto.move %[[M]] to left
// CHECK-NEXT:    %[[R:.*]] = pto.move %[[M]] to right
// CHECK-NEXT:    pto.matmul %[[L]], %[[R]]
func.func @hops_are_shared(%gx: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
  %a = pto.matmul %x, %x : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  %b = pto.matmul %a, %a : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  %s = pto.store %b, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// Both kinds of user: a second load is cheaper than a crossing between cores.
// CHECK-LABEL: func.func @loaded_twice
// CHECK:         %x = pto.load %gx[0, 0] to mat
// CHECK-NEXT:    %[[X:.*]] = pto.load %gx[0, 0] to vec
// CHECK-NEXT:    %v = pto.slice %x[0, 0]
// CHECK-NEXT:    %[[V:.*]] = pto.slice %[[X]][0, 0] {{.*}} -> !pto.tile<16x64xbf16, vec>
// CHECK:         pto.matmul
// CHECK:         pto.exp %[[V]]
// CHECK:         pto.store %[[X]]
func.func @loaded_twice(%gx: tensor<16x128xbf16>, %gy: tensor<128x128xbf16>, %out: tensor<16x128xf32>, %o2: tensor<16x64xbf16>, %o3: tensor<16x128xbf16>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %v = pto.slice %x[0, 0] : (!pto.tile<16x128xbf16>) -> !pto.tile<16x64xbf16>
  %y = pto.load %gy[0, 0] : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %z = pto.matmul %x, %y : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
  %s = pto.store %z, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  %e = pto.exp %v : (!pto.tile<16x64xbf16>) -> !pto.tile<16x64xbf16>
  %t = pto.store %e, %o2[0, 0] : (!pto.tile<16x64xbf16>, tensor<16x64xbf16>) -> tensor<16x64xbf16>
  %u = pto.store %x, %o3[0, 0] : (!pto.tile<16x128xbf16>, tensor<16x128xbf16>) -> tensor<16x128xbf16>
  return
}

// No way leads from mat to vec: the author's load is repeated, not overridden.
// CHECK-LABEL: func.func @no_way_back
// CHECK:         %x = pto.load %gx[0, 0] to mat
// CHECK-NEXT:    %[[V:.*]] = pto.load %gx[0, 0] to vec
// CHECK-NEXT:    pto.store %[[V]]
func.func @no_way_back(%gx: tensor<16x128xbf16>, %out: tensor<16x128xbf16>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
  %s = pto.store %x, %out[0, 0] : (!pto.tile<16x128xbf16, mat>, tensor<16x128xbf16>) -> tensor<16x128xbf16>
  return
}

// A tile that stays is copied in front of the loops, one that doesn't inside.
// CHECK-LABEL: func.func @out_of_loops
// CHECK:         %x = pto.load %gx[0, 0] to mat
// CHECK-NEXT:    %[[L:.*]] = pto.move %x to left
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        %y = pto.load %gy[0, %j] to mat
// CHECK-NEXT:        %[[R:.*]] = pto.move %y to right
// CHECK-NEXT:        pto.matmul %[[L]], %[[R]]
func.func @out_of_loops(%gx: tensor<16x128xbf16>, %gy: tensor<128x1024xbf16>, %out: tensor<16x128xf32>, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = pto.load %gx[0, 0] : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %y = pto.load %gy[0, %j] : (tensor<128x1024xbf16>) -> !pto.tile<128x128xbf16>
      %z = pto.matmul %x, %y : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
      %s = pto.store %z, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
    }
  }
  return
}

// A pipelined loop keeps what its stages need; nor does anything leave a loop
// that never runs.
// CHECK-LABEL: func.func @stays_in_loop
// CHECK:         pto.load %gx
// CHECK-NEXT:    pto.load %gy
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      pto.move %x to left
// CHECK-NEXT:      pto.move %y to right
// CHECK:         scf.for
// CHECK-NEXT:      pto.move %x to left
// CHECK-NEXT:      pto.move %y to right
func.func @stays_in_loop(%gx: tensor<16x128xbf16>, %gy: tensor<128x128xbf16>, %out: tensor<16x128xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = pto.load %gx[0, 0] : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %y = pto.load %gy[0, 0] : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  scf.for %i = %c0 to %c8 step %c1 {
    %z = pto.matmul %x, %y : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
    %s = pto.store %z, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  } {pto.loop = #pto.loop<pipeline, stages = 2>}
  scf.for %i = %c0 to %c0 step %c1 {
    %z = pto.matmul %x, %y : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
    %s = pto.store %z, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  }
  return
}

// In front of a branch whose arms both need it; in the one arm that does.
// CHECK-LABEL: func.func @branches
// CHECK:         %r = pto.matmul
// CHECK-NEXT:    %[[V:.*]] = pto.move %r to vec
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      pto.exp %[[V]]
// CHECK:         } else {
// CHECK-NEXT:      pto.neg %[[V]]
// CHECK:         %q = pto.matmul
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      %[[Q:.*]] = pto.move %q to vec
// CHECK-NEXT:      pto.exp %[[Q]]
func.func @branches(%l: tensor<16x64xbf16>, %g: tensor<64x64xbf16>, %out: tensor<16x64xf32>, %c: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %l[0, 0] : (tensor<16x64xbf16>) -> !pto.tile<16x64xbf16>
  %y = pto.load %g[0, 0] : (tensor<64x64xbf16>) -> !pto.tile<64x64xbf16>
  %r = pto.matmul %x, %y : (!pto.tile<16x64xbf16>, !pto.tile<64x64xbf16>) -> !pto.tile<16x64xf32>
  scf.if %c {
    %e = pto.exp %r : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
    %s = pto.store %e, %out[0, 0] : (!pto.tile<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  } else {
    %e = pto.neg %r : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
    %s = pto.store %e, %out[0, 0] : (!pto.tile<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  }
  %q = pto.matmul %x, %y : (!pto.tile<16x64xbf16>, !pto.tile<64x64xbf16>) -> !pto.tile<16x64xf32>
  scf.if %c {
    %e = pto.exp %q : (!pto.tile<16x64xf32>) -> !pto.tile<16x64xf32>
    %s = pto.store %e, %out[0, 0] : (!pto.tile<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  }
  return
}

// The author's own copies serve others, and what another copy starts from.
// CHECK-LABEL: func.func @own_copies
// CHECK:         %m = pto.move %a to mat
// CHECK-NEXT:    %l = pto.move %m to left
// CHECK-NEXT:    %[[R:.*]] = pto.move %m to right
// CHECK-NEXT:    pto.matmul %l, %[[R]]
// CHECK-NEXT:    pto.matmul %l, %[[R]]
func.func @own_copies(%gx: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
  %a = pto.matmul %x, %x : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  %m = pto.move %a to mat : (!pto.tile<64x64xf32>) -> !pto.tile<64x64xf32, mat>
  %l = pto.move %m to left : (!pto.tile<64x64xf32, mat>) -> !pto.tile<64x64xf32, left>
  %b = pto.matmul %a, %a : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  %d = pto.matmul %l, %m : (!pto.tile<64x64xf32, left>, !pto.tile<64x64xf32, mat>) -> !pto.tile<64x64xf32>
  %s = pto.store %b, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = pto.store %d, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// A copy that comes too late serves nobody in front of it.
// CHECK-LABEL: func.func @own_copy_too_late
// CHECK:         %[[L:.*]] = pto.move %x to left
// CHECK-NEXT:    %[[R:.*]] = pto.move %x to right
// CHECK-NEXT:    pto.matmul %[[L]], %[[R]]
// CHECK:         %late = pto.move %x to left
// CHECK-NEXT:    pto.matmul %late, %[[R]]
func.func @own_copy_too_late(%gx: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
  %a = pto.matmul %x, %x : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  %s = pto.store %a, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %late = pto.move %x to left : (!pto.tile<64x64xf32>) -> !pto.tile<64x64xf32, left>
  %b = pto.matmul %late, %x : (!pto.tile<64x64xf32, left>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  %t = pto.store %b, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// What the author only writes as a move decides where the load goes, too.
// CHECK-LABEL: func.func @author_moves_count
// CHECK:         %x = pto.load %gx[0, 0] to mat
// CHECK-NEXT:    %l = pto.move %x to left : (!pto.tile<64x64xf32, mat>)
// CHECK-NEXT:    %e = pto.extract %x[0, 0] to right : (!pto.tile<64x64xf32, mat>)
func.func @author_moves_count(%gx: tensor<64x64xf32>, %out: tensor<64x64xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
  %l = pto.move %x to left : (!pto.tile<64x64xf32>) -> !pto.tile<64x64xf32, left>
  %e = pto.extract %x[0, 0] to right : (!pto.tile<64x64xf32>) -> !pto.tile<64x64xf32, right>
  %b = pto.matmul %l, %e : (!pto.tile<64x64xf32, left>, !pto.tile<64x64xf32, right>) -> !pto.tile<64x64xf32>
  %t = pto.store %b, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// Ping and pong behind a branch: both loads, and what they merge into, in mat.
// CHECK-LABEL: func.func @merged_loads
// CHECK:         scf.if %c -> (!pto.tile<64x64xf32, mat>) {
// CHECK-NEXT:      pto.load %gx[0, 0] to mat
// CHECK:         } else {
// CHECK-NEXT:      pto.load %gy[0, 0] to mat
// CHECK:         }
// CHECK-NEXT:    pto.move %m to left
// CHECK-NEXT:    pto.move %m to right
func.func @merged_loads(%gx: tensor<64x64xf32>, %gy: tensor<64x64xf32>, %out: tensor<64x64xf32>, %c: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %m = scf.if %c -> (!pto.tile<64x64xf32>) {
    %x = pto.load %gx[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
    scf.yield %x : !pto.tile<64x64xf32>
  } else {
    %y = pto.load %gy[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
    scf.yield %y : !pto.tile<64x64xf32>
  }
  %b = pto.matmul %m, %m : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  %t = pto.store %b, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return
}

// A carried tile goes where it is used; its init moves there once.
// CHECK-LABEL: func.func @carried
// CHECK:         %x = pto.load %gx[0, 0] to mat
// CHECK-NEXT:    %y = pto.load %gy[0, 0] to mat
// CHECK-NEXT:    %[[R:.*]] = pto.move %y to right
// CHECK-NEXT:    scf.for {{.*}} iter_args(%p = %x) -> (!pto.tile<64x64xf32, mat>) {
// CHECK-NEXT:      pto.move %p to left
// CHECK:           %next = pto.load %gx[%i, 0] to mat
// CHECK-NEXT:      scf.yield %next : !pto.tile<64x64xf32, mat>
func.func @carried(%gx: tensor<1024x64xf32>, %gy: tensor<64x64xf32>, %out: tensor<64x64xf32>, %n: index) attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = pto.load %gx[0, 0] : (tensor<1024x64xf32>) -> !pto.tile<64x64xf32>
  %y = pto.load %gy[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> (!pto.tile<64x64xf32>) {
    %b = pto.matmul %p, %y : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
    %t = pto.store %b, %out[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %next = pto.load %gx[%i, 0] : (tensor<1024x64xf32>) -> !pto.tile<64x64xf32>
    scf.yield %next : !pto.tile<64x64xf32>
  }
  return
}

// A space that a type says is a request as well, and so is a buffer's: the tile
// stays, and what it needs goes by hops.
// CHECK-LABEL: func.func @typed
// CHECK:         %x = pto.load %gx[0, 0] to vec
// CHECK-NEXT:    %[[XM:.*]] = pto.move %x to mat
// CHECK-NEXT:    pto.move %[[XM]] to left
// CHECK:         %y = pto.load %gx[0, 0] to vec into %m
// CHECK-NEXT:    %[[YM:.*]] = pto.move %y to mat
// CHECK-NEXT:    pto.move %[[YM]] to left
func.func @typed(%gx: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %z = pto.matmul %x, %x : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32>
  pto.store %z, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %m = pto.alloc vec, addr = 0, size = 1024, id = 2 pinned
  %y = pto.load %gx[0, 0] into %m : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %w = pto.matmul %y, %y : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  pto.store %w, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A window of boxes that are not whole may start behind the end of its tile, so
// that nobody is sent to mat for a cheaper way there.
// CHECK-LABEL: func.func @ragged_boxes(
// CHECK: %[[T:.*]] = pto.load {{.*}} to vec : (tensor<64x64xbf16>) -> !pto.tile<32x8xbf16, vec>
// CHECK: pto.slice %[[T]][18, 0] : (!pto.tile<32x8xbf16, vec>) -> !pto.tile<8x8xbf16, vec>
// CHECK: pto.aic_gather %[[T]] {{.*}} -> !pto.tile<64x8xbf16, mat>
func.func @ragged_boxes(%a: tensor<64x64xbf16>) attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %a[0, 0] : (tensor<64x64xbf16>) -> !pto.tile<32x8xbf16>
  %s = pto.slice %t[18, 0] : (!pto.tile<32x8xbf16>) -> !pto.tile<8x8xbf16>
  %g = pto.aic_gather %t {split = 1 : i64} : (!pto.tile<32x8xbf16>) -> !pto.tile<64x8xbf16>
  return
}

// So through loops.
// CHECK-LABEL: func.func @ragged_boxes_carried(
// CHECK: pto.load {{.*}} to vec : (tensor<64x64xbf16>) -> !pto.tile<32x8xbf16, vec>
// CHECK: pto.slice {{.*}} : (!pto.tile<32x8xbf16, vec>) -> !pto.tile<8x8xbf16, vec>
func.func @ragged_boxes_carried(%a: tensor<64x64xbf16>, %c: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %a[0, 0] : (tensor<64x64xbf16>) -> !pto.tile<32x8xbf16>
  %r = scf.while (%u = %t) : (!pto.tile<32x8xbf16>) -> !pto.tile<32x8xbf16> {
    scf.condition(%c) %t : !pto.tile<32x8xbf16>
  } do {
  ^bb0(%u: !pto.tile<32x8xbf16>):
    %s = pto.slice %u[18, 0] : (!pto.tile<32x8xbf16>) -> !pto.tile<8x8xbf16>
    %g = pto.aic_gather %u {split = 1 : i64} : (!pto.tile<32x8xbf16>) -> !pto.tile<64x8xbf16>
    scf.yield %u : !pto.tile<32x8xbf16>
  }
  return
}

}

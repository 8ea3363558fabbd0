// RUN: pto-opt --infer-tile-memory-space="target=a2a3 mode=min-cost verify-data-path=off" --remarks-filter=pto-memory %s -o /dev/null 2>&1 | FileCheck %s
// RUN: not pto-opt --infer-tile-memory-space="target=a2a3 mode=min-cost verify-data-path=error" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: pto-opt --infer-tile-memory-space="target=a2a3 mode=min-cost" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: pto-opt --pto-memory-pipeline="target=a2a3 mode=min-cost" %s 2>/dev/null | FileCheck %s --check-prefix=PIPELINE

// What mode=min-cost tells: costs, and copies that only other copies need.

// CHECK:      remark: [Analysis] MovementCost {{.*}} CostAfter=18, CostBefore=26, IsExact=true, MovesAfter=3, MovesBefore=2, Remark="moving data costs 18 per call; the document's way costs 26"
// CHECK:      remark: [Passed] TileMoved {{.*}} Remark="moved from vec to mat"
// CHECK:      remark: [Passed] TileMoved {{.*}} Remark="moved from mat to left"
// CHECK:      remark: [Passed] TileMoved {{.*}} Remark="moved from mat to right"

// WARN:      warning: what this op needs must pass from vec to mat: target a2a3 has no direct path between them; the crossing runs through the cross-core pipe
// WARN:      note: made here in vec
// WARN-NOT:  warning
// ERROR:     error: what this op needs must pass from vec to mat

// PIPELINE: %[[M:.*]] = pto.move %x to mat into
// PIPELINE: pto.move %[[M]] to left into
func.func @hop(%gx: tensor<16x16xbf16>, %gy: tensor<16x16xbf16>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] to vec : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, vec>
  %y = pto.load %gy[0, 0] : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16>
  %z = pto.matmul %x, %y : (!pto.tile<16x16xbf16, vec>, !pto.tile<16x16xbf16>) -> !pto.tile<16x16xf32>
  %s = pto.store %z, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// CHECK:      remark: [Analysis] MovementCost {{.*}} CostAfter=10, CostBefore=1007, IsExact=true, MovesAfter=1, MovesBefore=2
// CHECK:      remark: [Passed] CopyReused {{.*}} Remark="takes the copy in left that the program has"
// CHECK:      remark: [Passed] TileReloaded {{.*}} Remark="loaded once more, into vec: no way leads there from mat"
func.func @reuse(%gx: tensor<16x16xbf16>, %out: tensor<16x16xf32>, %o2: tensor<16x16xbf16>) attributes {pto.kind = #pto.function_kind<incore>} {
  %x = pto.load %gx[0, 0] to mat : (tensor<16x16xbf16>) -> !pto.tile<16x16xbf16, mat>
  %l = pto.move %x to left : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, left>
  %r = pto.move %x to right : (!pto.tile<16x16xbf16, mat>) -> !pto.tile<16x16xbf16, right>
  %y = pto.matmul %l, %r : (!pto.tile<16x16xbf16, left>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32>
  %z = pto.matmul %x, %r : (!pto.tile<16x16xbf16, mat>, !pto.tile<16x16xbf16, right>) -> !pto.tile<16x16xf32>
  %s = pto.store %z, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %t = pto.store %x, %o2[0, 0] : (!pto.tile<16x16xbf16, mat>, tensor<16x16xbf16>) -> tensor<16x16xbf16>
  return
}

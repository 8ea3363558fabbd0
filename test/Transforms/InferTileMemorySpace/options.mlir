// The options of the pass: which chip, and what to do about moves that it has no
// path for.
//
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=warn' 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' 2>&1 | FileCheck --check-prefix=OFF %s
// RUN: not pto-opt %s --infer-tile-memory-space='verify-data-path=error' 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: pto-opt %s --infer-tile-memory-space='target=a5 verify-data-path=error' 2>&1 | FileCheck --check-prefix=A5 %s
// RUN: not pto-opt %s --infer-tile-memory-space='target=b7' 2>&1 | FileCheck --check-prefix=UNKNOWN %s
//
// UNKNOWN: error: unknown target 'b7'; there are a2a3 and a5

!a = !pto.tile<16x128xbf16>
!b = !pto.tile<128x128xbf16>
!c = !pto.tile<16x128xf32>

// On a2a3 the accumulator has no way to vec; on a5 it has.
// WARN: options.mlir:[[# @LINE + 19]]:{{[0-9]+}}: warning: operand 0 must be in vec and is in acc: target a2a3 has no direct path between them; the crossing runs through the cross-core pipe
// WARN: note: made here in acc
// WARN-LABEL: func.func @acc_to_vec(
// WARN: pto.move {{.*}} to vec {{.*}} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// OFF-NOT: warning
// OFF-LABEL: func.func @acc_to_vec(
// OFF: pto.move {{.*}} to vec {{.*}} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// ERROR: options.mlir:[[# @LINE + 12]]:{{[0-9]+}}: error: operand 0 must be in vec and is in acc: target a2a3 has no direct path between them
// ERROR-NOT: func.func
// A5-NOT: warning
// A5-LABEL: func.func @acc_to_vec(
// A5: pto.move {{.*}} to vec {{.*}} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
module attributes {pto.target = #pto.target<a2a3>} {
  func.func @acc_to_vec(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>, %out: tensor<16x128xf32>)
      attributes {pto.kind = #pto.function_kind<incore>} {
    %a = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !a
    %b = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !b
    %z = pto.matmul %a, %b : (!a, !b) -> !c
    // The consumer is what the diagnostic points at.
    %e = pto.exp %z : (!c) -> !c
    pto.store %e, %out[0, 0] : (!c, tensor<16x128xf32>) -> tensor<16x128xf32>
    return
  }
}

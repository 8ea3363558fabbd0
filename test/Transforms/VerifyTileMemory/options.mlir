// Buffers are checked on request only.
//
// RUN: pto-opt %s --verify-tile-memory | FileCheck %s
// RUN: not pto-opt %s --verify-tile-memory=buffers=true 2>&1 | FileCheck --check-prefix=BUFFERS %s
// RUN: not pto-opt %s --verify-tile-memory=target=b7 2>&1 | FileCheck --check-prefix=UNKNOWN %s
//
// CHECK-LABEL: func.func @unbound(
// BUFFERS: has no buffer [tm-r3]
// UNKNOWN: error: unknown target 'b7'; there are a2a3 and a5
func.func @unbound(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  return
}

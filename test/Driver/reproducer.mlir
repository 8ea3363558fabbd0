// A pass that fails leaves a reproducer: the program as it was before, with the
// pipeline and its options. Running it fails the same way.
//
// RUN: not pto-opt %s --pto-memory-pipeline=target=a2a3 --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: FileCheck %s --check-prefix=FILE < %t.mlir
// RUN: not pto-opt --run-reproducer %t.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=AGAIN
//
// Locally: the one pass that failed, with its input.
// RUN: not pto-opt %s --pto-memory-pipeline=target=a2a3 --mlir-pass-pipeline-local-reproducer --mlir-disable-threading --mlir-pass-pipeline-crash-reproducer=%t.local.mlir 2>/dev/null
// RUN: FileCheck %s --check-prefix=LOCAL < %t.local.mlir
// RUN: not pto-opt --run-reproducer %t.local.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=AGAIN
//
// FIRST: error: {{.*}}exceeds platform limit (188416 bytes)
// FIRST: reproducer generated at
// FILE: pto.load %{{.*}}[0, 0] : (tensor<512x512xf32>) -> !pto.tile<512x512xf32>
// FILE: pipeline: "builtin.module(pto-keep-source-names, infer-tile-memory-space{{.*}}target=a2a3{{.*}}init-memref{{.*}}allocate-memory-addr
// AGAIN: error: {{.*}}exceeds platform limit (188416 bytes)
// LOCAL: pto.alloc vec, addr = -1
// LOCAL: pipeline: "builtin.module(func.func(allocate-memory-addr
func.func @large(%a: tensor<512x512xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %t = pto.load %a[0, 0] : (tensor<512x512xf32>) -> !pto.tile<512x512xf32>
  pto.store %t, %a[0, 0] : (!pto.tile<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return
}

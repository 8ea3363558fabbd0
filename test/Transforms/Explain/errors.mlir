// RUN: not pto-opt %s --pto-explain='target=a7' 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not pto-opt %s --pto-explain='output=%t/no/such/folder' 2>&1 | FileCheck %s --check-prefix=OUTPUT
//
// TARGET: error: unknown target 'a7'; there are a2a3 and a5
// OUTPUT: error: cannot open output file
func.func @f(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  return
}

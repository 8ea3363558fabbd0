// Remarks as YAML, with numbers as arguments of their own, for programs to read.
//
// RUN: pto-opt - < %s --pto-memory-pipeline=target=a2a3 --remarks-filter=pto-memory --remark-format=yaml --remarks-output-file=%t.yaml -o /dev/null
// RUN: FileCheck %s < %t.yaml
//
// CHECK: --- !Passed
// CHECK-NEXT: Pass: pto-memory
// CHECK-NEXT: Name: BufferShared
// CHECK-NEXT: DebugLoc: { File: '<stdin>', Line: {{[1-9][0-9]*}}, Column: {{[1-9][0-9]*}} }
// CHECK-NEXT: Function:
// CHECK: - Remark: mem_vec_3 lies in mem_vec_2
// CHECK-NEXT: - Bytes: '1024'
func.func @shared(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %b = pto.exp %a : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  pto.store %b, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// What shares is told, and what had to.
//
// RUN: pto-opt %s --init-memref --memory-reuse=target=a2a3 --remark-format=emitRemark --remarks-filter=pto-memory 2>&1 >%t | FileCheck %s

!o = tensor<16x192xf32>

// CHECK: remark: [Passed] BufferShared | Category:pto-memory | Bytes=1024, Remark="mem_vec_3 lies in mem_vec_2"
func.func @shared(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
  %b = pto.exp %a : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
  pto.store %b, %out[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// CHECK: [Missed] StagesShared {{.*}}pipelined loop 0 of 'too_large' asks for 2 buffers in right and gets 1: each has 49152 bytes, and 65536 are there; shrink the tile of one copy to 32768 bytes, or ask for fewer stages
func.func @too_large(%x: tensor<128x192xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<128x192xbf16>) -> !pto.tile<128x192xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x128xbf16, left>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<128x192xbf16, mat>) -> !pto.tile<128x192xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x192xbf16, right>) -> !pto.tile<16x192xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x192xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<128x192xbf16, mat>) -> !pto.tile<128x192xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x192xbf16, right>) -> !pto.tile<16x192xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x192xf32, acc>, !o) -> !o
  return
}

// CHECK: [Missed] StagesShared {{.*}}pipelined loop 0 of 'in_the_way' asks for 2 buffers in right and gets 1: each has 32768 bytes, and 65536 are there; other tiles that are needed at the same time take the room: shrink them, or ask for fewer stages
func.func @in_the_way(%x: tensor<128x128xbf16>, %out: !o) attributes {pto.kind = #pto.function_kind<aic>} {
  %m = pto.load %x[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
  %l = pto.create to left : () -> !pto.tile<16x128xbf16, left>
  %np = pto.move %m to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %r0 = pto.move %m to right {pto.pipeline_membership = "0:0"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p0 = pto.matmul %l, %r0 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p0, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %r1 = pto.move %m to right {pto.pipeline_membership = "0:1"} : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
  %p1 = pto.matmul %l, %r1 : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p1, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  %p2 = pto.matmul %l, %np : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
  pto.store %p2, %out[0, 0] : (!pto.tile<16x128xf32, acc>, !o) -> !o
  return
}

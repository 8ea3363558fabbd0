  func.func @kernel0(%arg0: tensor<4096x4096xi16> {pto.direction = #pto.direction<in>}, %arg1: tensor<4096x4096xi16> {pto.direction = #pto.direction<inout>}, %arg2: tensor<4096x4096xf32> {pto.direction = #pto.direction<in>}, %arg3: tensor<4096x4096xf32> {pto.direction = #pto.direction<inout>}, %arg4: index, %arg5: tensor<256xi32> {pto.direction = #pto.direction<inout>}, %arg6: i1) attributes {pto.kind = #pto.function_kind<incore>} {
    %0 = pto.load %arg0[6, 32] : (tensor<4096x4096xi16>) -> !pto.tile<32x32xi16>
    %2 = pto.load %arg2[0, 64] {pto.pipeline_membership = "0:0"} : (tensor<4096x4096xf32>) -> !pto.tile<16x16xf32>
    %3 = pto.abs %2 {pto.pipeline_membership = "0:0"} : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
    %5 = pto.load %arg2[1, 96] {pto.pipeline_membership = "9223372036854775807:1"} : (tensor<4096x4096xf32>) -> !pto.tile<16x16xf32>
    %6 = pto.abs %5 {pto.pipeline_membership = "0:1"} : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
    %7 = pto.load %arg2[1, 16] valid [%arg4, 16] to vec : (tensor<4096x4096xf32>) -> !pto.tile<16x16xf32, vec, valid = ?x16>
    pto.system.set_ffts %arg5  : (tensor<256xi32>)
    %8 = pto.load %arg0[4, 96] {pto.pipeline_membership = "1:0"} : (tensor<4096x4096xi16>) -> !pto.tile<32x32xi16>
    %9 = pto.abs %8 {pto.pipeline_membership = "1:0"} : (!pto.tile<32x32xi16>) -> !pto.tile<32x32xi16>
    %10 = pto.load %arg0[6, 64] {pto.pipeline_membership = "1:1"} : (tensor<4096x4096xi16>) -> !pto.tile<32x32xi16>
    %11 = pto.abs %10 {pto.pipeline_membership = "1:1"} : (!pto.tile<32x32xi16>) -> !pto.tile<32x32xi16>
    %12 = pto.store %11, %arg1[11, 53]  : (!pto.tile<32x32xi16>, tensor<4096x4096xi16>) -> tensor<4096x4096xi16>
    %13 = pto.move %0 to vec : (!pto.tile<32x32xi16>) -> !pto.tile<32x32xi16, vec>
  return
}



// Before and after of the document.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space --init-memref='planner=ptoas' | FileCheck %s

// Parameters are numbered first and get no alloc; then every tile with storage
// of its own gets one, in program order, in front of the body and not placed.
// What is stored is the output parameter's storage.
// CHECK-LABEL: func.func @main(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 16384, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 16384, id = 3
// CHECK-NEXT: [[TILE_A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
// CHECK-NEXT: [[TILE_B:%[^ :,]+]] = pto.add [[TILE_A]], [[TILE_A]] into [[VEC3]] : (!pto.tile<64x64xf32, vec>, !pto.tile<64x64xf32, vec>) -> !pto.tile<64x64xf32, vec>
// CHECK-NEXT: [[RESULT:%[^ :,]+]] = pto.store [[TILE_B]], %{{.+}}[0, 0] : (!pto.tile<64x64xf32, vec>, tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT: return [[RESULT]] : tensor<64x64xf32>
func.func @main(%input_a: tensor<64x64xf32> {pto.direction = #pto.direction<in>},
                %output: tensor<64x64xf32> {pto.direction = #pto.direction<out>}) -> tensor<64x64xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %tile_a = pto.load %input_a[0, 0] : (tensor<64x64xf32>) -> !pto.tile<64x64xf32>
  %tile_b = pto.add %tile_a, %tile_a : (!pto.tile<64x64xf32>, !pto.tile<64x64xf32>) -> !pto.tile<64x64xf32>
  %result = pto.store %tile_b, %output[0, 0] : (!pto.tile<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %result : tensor<64x64xf32>
}

// One buffer for each memory that a product passes through.
// CHECK-LABEL: func.func @product(
// CHECK: [[MAT3:%[^ :,]+]] = pto.alloc mat, addr = -1, size = 2048, id = 3
// CHECK-NEXT: [[MAT4:%[^ :,]+]] = pto.alloc mat, addr = -1, size = 2048, id = 4
// CHECK-NEXT: [[LEFT5:%[^ :,]+]] = pto.alloc left, addr = -1, size = 2048, id = 5
// CHECK-NEXT: [[RIGHT6:%[^ :,]+]] = pto.alloc right, addr = -1, size = 2048, id = 6
// CHECK-NEXT: [[ACC7:%[^ :,]+]] = pto.alloc acc, addr = -1, size = 4096, id = 7
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat into [[MAT3]] : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat into [[MAT4]] : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16, mat>
// CHECK-NEXT: [[A_LEFT:%[^ :,]+]] = pto.move [[A]] to left into [[LEFT5]] : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, left>
// CHECK-NEXT: [[B_RIGHT:%[^ :,]+]] = pto.move [[B]] to right into [[RIGHT6]] : (!pto.tile<32x32xbf16, mat>) -> !pto.tile<32x32xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[A_LEFT]], [[B_RIGHT]] into [[ACC7]] : (!pto.tile<32x32xbf16, left>, !pto.tile<32x32xbf16, right>) -> !pto.tile<32x32xf32, acc>
// CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{.+}}[0, 0] : (!pto.tile<32x32xf32, acc>, tensor<32x32xf32>) -> tensor<32x32xf32>
func.func @product(%x: tensor<32x32xbf16>, %y: tensor<32x32xbf16>, %out: tensor<32x32xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.load %x[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16>
  %b = pto.load %y[0, 0] to mat : (tensor<32x32xbf16>) -> !pto.tile<32x32xbf16>
  %z = pto.matmul %a, %b : (!pto.tile<32x32xbf16>, !pto.tile<32x32xbf16>) -> !pto.tile<32x32xf32>
  pto.store %z, %out[0, 0] : (!pto.tile<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return
}

// The buffers of all that a loop carries are told apart.
// CHECK-LABEL: func.func @two_carries(
// CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 2
// CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 3
// CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 4
// CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = -1, size = 1024, id = 5
// CHECK: [[A:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.exp [[A]] into [[VEC3]] : (!pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[P:%[^ :,]+]] = [[A]], [[Q:%[^ :,]+]] = [[B]]) -> (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) {
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.add [[P]], [[Q]] into [[VEC4]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.mul [[P]], [[Q]] into [[VEC5]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: scf.yield [[S]], [[T]] : !pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>
// CHECK: [[V0:%[^ :,]+]] = pto.store [[R]]#1, %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @two_carries(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<incore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %b = pto.exp %a : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b)
      -> (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) {
    %s = pto.add %p, %q : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
    %t = pto.mul %p, %q : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
    scf.yield %s, %t : !pto.tile<16x16xf32>, !pto.tile<16x16xf32>
  }
  pto.store %r#1, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Functions on the host get the numbers of their tensors and nothing else;
// so do declarations.
// CHECK: func.func @host(%{{.+}}: tensor<4xf32> {pto.memref = #pto.memref<ddr, addr = -1, id = 0>}, %{{.+}}: index, %{{.+}}: tensor<4xf32> {pto.memref = #pto.memref<ddr, addr = -1, id = 1>})
// CHECK-NEXT: return
func.func @host(%a: tensor<4xf32>, %n: index, %b: tensor<4xf32>)
    attributes {pto.kind = #pto.function_kind<orchestration>} {
  return
}
// CHECK: func.func private @declared(tensor<4xf32> {pto.memref = #pto.memref<ddr, addr = -1, id = 0>})
func.func private @declared(tensor<4xf32>) attributes {pto.kind = #pto.function_kind<incore>}

// The number stands beside what an author said of a parameter.
// CHECK: func.func private @directions(tensor<4xf32> {pto.direction = #pto.direction<in>, pto.memref = #pto.memref<ddr, addr = -1, id = 0>}, tensor<4xf32> {pto.direction = #pto.direction<out>, pto.memref = #pto.memref<ddr, addr = -1, id = 1>})
func.func private @directions(tensor<4xf32> {pto.direction = #pto.direction<in>},
                              tensor<4xf32> {pto.direction = #pto.direction<out>})

// Nothing to bind: nothing is added.
// CHECK-LABEL: func.func @empty()
// CHECK-NEXT: return
func.func @empty() attributes {pto.kind = #pto.function_kind<incore>} {
  return
}

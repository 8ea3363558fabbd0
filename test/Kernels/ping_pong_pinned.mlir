// Double buffering with buffers that the author chose: two slots of one pinned
// buffer at a fixed address, used in turn. All else is placed around it.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s

!t = !pto.tile<64x128xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @ping_pong_pinned(
  // CHECK: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 32768, id = 5
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 32768, size = 32768, id = 6
  // CHECK: [[PAIR:%[^ :,]+]] = pto.alloc vec, addr = 65536, size = 65536, id = 2 pinned slots = 2
  // CHECK-NEXT: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} {
  // CHECK: [[SLOT:%[^ :,]+]] = pto.slot [[PAIR]][%{{.+}}]
  // CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to vec into [[SLOT]] : (tensor<4096x128xf32>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[Y:%[^ :,]+]] = pto.exp [[T]] into [[VEC5]] : (!pto.tile<64x128xf32, vec>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[Z:%[^ :,]+]] = pto.mul [[Y]], [[T]] into [[VEC6]] : (!pto.tile<64x128xf32, vec>, !pto.tile<64x128xf32, vec>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[V0:%[^ :,]+]] = pto.store [[Z]], %{{.+}}[%{{.+}}, 0] : (!pto.tile<64x128xf32, vec>, tensor<4096x128xf32>) -> tensor<4096x128xf32>
  // ROUND-LABEL: func.func @ping_pong_pinned(
  // ROUND: pto.alloc vec, addr = 65536, size = 65536, id = 2 pinned slots = 2
  // ROUND: pto.slot %{{.+}}[%{{.+}}]
  func.func @ping_pong_pinned(%x: tensor<4096x128xf32> {pto.direction = #pto.direction<in>},
                              %out: tensor<4096x128xf32> {pto.direction = #pto.direction<out>})
      attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %pair = pto.alloc vec, addr = 65536, size = 65536, id = 2 pinned slots = 2
    scf.for %i = %c0 to %c64 step %c1 {
      %which = arith.remui %i, %c2 : index
      %slot = pto.slot %pair[%which]
      %row = arith.muli %i, %c64 : index
      %t = pto.load %x[%row, 0] into %slot : (tensor<4096x128xf32>) -> !t
      %y = pto.exp %t : (!t) -> !t
      %z = pto.mul %y, %t : (!t, !t) -> !t
      pto.store %z, %out[%row, 0] : (!t, tensor<4096x128xf32>) -> tensor<4096x128xf32>
    }
    return
  }
}

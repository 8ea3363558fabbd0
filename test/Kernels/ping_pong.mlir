// Double buffering by hand: while one tile is computed on, the next is loaded
// into the other. The loop takes two steps at a time, so each tile keeps its
// buffer: ping is carried and loaded anew at the end of a step, pong lives in
// one step. Nothing is copied.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!t = !pto.tile<64x128xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @ping_pong(
  // CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 32768, id = 2
  // CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = 32768, size = 32768, id = 3
  // CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = 65536, size = 32768, id = 4
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 98304, size = 32768, id = 6
  // CHECK-NEXT: [[VEC7:%[^ :,]+]] = pto.alloc vec, addr = 131072, size = 32768, id = 7
  // CHECK: [[FIRST:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec into [[VEC2]] : (tensor<4096x128xf32>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[END:%[^ :,]+]]:2 = scf.for [[I:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[PING:%[^ :,]+]] = [[FIRST]], [[DEST:%[^ :,]+]] = %{{.+}}) -> (!pto.tile<64x128xf32, vec>, tensor<4096x128xf32>) {
  // CHECK: [[PONG:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to vec into [[VEC3]] : (tensor<4096x128xf32>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[Y0:%[^ :,]+]] = pto.exp [[PING]] into [[VEC4]] : (!pto.tile<64x128xf32, vec>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[D0:%[^ :,]+]] = pto.store [[Y0]], [[DEST]]{{\[}}[[I]], 0] : (!pto.tile<64x128xf32, vec>, tensor<4096x128xf32>) -> tensor<4096x128xf32>
  // CHECK: [[NEXT:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to vec into [[VEC2]] : (tensor<4096x128xf32>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[Y1:%[^ :,]+]] = pto.exp [[PONG]] into [[VEC6]] : (!pto.tile<64x128xf32, vec>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[D1:%[^ :,]+]] = pto.store [[Y1]], [[D0]][%{{.+}}, 0] : (!pto.tile<64x128xf32, vec>, tensor<4096x128xf32>) -> tensor<4096x128xf32>
  // CHECK-NEXT: scf.yield [[NEXT]], [[D1]] : !pto.tile<64x128xf32, vec>, tensor<4096x128xf32>
  // CHECK: [[Y:%[^ :,]+]] = pto.exp [[END]]#0 into [[VEC7]] : (!pto.tile<64x128xf32, vec>) -> !pto.tile<64x128xf32, vec>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Y]], [[END]]#1[%{{.+}}, 0] : (!pto.tile<64x128xf32, vec>, tensor<4096x128xf32>) -> tensor<4096x128xf32>
  // ROUND-LABEL: func.func @ping_pong(
  // ROUND: scf.for {{.*}} iter_args({{.*}}) -> (!pto.tile<64x128xf32>, tensor<4096x128xf32>) {
  func.func @ping_pong(%x: tensor<4096x128xf32> {pto.direction = #pto.direction<in>},
                       %out: tensor<4096x128xf32> {pto.direction = #pto.direction<out>})
      -> tensor<4096x128xf32> attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %last = arith.constant 3968 : index
    %first = pto.load %x[0, 0] : (tensor<4096x128xf32>) -> !t
    %end:2 = scf.for %i = %c0 to %last step %c128
        iter_args(%ping = %first, %dest = %out) -> (!t, tensor<4096x128xf32>) {
      %second = arith.addi %i, %c64 : index
      %pong = pto.load %x[%second, 0] : (tensor<4096x128xf32>) -> !t
      %y0 = pto.exp %ping : (!t) -> !t
      %d0 = pto.store %y0, %dest[%i, 0] : (!t, tensor<4096x128xf32>) -> tensor<4096x128xf32>
      %third = arith.addi %i, %c128 : index
      %next = pto.load %x[%third, 0] : (tensor<4096x128xf32>) -> !t
      %y1 = pto.exp %pong : (!t) -> !t
      %d1 = pto.store %y1, %d0[%second, 0] : (!t, tensor<4096x128xf32>) -> tensor<4096x128xf32>
      scf.yield %next, %d1 : !t, tensor<4096x128xf32>
    }
    %y = pto.exp %end#0 : (!t) -> !t
    %r = pto.store %y, %end#1[%last, 0] : (!t, tensor<4096x128xf32>) -> tensor<4096x128xf32>
    return %r : tensor<4096x128xf32>
  }
}

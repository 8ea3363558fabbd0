// A sum over ranks: each rank adds up the same window of every peer's part and
// keeps the total. The running sum is carried in one buffer; the window of a
// peer comes over the wire into another.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!win = tensor<256x512xf32, #pto.tensor_view<distributed, window = "parts">>
!t = !pto.tile<16x512xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @all_reduce(
  // CHECK: [[VEC2:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 32768, id = 2
  // CHECK-NEXT: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = 32768, size = 32768, id = 3
  // CHECK: [[FIRST:%[^ :,]+]] = pto.pld.remote_load %{{.+}}[%{{.+}}, 0] peer %{{.+}} into [[VEC2]] : (tensor<256x512xf32, #pto.tensor_view<distributed, window = "parts">>, index) -> !pto.tile<16x512xf32, vec>
  // CHECK-NEXT: [[TOTAL:%[^ :,]+]] = scf.for [[RANK:%[^ :,]+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args([[SUM:%[^ :,]+]] = [[FIRST]]) -> (!pto.tile<16x512xf32, vec>) {
  // CHECK-NEXT: [[PART:%[^ :,]+]] = pto.pld.remote_load %{{.+}}[%{{.+}}, 0] peer [[RANK]] into [[VEC3]] : (tensor<256x512xf32, #pto.tensor_view<distributed, window = "parts">>, index) -> !pto.tile<16x512xf32, vec>
  // CHECK-NEXT: [[NEXT:%[^ :,]+]] = pto.add [[SUM]], [[PART]] into [[VEC2]] : (!pto.tile<16x512xf32, vec>, !pto.tile<16x512xf32, vec>) -> !pto.tile<16x512xf32, vec>
  // CHECK-NEXT: scf.yield [[NEXT]] : !pto.tile<16x512xf32, vec>
  // CHECK: [[R:%[^ :,]+]] = pto.store [[TOTAL]], %{{.+}}[%{{.+}}, 0] : (!pto.tile<16x512xf32, vec>, tensor<256x512xf32>) -> tensor<256x512xf32>
  // ROUND-LABEL: func.func @all_reduce(
  // ROUND: pto.pld.remote_load {{.*}} peer {{.*}} : (tensor<256x512xf32, #pto.tensor_view<distributed, window = "parts">>, index) -> !pto.tile<16x512xf32>
  func.func @all_reduce(%parts: !win {pto.direction = #pto.direction<in>},
                        %ranks: index, %row: index,
                        %out: tensor<256x512xf32> {pto.direction = #pto.direction<out>})
      -> tensor<256x512xf32> attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = pto.pld.remote_load %parts[%row, 0] peer %c0 : (!win, index) -> !t
    %total = scf.for %rank = %c1 to %ranks step %c1 iter_args(%sum = %first) -> (!t) {
      %part = pto.pld.remote_load %parts[%row, 0] peer %rank : (!win, index) -> !t
      %next = pto.add %sum, %part : (!t, !t) -> !t
      scf.yield %next : !t
    }
    %r = pto.store %total, %out[%row, 0] : (!t, tensor<256x512xf32>) -> tensor<256x512xf32>
    return %r : tensor<256x512xf32>
  }
}

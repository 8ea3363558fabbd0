// The 32 largest of 1024 scores and their positions. Runs of 32 are sorted as
// (value, index) pairs, merged four at a time into runs of 128 and 512, and the
// last two runs by one more merge; then values and indices are picked apart.
// The numbering of the scores needs a temporary on a2a3, which appears by
// itself.
//
// RUN: pto-opt %s --infer-tile-memory-space --init-memref \
// RUN:   --allocate-memory-addr --verify-tile-memory=buffers=true | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space 2>&1 | FileCheck --check-prefix=QUIET %s
// RUN: pto-opt %s | pto-opt | FileCheck --check-prefix=ROUND %s
//
// QUIET-NOT: warning

!scores = !pto.tile<1x1024xf32>
!pairs = !pto.tile<1x2048xf32>
!run = !pto.tile<1x1024xf32>
!top = !pto.tile<1x64xf32>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: func.func @topk(
  // CHECK: [[VEC3:%[^ :,]+]] = pto.alloc vec, addr = 0, size = 4096, id = 3
  // CHECK-NEXT: [[VEC4:%[^ :,]+]] = pto.alloc vec, addr = 4096, size = 768, id = 4
  // CHECK-NEXT: [[VEC5:%[^ :,]+]] = pto.alloc vec, addr = 4864, size = 4096, id = 5
  // CHECK-NEXT: [[VEC6:%[^ :,]+]] = pto.alloc vec, addr = 8960, size = 8192, id = 6
  // CHECK-NEXT: [[VEC7:%[^ :,]+]] = pto.alloc vec, addr = 17152, size = 8192, id = 7
  // CHECK-NEXT: [[VEC8:%[^ :,]+]] = pto.alloc vec, addr = 25344, size = 8192, id = 8
  // CHECK-NEXT: [[VEC9:%[^ :,]+]] = pto.alloc vec, addr = 33536, size = 8192, id = 9
  // CHECK-NEXT: [[VEC10:%[^ :,]+]] = pto.alloc vec, addr = 41728, size = 8192, id = 10
  // CHECK-NEXT: [[VEC11:%[^ :,]+]] = pto.alloc vec, addr = 49920, size = 128, id = 11
  // CHECK-NEXT: [[VEC12:%[^ :,]+]] = pto.alloc vec, addr = 50048, size = 128, id = 12
  // CHECK: [[X:%[^ :,]+]] = pto.load %{{.+}}[%{{.+}}, 0] to vec into [[VEC3]] : (tensor<64x1024xf32>) -> !pto.tile<1x1024xf32, vec>
  // CHECK-NEXT: [[POSITION_TMP:%[^ :,]+]] = pto.create to vec into [[VEC4]] : () -> !pto.tile<1x192xf32, vec>
  // CHECK-NEXT: [[POSITION:%[^ :,]+]] = pto.ci %{{.+}}, [[POSITION_TMP]] into [[VEC5]] : (i32, !pto.tile<1x192xf32, vec>) -> !pto.tile<1x1024xi32, vec>
  // CHECK-NEXT: [[RUN32:%[^ :,]+]] = pto.sort32 [[X]], [[POSITION]] into [[VEC6]] : (!pto.tile<1x1024xf32, vec>, !pto.tile<1x1024xi32, vec>) -> !pto.tile<1x2048xf32, vec>
  // CHECK-NEXT: [[RUN128:%[^ :,]+]] = pto.mrgsort_format1 [[RUN32]], %{{.+}} into [[VEC7]] : (!pto.tile<1x2048xf32, vec>, i32) -> !pto.tile<1x2048xf32, vec>
  // CHECK-NEXT: [[RUN512:%[^ :,]+]] = pto.mrgsort_format1 [[RUN128]], %{{.+}} into [[VEC8]] : (!pto.tile<1x2048xf32, vec>, i32) -> !pto.tile<1x2048xf32, vec>
  // CHECK-NEXT: [[FRONT:%[^ :,]+]] = pto.slice [[RUN512]][0, 0] : (!pto.tile<1x2048xf32, vec>) -> !pto.tile<1x1024xf32, vec>
  // CHECK-NEXT: [[BACK:%[^ :,]+]] = pto.slice [[RUN512]][0, 1024] : (!pto.tile<1x2048xf32, vec>) -> !pto.tile<1x1024xf32, vec>
  // CHECK-NEXT: [[TMP:%[^ :,]+]] = pto.create to vec into [[VEC9]] : () -> !pto.tile<1x2048xf32, vec>
  // CHECK-NEXT: [[SORTED:%[^ :,]+]] = pto.mrgsort_format2 [[FRONT]], [[BACK]] tmp [[TMP]] into [[VEC10]] : (!pto.tile<1x1024xf32, vec>, !pto.tile<1x1024xf32, vec> tmp !pto.tile<1x2048xf32, vec>) -> !pto.tile<1x2048xf32, vec>
  // CHECK-NEXT: [[TOP:%[^ :,]+]] = pto.slice [[SORTED]][0, 0] : (!pto.tile<1x2048xf32, vec>) -> !pto.tile<1x64xf32, vec>
  // CHECK-NEXT: [[BITS:%[^ :,]+]] = pto.reinterpret_view [[TOP]] : (!pto.tile<1x64xf32, vec>) -> !pto.tile<1x64xi32, vec>
  // CHECK-NEXT: [[V:%[^ :,]+]] = pto.gather_mask [[TOP]] into [[VEC11]] {mask_pattern = 1 : i64} : (!pto.tile<1x64xf32, vec>) -> !pto.tile<1x32xf32, vec>
  // CHECK-NEXT: [[I:%[^ :,]+]] = pto.gather_mask [[BITS]] into [[VEC12]] {mask_pattern = 2 : i64} : (!pto.tile<1x64xi32, vec>) -> !pto.tile<1x32xi32, vec>
  // CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[V]], %{{.+}}[%{{.+}}, 0] : (!pto.tile<1x32xf32, vec>, tensor<64x32xf32>) -> tensor<64x32xf32>
  // CHECK-NEXT: [[S:%[^ :,]+]] = pto.store [[I]], %{{.+}}[%{{.+}}, 0] : (!pto.tile<1x32xi32, vec>, tensor<64x32xi32>) -> tensor<64x32xi32>
  // ROUND-LABEL: func.func @topk(
  // ROUND: pto.sort32 {{.*}} : (!pto.tile<1x1024xf32>, !pto.tile<1x1024xi32>) -> !pto.tile<1x2048xf32>
  // ROUND: pto.mrgsort_format2 {{.*}} tmp {{.*}} : (!pto.tile<1x1024xf32>, !pto.tile<1x1024xf32> tmp !pto.tile<1x2048xf32>) -> !pto.tile<1x2048xf32>
  func.func @topk(%scores: tensor<64x1024xf32> {pto.direction = #pto.direction<in>},
                  %row: index,
                  %values: tensor<64x32xf32> {pto.direction = #pto.direction<out>},
                  %indices: tensor<64x32xi32> {pto.direction = #pto.direction<out>})
      -> (tensor<64x32xf32>, tensor<64x32xi32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %zero = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c256 = arith.constant 256 : i32
    %x = pto.load %scores[%row, 0] : (tensor<64x1024xf32>) -> !scores
    %position = pto.ci %zero : (i32) -> !pto.tile<1x1024xi32>
    %run32 = pto.sort32 %x, %position : (!scores, !pto.tile<1x1024xi32>) -> !pairs
    %run128 = pto.mrgsort_format1 %run32, %c64 : (!pairs, i32) -> !pairs
    %run512 = pto.mrgsort_format1 %run128, %c256 : (!pairs, i32) -> !pairs
    %front = pto.slice %run512[0, 0] : (!pairs) -> !run
    %back = pto.slice %run512[0, 1024] : (!pairs) -> !run
    %tmp = pto.create : () -> !pairs
    %sorted = pto.mrgsort_format2 %front, %back tmp %tmp : (!run, !run tmp !pairs) -> !pairs
    %top = pto.slice %sorted[0, 0] : (!pairs) -> !top
    %bits = pto.reinterpret_view %top : (!top) -> !pto.tile<1x64xi32>
    %v = pto.gather_mask %top {mask_pattern = 1 : i64} : (!top) -> !pto.tile<1x32xf32>
    %i = pto.gather_mask %bits {mask_pattern = 2 : i64} : (!pto.tile<1x64xi32>) -> !pto.tile<1x32xi32>
    %r = pto.store %v, %values[%row, 0] : (!pto.tile<1x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %s = pto.store %i, %indices[%row, 0] : (!pto.tile<1x32xi32>, tensor<64x32xi32>) -> tensor<64x32xi32>
    return %r, %s : tensor<64x32xf32>, tensor<64x32xi32>
  }
}

// Types and their canonical text: what shape and space imply is not written.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --emit-bytecode | pto-opt | FileCheck %s

// CHECK-LABEL: func.func private @tiles(
// CHECK-SAME: !pto.tile<16x128xbf16>,
// CHECK-SAME: !pto.tile<16x128xbf16, left>,
// CHECK-SAME: !pto.tile<16x128xf32, vec, valid = 16x?, pad = zero>,
// CHECK-SAME: !pto.tile<?x128xf32, vec>,
// CHECK-SAME: !pto.tile<128xf32, vec>,
// CHECK-SAME: !pto.tile<2x16x128xf32, vec>,
// CHECK-SAME: !pto.tile<16x128xf32, vec, valid = 0x0>,
// CHECK-SAME: !pto.tile<16x16xf32, vec, compact = row_plus_one>,
// CHECK-SAME: !pto.tile<16x16xf32, vec, pad = max, compact = normal>,
// CHECK-SAME: !pto.tile<8x16xf32, vec, stride = [64, 1], start_offset = 128>,
// CHECK-SAME: !pto.tile<8x16xf32, vec, valid = ?x8, layout = #pto.layout<blayout = col_major>, pad = min, stride = [?, 1], start_offset = 0>
func.func private @tiles(!pto.tile<16x128xbf16>, !pto.tile<16x128xbf16, left>,
    !pto.tile<16x128xf32, vec, valid = 16x?, pad = zero>, !pto.tile<?x128xf32, vec>,
    !pto.tile<128xf32, vec>, !pto.tile<2x16x128xf32, vec>, !pto.tile<16x128xf32, vec, valid = 0x0>,
    !pto.tile<16x16xf32, vec, compact = row_plus_one>,
    !pto.tile<16x16xf32, vec, compact = normal, pad = max>,
    !pto.tile<8x16xf32, vec, start_offset = 128, stride = [64, 1]>,
    !pto.tile<8x16xf32, vec, valid = ?x8, layout = #pto.layout<blayout = col_major>, pad = min, stride = [?, 1], start_offset = 0>)

// A valid region that is the shape goes; so does the layout that is implied.
// CHECK-LABEL: func.func private @implied(
// CHECK-SAME: !pto.tile<16x128xf32, vec>,
// CHECK-SAME: !pto.tile<16x128xf32, acc>,
// CHECK-SAME: !pto.tile<16x128xbf16, left>,
// CHECK-SAME: !pto.tile<16x128xbf16, mat>,
// CHECK-SAME: !pto.tile<16x128xbf16, right>,
// CHECK-SAME: !pto.tile<16x1xf32, vec>,
// CHECK-SAME: !pto.tile<1x16xf32, bias>,
// CHECK-SAME: !pto.tile<16x4xui8, left_scale>,
// CHECK-SAME: !pto.tile<4x16xui8, right_scale>)
func.func private @implied(
    !pto.tile<16x128xf32, vec, valid = 16x128, layout = #pto.layout<blayout = row_major, slayout = none_box, fractal = 512>, pad = null>,
    !pto.tile<16x128xf32, acc, layout = #pto.layout<blayout = col_major, slayout = row_major, fractal = 1024>>,
    !pto.tile<16x128xbf16, left, layout = #pto.layout<blayout = col_major, slayout = row_major>>,
    !pto.tile<16x128xbf16, mat, layout = #pto.layout<blayout = col_major, slayout = row_major>>,
    !pto.tile<16x128xbf16, right, layout = #pto.layout<slayout = col_major>>,
    !pto.tile<16x1xf32, vec, layout = #pto.layout<blayout = col_major>>,
    !pto.tile<1x16xf32, bias, layout = #pto.layout<>>,
    !pto.tile<16x4xui8, left_scale, layout = #pto.layout<slayout = row_major, fractal = 32>>,
    !pto.tile<4x16xui8, right_scale, layout = #pto.layout<blayout = col_major, slayout = col_major, fractal = 32>>)

// A layout that differs is written, with what differs from a plain tile.
// CHECK-LABEL: func.func private @layouts(
// CHECK-SAME: !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>,
// CHECK-SAME: !pto.tile<16x128xf32, acc, layout = #pto.layout<>>,
// CHECK-SAME: !pto.tile<16x1xf32, vec, layout = #pto.layout<>>,
// CHECK-SAME: !pto.tile<16x128xf32, layout = #pto.layout<fractal = 1024>>)
func.func private @layouts(
    !pto.tile<16x128xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major, fractal = 512>>,
    !pto.tile<16x128xf32, acc, layout = #pto.layout<blayout = row_major>>,
    !pto.tile<16x1xf32, vec, layout = #pto.layout<blayout = row_major>>,
    !pto.tile<16x128xf32, layout = #pto.layout<fractal = 1024>>)

// Elements of all kinds.
// CHECK-LABEL: func.func private @elements(
// CHECK-SAME: !pto.tile<8x16xi1>, !pto.tile<8x16xi4>, !pto.tile<8x16xui4>, !pto.tile<8x16xi8>, !pto.tile<8x16xui8>,
// CHECK-SAME: !pto.tile<8x16xi16>, !pto.tile<8x16xui16>, !pto.tile<8x16xi32>, !pto.tile<8x16xui32>, !pto.tile<8x16xi64>,
// CHECK-SAME: !pto.tile<8x16xf16>, !pto.tile<8x16xbf16>, !pto.tile<8x16xf32>,
// CHECK-SAME: !pto.tile<8x16xf8E4M3FN>, !pto.tile<8x16xf8E5M2>, !pto.tile<8x16xf8E8M0FNU>, !pto.tile<8x16xf4E2M1FN>,
// CHECK-SAME: !pto.tile<8x16x!pto.hf4>, !pto.tile<8x16x!pto.hf8>
func.func private @elements(!pto.tile<8x16xi1>, !pto.tile<8x16xi4>, !pto.tile<8x16xui4>,
    !pto.tile<8x16xi8>, !pto.tile<8x16xui8>, !pto.tile<8x16xi16>, !pto.tile<8x16xui16>,
    !pto.tile<8x16xi32>, !pto.tile<8x16xui32>, !pto.tile<8x16xi64>, !pto.tile<8x16xf16>,
    !pto.tile<8x16xbf16>, !pto.tile<8x16xf32>, !pto.tile<8x16xf8E4M3FN>, !pto.tile<8x16xf8E5M2>,
    !pto.tile<8x16xf8E8M0FNU>, !pto.tile<8x16xf4E2M1FN>, !pto.tile<8x16x!pto.hf4>, !pto.tile<8x16x!pto.hf8>)

// The other types.
// CHECK-LABEL: func.func private @others(
// CHECK-SAME: !pto.memref, !pto.array<4xi32>, !pto.array<2x!pto.task_id>, !pto.handle<"CommCtx">, !pto.task_id,
// CHECK-SAME: !pto.prefetch_context, !pto.prefetch_session)
func.func private @others(!pto.memref, !pto.array<4xi32>, !pto.array<2x!pto.task_id>,
    !pto.handle<"CommCtx">, !pto.task_id, !pto.prefetch_context, !pto.prefetch_session)

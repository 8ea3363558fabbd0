// What the document's examples say, rule by rule.
//
// RUN: pto-opt %s --infer-tile-memory-space --verify-tile-memory | FileCheck %s

// The example of the document: without a request loads go to vec, and the
// product's operands reach left and right by a move each, right before it.
// CHECK-LABEL: func.func @matmul_gets_acc(
// CHECK: [[X_TILE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, vec>
// CHECK-NEXT: [[Y_TILE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, vec>
// CHECK-NEXT: [[X_TILE_LEFT:%[^ :,]+]] = pto.move [[X_TILE]] to left : (!pto.tile<16x128xbf16, vec>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[Y_TILE_RIGHT:%[^ :,]+]] = pto.move [[Y_TILE]] to right : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z_TILE:%[^ :,]+]] = pto.matmul [[X_TILE_LEFT]], [[Y_TILE_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Z_TILE]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
// CHECK-NEXT: return [[R]] : tensor<16x128xf32>
func.func @matmul_gets_acc(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>,
                           %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %x_tile = pto.load %x[0, 0] : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %y_tile = pto.load %y[0, 0] : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %z_tile = pto.matmul %x_tile, %y_tile : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
  %r = pto.store %z_tile, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// Requests for mat are honoured: the moves start there.
// CHECK-LABEL: func.func @matmul_of_mat_loads(
// CHECK: [[X_TILE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[Y_TILE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[X_TILE_LEFT:%[^ :,]+]] = pto.move [[X_TILE]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[Y_TILE_RIGHT:%[^ :,]+]] = pto.move [[Y_TILE]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z_TILE:%[^ :,]+]] = pto.matmul [[X_TILE_LEFT]], [[Y_TILE_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Z_TILE]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @matmul_of_mat_loads(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>,
                               %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %x_tile = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %y_tile = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %z_tile = pto.matmul %x_tile, %y_tile : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
  %r = pto.store %z_tile, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// A one-dimensional load is in vec, from where a store takes it.
// CHECK-LABEL: func.func @load_store(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0] to vec : (tensor<64xf32>) -> !pto.tile<64xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[T]], %{{.+}}[0] : (!pto.tile<64xf32, vec>, tensor<64xf32>) -> tensor<64xf32>
func.func @load_store(%x: tensor<64xf32>, %out: tensor<64xf32>) -> tensor<64xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0] : (tensor<64xf32>) -> !pto.tile<64xf32>
  %r = pto.store %t, %out[0] : (!pto.tile<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// A chain of vector ops is all in vec; a created tile too.
// CHECK-LABEL: func.func @vector_chain(
// CHECK: [[E:%[^ :,]+]] = pto.create to vec : () -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.add [[E]], [[T]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[M:%[^ :,]+]] = pto.mul [[A]], [[T]] : (!pto.tile<16x16xf32, vec>, !pto.tile<16x16xf32, vec>) -> !pto.tile<16x16xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[M]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @vector_chain(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %e = pto.create : () -> !pto.tile<16x16xf32>
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %a = pto.add %e, %t : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  %m = pto.mul %a, %t : (!pto.tile<16x16xf32>, !pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  %r = pto.store %m, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// A program with all moves written out only gets its spaces.
// CHECK-LABEL: func.func @explicit(
// CHECK: [[X_TILE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[Y_TILE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.move [[X_TILE]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[RT:%[^ :,]+]] = pto.move [[Y_TILE]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z_TILE:%[^ :,]+]] = pto.matmul [[L]], [[RT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[Z_TILE]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, acc>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @explicit(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>,
                    %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<aic>} {
  %x_tile = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %y_tile = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %l = pto.move %x_tile to left : (!pto.tile<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %rt = pto.move %y_tile to right : (!pto.tile<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %z_tile = pto.matmul %l, %rt : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
  %r = pto.store %z_tile, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// The accumulator is read by a vector op twice: one move serves both operands.
// CHECK-LABEL: func.func @product_then_add(
// CHECK: [[X_TILE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
// CHECK-NEXT: [[Y_TILE:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, mat>
// CHECK-NEXT: [[X_TILE_LEFT:%[^ :,]+]] = pto.move [[X_TILE]] to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
// CHECK-NEXT: [[Y_TILE_RIGHT:%[^ :,]+]] = pto.move [[Y_TILE]] to right : (!pto.tile<128x128xbf16, mat>) -> !pto.tile<128x128xbf16, right>
// CHECK-NEXT: [[Z:%[^ :,]+]] = pto.matmul [[X_TILE_LEFT]], [[Y_TILE_RIGHT]] : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
// CHECK-NEXT: [[Z_VEC:%[^ :,]+]] = pto.move [[Z]] to vec {blayout = #pto.block_layout<row_major>, slayout = #pto.block_layout<none_box>} : (!pto.tile<16x128xf32, acc>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.add [[Z_VEC]], [[Z_VEC]] : (!pto.tile<16x128xf32, vec>, !pto.tile<16x128xf32, vec>) -> !pto.tile<16x128xf32, vec>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[W]], %{{.+}}[0, 0] : (!pto.tile<16x128xf32, vec>, tensor<16x128xf32>) -> tensor<16x128xf32>
func.func @product_then_add(%x: tensor<16x128xbf16>, %y: tensor<128x128xbf16>,
                            %out: tensor<16x128xf32>) -> tensor<16x128xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %x_tile = pto.load %x[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
  %y_tile = pto.load %y[0, 0] to mat : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
  %z = pto.matmul %x_tile, %y_tile : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
  %w = pto.add %z, %z : (!pto.tile<16x128xf32>, !pto.tile<16x128xf32>) -> !pto.tile<16x128xf32>
  %r = pto.store %w, %out[0, 0] : (!pto.tile<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// A request is kept even where nobody wants the tile there: the store moves it.
// CHECK-LABEL: func.func @request_is_kept(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[T_VEC:%[^ :,]+]] = pto.move [[T]] to vec : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[T_VEC]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @request_is_kept(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %r = pto.store %t, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// An explicit move to left feeds a store: one more move brings it back.
// CHECK-LABEL: func.func @left_then_store(
// CHECK: [[T:%[^ :,]+]] = pto.load %{{.+}}[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, mat>
// CHECK-NEXT: [[L:%[^ :,]+]] = pto.move [[T]] to left : (!pto.tile<16x16xf32, mat>) -> !pto.tile<16x16xf32, left>
// CHECK-NEXT: [[L_VEC:%[^ :,]+]] = pto.move [[L]] to vec : (!pto.tile<16x16xf32, left>) -> !pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>
// CHECK-NEXT: [[R:%[^ :,]+]] = pto.store [[L_VEC]], %{{.+}}[0, 0] : (!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = col_major, slayout = row_major>>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @left_then_store(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<incore>} {
  %t = pto.load %x[0, 0] to mat : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %l = pto.move %t to left : (!pto.tile<16x16xf32>) -> !pto.tile<16x16xf32>
  %r = pto.store %l, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// Orchestration moves no tiles; its body stays as it is.
// CHECK-LABEL: func.func @orchestration(
// CHECK-NEXT: %{{.+}} = pto.tensor.create : () -> tensor<16x16xf32>
// CHECK-NEXT: call @callee(
func.func @orchestration(%x: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<orchestration>} {
  %t = pto.tensor.create : () -> tensor<16x16xf32>
  %r = call @callee(%x, %t) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// Opaque functions keep their tiles as they are, without a space.
// CHECK-LABEL: func.func @opaque(
// CHECK: pto.load {{.*}} : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>{{$}}
func.func @opaque(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<opaque>} {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %r = pto.store %t, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// Without a kind, a body with tiles runs on the device.
// CHECK-LABEL: func.func @no_kind(
// CHECK: pto.load {{.*}} to vec : (tensor<16x16xf32>) -> !pto.tile<16x16xf32, vec>
func.func @no_kind(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %t = pto.load %x[0, 0] : (tensor<16x16xf32>) -> !pto.tile<16x16xf32>
  %r = pto.store %t, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// A declaration has nothing to infer; nor has an empty body.
// CHECK: func.func private @callee(tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
func.func private @callee(tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    attributes {pto.kind = #pto.function_kind<incore>}
// CHECK-LABEL: func.func @empty()
// CHECK-NEXT: return
func.func @empty() attributes {pto.kind = #pto.function_kind<incore>} {
  return
}

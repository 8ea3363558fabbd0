// Types and attributes that can't be.
//
// RUN: pto-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{unknown memory space 'ub'; there are ddr, vec, mat, left, right, acc, bias, left_scale and right_scale}}
func.func private @space(!pto.tile<16x16xf32, ub>)

// -----

// expected-error@+1 {{a tile has one memory space}}
func.func private @two_spaces(!pto.tile<16x16xf32, vec, mat>)

// -----

// expected-error@+1 {{unknown part 'offset' of a tile type; there are valid, layout, pad, compact, stride and start_offset}}
func.func private @part(!pto.tile<16x16xf32, vec, offset = 3>)

// -----

// expected-error@+1 {{extent 0 of a tile must be positive, found 0}}
func.func private @empty_extent(!pto.tile<0x16xf32>)

// -----

// expected-error@+1 {{a tile can't hold elements of type}}
func.func private @element(!pto.tile<16x16x!pto.task_id>)

// -----

// expected-error@+1 {{a tile with so many elements has no size in 64 bits}}
func.func private @too_many(!pto.tile<4294967296x4294967296xf32>)

// -----

// expected-error@+1 {{the last extent of a tile of packed 4-bit floats must be even, found 7}}
func.func private @odd(!pto.tile<1x7xf4E2M1FN>)

// -----

// expected-error@+1 {{the valid region has rank 1, the tile has rank 2}}
func.func private @valid_rank(!pto.tile<16x16xf32, vec, valid = 16>)

// -----

// expected-error@+1 {{valid extent 1 is 17, more than the tile's 16}}
func.func private @valid_extent(!pto.tile<16x16xf32, vec, valid = 16x17>)

// -----

// expected-error@+1 {{a tile of rank 2 has 1 strides}}
func.func private @strides(!pto.tile<16x16xf32, vec, stride = [1]>)

// -----

// expected-error@+1 {{unknown padding 'one'}}
func.func private @pad(!pto.tile<16x16xf32, vec, pad = one>)

// -----

// expected-error@+1 {{unknown compact mode 'tight'}}
func.func private @compact(!pto.tile<16x16xf32, vec, compact = tight>)

// -----

// expected-error@+1 {{unknown part 'order' of a layout; there are blayout, slayout and fractal}}
func.func private @layout_part(!pto.tile<16x16xf32, vec, layout = #pto.layout<order = 3>>)

// -----

// expected-error@+1 {{unknown layout 'diagonal'}}
func.func private @layout(!pto.tile<16x16xf32, vec, layout = #pto.layout<blayout = diagonal>>)

// -----

// expected-error@+1 {{the size of a fractal is in bytes and positive, found 0}}
func.func private @fractal(!pto.tile<16x16xf32, vec, layout = #pto.layout<fractal = 0>>)

// -----

// expected-error@+1 {{the extent of an array must be positive, found 0}}
func.func private @array(!pto.array<0xi32>)

// -----

// expected-error@+1 {{an array has one extent, found 2}}
func.func private @array_rank(!pto.array<4x4xi32>)

// -----

// expected-error@+1 {{an array holds integers or task ids, not 'f32'}}
func.func private @array_element(!pto.array<4xf32>)

// -----

// expected-error@+1 {{a tensor of rank 2 has 1 strides}}
func.func private @tensor_strides(tensor<4x4xf32, #pto.tensor_view<stride = [1]>>)

// -----

// expected-error@+1 {{the valid region has rank 3, the tensor has rank 2}}
func.func private @tensor_valid(tensor<4x4xf32, #pto.tensor_view<valid = [1, 2, 3]>>)

// -----

// expected-error@+1 {{unknown part 'tiled' of a tensor view; there are layout, stride, valid, pad, distributed and window}}
func.func private @tensor_part(tensor<4x4xf32, #pto.tensor_view<tiled = 3>>)

// -----

func.func @loop_kind(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error@+1 {{only a pipeline loop has stages}}
  } {pto.loop = #pto.loop<unroll, stages = 2>}
  return
}

// -----

func.func @loop_place() {
  // expected-error@+1 {{attribute 'pto.loop' belongs on an scf.for}}
  pto.system.bar_all {pto.loop = #pto.loop<unroll>}
  return
}

// -----

// expected-error@+1 {{attribute 'pto.kind' must be a #pto.function_kind, found "incore"}}
func.func private @kind() attributes {pto.kind = "incore"}

// -----

func.func @kind_place() {
  // expected-error@+1 {{attribute 'pto.kind' belongs on a function}}
  pto.system.bar_all {pto.kind = #pto.function_kind<incore>}
  return
}

// -----

// expected-error@+1 {{attribute 'pto.target' must be #pto.target<a2a3> or #pto.target<a5>, found "a5"}}
module attributes {pto.target = "a5"} {
}

// -----

// expected-error@+1 {{attribute 'pto.direction' must be a #pto.direction, found "in"}}
func.func private @direction(tensor<4xf32> {pto.direction = "in"})

// -----

// expected-error@+1 {{attribute 'pto.memref' must be a #pto.memref}}
func.func private @memref(tensor<4xf32> {pto.memref = 3 : i64})

// -----

// expected-error@+1 {{attribute 'pto.noalias' must be a unit attribute, found true}}
func.func private @noalias(tensor<4xf32> {pto.noalias = true})

// -----

// expected-error@+1 {{attribute 'pto.noalias' belongs on a parameter of a device function}}
func.func private @noalias_on_host(tensor<4xf32> {pto.noalias})
    attributes {pto.kind = #pto.function_kind<orchestration>}

// -----

// expected-error@+1 {{attribute 'pto.noalias' is for tensors, found 'index' in parameter 1}}
func.func private @noalias_scalar(tensor<4xf32>, index {pto.noalias})

// -----

// expected-error@+1 {{attribute 'pto.split' must be a #pto.split_mode}}
func.func private @split() attributes {pto.split = 1 : i64}

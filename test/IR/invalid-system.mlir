// Pipes, events, arrays, tensors, scopes and calls that can't be.
//
// RUN: pto-opt %s -verify-diagnostics -split-input-file

func.func @reserved_size() {
  // expected-error@+1 {{size in bytes must be positive, found 0}}
  %q = pto.system.reserve_buffer "ring" size = 0, base = -1
  return
}

// -----

func.func @reserved_base() {
  // expected-error@+1 {{base must be -1 (to be chosen) or fit 31 bits, found 4294967296}}
  %q = pto.system.reserve_buffer "ring" size = 64, base = 4294967296
  return
}

// -----

func.func @reserved_end() {
  // expected-error@+1 {{the range at 2048 with 9223372036854775807 bytes leaves 64 bits}}
  %q = pto.system.reserve_buffer "ring" size = 9223372036854775807, base = 2048
  return
}

// -----

func.func @pipe_direction(%a: i32) {
  // expected-error@+1 {{'dir_mask' must be 1, 2 or 3, found 4}}
  pto.system.aic_initialize_pipe %a, %a {dir_mask = 4 : i64, slot_size = 64 : i64} : (i32, i32)
  return
}

// -----

func.func @pipe_slot(%a: i32) {
  // expected-error@+1 {{'slot_size' must be positive, found 0}}
  pto.system.aiv_initialize_pipe %a, %a {dir_mask = 1 : i64, slot_size = 0 : i64} : (i32, i32)
  return
}

// -----

func.func @no_event() {
  // expected-error@+1 {{needs either an event operand or 'event_id', found none}}
  pto.system.sync_set {pipe = #pto.pipe<fix>}
  return
}

// -----

func.func @two_events(%e: index) {
  // expected-error@+1 {{needs either an event operand or 'event_id', found both}}
  pto.system.sync_wait %e {event_id = 1 : i64, pipe = #pto.pipe<fix>}
  return
}

// -----

func.func @event_range() {
  // expected-error@+1 {{'event_id' must be between 0 and 13, found 14}}
  pto.system.sync_set {event_id = 14 : i64, pipe = #pto.pipe<fix>}
  return
}

// -----

func.func @core_type() {
  // expected-error@+1 {{'core_type' must be mix, aiv_only or aic_only, found aiv}}
  pto.system.syncall {core_type = "aiv"}
  return
}

// -----

func.func @sync_mode() {
  // expected-error@+1 {{'mode' must be hard or soft, found loud}}
  pto.system.syncall {mode = "loud"}
  return
}

// -----

func.func @array_range(%a: !pto.array<4xi32>) {
  // expected-error@+1 {{index 4 is out of range: the array has 4 elements}}
  %e = pto.array.get_element %a[4] : (!pto.array<4xi32>) -> i32
  return
}

// -----

func.func @array_element(%a: !pto.array<4xi32>, %v: i64) {
  // expected-error@+1 {{the element must be 'i32', found 'i64'}}
  %e = pto.array.update_element %a[0], %v : (!pto.array<4xi32>, i64) -> !pto.array<4xi32>
  return
}

// -----

func.func @array_type(%a: !pto.array<4xi32>, %v: i32) {
  // expected-error@+1 {{the result must have the array's type}}
  %e = pto.array.update_element %a[0], %v : (!pto.array<4xi32>, i32) -> !pto.array<8xi32>
  return
}

// -----

func.func @tensor_sizes() {
  // expected-error@+1 {{needs 'sizes': the result has dynamic extents}}
  %t = pto.tensor.create : () -> tensor<?x4xf32>
  return
}

// -----

func.func @tensor_axis(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{axis must be between 0 and 1, found 2}}
  %d = pto.tensor.dim %x {axis = 2 : i64} : (tensor<4x4xf32>) -> index
  return
}

// -----

func.func @tensor_slice(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{the window must have 2 entries, found 1}}
  %s = pto.tensor.slice %x[0, 0] : (tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @tensor_read(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{the index list must have 2 entries, found 1}}
  %s = pto.tensor.read %x[0] : (tensor<4x4xf32>) -> f32
  return
}

// -----

func.func @scope_types(%x: tensor<4xf32>) {
  // expected-error@+1 {{successor operand type #0 'tensor<4xf32>' should match successor input type #0 'tensor<8xf32>'}}
  %s = pto.scope "Runtime" -> (tensor<8xf32>) {
    // expected-note@+1 {{region branch point}}
    pto.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @scope_count() {
  // expected-error@+1 {{has 0 operands, but region successor needs 1 inputs}}
  %s = pto.scope "Runtime" -> (tensor<4xf32>) {
    // expected-note@+1 {{region branch point}}
    pto.yield
  }
  return
}

// -----

func.func @scope_ends_otherwise(%x: tensor<4xf32>) {
  %s = pto.scope "Runtime" -> (tensor<4xf32>) {
    // expected-error@+1 {{expects parent op to be one of 'scf.execute_region}}
    scf.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @scope_empty() {
  // expected-error@+1 {{expects a non-empty block}}
  "pto.scope"() <{kind = "Runtime"}> ({
  ^bb0:
  }) : () -> ()
  return
}

// -----

func.func @scope_without_end() {
  "pto.scope"() <{kind = "Runtime"}> ({
    // expected-error@+1 {{block with no terminator}}
    %0 = arith.constant 1 : index
  }) : () -> ()
  return
}

// -----

func.func @scope_with_argument() {
  // expected-error@+1 {{region should have no arguments}}
  "pto.scope"() <{kind = "Runtime"}> ({
  ^bb0(%a: index):
    pto.yield
  }) : () -> ()
  return
}

// -----

func.func @unknown_callee(%x: tensor<4xf32>) {
  // expected-error@+1 {{'nobody' is not a function}}
  %t = pto.submit @nobody(%x) : (tensor<4xf32>) -> (!pto.task_id)
  return
}

// -----

func.func private @f(tensor<4xf32>, tensor<4xf32>)
func.func @too_many(%x: tensor<4xf32>) {
  // expected-error@+1 {{'f' takes 2 arguments, found 3}}
  %t = pto.submit @f(%x, %x, %x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (!pto.task_id)
  return
}

// -----

func.func private @f(tensor<4xf32>, tensor<4xf32>)
func.func @too_few(%x: tensor<4xf32>) {
  // expected-error@+1 {{'f' takes 2 arguments, found 1}}
  pto.spmd_call @f(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func private @f(tensor<4xf32>, tensor<4xf32>)
func.func @argument(%x: tensor<8xf32>) {
  // expected-error@+1 {{argument 0 must be 'tensor<4xf32>', found 'tensor<8xf32>'}}
  %t = pto.submit @f(%x) : (tensor<8xf32>) -> (!pto.task_id)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @results(%x: tensor<4xf32>) {
  // expected-error@+1 {{results must be those of 'f' and a task id}}
  %t = pto.submit @f(%x) : (tensor<4xf32>) -> (!pto.task_id)
  return
}

// Pipes between cores, synchronisation, tasks, arrays, prefetches, scopes, calls.
//
// RUN: pto-opt %s | pto-opt | FileCheck %s
// RUN: pto-opt %s --mlir-print-op-generic | pto-opt | FileCheck %s

!t = !pto.tile<16x64xf32, vec>
!g = tensor<16x64xf32>

// CHECK-LABEL: func.func @pipes(
// CHECK: [[Q:%[^ :,]+]] = pto.system.reserve_buffer "c2v" size = 4096, base = -1
// CHECK-NEXT: [[P:%[^ :,]+]] = pto.system.import_peer_buffer "c2v" of "peer"
// CHECK-NEXT: pto.system.aic_initialize_pipe [[Q]], %{{.+}} {dir_mask = 1 : i64, slot_size = 4096 : i64} : (i32, i32)
// CHECK-NEXT: pto.system.aiv_initialize_pipe [[P]], %{{.+}} {dir_mask = 3 : i64, id = 1 : i64, local_slot_num = 2 : i64, slot_num = 4 : i64, slot_size = 4096 : i64} : (i32, i32)
// CHECK-NEXT: [[A:%[^ :,]+]] = pto.tpop_from_aic : () -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.tpop_from_aiv valid [%{{.+}}, 64] {id = 1 : i64, split = 1 : i64} : () -> !pto.tile<16x64xf32, mat, valid = ?x64>
// CHECK-NEXT: pto.tpush_to_aic [[A]] : (!pto.tile<16x64xf32, vec>)
// CHECK-NEXT: pto.tpush_to_aiv %{{.+}} {lane_stride = 16 : i64, split = 1 : i64} : (!pto.tile<32x64xf32, acc>)
// CHECK-NEXT: pto.system.tfree_to_aic [[A]] : (!pto.tile<16x64xf32, vec>)
// CHECK-NEXT: pto.system.tfree_to_aiv [[B]] {id = 1 : i64} : (!pto.tile<16x64xf32, mat, valid = ?x64>)
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.aiv_shard %{{.+}} into %{{.+}} {split = 1 : i64} : (!pto.tile<32x64xf32, acc>) -> !pto.tile<16x64xf32, vec>
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.aic_gather [[C]] : (!pto.tile<16x64xf32, vec>) -> !pto.tile<32x64xf32, mat>
func.func @pipes(%n: index, %c2v: i32, %v2c: i32, %m: !pto.memref, %acc: !pto.tile<32x64xf32, acc>) {
  %q = pto.system.reserve_buffer "c2v" size = 4096, base = -1
  %p = pto.system.import_peer_buffer "c2v" of "peer"
  pto.system.aic_initialize_pipe %q, %v2c {dir_mask = 1 : i64, slot_size = 4096 : i64} : (i32, i32)
  pto.system.aiv_initialize_pipe %p, %v2c {dir_mask = 3 : i64, id = 1 : i64, local_slot_num = 2 : i64, slot_num = 4 : i64, slot_size = 4096 : i64} : (i32, i32)
  %a = pto.tpop_from_aic : () -> !t
  %b = pto.tpop_from_aiv valid [%n, 64] {id = 1 : i64, split = 1 : i64} : () -> !pto.tile<16x64xf32, mat, valid = ?x64>
  pto.tpush_to_aic %a : (!t)
  pto.tpush_to_aiv %acc {split = 1 : i64, lane_stride = 16 : i64} : (!pto.tile<32x64xf32, acc>)
  pto.system.tfree_to_aic %a : (!t)
  pto.system.tfree_to_aiv %b {id = 1 : i64} : (!pto.tile<16x64xf32, mat, valid = ?x64>)
  %c = pto.aiv_shard %acc into %m {split = 1 : i64} : (!pto.tile<32x64xf32, acc>) -> !t
  %d = pto.aic_gather %c : (!t) -> !pto.tile<32x64xf32, mat>
  return
}

// CHECK-LABEL: func.func @synchronisation(
// CHECK: pto.system.bar_all
// CHECK-NEXT: pto.system.bar_m
// CHECK-NEXT: pto.system.bar_v
// CHECK-NEXT: pto.system.fence
// CHECK-NEXT: pto.system.sync_src {event_id = 3 : i64, set_pipe = #pto.pipe<mte2>, wait_pipe = #pto.pipe<v>}
// CHECK-NEXT: pto.system.sync_dst {event_id = 3 : i64, set_pipe = #pto.pipe<mte2>, wait_pipe = #pto.pipe<v>}
// CHECK-NEXT: pto.system.sync_set {event_id = 0 : i64, pipe = #pto.pipe<fix>}
// CHECK-NEXT: pto.system.sync_wait %{{.+}} {core_type = "aiv", ffts_mode = 2 : i64, pipe = #pto.pipe<all>}
// CHECK-NEXT: pto.system.cacheinvalid all
// CHECK-NEXT: [[TASK:%[^ :,]+]] = pto.system.task_dummy
// CHECK-NEXT: pto.system.cacheinvalid %{{.+}}[0, %{{.+}}] sizes [16, 64] : (tensor<16x64xf32>)
// CHECK-NEXT: pto.system.set_ffts %{{.+}} : (tensor<16x64xf32>)
// CHECK-NEXT: pto.system.syncall
// CHECK-NEXT: pto.system.syncall workspace %{{.+}} : tensor<16x64xf32> cores %{{.+}} : i32 {core_type = "aiv_only", mode = "soft"}
func.func @synchronisation(%x: !g, %e: index, %cores: i32) {
  pto.system.bar_all
  pto.system.bar_m
  pto.system.bar_v
  pto.system.fence
  pto.system.sync_src {event_id = 3 : i64, set_pipe = #pto.pipe<mte2>, wait_pipe = #pto.pipe<v>}
  pto.system.sync_dst {event_id = 3 : i64, set_pipe = #pto.pipe<mte2>, wait_pipe = #pto.pipe<v>}
  pto.system.sync_set {event_id = 0 : i64, pipe = #pto.pipe<fix>}
  pto.system.sync_wait %e {core_type = "aiv", ffts_mode = 2 : i64, pipe = #pto.pipe<all>}
  pto.system.cacheinvalid all
  // What follows is no operand of the op without one.
  %t = pto.system.task_dummy
  pto.system.cacheinvalid %x[0, %e] sizes [16, 64] : (!g)
  pto.system.set_ffts %x : (!g)
  pto.system.syncall
  pto.system.syncall workspace %x : !g cores %cores : i32 {core_type = "aiv_only", mode = "soft"}
  return
}

// CHECK-LABEL: func.func @tasks(
// CHECK: [[A:%[^ :,]+]] = pto.system.available_aiv_count
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.system.available_cluster_count
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.system.task_dummy
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.system.task_dummy deps([[C]], [[C]] : !pto.task_id, !pto.task_id)
// CHECK-NEXT: [[E:%[^ :,]+]] = pto.system.task_invalid
// CHECK-NEXT: [[F:%[^ :,]+]] = pto.system.task_is_valid [[E]]
func.func @tasks(%n: index) {
  %a = pto.system.available_aiv_count
  %b = pto.system.available_cluster_count
  %c = pto.system.task_dummy
  %d = pto.system.task_dummy deps(%c, %c : !pto.task_id, !pto.task_id)
  %e = pto.system.task_invalid
  %f = pto.system.task_is_valid %e
  return
}

// CHECK-LABEL: func.func @arrays(
// CHECK: [[A:%[^ :,]+]] = pto.array.create : () -> !pto.array<4xi32>
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.array.update_element [[A]][%{{.+}}], %{{.+}} : (!pto.array<4xi32>, i32) -> !pto.array<4xi32>
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.array.get_element [[B]][3] : (!pto.array<4xi32>) -> i32
func.func @arrays(%n: index, %v: i32) {
  %a = pto.array.create : () -> !pto.array<4xi32>
  %b = pto.array.update_element %a[%n], %v : (!pto.array<4xi32>, i32) -> !pto.array<4xi32>
  %c = pto.array.get_element %b[3] : (!pto.array<4xi32>) -> i32
  return
}

// CHECK-LABEL: func.func @prefetches(
// CHECK: [[A:%[^ :,]+]] = pto.prefetch.make_context
// CHECK-NEXT: [[B:%[^ :,]+]] = pto.prefetch.session [[A]]
// CHECK-NEXT: [[C:%[^ :,]+]] = pto.prefetch.async_prefetch %{{.+}}, [[A]] : (tensor<16x64xf32>) -> !pto.handle<"event">
// CHECK-NEXT: [[D:%[^ :,]+]] = pto.prefetch.wait [[C]], [[B]] : (!pto.handle<"event">)
func.func @prefetches(%x: !g) {
  %a = pto.prefetch.make_context
  %b = pto.prefetch.session %a
  %c = pto.prefetch.async_prefetch %x, %a : (!g) -> !pto.handle<"event">
  %d = pto.prefetch.wait %c, %b : (!pto.handle<"event">)
  return
}

func.func private @f(!g, !g) -> !g

// CHECK-LABEL: func.func @structure(
// CHECK: pto.scope "Runtime" {
// CHECK-NEXT: pto.system.bar_all
// CHECK-NEXT: }
// CHECK-NEXT: [[S:%[^ :,]+]] = pto.scope "SplitAiv" -> (tensor<16x64xf32>) {
// CHECK-NEXT: pto.yield %{{.+}} : tensor<16x64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: [[R:%[^ :,]+]]:2 = pto.submit @f(%{{.+}}, [[S]]) : (tensor<16x64xf32>, tensor<16x64xf32>) -> (tensor<16x64xf32>, !pto.task_id)
// CHECK-NEXT: [[U:%[^ :,]+]]:2 = pto.submit @f(%{{.+}}) deps([[R]]#1 : !pto.task_id) cores %{{.+}} {spmd} : (tensor<16x64xf32>) -> (tensor<16x64xf32>, !pto.task_id)
// CHECK-NEXT: [[V:%[^ :,]+]] = pto.spmd_call @f(%{{.+}}, [[S]]) cores %{{.+}} {sync_start} : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
// CHECK-NEXT: [[W:%[^ :,]+]] = pto.builtin "pld.system.notify"([[V]], %{{.+}}) {op = 1 : i64} : (tensor<16x64xf32>, index) -> i32
// CHECK-NEXT: pto.builtin "free"(%{{.+}}) : (!pto.handle<"CommCtx">) -> ()
// CHECK: }
// CHECK-NEXT: }
func.func @structure(%x: !g, %n: index, %ctx: !pto.handle<"CommCtx">) {
  pto.scope "Runtime" {
    pto.system.bar_all
  }
  %s = pto.scope "SplitAiv" -> (!g) {
    pto.yield %x : !g
  }
  %r:2 = pto.submit @f(%x, %s) : (!g, !g) -> (!g, !pto.task_id)
  %u:2 = pto.submit @f(%x) deps(%r#1 : !pto.task_id) cores %n {spmd} : (!g) -> (!g, !pto.task_id)
  %v = pto.spmd_call @f(%x, %s) cores %n {sync_start} : (!g, !g) -> (!g)
  %w = pto.builtin "pld.system.notify"(%v, %n) {op = 1 : i64} : (!g, index) -> (i32)
  pto.builtin "free"(%ctx) : (!pto.handle<"CommCtx">) -> ()
  return
}

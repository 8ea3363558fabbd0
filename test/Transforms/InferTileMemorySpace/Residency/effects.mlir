// What in a loop, or in front of a load, keeps the load there: rules res-r4,
// res-r6 and res-r11.
//
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' | FileCheck %s
// RUN: pto-opt %s --infer-tile-memory-space='verify-data-path=off' --remarks-filter=pto-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#in = #pto.direction<in>
#inout = #pto.direction<inout>
#device = #pto.function_kind<incore>
#host = #pto.function_kind<orchestration>
!lhs = tensor<16x128xbf16>
!out = tensor<16x128xf32>
!idx = tensor<16xi32>
!x = !pto.tile<16x128xbf16, mat>
!x_left = !pto.tile<16x128xbf16, left>
!y_right = !pto.tile<128x128xbf16, right>
!z = !pto.tile<16x128xf32, acc>
!v = !pto.tile<16x128xf32, vec>

module attributes {pto.target = #pto.target<a2a3>} {

func.func private @helper(%t: !out {pto.direction = #inout}) -> !out attributes {pto.kind = #device} {
  return %t : !out
}

// Plain work on tiles and a store behind the load don't matter; nor do scalars,
// nor a fence behind or in front of the loop (res-r4, res-r6, res-r11).
// CHECK-LABEL: @harmless(
// CHECK:      pto.system.fence
// CHECK-NEXT: %x = pto.load %lhs
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for
// CHECK:        pto.store
// CHECK:      pto.system.fence
func.func private @harmless(%lhs: !lhs {pto.direction = #in}, %out: !out {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  pto.system.fence
  scf.for %n = %c0 to %c2 step %c1 {
    %sum = pto.create to vec : () -> !v
    %v = pto.add %sum, %sum : (!v, !v) -> !v
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.store %z, %out[0, 0] : (!z, !out) -> !out
    pto.store %v, %out[0, 0] : (!v, !out) -> !out
  }
  pto.system.fence
  return
}

// A call in front of the loop gives what the loop starts with. It comes first
// either way: the load lands between the two (res-r4).
// CHECK-LABEL: @call_gives_init(
// CHECK:      %init = call @helper
// CHECK-NEXT: %x = pto.load %lhs
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for
func.func private @call_gives_init(%lhs: !lhs {pto.direction = #in}, %out: !out {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %init = func.call @helper(%out) : (!out) -> !out
  %end = scf.for %n = %c0 to %c2 step %c1 iter_args(%acc = %init) -> (!out) {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %s = pto.store %z, %acc[0, 0] : (!z, !out) -> !out
    scf.yield %s : !out
  }
  return
}

// Anything that orders memory, anywhere in the loop, even behind the load, since
// the next iteration's load comes behind it (res-r4).
// CHECK-LABEL: @fences(
// CHECK:      scf.for
// CHECK-NEXT:   pto.system.fence
// CHECK-NEXT:   %a = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %b = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %c = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %d = pto.load
func.func private @fences(%lhs: !lhs {pto.direction = #in}, %out: !out {pto.direction = #inout}, %p: i1) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    pto.system.fence
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident | Category:pto-memory | By="pto.system.fence at {{.*}}mlir:[[@LINE-1]]:5", Remark="stays in its loop: the loop holds an op that orders memory", Rule=res-r4
    %a = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %a to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.system.fence at {{.*}}mlir:[[@LINE+4]]:5", {{.*}}Rule=res-r4
    %b = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %b to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.system.fence
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.system.bar_all at {{.*}}Rule=res-r4
    %c = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %c to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    scf.if %p {
      pto.system.bar_all
    }
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.system.cacheinvalid at {{.*}}Rule=res-r4
    %d = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %d to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    scf.for %m = %c0 to %c2 step %c1 {
      pto.system.cacheinvalid all
    }
  }
  return
}

// Pipes between cores, transfers between ranks, calls, tasks and ops that nothing
// is known of order memory as well (res-r4).
// CHECK-LABEL: @boundaries(
// CHECK:      scf.for
// CHECK-NEXT:   %a = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %a2 = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %b = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %c = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %d = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %e = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   %f = pto.load
func.func private @boundaries(%lhs: !lhs {pto.direction = #in}, %out: !out {pto.direction = #inout}, %peer: i32) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %stage = pto.create to vec : () -> !v
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.tpush_to_aiv at {{.*}}Rule=res-r4
    %a = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %a to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.tpush_to_aiv %z : (!z)
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.tpush_to_aiv at {{.*}}Rule=res-r4
    %a2 = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %a2 to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.tpush_to_aiv %l : (!x_left)
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="func.call at {{.*}}Rule=res-r4
    %b = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %b to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    func.call @helper(%out) : (!out) -> !out
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.submit at {{.*}}Rule=res-r4
    %c = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %c to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.scope "Runtime" {
      %s, %task = pto.submit @helper(%out) : (!out) -> (!out, !pto.task_id)
    }
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.builtin at {{.*}}Rule=res-r4
    %d = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %d to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.builtin "pld.system.wait"(%peer) : (i32) -> ()
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.pld.put at {{.*}}Rule=res-r4
    %e = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %e to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.pld.put %out[0, 0], %out[0, 0] peer %peer stage %stage : (!out, !out, i32, !v)
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.prefetch.make_context at {{.*}}Rule=res-r4
    %f = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %f to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %ctx = pto.prefetch.make_context
  }
  return
}

// An inner loop that holds one keeps what is in the outer one, too; an inner one
// without is left (res-r4).
// CHECK-LABEL: @inner_boundary(
// CHECK:      scf.for
// CHECK-NEXT:   %a = pto.load
// CHECK-NEXT:   %al = pto.move %a
// CHECK-NEXT:   pto.matmul
// CHECK-NEXT:   %b = pto.load
// CHECK-NEXT:   %bl = pto.move %b
// CHECK-NEXT:   scf.for
// CHECK-NEXT:     pto.matmul %bl
// CHECK:        scf.for
// CHECK-NEXT:     pto.system.fence
func.func private @inner_boundary(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}Rule=res-r4
    %a = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %al = pto.move %a to left : (!x) -> !x_left
    %z0 = pto.matmul %al, %r : (!x_left, !y_right) -> !z
    scf.for %m = %c0 to %c2 step %c1 {
      // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
      %b = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
      %bl = pto.move %b to left : (!x) -> !x_left
      %z1 = pto.matmul %bl, %r : (!x_left, !y_right) -> !z
    }
    scf.for %m = %c0 to %c2 step %c1 {
      pto.system.fence
    }
  }
  return
}

// What writes device memory, and what has regions, ends what may leave
// (res-r6): stores, scattered stores, writes of single elements.
// CHECK-LABEL: @behind_effects(
// CHECK:      scf.for
// CHECK-NEXT:   pto.store
// CHECK-NEXT:   %a = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   pto.tensor.write
// CHECK-NEXT:   %b = pto.load
// CHECK:      scf.for
// CHECK-NEXT:   pto.mscatter
// CHECK-NEXT:   %c = pto.load
// CHECK:      scf.for
// CHECK:        scf.if
// CHECK:        %d = pto.load
// CHECK:      scf.for
// CHECK:        scf.for
// CHECK:        %e = pto.load
func.func private @behind_effects(%lhs: !lhs {pto.direction = #in}, %out: !out {pto.direction = #inout}, %p: i1, %s: f32) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.full %s : (f32) -> !v
  %i = pto.cast %v : (!v) -> !pto.tile<16x128xi32, vec>
  scf.for %n = %c0 to %c2 step %c1 {
    pto.store %v, %out[0, 0] : (!v, !out) -> !out
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident | Category:pto-memory | By="pto.store at {{.*}}mlir:[[@LINE-1]]:5", Remark="stays in its loop: an op in front of it has effects or regions", Rule=res-r6
    %a = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %a to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  scf.for %n = %c0 to %c2 step %c1 {
    pto.tensor.write %out[0, 0], %s : (!out, f32) -> !out
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.tensor.write at {{.*}}Rule=res-r6
    %b = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %b to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  scf.for %n = %c0 to %c2 step %c1 {
    pto.mscatter %v, %i, %out : (!v, !pto.tile<16x128xi32, vec>, !out) -> !out
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.mscatter at {{.*}}Rule=res-r6
    %c = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %c to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  scf.for %n = %c0 to %c2 step %c1 {
    %q = scf.if %p -> (index) {
      scf.yield %c1 : index
    } else {
      scf.yield %c2 : index
    }
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="scf.if at {{.*}}Rule=res-r6
    %d = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %d to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  scf.for %n = %c0 to %c2 step %c1 {
    scf.for %m = %c0 to %c2 step %c1 {
    }
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="scf.for at {{.*}}Rule=res-r6
    %e = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %e to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// Between a load and its copy a store keeps the copy (res-r6).
// CHECK-LABEL: @store_between(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: scf.for
// CHECK-NEXT:   pto.store
// CHECK-NEXT:   %l = pto.move %x
func.func private @store_between(%lhs: !lhs {pto.direction = #in}, %out: !out {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.create to vec : () -> !v
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    pto.store %v, %out[0, 0] : (!v, !out) -> !out
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.store at {{.*}}Rule=res-r6
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// What changes tiles alone ends nothing: accumulating, assembling, writing an
// element.
// CHECK-LABEL: @behind_tile_effects(
// CHECK:      %x = pto.load %lhs
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for
// CHECK-NEXT:   pto.matmul_acc
// CHECK-NEXT:   pto.assemble
// CHECK-NEXT:   pto.write
// CHECK-NEXT:   pto.matmul %l
func.func private @behind_tile_effects(%lhs: !lhs {pto.direction = #in}, %s: f32) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %k = pto.create to left : () -> !x_left
  %a = pto.create to acc : () -> !z
  %v = pto.create to vec : () -> !v
  %w = pto.create to vec : () -> !v
  scf.for %n = %c0 to %c2 step %c1 {
    %sum = pto.matmul_acc %a, %k, %r : (!z, !x_left, !y_right) -> !z
    %v2 = pto.assemble %v[0, 0], %w : (!v, !v) -> !v
    %v3 = pto.write %v2[0, 0], %s : (!v, f32) -> !v
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}

// What the function itself writes through any name for it is not stationary
// (res-r11): through a view, around a loop, by an element, as a temporary in
// device memory, by a callee.
// CHECK-LABEL: @writes_through_view(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @writes_through_view(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.create to vec : () -> !pto.tile<16x128xbf16, vec>
  %view = pto.tensor.view %lhs : (!lhs) -> !lhs
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident | Category:pto-memory | By="pto.store at {{.*}}mlir:[[@LINE+4]]:5", Remark="stays in its loop: its function writes what it loads", Rule=res-r11
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.store %v, %view[0, 0] : (!pto.tile<16x128xbf16, vec>, !lhs) -> !lhs
  }
  return
}
// CHECK-LABEL: @writes_around_loop(
// CHECK:      scf.for
// CHECK:        pto.store
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @writes_around_loop(%lhs: !lhs {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.create to vec : () -> !pto.tile<16x128xbf16, vec>
  scf.for %n = %c0 to %c2 step %c1 iter_args(%t = %lhs) -> (!lhs) {
    %s = pto.store %v, %t[0, 0] : (!pto.tile<16x128xbf16, vec>, !lhs) -> !lhs
    scf.yield %s : !lhs
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.store at {{.*}}mlir:[[@LINE-4]]:{{.*}}Rule=res-r11
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
// CHECK-LABEL: @writes_element(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @writes_element(%lhs: !lhs {pto.direction = #in}, %s: bf16) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %w = pto.tensor.write %lhs[0, 0], %s : (!lhs, bf16) -> !lhs
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.tensor.write at {{.*}}Rule=res-r11
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
  }
  return
}
// CHECK-LABEL: @gathers_through(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @gathers_through(%lhs: !lhs {pto.direction = #in}, %table: !lhs {pto.direction = #in}, %idx: !idx {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.mgather at {{.*}}Rule=res-r11
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %g = pto.mgather %table, %idx tmp %lhs to vec : (!lhs, !idx tmp !lhs) -> !pto.tile<16x128xbf16, vec>
  }
  return
}
// CHECK-LABEL: @callee_writes(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @callee_writes(%lhs: !out {pto.direction = #in}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !pto.tile<128x128xf32, right>
  %h = func.call @helper(%lhs) : (!out) -> !out
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="func.call at {{.*}}Rule=res-r11
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!out) -> !pto.tile<16x128xf32, mat>
    %l = pto.move %x to left : (!pto.tile<16x128xf32, mat>) -> !pto.tile<16x128xf32, left>
    %z = pto.matmul %l, %r : (!pto.tile<16x128xf32, left>, !pto.tile<128x128xf32, right>) -> !z
  }
  return
}

// What is written may be the parameter, or not: no proof (res-r11).
// CHECK-LABEL: @writes_unknown(
// CHECK:      scf.for
// CHECK-NEXT:   %x = pto.load
func.func private @writes_unknown(%lhs: !lhs {pto.direction = #in}, %other: !lhs {pto.direction = #inout}, %p: i1) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.create to vec : () -> !pto.tile<16x128xbf16, vec>
  %one = scf.if %p -> (!lhs) {
    scf.yield %lhs : !lhs
  } else {
    scf.yield %other : !lhs
  }
  scf.for %n = %c0 to %c2 step %c1 {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Missed] MatNotResident {{.*}}By="pto.store at {{.*}}Rule=res-r11
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    pto.store %v, %one[0, 0] : (!pto.tile<16x128xbf16, vec>, !lhs) -> !lhs
  }
  return
}

// What is written around a loop is `%other`, whichever way one looks (res-r11).
// CHECK-LABEL: @writes_other(
// CHECK:      %x = pto.load
// CHECK-NEXT: %l = pto.move %x
// CHECK-NEXT: scf.for
func.func private @writes_other(%lhs: !lhs {pto.direction = #in}, %other: !lhs {pto.direction = #inout}) attributes {pto.kind = #device} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = pto.create to right : () -> !y_right
  %v = pto.create to vec : () -> !pto.tile<16x128xbf16, vec>
  %end = scf.for %n = %c0 to %c2 step %c1 iter_args(%t = %other) -> (!lhs) {
    // REMARK: mlir:[[@LINE+1]]:{{.*}}[Passed] MatResident
    %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (!lhs) -> !x
    %l = pto.move %x to left : (!x) -> !x_left
    %z = pto.matmul %l, %r : (!x_left, !y_right) -> !z
    %w = pto.tensor.slice %t[0, 0] : (!lhs) -> tensor<8x128xbf16>
    %half = pto.slice %v[0, 0] : (!pto.tile<16x128xbf16, vec>) -> !pto.tile<8x128xbf16, vec>
    pto.store %half, %w[0, 0] : (!pto.tile<8x128xbf16, vec>, tensor<8x128xbf16>) -> tensor<8x128xbf16>
    scf.yield %t : !lhs
  }
  return
}

func.func @main(%out: !out {pto.direction = #inout}, %sink: !lhs {pto.direction = #inout}, %table: !lhs {pto.direction = #in}, %idx: !idx {pto.direction = #in}, %p: i1, %s: f32, %h: bf16, %peer: i32) attributes {pto.kind = #host} {
  %x = pto.tensor.create : () -> !lhs
  %w = pto.tensor.create : () -> !out
  func.call @harmless(%x, %out) : (!lhs, !out) -> ()
  func.call @call_gives_init(%x, %out) : (!lhs, !out) -> ()
  func.call @fences(%x, %out, %p) : (!lhs, !out, i1) -> ()
  func.call @boundaries(%x, %out, %peer) : (!lhs, !out, i32) -> ()
  func.call @inner_boundary(%x) : (!lhs) -> ()
  func.call @behind_effects(%x, %out, %p, %s) : (!lhs, !out, i1, f32) -> ()
  func.call @store_between(%x, %out) : (!lhs, !out) -> ()
  func.call @behind_tile_effects(%x, %s) : (!lhs, f32) -> ()
  func.call @writes_through_view(%x) : (!lhs) -> ()
  func.call @writes_around_loop(%x) : (!lhs) -> ()
  func.call @writes_element(%x, %h) : (!lhs, bf16) -> ()
  func.call @gathers_through(%x, %table, %idx) : (!lhs, !lhs, !idx) -> ()
  func.call @callee_writes(%w) : (!out) -> ()
  func.call @writes_unknown(%x, %sink, %p) : (!lhs, !lhs, i1) -> ()
  func.call @writes_other(%x, %sink) : (!lhs, !lhs) -> ()
  return
}

}

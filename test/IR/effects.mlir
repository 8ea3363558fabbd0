// What passes that know nothing of tiles may do: merge and drop tiles that are
// plain values, and nothing with tiles that are bound to a buffer.
//
// RUN: pto-opt %s --cse | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: pto-opt %s --canonicalize | FileCheck %s --check-prefixes=CHECK,CANON
// RUN: pto-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefixes=CHECK,LICM

!t = !pto.tile<16x16xf32, vec>

// Two empty tiles are two tiles.
// CHECK-LABEL: func.func @creates(
// CSE-COUNT-2: pto.create
// CANON-COUNT-2: pto.create
func.func @creates(%s: f32, %out: tensor<16x16xf32>) {
  %a = pto.create to vec : () -> !t
  %b = pto.create to vec : () -> !t
  %c = pto.write %a[0, 0], %s : (!t, f32) -> !t
  %d = pto.write %b[0, 1], %s : (!t, f32) -> !t
  pto.store %c, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  pto.store %d, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Equal values that are not bound are one.
// CHECK-LABEL: func.func @unbound_duplicates(
// CSE: [[E:%.+]] = pto.exp
// CSE-NOT: pto.exp
// CSE: pto.add [[E]], [[E]] :
func.func @unbound_duplicates(%x: !t, %out: tensor<16x16xf32>) {
  %a = pto.exp %x : (!t) -> !t
  %b = pto.exp %x : (!t) -> !t
  %c = pto.add %a, %b : (!t, !t) -> !t
  pto.store %c, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// Bound ones fill two buffers, or one at two times.
// CHECK-LABEL: func.func @bound_duplicates(
// CHECK: pto.exp {{.*}} into
// CHECK: pto.exp {{.*}} into
// CHECK: pto.store
// CHECK: pto.exp {{.*}} into
// CHECK: pto.store
func.func @bound_duplicates(%x: !t, %out: tensor<16x16xf32>) {
  %m = pto.alloc vec, addr = 0, size = 1024, id = 0
  %n = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %a = pto.exp %x into %m : (!t) -> !t
  %b = pto.exp %x into %n : (!t) -> !t
  %c = pto.store %b, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  %d = pto.exp %x into %m : (!t) -> !t
  pto.store %d, %c[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// A value that nobody needs goes, as long as it is not bound; and a buffer that
// nobody is bound to.
// CHECK-LABEL: func.func @dead(
// CANON-NEXT: pto.alloc vec, addr = 0, size = 1024, id = 0
// CANON-NEXT: pto.exp
// CANON-NEXT: return
func.func @dead(%x: !t, %g: tensor<16x16xf32>) {
  %m = pto.alloc vec, addr = 0, size = 1024, id = 0
  %n = pto.alloc vec, addr = 1024, size = 64, id = 1
  %a = pto.exp %x into %m : (!t) -> !t
  %b = pto.sqrt %x : (!t) -> !t
  %c = pto.load %g[0, 0] to vec : (tensor<16x16xf32>) -> !t
  %d = pto.slice %x[0, 0] : (!t) -> !pto.tile<8x16xf32, vec>
  return
}

// What overwrites its operand stays, in its order.
// CHECK-LABEL: func.func @in_place(
// CHECK: pto.write {{.*}}[0, 0]
// CHECK: pto.write {{.*}}[0, 0]
// CHECK: return
func.func @in_place(%x: !t, %s: f32) {
  %a = pto.write %x[0, 0], %s : (!t, f32) -> !t
  %b = pto.write %x[0, 0], %s : (!t, f32) -> !t
  return
}

// Loads of the same window are one, but not across a store.
// CHECK-LABEL: func.func @loads(
// CSE: [[A:%.+]] = pto.load
// CSE-NEXT: pto.store [[A]],
// CSE-NEXT: [[B:%.+]] = pto.load
// CSE-NEXT: pto.store [[B]],
func.func @loads(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) {
  %a = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !t
  %b = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !t
  pto.store %b, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  %c = pto.load %x[0, 0] to vec : (tensor<16x16xf32>) -> !t
  pto.store %c, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

// What fills a buffer stays in its loop, even where it does not change.
// CHECK-LABEL: func.func @invariant(
// LICM: scf.for
// LICM: pto.sqrt {{.*}} into
// LICM-NEXT: pto.store
func.func @invariant(%x: !t, %n: index, %out: tensor<16x16xf32>) {
  %m = pto.alloc vec, addr = 0, size = 1024, id = 0
  scf.for %i = %n to %n step %n {
    %a = pto.exp %x : (!t) -> !t
    %b = pto.sqrt %a into %m : (!t) -> !t
    pto.store %b, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
  }
  return
}

// Synchronisation, pipes and foreign ops stay where they are.
// CHECK-LABEL: func.func @ordered(
// CHECK-NEXT: pto.system.bar_all
// CHECK-NEXT: pto.system.bar_all
// CHECK-NEXT: pto.tpop_from_aic
// CHECK-NEXT: pto.tpop_from_aic
// CHECK-NEXT: pto.builtin "notify"
// CHECK-NEXT: pto.builtin "notify"
// CHECK-NEXT: pto.system.reserve_buffer
// CHECK-NEXT: return
func.func @ordered() {
  pto.system.bar_all
  pto.system.bar_all
  %a = pto.tpop_from_aic : () -> !t
  %b = pto.tpop_from_aic : () -> !t
  pto.builtin "notify"() : () -> ()
  pto.builtin "notify"() : () -> ()
  %q = pto.system.reserve_buffer "ring" size = 4096, base = -1
  return
}

// A temporary is clobbered: two ops that share one do not merge.
// CHECK-LABEL: func.func @temporaries(
// CHECK: pto.row_max
// CHECK: pto.row_max
func.func @temporaries(%x: !t, %out: tensor<16x16xf32>) {
  %t = pto.create to vec : () -> !t
  %a = pto.row_max %x, %t : (!t, !t) -> !pto.tile<16x1xf32, vec>
  %b = pto.row_max %x, %t : (!t, !t) -> !pto.tile<16x1xf32, vec>
  return
}

// Where tiles lie that loops carry and branches hand on. Before aliases are made
// the result of a loop is shown as the yielded tile's, what a body carries as
// the initial one's, the result of a branch as the first arm's; afterwards all of
// them are one.
//
// RUN: pto-opt %s --init-memref --pto-annotate-memrefs | FileCheck %s
// RUN: pto-opt %s --init-memref --materialize-semantic-aliases --pto-annotate-memrefs | FileCheck %s --check-prefix=JOINED

!v = !pto.tile<64x64xf32, vec>
!t = tensor<64x64xf32>

// One carried tile.
// CHECK-LABEL: func.func @carried(
// CHECK: %first = pto.load {{.*}}pto.memrefs = ["mem_vec_2 [16384 bytes]"]
// CHECK: %other = pto.load {{.*}}pto.memrefs = ["mem_vec_3 [16384 bytes]"]
// CHECK: %sum = pto.add {{.*}}pto.memrefs = ["mem_vec_4 [16384 bytes]"]
// CHECK: } {pto.argument_memrefs = ["acc = mem_vec_2 [16384 bytes]"], pto.memrefs = ["mem_vec_4 [16384 bytes]"]}
// JOINED-LABEL: func.func @carried(
// JOINED: %first = pto.load {{.*}}pto.memrefs = ["[[M:mem_vec_[0-9]+]] [16384 bytes]"]
// JOINED: %sum = pto.add {{.*}}pto.memrefs = ["[[M]] [16384 bytes]"]
// JOINED: } {pto.argument_memrefs = ["acc = [[M]] [16384 bytes]"], pto.memrefs = ["[[M]] [16384 bytes]"]}
func.func @carried(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = pto.load %x[0, 0] to vec : (!t) -> !v
  %other = pto.load %x[0, 0] to vec : (!t) -> !v
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %first) -> (!v) {
    %sum = pto.add %acc, %other : (!v, !v) -> !v
    scf.yield %sum : !v
  }
  pto.store %last, %out[0, 0] : (!v, !t) -> !t
  return
}

// Two carried tiles never mix.
// CHECK-LABEL: func.func @two_carried(
// CHECK: } {pto.argument_memrefs = ["p = mem_vec_2 [16384 bytes]", "q = mem_vec_3 [16384 bytes]"], pto.memrefs = ["mem_vec_4 [16384 bytes]", "mem_vec_5 [16384 bytes]"]}
// JOINED-LABEL: func.func @two_carried(
// JOINED: %a = pto.load {{.*}}pto.memrefs = ["[[A:mem_vec_[0-9]+]] [16384 bytes]"]
// JOINED: %b = pto.load {{.*}}pto.memrefs = ["[[B:mem_vec_[0-9]+]] [16384 bytes]"]
// JOINED: } {pto.argument_memrefs = ["p = [[A]] [16384 bytes]", "q = [[B]] [16384 bytes]"], pto.memrefs = ["[[A]] [16384 bytes]", "[[B]] [16384 bytes]"]}
func.func @two_carried(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.load %x[0, 0] to vec : (!t) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!v, !v) {
    %s = pto.exp %p : (!v) -> !v
    %t = pto.neg %q : (!v) -> !v
    scf.yield %s, %t : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, !t) -> !t
  pto.store %r#1, %out[0, 0] : (!v, !t) -> !t
  return
}

// Two that begin with one tile: the second has bytes of its own in the end.
// CHECK-LABEL: func.func @one_init(
// CHECK: } {pto.argument_memrefs = ["p = mem_vec_2 [16384 bytes]", "q = mem_vec_2 [16384 bytes]"], pto.memrefs = ["mem_vec_3 [16384 bytes]", "mem_vec_4 [16384 bytes]"]}
// JOINED-LABEL: func.func @one_init(
// JOINED: } {pto.argument_memrefs = ["p = [[P:mem_vec_[0-9]+]] [16384 bytes]", "q = [[Q:mem_vec_[0-9]+]] [16384 bytes]"], pto.memrefs = ["[[P]] [16384 bytes]", "[[Q]] [16384 bytes]"]}
func.func @one_init(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a) -> (!v, !v) {
    %s = pto.exp %p : (!v) -> !v
    %t = pto.neg %q : (!v) -> !v
    scf.yield %s, %t : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, !t) -> !t
  pto.store %r#1, %out[0, 0] : (!v, !t) -> !t
  return
}

// Changing places: each result is what the other began with.
// CHECK-LABEL: func.func @swapped(
// CHECK-COUNT-2: pto.alloc
// CHECK-NOT: pto.alloc
// CHECK: } {pto.argument_memrefs = ["p = mem_vec_2 [16384 bytes]", "q = mem_vec_3 [16384 bytes]"], pto.memrefs = ["mem_vec_3 [16384 bytes]", "mem_vec_2 [16384 bytes]"]}
func.func @swapped(%x: !t, %n: index, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %b = pto.load %x[0, 0] to vec : (!t) -> !v
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!v, !v) {
    scf.yield %q, %p : !v, !v
  }
  pto.store %r#0, %out[0, 0] : (!v, !t) -> !t
  pto.store %r#1, %out[0, 0] : (!v, !t) -> !t
  return
}

// A while: what its condition hands on, and no buffer that nobody writes.
// CHECK-LABEL: func.func @while(
// CHECK-COUNT-2: pto.alloc
// CHECK-NOT: pto.alloc
// CHECK: %r = scf.while
// CHECK: %s = pto.exp {{.*}}pto.memrefs = ["mem_vec_3 [16384 bytes]"]
// CHECK: pto.argument_memrefs = ["b = mem_vec_2 [16384 bytes]", "d = mem_vec_2 [16384 bytes]"], pto.memrefs = ["mem_vec_2 [16384 bytes]"]
// JOINED-LABEL: func.func @while(
// JOINED: %s = pto.exp {{.*}}pto.memrefs = ["[[M:mem_vec_[0-9]+]] [16384 bytes]"]
// JOINED: pto.argument_memrefs = ["b = [[M]] [16384 bytes]", "d = [[M]] [16384 bytes]"], pto.memrefs = ["[[M]] [16384 bytes]"]
func.func @while(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.while (%b = %a) : (!v) -> !v {
    scf.condition(%p) %b : !v
  } do {
  ^bb0(%d: !v):
    %s = pto.exp %d : (!v) -> !v
    scf.yield %s : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// Arms that make a tile each.
// CHECK-LABEL: func.func @arms(
// CHECK: %a = pto.load {{.*}}pto.memrefs = ["mem_vec_2 [16384 bytes]"]
// CHECK: %b = pto.load {{.*}}pto.memrefs = ["mem_vec_3 [16384 bytes]"]
// CHECK: } {pto.memrefs = ["mem_vec_2 [16384 bytes]"]}
// CHECK: %e = pto.exp %r {{.*}}pto.memrefs = ["mem_vec_4 [16384 bytes]"]
// JOINED-LABEL: func.func @arms(
// JOINED: %a = pto.load {{.*}}pto.memrefs = ["[[M:mem_vec_[0-9]+]] [16384 bytes]"]
// JOINED: %b = pto.load {{.*}}pto.memrefs = ["[[M]] [16384 bytes]"]
// JOINED: } {pto.memrefs = ["[[M]] [16384 bytes]"]}
func.func @arms(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %r = scf.if %p -> (!v) {
    %a = pto.load %x[0, 0] to vec : (!t) -> !v
    scf.yield %a : !v
  } else {
    %b = pto.load %x[32, 0] to vec : (!t) -> !v
    scf.yield %b : !v
  }
  %e = pto.exp %r : (!v) -> !v
  pto.store %e, %out[0, 0] : (!v, !t) -> !t
  return
}

// Arms that hand on the same tile from outside: another name of it.
// CHECK-LABEL: func.func @alias(
// CHECK-COUNT-1: pto.alloc
// CHECK-NOT: pto.alloc
// CHECK: } {pto.memrefs = ["mem_vec_2 [16384 bytes]"]}
// JOINED-LABEL: func.func @alias(
// JOINED-COUNT-1: pto.alloc
// JOINED-NOT: pto.alloc
// JOINED-NOT: pto.move
// JOINED: } {pto.memrefs = ["mem_vec_2 [16384 bytes]"]}
func.func @alias(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.if %p -> (!v) {
    scf.yield %a : !v
  } else {
    scf.yield %a : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  pto.store %a, %out[0, 0] : (!v, !t) -> !t
  return
}

// One arm hands on a tile from outside, the other one makes one.
// CHECK-LABEL: func.func @outer_and_new(
// CHECK: %b = pto.exp {{.*}}pto.memrefs = ["mem_vec_3 [16384 bytes]"]
// CHECK: } {pto.memrefs = ["mem_vec_2 [16384 bytes]"]}
func.func @outer_and_new(%x: !t, %p: i1, %out: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.if %p -> (!v) {
    scf.yield %a : !v
  } else {
    %b = pto.exp %a : (!v) -> !v
    scf.yield %b : !v
  }
  pto.store %r, %out[0, 0] : (!v, !t) -> !t
  return
}

// Branches in branches in a loop, and a window of what comes out of them: it is
// a window of whatever that is.
// CHECK-LABEL: func.func @nested(
// CHECK: %w = pto.slice %r[1, 0] {pto.memrefs = ["mem_vec_3 + 256 [256 bytes]"]}
// JOINED-LABEL: func.func @nested(
// JOINED: %first = pto.load {{.*}}pto.memrefs = ["[[M:mem_vec_[0-9]+]] [16384 bytes]"]
// JOINED: %w = pto.slice %r[1, 0] {pto.memrefs = ["[[M]] + 256 [256 bytes]"]}
func.func @nested(%x: !t, %n: index, %p: i1, %q: i1, %out: tensor<1x64xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = pto.load %x[0, 0] to vec : (!t) -> !v
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %first) -> (!v) {
    %b = scf.if %p -> (!v) {
      %c = scf.if %q -> (!v) {
        %d = pto.exp %acc : (!v) -> !v
        scf.yield %d : !v
      } else {
        %e = pto.neg %acc : (!v) -> !v
        scf.yield %e : !v
      }
      scf.yield %c : !v
    } else {
      scf.yield %acc : !v
    }
    scf.yield %b : !v
  }
  %w = pto.slice %r[1, 0] : (!v) -> !pto.tile<1x64xf32, vec>
  pto.store %w, %out[0, 0] : (!pto.tile<1x64xf32, vec>, tensor<1x64xf32>) -> tensor<1x64xf32>
  return
}

// What is stored is the parameter's storage, also through a loop.
// CHECK-LABEL: func.func @stored(
// CHECK: %s = pto.store {{.*}}pto.memrefs = ["mem_ddr_1 [16384 bytes]"]
// CHECK: } {pto.argument_memrefs = ["o = mem_ddr_1 [16384 bytes]"], pto.memrefs = ["mem_ddr_1 [16384 bytes]"]}
func.func @stored(%x: !t, %out: !t, %n: index) -> !t attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %out) -> (!t) {
    %a = pto.load %x[0, 0] to vec : (!t) -> !v
    %s = pto.store %a, %o[0, 0] : (!v, !t) -> !t
    scf.yield %s : !t
  }
  return %r : !t
}

// What a helper does with tensors leaves the tiles alone; what it returns is
// storage of its own.
func.func private @helper(!t) -> !t
// CHECK-LABEL: func.func @called(
// CHECK: %y = call @helper(%x) {pto.memrefs = ["y [16384 bytes]"]}
// CHECK: %e = pto.exp %a {{.*}}pto.memrefs = ["mem_vec_2 [16384 bytes]"]
func.func @called(%x: !t) attributes {pto.kind = #pto.function_kind<aiv>} {
  %a = pto.load %x[0, 0] to vec : (!t) -> !v
  %y = func.call @helper(%x) : (!t) -> !t
  %e = pto.exp %a : (!v) -> !v
  return
}

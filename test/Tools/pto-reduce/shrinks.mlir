// A kernel in which a sum is overwritten before it is stored, among much that
// has nothing to do with it.
//
// RUN: pto-reduce %s -pto-shrink='test=%S/Inputs/is-refused.sh' -o %t
// RUN: not pto-opt %t --verify-memory-plan 2>&1 | FileCheck --check-prefix=FAILS %s
// RUN: FileCheck --check-prefix=SMALL %s < %t
// RUN: grep -c 'pto\.' %t | FileCheck --check-prefix=COUNT %s
//
// FAILS: [mp-r1]
// SMALL-NOT: scf.
// SMALL: pto.load
// SMALL-NOT: scf.
// COUNT: {{^[3-6]$}}

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

module attributes {pto.target = #pto.target<a5>} {
  func.func @kernel(%x: !x, %out: !x, %n: index, %p: i1)
      attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = pto.alloc vec, addr = 0, size = 1024, id = 0
    %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
    %c = pto.alloc vec, addr = 2048, size = 1024, id = 2
    %d = pto.alloc vec, addr = 3072, size = 1024, id = 3
    %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    %u = pto.load %x[16, 0] to vec into %b : (!x) -> !t
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %t) -> (!t) {
      %next = scf.if %p -> !t {
        %e = pto.exp %carried into %a : (!t) -> !t
        scf.yield %e : !t
      } else {
        %e = pto.abs %carried into %a : (!t) -> !t
        scf.yield %e : !t
      }
      scf.yield %next : !t
    }
    %s = pto.add %r, %u into %c : (!t, !t) -> !t
    %v = pto.recip %u into %c : (!t) -> !t
    %w = pto.exp %v into %d : (!t) -> !t
    pto.store %s, %out[0, 0] : (!t, !x) -> !x
    pto.store %w, %out[16, 0] : (!t, !x) -> !x
    return
  }
}

// On a2a3, in a vector function on two cores, no result may lie on a loaded tile
// while its op reads a popped one: not either where a branch merges the two.
//
// RUN: pto-opt %s --materialize-semantic-aliases=target=a2a3 | FileCheck %s
// RUN: pto-opt %s --materialize-semantic-aliases=target=a5 | FileCheck %s --check-prefix=A5
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal target=a2a3' --verify-memory-plan=target=a2a3 -o /dev/null

!t = !pto.tile<4x64xf32, vec>
!x = tensor<64x64xf32>

// The sum is made elsewhere, and copied to where both arms leave their tile.
// CHECK-LABEL: func.func @merged(
// CHECK-DAG: %[[A:.*]] = pto.alloc vec, addr = -1, size = 1024, id = 0
// CHECK-DAG: %[[B:.*]] = pto.alloc vec, addr = -1, size = 1024, id = 1
// CHECK: %t = pto.load %x[0, 0] to vec into %[[A]]
// CHECK: scf.yield %t
// CHECK: %s = pto.add %p, %t into %[[B]]
// CHECK-NEXT: %[[COPY:.*]] = pto.move %s to vec into %[[A]]
// CHECK-NEXT: scf.yield %[[COPY]]
//
// Other chips can.
// A5-LABEL: func.func @merged(
// A5: %[[A:.*]] = pto.alloc vec, addr = -1, size = 1024, id = 0
// A5: %t = pto.load %x[0, 0] to vec into %[[A]]
// A5-NOT: pto.move
// A5: %s = pto.add %p, %t into %[[A]]
func.func @merged(%x: !x, %c: i1, %out: !x) attributes {pto.kind = #pto.function_kind<aiv>, pto.split = #pto.split_mode<up_down>} {
  %a = pto.alloc vec, addr = -1, size = 1024, id = 0
  %b = pto.alloc vec, addr = -1, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %r = scf.if %c -> (!t) {
    scf.yield %t : !t
  } else {
    %p = pto.tpop_from_aic : () -> !t
    %s = pto.add %p, %t into %b : (!t, !t) -> !t
    scf.yield %s : !t
  }
  pto.store %r, %out[0, 0] : (!t, !x) -> !x
  return
}

// Twelve loops in one another: a tile from outside lives over all of them, a
// carried one is one buffer at every level, and the work does not grow with the
// number of ways through. (B75)
//
// Op number p reads at 2p and writes at 2p + 1: the loops are 6 to 17, the
// innermost body 18 and 19, the yields 20 to 31.
//
// RUN: pto-opt %s --pto-annotate-liveness | FileCheck %s

!v = !pto.tile<16x16xf32, vec>

// CHECK-LABEL: func.func @deep(
// CHECK: %m0 = pto.alloc {{.*}} {pto.live = array<i64: 9, 64>}
// CHECK: %m1 = pto.alloc {{.*}} {pto.live = array<i64: 11, 65>}
// CHECK: %m2 = pto.alloc {{.*}} {pto.live = array<i64: 37, 39>}
func.func @deep(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>)
    attributes {pto.kind = #pto.function_kind<aiv>} {
  %c0 = arith.constant 0 : index
  %m0 = pto.alloc vec, addr = -1, size = 1024, id = 0
  %m1 = pto.alloc vec, addr = -1, size = 1024, id = 1
  %m2 = pto.alloc vec, addr = -1, size = 1024, id = 2
  %a = pto.load %x[0, 0] to vec into %m0 : (tensor<16x16xf32>) -> !v
  %s0 = pto.load %x[0, 0] to vec into %m1 : (tensor<16x16xf32>) -> !v
  %r1 = scf.for %i1 = %c0 to %n step %n iter_args(%s1 = %s0) -> (!v) {
    %r2 = scf.for %i2 = %c0 to %n step %n iter_args(%s2 = %s1) -> (!v) {
      %r3 = scf.for %i3 = %c0 to %n step %n iter_args(%s3 = %s2) -> (!v) {
        %r4 = scf.for %i4 = %c0 to %n step %n iter_args(%s4 = %s3) -> (!v) {
          %r5 = scf.for %i5 = %c0 to %n step %n iter_args(%s5 = %s4) -> (!v) {
            %r6 = scf.for %i6 = %c0 to %n step %n iter_args(%s6 = %s5) -> (!v) {
              %r7 = scf.for %i7 = %c0 to %n step %n iter_args(%s7 = %s6) -> (!v) {
                %r8 = scf.for %i8 = %c0 to %n step %n iter_args(%s8 = %s7) -> (!v) {
                  %r9 = scf.for %i9 = %c0 to %n step %n iter_args(%s9 = %s8) -> (!v) {
                    %r10 = scf.for %i10 = %c0 to %n step %n iter_args(%s10 = %s9) -> (!v) {
                      %r11 = scf.for %i11 = %c0 to %n step %n iter_args(%s11 = %s10) -> (!v) {
                        %r12 = scf.for %i12 = %c0 to %n step %n iter_args(%s12 = %s11) -> (!v) {
                          %b = pto.exp %a into %m2 : (!v) -> !v
                          %t = pto.add %b, %s12 into %m1 : (!v, !v) -> !v
                          scf.yield %t : !v
                        }
                        scf.yield %r12 : !v
                      }
                      scf.yield %r11 : !v
                    }
                    scf.yield %r10 : !v
                  }
                  scf.yield %r9 : !v
                }
                scf.yield %r8 : !v
              }
              scf.yield %r7 : !v
            }
            scf.yield %r6 : !v
          }
          scf.yield %r5 : !v
        }
        scf.yield %r4 : !v
      }
      scf.yield %r3 : !v
    }
    scf.yield %r2 : !v
  }
  pto.store %r1, %out[0, 0] : (!v, tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}

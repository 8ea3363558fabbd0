// What shares, what is pinned or reserved, and what limits the peak: the tiles
// that are needed then, each with who needs it last, and the loop that makes
// the last one need it again and again.
//
// RUN: pto-opt %s --pto-explain -o /dev/null 2>&1 | FileCheck %s

!t = !pto.tile<16x16xf32, vec>

module attributes {pto.target = #pto.target<a2a3>} {
  // CHECK-LABEL: function 'turns' (aiv), target a2a3: placed
  // CHECK: k, pto.load (line [[#K:]]): vec, bytes 2048 to 3072, buffer keep; ops [[#]] to [[#]]
  // CHECK-NEXT: its op says so (to vec); pto.add (line [[#K+3]]) takes vec
  // CHECK: part, pto.slice (line [[#]]): vec, somewhere in bytes 4096 to 5120, at 4096 + i * 64, buffer own, pinned by the author
  // CHECK-NEXT: it is where p is; pto.store (line [[#]]) takes vec or acc
  // CHECK: what shares
  // CHECK-NEXT: both in vec holds t (ops [[#T:]]
  // CHECK-SAME: to [[#T+1]]), then u (ops [[#T+1]] to [[#T+2]])
  // CHECK: vec: peak 5120 bytes of 188416; no plan ends below 4096: 1024 bytes more
  // CHECK-NEXT: bytes 0 to 1024 are reserved
  // CHECK-NEXT: most is needed at pto.load (line [[#K+2]]): 3072 bytes
  // CHECK-DAG: 1024 bytes, keep: k, needed up to pto.add (line [[#K+3]]), in each turn of scf.for (line [[#K+1]])
  // CHECK-DAG: 1024 bytes, own (pinned, shared with nobody): p
  func.func @turns(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
      attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %ring = pto.system.reserve_buffer "ring" size = 1024, base = 0
    %both = pto.alloc vec, addr = 1024, size = 1024, id = 0
    %keep = pto.alloc vec, addr = 2048, size = 1024, id = 1
    %own = pto.alloc vec, addr = 4096, size = 1024, id = 2 pinned
    %p = pto.load %x[0, 0] to vec into %own : (tensor<16x16xf32>) -> !t
    %k = pto.load %x[0, 0] to vec into %keep : (tensor<16x16xf32>) -> !t
    scf.for %i = %c0 to %c16 step %c1 {
      %t = pto.load %x[0, 0] to vec into %both : (tensor<16x16xf32>) -> !t
      %u = pto.add %t, %k into %both : (!t, !t) -> !t
      pto.store %u, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
      %part = pto.slice %p[%i, 0] : (!t) -> !pto.tile<1x16xf32, vec>
      pto.store %part, %out[%i, 0] : (!pto.tile<1x16xf32, vec>, tensor<16x16xf32>) -> tensor<16x16xf32>
    }
    return
  }

  // Buffers that lie on one another, and what a loop hands on.
  // CHECK-LABEL: function 'overlapping' (aiv), target a2a3: placed
  // CHECK: acc, scf.for (line [[#F:]]): vec, bytes 0 to 1024
  // CHECK-NEXT: handed on by scf.for, which keeps it in one place; pto.add (line [[#F+1]]) takes vec
  // CHECK: a has bytes in common with b
  // CHECK-NEXT: b has bytes in common with a
  // CHECK: vec: peak 1536 bytes of 188416; no plan ends below 1024: 512 bytes more
  // CHECK: 1024 bytes, a: t, handed on by scf.for (line [[#F]])
  func.func @overlapping(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
      attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %a = pto.alloc vec, addr = 0, size = 1024, id = 0
    %b = pto.alloc vec, addr = 512, size = 1024, id = 1
    %t = pto.load %x[0, 0] to vec into %a : (tensor<16x16xf32>) -> !t
    %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %t) -> (!t) {
      %n = pto.add %acc, %acc into %a : (!t, !t) -> !t
      scf.yield %n : !t
    }
    pto.store %r, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
    %s = pto.load %x[0, 0] to vec into %b : (tensor<16x16xf32>) -> !t
    pto.store %s, %out[0, 0] : (!t, tensor<16x16xf32>) -> tensor<16x16xf32>
    return
  }
}

// Out of memory, explained: what is needed at one time and by whom, whether any
// placement can exist, and what would help. Each piece of advice was tried.
//
// RUN: pto-opt %s --allocate-memory-addr='planner=optimal' -split-input-file -verify-diagnostics

!v = !pto.tile<128x128xf32, vec>

// Three tiles of 64 KiB at one time.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+1 {{Vec buffer usage (196608 bytes) exceeds platform limit (188416 bytes) of target a2a3 in function 'three': that much is needed at one time, so that no placement can exist}}
  func.func @three(%x: tensor<128x128xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 65536, id = 0
    %1 = pto.alloc vec, addr = -1, size = 65536, id = 1
    %2 = pto.alloc vec, addr = -1, size = 65536, id = 2
    // expected-note@+2 {{65536 bytes for 'a' (!pto.tile<128x128xf32, vec>), needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'a' (!pto.tile<128x128xf32, vec>) had half as many bytes}}
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<128x128xf32>) -> !v
    // expected-note@+2 {{65536 bytes for 'b' (!pto.tile<128x128xf32, vec>), needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'b' (!pto.tile<128x128xf32, vec>) had half as many bytes}}
    %b = pto.load %x[0, 0] to vec into %1 : (tensor<128x128xf32>) -> !v
    // expected-note@+3 {{3 tiles are needed at this point}}
    // expected-note@+2 {{65536 bytes for 'c' (!pto.tile<128x128xf32, vec>), needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'c' (!pto.tile<128x128xf32, vec>) had half as many bytes}}
    %c = pto.recip %b into %2 : (!v) -> !v
    // expected-note@+1 {{this one}}
    pto.store %a, %x[0, 0] : (!v, tensor<128x128xf32>) -> tensor<128x128xf32>
    // expected-note@+1 {{this one}}
    pto.store %b, %x[0, 0] : (!v, tensor<128x128xf32>) -> tensor<128x128xf32>
    // expected-note@+1 {{this one}}
    pto.store %c, %x[0, 0] : (!v, tensor<128x128xf32>) -> tensor<128x128xf32>
    return
  }
}

// -----

!v = !pto.tile<128x128xf32, vec>

// Two would fit, were it not for the ring of the cross-core pipe.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+1 {{Vec buffer usage (196608 bytes) exceeds platform limit (188416 bytes) of target a2a3 in function 'kernel_aiv': that much is needed at one time, so that no placement can exist}}
  func.func @kernel_aiv(%x: tensor<128x128xf32>, %n: index) attributes {pto.kind = #pto.function_kind<aiv>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = pto.alloc vec, addr = -1, size = 65536, id = 0
    %1 = pto.alloc vec, addr = -1, size = 65536, id = 1
    // expected-note@+2 {{bytes 0 to 65536 are reserved by system.reserve_buffer for 'kernel_c2v_slot_buffer', the ring of the cross-core pipe: lower its depth (slot_num), or shrink the tile that crosses}}
    // expected-note@+1 {{the tiles would fit without the bytes that are taken from here}}
    %ring = pto.system.reserve_buffer "kernel_c2v_slot_buffer" size = 65536, base = -1
    // expected-note@+2 {{65536 bytes for 'a' (!pto.tile<128x128xf32, vec>), needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'a' (!pto.tile<128x128xf32, vec>) had half as many bytes}}
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<128x128xf32>) -> !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (!v) {
      // expected-note@+3 {{2 tiles are needed at this point}}
      // expected-note@+2 {{65536 bytes for 'b' (!pto.tile<128x128xf32, vec>), needed by others up to the op below}}
      // expected-note@+1 {{the tiles would fit if 'b' (!pto.tile<128x128xf32, vec>) had half as many bytes}}
      %b = pto.load %x[0, 0] to vec into %1 : (tensor<128x128xf32>) -> !v
      // expected-note@+1 {{this one}}
      %t = pto.add %s, %b into %0 : (!v, !v) -> !v
      scf.yield %t : !v
    }
    // expected-note@+1 {{this one}}
    pto.store %r, %x[0, 0] : (!v, tensor<128x128xf32>) -> tensor<128x128xf32>
    return
  }
}

// -----

!v = !pto.tile<128x96xf32, vec>

// Four copies of a loop that are all needed at once: three fit. What counts is how
// many there are, whatever their numbers.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+2 {{Vec buffer usage (196608 bytes) exceeds platform limit (188416 bytes) of target a2a3 in function 'copies': that much is needed at one time, so that no placement can exist}}
  // expected-note@+1 {{the tiles would fit with 3 instead of 4 copies of pipelined loop 7}}
  func.func @copies(%x: tensor<128x96xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 49152, id = 0
    %1 = pto.alloc vec, addr = -1, size = 49152, id = 1
    %2 = pto.alloc vec, addr = -1, size = 49152, id = 2
    %3 = pto.alloc vec, addr = -1, size = 49152, id = 3
    // expected-note@+2 {{49152 bytes for 'a' (!pto.tile<128x96xf32, vec>), copy 0 of pipelined loop 7, needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'a' (!pto.tile<128x96xf32, vec>) had half as many bytes}}
    %a = pto.load %x[0, 0] to vec into %0 {pto.pipeline_membership = "7:0"} : (tensor<128x96xf32>) -> !v
    // expected-note@+2 {{49152 bytes for 'b' (!pto.tile<128x96xf32, vec>), copy 1 of pipelined loop 7, needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'b' (!pto.tile<128x96xf32, vec>) had half as many bytes}}
    %b = pto.load %x[0, 0] to vec into %1 {pto.pipeline_membership = "7:1"} : (tensor<128x96xf32>) -> !v
    // expected-note@+1 {{49152 bytes for 'c' (!pto.tile<128x96xf32, vec>), copy 2 of pipelined loop 7, needed by others up to the op below}}
    %c = pto.load %x[0, 0] to vec into %2 {pto.pipeline_membership = "7:2"} : (tensor<128x96xf32>) -> !v
    // expected-note@+2 {{4 tiles are needed at this point}}
    // expected-note@+1 {{49152 bytes for 'd' (!pto.tile<128x96xf32, vec>), copy 9223372036854775807 of pipelined loop 7, needed by others up to the op below}}
    %d = pto.load %x[0, 0] to vec into %3 {pto.pipeline_membership = "7:9223372036854775807"} : (tensor<128x96xf32>) -> !v
    // expected-note@+1 {{this one}}
    pto.store %a, %x[0, 0] : (!v, tensor<128x96xf32>) -> tensor<128x96xf32>
    // expected-note@+1 {{this one}}
    pto.store %b, %x[0, 0] : (!v, tensor<128x96xf32>) -> tensor<128x96xf32>
    // expected-note@+1 {{this one}}
    pto.store %c, %x[0, 0] : (!v, tensor<128x96xf32>) -> tensor<128x96xf32>
    // expected-note@+1 {{this one}}
    pto.store %d, %x[0, 0] : (!v, tensor<128x96xf32>) -> tensor<128x96xf32>
    return
  }
}

// -----

!v = !pto.tile<128x128xf32, vec>

// What the author declared is shared with nobody.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+1 {{Vec buffer usage (196608 bytes) exceeds platform limit (188416 bytes) of target a2a3 in function 'declared': that much is needed at one time, so that no placement can exist}}
  func.func @declared(%x: tensor<128x128xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    %0 = pto.alloc vec, addr = -1, size = 65536, id = 0 pinned
    // expected-note@+2 {{bytes 65536 to 131072 are pinned by the author}}
    // expected-note@+1 {{the tiles would fit without the bytes that are taken from here}}
    %1 = pto.alloc vec, addr = 65536, size = 65536, id = 1 pinned
    %2 = pto.alloc vec, addr = -1, size = 65536, id = 2
    // expected-note@+2 {{65536 bytes for 'a' (!pto.tile<128x128xf32, vec>), which the author declared: nobody shares with it}}
    // expected-note@+1 {{the tiles would fit if 'a' (!pto.tile<128x128xf32, vec>) had half as many bytes}}
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<128x128xf32>) -> !v
    pto.store %a, %x[0, 0] : (!v, tensor<128x128xf32>) -> tensor<128x128xf32>
    %b = pto.load %x[0, 0] to vec into %1 : (tensor<128x128xf32>) -> !v
    pto.store %b, %x[0, 0] : (!v, tensor<128x128xf32>) -> tensor<128x128xf32>
    // expected-note@+3 {{2 tiles are needed at this point}}
    // expected-note@+2 {{65536 bytes for 'c' (!pto.tile<128x128xf32, vec>), needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'c' (!pto.tile<128x128xf32, vec>) had half as many bytes}}
    %c = pto.load %x[0, 0] to vec into %2 : (tensor<128x128xf32>) -> !v
    // expected-note@+1 {{this one}}
    pto.store %c, %x[0, 0] : (!v, tensor<128x128xf32>) -> tensor<128x128xf32>
    return
  }
}

// -----

!a = !pto.tile<128x64xf32, vec>
!b = !pto.tile<128x160xf32, vec>

// At no time is more needed than there is, and still nothing fits: the pinned
// buffer leaves two holes, each too small.
module attributes {pto.target = #pto.target<a2a3>} {
  // expected-error@+1 {{Vec buffer usage (196608 bytes) exceeds platform limit (188416 bytes) of target a2a3 in function 'holes': that much is needed at one time, so that no placement can exist}}
  func.func @holes(%x: tensor<128x64xf32>, %y: tensor<128x160xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    // expected-note@+2 {{bytes 81920 to 114688 are pinned by the author}}
    // expected-note@+1 {{the tiles would fit without the bytes that are taken from here}}
    %0 = pto.alloc vec, addr = 81920, size = 32768, id = 0 pinned
    %1 = pto.alloc vec, addr = -1, size = 81920, id = 1
    %2 = pto.alloc vec, addr = -1, size = 81920, id = 2
    %a = pto.load %x[0, 0] to vec into %0 : (tensor<128x64xf32>) -> !a
    // expected-note@+2 {{81920 bytes for 'b' (!pto.tile<128x160xf32, vec>), needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'b' (!pto.tile<128x160xf32, vec>) had half as many bytes}}
    %b = pto.load %y[0, 0] to vec into %1 : (tensor<128x160xf32>) -> !b
    // expected-note@+3 {{2 tiles are needed at this point}}
    // expected-note@+2 {{81920 bytes for 'c' (!pto.tile<128x160xf32, vec>), needed by others up to the op below}}
    // expected-note@+1 {{the tiles would fit if 'c' (!pto.tile<128x160xf32, vec>) had half as many bytes}}
    %c = pto.recip %b into %2 : (!b) -> !b
    pto.store %a, %x[0, 0] : (!a, tensor<128x64xf32>) -> tensor<128x64xf32>
    // expected-note@+1 {{this one}}
    pto.store %b, %y[0, 0] : (!b, tensor<128x160xf32>) -> tensor<128x160xf32>
    // expected-note@+1 {{this one}}
    pto.store %c, %y[0, 0] : (!b, tensor<128x160xf32>) -> tensor<128x160xf32>
    return
  }
}

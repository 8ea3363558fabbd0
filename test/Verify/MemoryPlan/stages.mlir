// Rule mp-r13: stages of a pipeline in one place are worth a warning.
//
// RUN: pto-opt %s --verify-memory-plan -verify-diagnostics -o /dev/null

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

func.func @together(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 512, size = 1024, id = 1
  // expected-note @below {{'t' of stage 0 is at vec [0x0, 0x400)}}
  %t = pto.load %x[0, 0] to vec into %a {pto.pipeline_membership = "3:0"} : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  // expected-warning @below {{stages 0 and 1 of pipeline group 3 share bytes, so that one waits for the other [mp-r13]}}
  // expected-note @below {{'u' of stage 1 is at vec [0x200, 0x600)}}
  %u = pto.load %x[0, 0] to vec into %b {pto.pipeline_membership = "1:0;3:1"} : (!x) -> !t
  pto.store %u, %out[0, 0] : (!t, !x) -> !x
  return
}

func.func @apart(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a {pto.pipeline_membership = "3:0"} : (!x) -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  %u = pto.load %x[0, 0] to vec into %b {pto.pipeline_membership = "3:1"} : (!x) -> !t
  pto.store %u, %out[0, 0] : (!t, !x) -> !x
  %v = pto.load %x[0, 0] to vec into %a {pto.pipeline_membership = "3:0"} : (!x) -> !t
  pto.store %v, %out[0, 0] : (!t, !x) -> !x
  return
}

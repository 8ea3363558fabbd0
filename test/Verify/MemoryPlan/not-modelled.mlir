// Rule mp-r15: what the judge can't follow is refused, never passed over.
//
// RUN: pto-opt %s --allow-unregistered-dialect --verify-memory-plan -split-input-file -verify-diagnostics

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

func.func @unknown_region(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  // expected-error @below {{'test.region' has tiles in its regions and runs its regions in a way that it does not tell [mp-r15]}}
  "test.region"() ({
    %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    "test.end"() : () -> ()
  }) : () -> ()
  // Without tiles it is none of our business.
  "test.region"() ({
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

func.func @unknown_maker(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  // expected-error @below {{'test.make' makes 't' and does not say where it is stored [mp-r15]}}
  %t = "test.make"() : () -> !t
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

func.func @unknown_user(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-error @below {{'test.use' does not say what it does to the bytes of 't' [mp-r15]}}
  "test.use"(%t) : (!t) -> ()
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// A selected tile hides which buffer it is in.
func.func @selected(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %b = pto.alloc vec, addr = 1024, size = 1024, id = 1
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  %u = pto.load %x[0, 0] to vec into %b : (!x) -> !t
  // expected-error @below {{'arith.select' makes 's' and does not say where it is stored [mp-r15]}}
  // expected-error @below {{'arith.select' does not say what it does to the bytes of 't' [mp-r15]}}
  // expected-error @below {{'arith.select' does not say what it does to the bytes of 'u' [mp-r15]}}
  %s = arith.select %p, %t, %u : !t
  pto.store %s, %out[0, 0] : (!t, !x) -> !x
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

func.func @unstructured(%x: !x, %out: !x, %p: i1) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-error @below {{unstructured control flow; use scf.for, scf.while, scf.if or scf.index_switch [mp-r15]}}
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
^bb2:
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

func.func @unstructured_region(%x: !x, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  %a = pto.alloc vec, addr = 0, size = 1024, id = 0
  %t = pto.load %x[0, 0] to vec into %a : (!x) -> !t
  // expected-error @below {{'scf.execute_region' has tiles in its regions and has unstructured control flow [mp-r15]}}
  scf.execute_region {
    pto.store %t, %out[0, 0] : (!t, !x) -> !x
    cf.br ^bb1
  ^bb1:
    scf.yield
  }
  return
}

// -----

!t = !pto.tile<16x16xf32, vec>
!x = tensor<64x64xf32>

// expected-error @below {{parameter 't' is a tile, and nobody says where it is [mp-r15]}}
func.func @parameter(%t: !t, %out: !x) attributes {pto.kind = #pto.function_kind<incore>} {
  pto.store %t, %out[0, 0] : (!t, !x) -> !x
  return
}

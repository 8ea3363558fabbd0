// How addresses are aligned, and in which order buffers are placed.
//
// RUN: pto-opt %s --allocate-memory-addr | FileCheck %s --check-prefixes=DOC
// RUN: pto-opt %s --allocate-memory-addr='align=document order=id planner=pypto' | FileCheck %s --check-prefixes=DOC
// RUN: pto-opt %s --allocate-memory-addr='align=target target=a2a3' | FileCheck %s --check-prefixes=TARGET
// RUN: pto-opt %s --allocate-memory-addr='align=target target=a5' | FileCheck %s --check-prefixes=TARGET
// RUN: pto-opt %s --allocate-memory-addr='order=name' | FileCheck %s --check-prefixes=NAME
// RUN: not pto-opt %s --allocate-memory-addr='target=b7' 2>&1 | FileCheck %s --check-prefixes=UNKNOWN
//
// UNKNOWN: error: unknown target 'b7'; there are a2a3 and a5

// 32 bytes everywhere by the document; the assembler wants 512 in left, right
// and acc.
// DOC-LABEL: func.func @alignment(
// DOC: pto.alloc vec, addr = 0, size = 40, id = 0
// DOC: pto.alloc vec, addr = 64, size = 40, id = 1
// DOC: pto.alloc left, addr = 0, size = 544, id = 2
// DOC: pto.alloc left, addr = 544, size = 544, id = 3
// DOC: pto.alloc acc, addr = 0, size = 1088, id = 4
// DOC: pto.alloc acc, addr = 1088, size = 1088, id = 5
// DOC: pto.alloc mat, addr = 0, size = 40, id = 6
// DOC: pto.alloc mat, addr = 64, size = 40, id = 7
// TARGET-LABEL: func.func @alignment(
// TARGET: pto.alloc vec, addr = 0, size = 40, id = 0
// TARGET: pto.alloc vec, addr = 64, size = 40, id = 1
// TARGET: pto.alloc left, addr = 0, size = 544, id = 2
// TARGET: pto.alloc left, addr = 1024, size = 544, id = 3
// TARGET: pto.alloc acc, addr = 0, size = 1088, id = 4
// TARGET: pto.alloc acc, addr = 1536, size = 1088, id = 5
// TARGET: pto.alloc mat, addr = 0, size = 40, id = 6
// TARGET: pto.alloc mat, addr = 64, size = 40, id = 7
func.func @alignment() attributes {pto.kind = #pto.function_kind<incore>} {
  %0 = pto.alloc vec, addr = -1, size = 40, id = 0
  %1 = pto.alloc vec, addr = -1, size = 40, id = 1
  %2 = pto.alloc left, addr = -1, size = 544, id = 2
  %3 = pto.alloc left, addr = -1, size = 544, id = 3
  %4 = pto.alloc acc, addr = -1, size = 1088, id = 4
  %5 = pto.alloc acc, addr = -1, size = 1088, id = 5
  %6 = pto.alloc mat, addr = -1, size = 40, id = 6
  %7 = pto.alloc mat, addr = -1, size = 40, id = 7
  %a = pto.create to vec into %0 : () -> !pto.tile<1x10xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<1x10xf32, vec>
  %c = pto.create to left into %2 : () -> !pto.tile<16x17xbf16, left>
  %d = pto.create to left into %3 : () -> !pto.tile<16x17xbf16, left>
  %e = pto.create to acc into %4 : () -> !pto.tile<16x17xf32, acc>
  %f = pto.create to acc into %5 : () -> !pto.tile<16x17xf32, acc>
  %g = pto.create to mat into %6 : () -> !pto.tile<1x10xf32, mat>
  %h = pto.create to mat into %7 : () -> !pto.tile<1x10xf32, mat>
  return
}

// As a string, 10 comes before 9.
// DOC-LABEL: func.func @order(
// DOC: pto.alloc vec, addr = 0, size = 64, id = 9
// DOC: pto.alloc vec, addr = 64, size = 64, id = 10
// NAME-LABEL: func.func @order(
// NAME: pto.alloc vec, addr = 64, size = 64, id = 9
// NAME: pto.alloc vec, addr = 0, size = 64, id = 10
func.func @order() attributes {pto.kind = #pto.function_kind<aiv>} {
  %0 = pto.alloc vec, addr = -1, size = 64, id = 9
  %1 = pto.alloc vec, addr = -1, size = 64, id = 10
  %a = pto.create to vec into %0 : () -> !pto.tile<1x16xf32, vec>
  %b = pto.create to vec into %1 : () -> !pto.tile<1x16xf32, vec>
  return
}

// The report at every stage: before memories are decided, before buffers are,
// before addresses are, and at the end. Ops are told with their lines.
//
// RUN: pto-opt %s --pto-explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: pto-opt %s --infer-tile-memory-space --pto-explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=SPACES
// RUN: pto-opt %s --infer-tile-memory-space --init-memref --pto-explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: pto-opt %s --pto-memory-pipeline --pto-explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLACED
//
// It may stand several times in a pipeline, goes to a file where one is named,
// and leaves the program as it is.
// RUN: pto-opt %s --pto-explain --pto-memory-pipeline --pto-explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: pto-opt %s --pto-memory-pipeline -o %t.without
// RUN: pto-opt %s --pto-explain='output=%t.report' --pto-memory-pipeline -o %t.with
// RUN: diff %t.without %t.with
// RUN: FileCheck %s --check-prefix=OPEN < %t.report
//
// TWICE: function 'product' (aic), target a2a3: memories are not decided yet
// TWICE: function 'product' (aic), target a2a3: placed

module attributes {pto.target = #pto.target<a2a3>} {
  // OPEN-LABEL: function 'product' (aic), target a2a3: memories are not decided yet
  // OPEN-NEXT: where the tiles would be, by the rules of --infer-tile-memory-space
  // OPEN-NEXT: x, pto.load (line [[#X:]]): mat
  // OPEN-NEXT: its op says so (to mat); pto.matmul (line [[#X+2]]) takes left
  // OPEN-NEXT: y, pto.load (line [[#X+1]]): vec
  // OPEN-NEXT: its op leaves the choice; pto.matmul (line [[#X+2]]) takes right
  // OPEN-NEXT: z, pto.matmul (line [[#X+2]]): acc
  // OPEN-NEXT: pto.matmul always leaves it in acc; pto.store (line [[#X+3]]) takes vec or acc
  // OPEN-NEXT: moves
  // OPEN-NEXT: x will be moved from mat to left for pto.matmul (line [[#X+2]])
  // OPEN-NEXT: y will be moved from vec to right for pto.matmul (line [[#X+2]])
  // OPEN-NOT: peak

  // SPACES-LABEL: function 'product' (aic), target a2a3: memories are decided, buffers are not
  // SPACES-NEXT: where the tiles are
  // SPACES: y, pto.load (line [[#Y:]]): vec
  // SPACES: x_Left, pto.move (line [[#]]): left
  // SPACES-NEXT: its op says so (to left); pto.matmul (line [[#Y+1]]) takes left
  // SPACES: moves
  // SPACES-NEXT: x_Left, pto.move (line [[#]]): x, from mat to left, for pto.matmul (line [[#Y+1]]), which takes left
  // SPACES-NEXT: y_Right, pto.move (line [[#]]): y, from vec to right, for pto.matmul (line [[#Y+1]]), which takes right
  // SPACES-NOT: peak

  // BOUND-LABEL: function 'product' (aic), target a2a3: buffers without addresses
  // BOUND: x, pto.load (line [[#X:]]): mat, buffer mem_mat_[[#]]; ops [[#]] to [[#]]
  // BOUND: mat: not placed of 524288; no plan ends below 2048

  // PLACED-LABEL: function 'product' (aic), target a2a3: placed
  // PLACED: x, pto.load (line [[#X:]]): mat, bytes 0 to 2048, buffer mem_mat_[[#]]; ops [[#]] to [[#]]
  // PLACED: acc: peak 1024 bytes of 131072; no plan ends below 1024: optimal
  // PLACED-NEXT: most is needed at pto.matmul (line [[#X+2]]): 1024 bytes
  // PLACED-NEXT: 1024 bytes, mem_acc_[[#]]: z, needed up to pto.store (line [[#X+3]])
  func.func @product(%a: tensor<16x64xbf16>, %b: tensor<64x16xbf16>, %out: tensor<16x16xf32>)
      attributes {pto.kind = #pto.function_kind<aic>} {
    %x = pto.load %a[0, 0] to mat : (tensor<16x64xbf16>) -> !pto.tile<16x64xbf16, mat>
    %y = pto.load %b[0, 0] : (tensor<64x16xbf16>) -> !pto.tile<64x16xbf16>
    %z = pto.matmul %x, %y : (!pto.tile<16x64xbf16, mat>, !pto.tile<64x16xbf16>) -> !pto.tile<16x16xf32>
    pto.store %z, %out[0, 0] : (!pto.tile<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return
  }

  // Functions without tiles, and those of the host, have nothing to tell.
  // OPEN-NOT: 'host'
  // OPEN: function 'nothing' (aiv), target a2a3: no tiles
  func.func @host(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<orchestration>} {
    return
  }
  func.func @nothing(%x: tensor<16x16xf32>) attributes {pto.kind = #pto.function_kind<aiv>} {
    return
  }
}

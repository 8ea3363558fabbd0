//===- Passes.td - The passes -----------------------------------*- tablegen -*-===//

#ifndef PTO_TRANSFORMS_PASSES_TD
#define PTO_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

// Options that several passes share.
def TargetOption : Option<"target", "target", "std::string", "\"\"",
    "chip to plan for, a2a3 or a5; overrides the module's pto.target">;
def PlannerOption : Option<"planner", "planner", "::mlir::pto::Planner",
    "::mlir::pto::Planner::PyPTO", "who plans memory", [{::llvm::cl::values(
      clEnumValN(::mlir::pto::Planner::PyPTO, "pypto", "this compiler, by the documents"),
      clEnumValN(::mlir::pto::Planner::DsaRP, "dsa-rp", "this compiler, weighing hand-offs between pipes"),
      clEnumValN(::mlir::pto::Planner::Optimal, "optimal", "this compiler, exactly"),
      clEnumValN(::mlir::pto::Planner::PtoAS, "ptoas", "the downstream assembler"))}]>;

def NormalizeStmtStructure : Pass<"normalize-stmt-structure", "::mlir::func::FuncOp"> {
  let summary = "flatten what has no meaning of its own in a function's structure";
  let description = [{
    Inlines `scf.execute_region` with one block, drops scopes that hold nothing,
    and turns `arith.select` on tiles, which simplifications make of an `scf.if`,
    back into one: a tile is a buffer, and a buffer is not selected but written
    by one arm or the other.

    Loses nothing. Changes nothing in a function without these.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::pto::PTODialect"];
}

def InferTileMemorySpace : Pass<"infer-tile-memory-space", "::mlir::ModuleOp"> {
  let summary = "decide in which memory every tile lives";
  let description = [{
    Gives every tile of a device function (incore, aic, aiv) a memory space, and
    inserts a `pto.move` wherever an op can't take a tile where it is.

    Assumes that no parameter or result of a device function is a tile and that
    its control flow is structured. Runs `--normalize-stmt-structure` first.
    Afterwards every tile of a device function has a space and every operand is
    in a space that its op allows: `--verify-tile-memory` holds.

    ```mlir
    %x = pto.load %gx[0, 0] : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16>
    %y = pto.load %gy[0, 0] : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16>
    %z = pto.matmul %x, %y : (!pto.tile<16x128xbf16>, !pto.tile<128x128xbf16>) -> !pto.tile<16x128xf32>
    ```
    becomes
    ```mlir
    %x = pto.load %gx[0, 0] to vec : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, vec>
    %y = pto.load %gy[0, 0] to vec : (tensor<128x128xbf16>) -> !pto.tile<128x128xbf16, vec>
    %x_Left = pto.move %x to left : (!pto.tile<16x128xbf16, vec>) -> !pto.tile<16x128xbf16, left>
    %y_Right = pto.move %y to right : (!pto.tile<128x128xbf16, vec>) -> !pto.tile<128x128xbf16, right>
    %z = pto.matmul %x_Left, %y_Right : (!pto.tile<16x128xbf16, left>, !pto.tile<128x128xbf16, right>) -> !pto.tile<16x128xf32, acc>
    ```

    An author's request (`to`) is never overridden, except that an empty tile
    (`pto.create`) follows the value that it carries into a loop. A move is made
    once per tile and destination in a block and serves what follows it there.
    `mode=min-cost` chooses what is free to choose, and where copies stand, so
    that moving data costs the least, weighted by trip counts; it never costs more
    than `mode=documented`.

    Remarks (category `pto-memory`) tell each move and each decision.

    Loads of stationary product operands that a lowering made (`pto.mat_bridge`)
    leave loops, with their copy for the product, where it is proved that nothing
    writes what they load, that they would run anyway, and that there is room:

    ```mlir
    scf.for %n = %c0 to %c256 step %c128 {
      %x = pto.load %lhs[0, 0] to mat {pto.mat_bridge} : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
      %x_Left = pto.move %x to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
      ...
    }
    ```
    becomes
    ```mlir
    %x = pto.load %lhs[0, 0] to mat : (tensor<16x128xbf16>) -> !pto.tile<16x128xbf16, mat>
    %x_Left = pto.move %x to left : (!pto.tile<16x128xbf16, mat>) -> !pto.tile<16x128xbf16, left>
    scf.for %n = %c0 to %c256 step %c128 {
      ...
    }
    ```

    Evidence comes from callers, so a public function keeps its loads. The mark
    is removed from all ops of the module.
  }];
  let options = [
    TargetOption,
    Option<"mode", "mode", "::mlir::pto::InferenceMode",
      "::mlir::pto::InferenceMode::Documented", "how spaces and moves are chosen",
      [{::llvm::cl::values(
        clEnumValN(::mlir::pto::InferenceMode::Documented, "documented", "by the document's rules"),
        clEnumValN(::mlir::pto::InferenceMode::MinCost, "min-cost", "so that moving data costs the least"))}]>,
    Option<"verifyDataPath", "verify-data-path", "::mlir::pto::DataPathCheck",
      "::mlir::pto::DataPathCheck::Warn", "what to do about a move that the target has no path for",
      [{::llvm::cl::values(
        clEnumValN(::mlir::pto::DataPathCheck::Off, "off", "nothing"),
        clEnumValN(::mlir::pto::DataPathCheck::Warn, "warn", "a warning at the consumer"),
        clEnumValN(::mlir::pto::DataPathCheck::Error, "error", "an error at the consumer"))}]>,
    Option<"residency", "residency", "bool", "true",
      "take loads of stationary matmul operands out of loops">,
    Option<"residencyScope", "residency-scope", "::mlir::pto::ResidencyScope",
      "::mlir::pto::ResidencyScope::Documented", "how far residency goes", [{::llvm::cl::values(
        clEnumValN(::mlir::pto::ResidencyScope::Documented, "documented", "as the document says"),
        clEnumValN(::mlir::pto::ResidencyScope::Extended, "extended",
                   "several loops, peak of live tiles, all products, pto.noalias"))}]>,
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::pto::PTODialect"];
}

def MaterializeLevel3Scratch : Pass<"materialize-level3-scratch", "::mlir::func::FuncOp"> {
  let summary = "add the temporaries that some ops need under fixed addresses";
  let description = [{
    With fixed addresses nobody downstream makes room for hidden temporaries, so
    `ci`, wrapping narrowing `cast` and `sort32` of odd widths get theirs here:
    a `pto.create` in vector memory right before the op. A temporary that the
    author passed is kept. Without a target, or where the assembler plans,
    nothing is added.
  }];
  let options = [TargetOption, PlannerOption];
  let dependentDialects = ["::mlir::pto::PTODialect"];
}

def InitMemRef : Pass<"init-memref", "::mlir::func::FuncOp"> {
  let summary = "bind every tile to a buffer";
  let description = [{
    Normalises the structure, adds temporaries (as
    `--materialize-level3-scratch`), makes one `pto.alloc` at the top of the
    function for every tile with storage of its own that is not bound yet, and
    binds the tile to it (`into`). Tensor parameters of every function get their
    `pto.memref`. Views, in-place results, loop and branch results are not
    bound: their buffer is derived.

    Assumes a space on every tile of a device function
    (`--infer-tile-memory-space`). Sizes are those of the physical shape;
    numbers count parameters first, then buffers in program order.

    ```mlir
    %t = pto.load %a[0, 0] to vec : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
    ```
    becomes
    ```mlir
    %mem_vec_2 = pto.alloc vec, addr = -1, size = 16384, id = 2
    %t = pto.load %a[0, 0] to vec into %mem_vec_2 : (tensor<64x64xf32>) -> !pto.tile<64x64xf32, vec>
    ```
  }];
  let options = [TargetOption, PlannerOption];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::pto::PTODialect"];
}

def MaterializeSemanticAliases : Pass<"materialize-semantic-aliases", "::mlir::func::FuncOp"> {
  let summary = "make what is carried, merged or updated in place share one buffer";
  let description = [{
    A loop's init, its carried tile, what it yields and its result are one
    buffer; so are a branch's result and what its arms yield; so are an in-place
    op's operand and result. Where the producer of a yielded tile can write the
    carried buffer directly, it is bound to it; where it can't, a `pto.move`
    copies. Copies at one yield are one parallel copy: a swap goes through a
    temporary.

    Assumes buffers on all tiles (`--init-memref`). Accumulators can't be
    copied: where one would have to be, the pass fails at the op that needs it.
  }];
  let options = [TargetOption];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::pto::PTODialect"];
}

def MemoryReuse : Pass<"memory-reuse", "::mlir::func::FuncOp"> {
  let summary = "let buffers that are not needed at the same time share";
  let description = [{
    Buffers of one memory whose lives have no point in common become one: the
    ops of the smaller are bound to the larger, and the alloc that is left over
    goes. Largest first, then in program order; each takes the first buffer that
    is free whenever it is needed. A result may take the place of an operand
    that ends there, unless the op or the chip forbids it. Pinned buffers, those
    with slots and those with an address are left alone.

    Tiles of different copies of a pipelined loop (`pto.pipeline_membership`)
    keep buffers of their own while the memory of the target has room. Where it
    has not, a remark tells how many copies are left and what would help.

    Runs `--materialize-semantic-aliases` first. Orchestration functions keep
    their bodies. With `mode=none` nothing is done: for planners that place
    bytes, not buffers.
  }];
  let options = [
    TargetOption,
    Option<"mode", "mode", "::mlir::pto::ReuseMode", "::mlir::pto::ReuseMode::Slots",
      "what shares", [{::llvm::cl::values(
        clEnumValN(::mlir::pto::ReuseMode::Slots, "slots", "whole buffers"),
        clEnumValN(::mlir::pto::ReuseMode::None, "none", "nothing"))}]>,
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::pto::PTODialect"];
}

def AllocateMemoryAddr : Pass<"allocate-memory-addr", "::mlir::func::FuncOp"> {
  let summary = "give every buffer its address";
  let description = [{
    Places the buffers of each memory one after the other, in the order of their
    ids, from the end of the reserved ranges, each address a multiple of the
    alignment. Ranges of `pto.system.reserve_buffer` without a base are placed
    first. A pinned buffer that has an address keeps it.

    Runs `--materialize-semantic-aliases` first: it never writes addresses for a
    program that would lose a carried value. Works on device functions only.

    Fails, and names space, bytes needed, bytes there and the largest tiles,
    where a memory is too small.
  }];
  let options = [
    TargetOption,
    Option<"planner", "planner", "::mlir::pto::Planner", "::mlir::pto::Planner::PyPTO",
      "how to place", [{::llvm::cl::values(
        clEnumValN(::mlir::pto::Planner::PyPTO, "pypto", "one after the other, by the document"),
        clEnumValN(::mlir::pto::Planner::DsaRP, "dsa-rp",
                   "by lives, with the fewest hand-offs between pipes, by the document"),
        clEnumValN(::mlir::pto::Planner::Optimal, "optimal",
                   "by exact lives, with proof; see objective"))}]>,
    Option<"objective", "objective", "::mlir::pto::PlacementObjective",
      "::mlir::pto::PlacementObjective::Waits",
      "what planner=optimal looks for among placements that fit", [{::llvm::cl::values(
        clEnumValN(::mlir::pto::PlacementObjective::Waits, "waits",
                   "the fewest waits of one pipe for another, then the lowest peak"),
        clEnumValN(::mlir::pto::PlacementObjective::Peak, "peak", "the lowest peak"))}]>,
    Option<"nodeLimit", "node-limit", "int64_t", "30000",
      "steps that planner=optimal or dsa-rp may search in a function; what is best is proved, or the gap told">,
    Option<"align", "align", "::mlir::pto::AlignmentRule",
      "::mlir::pto::AlignmentRule::Document", "alignment of addresses", [{::llvm::cl::values(
        clEnumValN(::mlir::pto::AlignmentRule::Document, "document", "32 bytes everywhere"),
        clEnumValN(::mlir::pto::AlignmentRule::Target, "target",
                   "what the assembler demands of each memory"))}]>,
    Option<"order", "order", "::mlir::pto::PlacementOrder", "::mlir::pto::PlacementOrder::Id",
      "order of placement", [{::llvm::cl::values(
        clEnumValN(::mlir::pto::PlacementOrder::Id, "id", "by number"),
        clEnumValN(::mlir::pto::PlacementOrder::Name, "name",
                   "by name as a string: mem_vec_10 before mem_vec_2"))}]>,
    Option<"verify", "verify", "bool", "true",
      "prove the plan, as --verify-memory-plan does, before it is written">,
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::pto::PTODialect"];
}

def AnnotateLiveness : Pass<"pto-annotate-liveness", "::mlir::func::FuncOp"> {
  let summary = "write on every buffer when its bytes are needed";
  let description = [{
    For people and tests: shows what the planners know. Op number p (in program
    order, from 0; `numbers=true` writes `pto.number` on every op) reads at point
    2p and writes at 2p + 1.

    * `pto.live` on a `pto.alloc`: begin and end of each section of points at
      which the buffer is needed; the end is outside.
    * `pto.live_bytes`, where it is not the same for all bytes: for each range
      its first byte, the byte behind its last, and its sections.
    * `pto.may_take` and `pto.must_not_take` on an op: its operands that end
      where a result begins, and whether the result may have their bytes.
    * With `handoffs=true`, on a `pto.alloc`: `pto.handoffs`, the numbers of the
      buffers that planner=dsa-rp had better not put on it, and `pto.waits`, the
      same for planner=optimal, each with its weight.

    Assumes that aliases are made (`--materialize-semantic-aliases`).
  }];
  let options = [
    TargetOption,
    Option<"numbers", "numbers", "bool", "false", "write each op's number">,
    Option<"handoffs", "handoffs", "bool", "false",
      "write which buffers had better not share, since a pipe would wait">,
  ];
}

def VerifyTileMemory : Pass<"verify-tile-memory", "::mlir::func::FuncOp"> {
  let summary = "check what the memory passes promise each other";
  let description = [{
    In a device function every tile has a space (tm-r1), and every operand is in
    a space that its op allows (tm-r2). With `buffers=true` also: every tile
    with storage of its own is bound (tm-r3), to a buffer of its space (tm-r4)
    that is large enough (tm-r5). Windows stay inside of their buffer (tm-r6),
    whoever needs an address has the right one (tm-r7), addresses are aligned
    (tm-r8), and windows of packed elements start at a byte (tm-r9).
  }];
  let options = [
    TargetOption,
    Option<"buffers", "buffers", "bool", "false", "check buffers too">,
  ];
}

def VerifyMemoryPlan : Pass<"verify-memory-plan", "::mlir::func::FuncOp"> {
  let summary = "prove that a placed program computes what its values say";
  let description = [{
    Runs the program, in thought, on a memory that knows for each byte whose it
    is: what an op makes is written, what it reads must find exactly its own
    bytes, through branches and loops, views, in-place ops and temporaries. Also
    checks the rules that addresses must keep: alignment, capacity, reserved
    ranges, pinned buffers, operands that forbid sharing. Rules mp-r1 to mp-r15.

    Shares no code with what it checks. Changes nothing. `stage=bound` judges
    buffers before they have addresses.
  }];
  let options = [
    TargetOption,
    Option<"stage", "stage", "::mlir::pto::PlanStage", "::mlir::pto::PlanStage::Placed",
      "what is there to judge", [{::llvm::cl::values(
        clEnumValN(::mlir::pto::PlanStage::Placed, "placed", "every buffer has an address"),
        clEnumValN(::mlir::pto::PlanStage::Bound, "bound",
                   "a buffer without an address is a memory of its own"))}]>,
    Option<"align", "align", "::mlir::pto::AlignmentRule",
      "::mlir::pto::AlignmentRule::Document", "alignment of addresses", [{::llvm::cl::values(
        clEnumValN(::mlir::pto::AlignmentRule::Document, "document", "32 bytes everywhere"),
        clEnumValN(::mlir::pto::AlignmentRule::Target, "target",
                   "what the assembler demands of each memory"))}]>,
    Option<"limit", "limit", "unsigned", "16", "how many violations to tell; 0 for all">,
  ];
}

def Explain : Pass<"pto-explain", "::mlir::ModuleOp"> {
  let summary = "tell in words where each tile is and why";
  let description = [{
    Writes a report for people on each device function, at whatever stage it is:

    * where each tile is: memory, buffer, bytes, and why: what its op says, who
      takes it, with lines of the source; before `--infer-tile-memory-space`,
      where it would be by that pass's rules, and which moves that takes;
    * which moves are there, and for whom;
    * which tiles have the same bytes, one after the other;
    * what limits the peak of each memory: the moment at which most is needed, the
      tiles that are needed then and up to when, the bound below which no plan
      ends, and whether the plan meets it.

    Changes nothing. The report goes to standard error, or to `output`. May stand
    several times in a pipeline.
  }];
  let options = [
    TargetOption,
    Option<"output", "output", "std::string", "\"-\"",
      "file to write to; - is standard error">,
  ];
}

def AnnotateSpaces : Pass<"pto-annotate-spaces", "::mlir::func::FuncOp"> {
  let summary = "write down what the analyses of memory spaces found";
  let description = [{
    Which tiles must share a space, in which space each of them is by the rules
    of `--infer-tile-memory-space`, and which spaces its users ask for is derived,
    not said. This pass writes it next to each op of a device function. It moves
    nothing and types nothing.

    ```mlir
    %s = pto.slice %t[0, 64] {pto.demand = ["left"], pto.space = ["vec"],
                              pto.space_class = array<i64: 0>} : ...
    ```

    Each attribute has one entry for each result that is a tile;
    `pto.argument_space_class`, `pto.argument_space` and `pto.argument_demand` have
    one for each such argument of the op's regions. Tiles with the same number
    are of one class. For people and tests: nothing reads these attributes.
  }];
  let options = [TargetOption];
}

def AnnotateMemRefs : Pass<"pto-annotate-memrefs", "::mlir::func::FuncOp"> {
  let summary = "write down which bytes each tile and tensor is";
  let description = [{
    Buffers of views, in-place results, loops and branches are derived, not
    said. This pass writes what is derived next to each op, as text: the base,
    the byte offset where it is not 0, and the bytes from the first to the last.

    ```mlir
    %row = pto.slice %t[%i, 0] {pto.memrefs = ["mem_vec_2 + i * 256 [256 bytes]"]} : ...
    ```

    `pto.memrefs` has one text for each result that is a tile or a tensor,
    `pto.argument_memrefs` one for each such argument of the op's regions.
    `none`: a tile that was popped from a pipe. `+ ?`: a window without an
    address. For people and tests: nothing reads these attributes.
  }];
  let options = [TargetOption];
}

#endif // PTO_TRANSFORMS_PASSES_TD

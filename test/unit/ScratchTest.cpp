//===- ScratchTest.cpp - Temporaries, over all policies -------------------===//
//
// One table: each op with what it needs on each target. Every line is tried
// with every target and every planner, with and without a temporary of the
// author's.
//
//===----------------------------------------------------------------------===//

#include "pto/IR/PTOOps.h"
#include "pto/Transforms/Passes.h"
#include "pto/Transforms/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// Which targets an op needs its temporary on.
enum class On { Never, A2A3, Both };

struct Row {
  /// The op, with `TMP` where a temporary goes and `TYPE` where its type does.
  std::string op;
  On on;
  /// The temporary; its bytes.
  std::string type = {};
  int64_t bytes = 0;
};

std::string ci(StringRef element, int64_t columns) {
  return ("%r = pto.ci %" + element + "TMP : (" + element +
          "TYPE) -> !pto.tile<1x" + Twine(columns) + "x" + element + ", vec>")
      .str();
}

/// A conversion of a tile of `shape`, of which `valid` is valid.
std::string cast(StringRef shape, StringRef from, StringRef to, StringRef mode,
                 StringRef valid = "") {
  std::string extra = valid.empty() ? "" : (", valid = " + valid).str();
  std::string source =
      ("!pto.tile<" + shape + "x" + from + ", vec" + extra + ">").str();
  std::string result =
      ("!pto.tile<" + shape + "x" + to + ", vec" + extra + ">").str();
  std::string attributes =
      mode.empty() ? "" : (" {saturation_mode = " + mode + " : i32}").str();
  return "%s = pto.create to vec : () -> " + source + "\n%r = pto.cast %sTMP" +
         attributes + " : (" + source + "TYPE) -> " + result;
}

std::string sort(StringRef shape, StringRef twice, StringRef element,
                 StringRef valid = "") {
  std::string extra = valid.empty() ? "" : (", valid = " + valid).str();
  std::string source =
      ("!pto.tile<" + shape + "x" + element + ", vec" + extra + ">").str();
  std::string index = ("!pto.tile<" + shape + "xi32, vec>").str();
  return "%s = pto.create to vec : () -> " + source +
         "\n%x = pto.create to vec : () -> " + index +
         "\n%r = pto.sort32 %s, %xTMP : (" + source + ", " + index +
         "TYPE) -> !pto.tile<" + twice.str() + "x" + element.str() + ", vec>";
}

std::vector<Row> rows() {
  return {
      {ci("i32", 32), On::A2A3, "1x192xf32", 768},
      {ci("i32", 2048), On::A2A3, "1x192xf32", 768},
      {ci("i16", 32), On::A2A3, "1x448xf32", 1792},
      {ci("ui32", 64), On::A2A3, "1x192xf32", 768},
      {ci("ui16", 64), On::A2A3, "1x448xf32", 1792},
      // Sizes of the document.
      {cast("16x16", "f32", "i16", "0"), On::A2A3, "1x1024xi8", 1024},
      {cast("1x128", "f32", "i16", "0"), On::A2A3, "1x512xi8", 512},
      {cast("16x80", "f32", "i16", "0"), On::A2A3, "1x4864xi8", 4864},
      {cast("16x128", "f32", "i16", "0"), On::A2A3, "1x512xi8", 512},
      {cast("4x80", "f32", "i16", "0", "4x72"), On::A2A3, "1x992xi8", 992},
      // 255 rows at most, 255 registers at most.
      {cast("255x80", "f32", "i16", "0"), On::A2A3, "1x81344xi8", 81344},
      {cast("400x80", "f32", "i16", "0"), On::A2A3, "1x81344xi8", 81344},
      {cast("1x16320", "f32", "i16", "0"), On::A2A3, "1x65280xi8", 65280},
      {cast("1x16384", "f32", "i16", "0"), On::A2A3, "1x65280xi8", 65280},
      {cast("16x16", "f32", "i16", "0", "0x0"), On::A2A3, "1x32xi8", 32},
      {cast("16x16", "f32", "i16", "0", "0x16"), On::A2A3, "1x32xi8", 32},
      {cast("16x16", "f16", "i16", "0"), On::A2A3, "1x64xi8", 64},
      {cast("16x16", "f16", "i8", "0"), On::A2A3, "1x160xi8", 160},
      {cast("16x16", "f16", "ui8", "0"), On::A2A3, "1x160xi8", 160},
      {cast("16x64", "f16", "i8", "0"), On::A2A3, "1x256xi8", 256},
      {cast("16x256", "f16", "i8", "0"), On::A2A3, "1x256xi8", 256},
      {cast("16x8", "f16", "i16", "0"), On::A2A3, "1x32xi8", 32},
      {cast("16x16", "f16", "i8", "0", "16x0"), On::A2A3, "1x32xi8", 32},
      // What saturates, and what is no narrowing to integers.
      {cast("16x16", "f32", "i16", ""), On::Never},
      {cast("16x16", "f32", "i16", "1"), On::Never},
      {cast("16x16", "f16", "i8", ""), On::Never},
      {cast("16x16", "f32", "f16", "0"), On::Never},
      {cast("16x16", "f32", "i32", "0"), On::Never},
      {cast("16x16", "f32", "i8", "0"), On::Never},
      {cast("16x16", "f16", "i4", "0"), On::Never},
      {cast("16x16", "f16", "i32", "0"), On::Never},
      {cast("16x16", "bf16", "f32", "0"), On::Never},
      {cast("16x16", "bf16", "i16", "0"), On::Never},
      // Widths that are provably multiples of 32 need none.
      {sort("1x64", "1x128", "f32", "1x?"), On::Both, "1x64xf32", 256},
      {sort("1x64", "1x128", "f32", "1x40"), On::Both, "1x64xf32", 256},
      {sort("1x48", "1x96", "f16", "?x?"), On::Both, "1x48xf16", 96},
      {sort("1x48", "1x96", "f16"), On::Both, "1x48xf16", 96},
      {sort("1x64", "1x128", "f32"), On::Never},
      {sort("1x64", "1x128", "f32", "1x32"), On::Never},
      {sort("4x64", "4x128", "f16", "?x64"), On::Never},
      // Their temporaries are the author's affair.
      {"%s = pto.create to vec : () -> !pto.tile<8x64xf32, vec>\n"
       "%v = pto.create to vec : () -> !pto.tile<8x1xf32, vec>\n"
       "%r = pto.row_expand_add %s, %v : (!pto.tile<8x64xf32, vec>, "
       "!pto.tile<8x1xf32, vec>) -> !pto.tile<8x64xf32, vec>",
       On::Never},
      {"%s = pto.create to vec : () -> !pto.tile<8x64xf32, vec>\n"
       "%r = pto.col_sum %s : (!pto.tile<8x64xf32, vec>) -> "
       "!pto.tile<1x64xf32, vec>",
       On::Never},
      {"%s = pto.create to vec : () -> !pto.tile<8x64xf32, vec>\n"
       "%r = pto.rsqrt %s : (!pto.tile<8x64xf32, vec>) -> "
       "!pto.tile<8x64xf32, vec>",
       On::Never},
  };
}

class ScratchTest : public ::testing::Test {
protected:
  ScratchTest() {
    context.loadDialect<PTODialect, func::FuncDialect, scf::SCFDialect,
                        arith::ArithDialect>();
  }

  /// Runs the rewrite on one op; `before` stands in front of it, `tmp` and
  /// `type` in the place of its temporary.
  LogicalResult run(const Row &row, const ScratchPolicy &policy,
                    std::string before = "", std::string tmp = "",
                    std::string type = "") {
    std::string op = row.op;
    auto replace = [&](StringRef what, const std::string &with) {
      size_t at = op.find(what);
      if (at != std::string::npos)
        op.replace(at, what.size(), with);
    };
    replace("TMP", tmp);
    replace("TYPE", type);
    std::string text =
        "func.func @f(%i32: i32, %i16: i16, %ui32: ui32, %ui16: ui16) "
        "attributes {pto.kind = #pto.function_kind<aiv>} {\n" +
        before + "\n" + op + "\nreturn }";
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << text;
      return failure();
    }
    created.clear();
    module->walk([&](CreateOp create) { created.insert(create); });
    return materializeScratch(*module->getOps<func::FuncOp>().begin(), policy);
  }

  /// The temporaries that were made.
  SmallVector<CreateOp> made() {
    SmallVector<CreateOp> result;
    module->walk([&](CreateOp create) {
      if (!created.contains(create))
        result.push_back(create);
    });
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  DenseSet<Operation *> created;
};

const std::optional<Target> targets[] = {std::nullopt, Target::A2A3,
                                         Target::A5};
const Planner planners[] = {Planner::PyPTO, Planner::DsaRP, Planner::Optimal,
                            Planner::PtoAS};

bool isNeeded(On on, std::optional<Target> target, Planner planner) {
  if (planner == Planner::PtoAS || !target)
    return false;
  return on == On::Both || (on == On::A2A3 && target == Target::A2A3);
}

TEST_F(ScratchTest, WithoutOne) {
  for (const Row &row : rows())
    for (std::optional<Target> target : targets)
      for (Planner planner : planners) {
        ASSERT_TRUE(succeeded(run(row, getScratchPolicy(target, planner))));
        SmallVector<CreateOp> tmp = made();
        bool needed = isNeeded(row.on, target, planner);
        ASSERT_EQ(tmp.size(), needed ? 1u : 0u) << row.op;
        if (!needed)
          continue;
        std::string type;
        llvm::raw_string_ostream(type) << tmp[0].getResult().getType();
        EXPECT_EQ(type, "!pto.tile<" + row.type + ", vec>") << row.op;
        // Right in front of the op, and its last tile operand.
        auto user = dyn_cast<ScratchOpInterface>(tmp[0]->getNextNode());
        ASSERT_TRUE(user) << row.op;
        EXPECT_EQ(user.getScratch(), tmp[0].getResult()) << row.op;
      }
}

TEST_F(ScratchTest, WithTheAuthors) {
  for (const Row &row : rows()) {
    if (row.on == On::Never)
      continue;
    for (std::optional<Target> target : targets)
      for (Planner planner : planners)
        for (int64_t bytes : {row.bytes - 4, row.bytes, row.bytes + 512}) {
          std::string type =
              "!pto.tile<1x" + std::to_string(bytes) + "xi8, vec>";
          std::string message;
          ScopedDiagnosticHandler handler(&context,
                                          [&](Diagnostic &diagnostic) {
                                            message = diagnostic.str();
                                            return success();
                                          });
          bool fits = succeeded(run(row, getScratchPolicy(target, planner),
                                    "%tmp = pto.create to vec : () -> " + type,
                                    ", %tmp", ", " + type));
          // Too small only where it is needed.
          bool mayFit =
              bytes >= row.bytes || !isNeeded(row.on, target, planner);
          EXPECT_EQ(fits, mayFit) << row.op << ' ' << bytes;
          EXPECT_TRUE(made().empty()) << row.op;
          if (!mayFit) {
            EXPECT_NE(message.find("has " + std::to_string(bytes) +
                                   " bytes, and the op needs " +
                                   std::to_string(row.bytes)),
                      std::string::npos)
                << message;
          }
        }
  }
}

TEST_F(ScratchTest, SizesThatNobodyKnows) {
  Row row{cast("16x16", "f32", "i16", "0", "?x16"), On::A2A3};
  for (std::optional<Target> target : targets)
    for (Planner planner : planners) {
      ScratchPolicy policy = getScratchPolicy(target, planner);
      unsigned errors = 0;
      ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) {
        ++errors;
        return success();
      });
      bool needed = isNeeded(row.on, target, planner);
      EXPECT_EQ(succeeded(run(row, policy)), !needed);
      EXPECT_EQ(errors, needed ? 1u : 0u);
      // A temporary of the author's is taken as it is.
      EXPECT_TRUE(succeeded(run(row, policy,
                                "%tmp = pto.create to vec : () -> "
                                "!pto.tile<1x64xi8, vec>",
                                ", %tmp", ", !pto.tile<1x64xi8, vec>")));
      EXPECT_EQ(errors, needed ? 1u : 0u);
    }
}
} // namespace

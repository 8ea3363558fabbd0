//===- AllocationFormatsTest.cpp - Problems as text -----------------------===//

#include "pto/Allocation/Formats.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::pto::alloc;

namespace {
std::string csvFault(StringRef text) {
  Expected<Table> table = readCsv(text, kUnbounded);
  return table ? "" : toString(table.takeError());
}

std::string jsonFault(StringRef text) {
  Expected<Document> document = readJson(text);
  return document ? "" : toString(document.takeError());
}

TEST(AllocationCsv, ColumnsInAnyOrder) {
  Expected<Table> table =
      readCsv("size, note ,upper,id,lower\r\n8,x,4,a,-2\r\n\n9,,5,b,4", 64);
  ASSERT_TRUE(bool(table));
  const Problem &problem = table->document.problem;
  ASSERT_EQ(problem.buffers.size(), 2u);
  EXPECT_EQ(problem.pools[0].capacity, 64);
  EXPECT_EQ(problem.buffers[0].size, 8);
  EXPECT_EQ(problem.buffers[0].live[0], (Range{-2, 4}));
  EXPECT_EQ(table->document.bufferNames[1], "b");
  std::string text;
  raw_string_ostream os(text);
  writeCsv(os, *table, {0, 8});
  EXPECT_EQ(text, "size, note ,upper,id,lower,offset\n8,x,4,a,-2,0\n"
                  "9,,5,b,4,8\n");
}

TEST(AllocationCsv, Faults) {
  StringRef header = "id,lower,upper,size\n";
  auto faultOf = [&](const char *row) {
    return csvFault((header + row).str());
  };
  EXPECT_EQ(csvFault(""), "1:1: the table is empty; its header should name the "
                          "columns id, lower, upper and size");
  EXPECT_EQ(csvFault("id,lower,size"), "1:1: the header has no column 'upper'");
  EXPECT_EQ(csvFault("id,id"), "1:4: column 'id' is there twice");
  EXPECT_EQ(csvFault("id,offset"),
            "1:4: the table has a column 'offset' already");
  EXPECT_EQ(faultOf("a,1,2"), "2:1: 3 fields; the header has 4");
  EXPECT_EQ(faultOf(",1,2,3"), "2:1: the id is empty");
  EXPECT_EQ(faultOf("a,1,2,3\na,1,2,3"), "3:1: id 'a' is there twice");
  EXPECT_EQ(faultOf("a,x,2,3"), "2:3: lower 'x' is not an integer");
  EXPECT_EQ(faultOf("a,1,2,1.5"), "2:7: size '1.5' is not an integer");
  EXPECT_EQ(faultOf("a,1,2,-5"), "2:7: size -5 is not positive");
  EXPECT_EQ(faultOf("a,2,2,3"), "2:5: the lifetime [2, 2) is empty");
  EXPECT_EQ(faultOf("a,1,2,99999999999999999999"),
            "2:7: size '99999999999999999999' is out of range");
  EXPECT_EQ(faultOf("a,1,2,1152921504606846970\nb,1,2,9"),
            "3:7: the sizes add up to more than 2^60");
  EXPECT_EQ(faultOf(""), "");
}

constexpr StringLiteral kDocument = R"({
  "instance": "k", "schema_version": 1,
  "problem": {
    "pools": [{"id": 4, "name": "Vec", "capacity": 64,
               "reserved_ranges": [{"begin": 0, "end": 8}]}],
    "buffers": [
      {"id": 7, "name": "x", "size": 16, "alignment": 8, "allowed_pools": [4],
       "live_intervals": [{"lower": 0, "upper": 2}, {"lower": 6, "upper": 8}]},
      {"id": 3, "size": 16, "allowed_pools": [4],
       "live_intervals": [{"lower": 2, "upper": 4}]},
      {"id": 5, "size": 8, "allowed_pools": [4],
       "live_intervals": [{"lower": 4, "upper": 5}]}],
    "constraints": {
      "separations": [{"first": 7, "second": 3}],
      "equal_starts": [{"first": 5, "second": 3}],
      "pinned_allocations": [{"buffer": 7, "offset": 24}]},
    "cost_model": {"reuse_penalties": [{"first": 7, "second": 5, "cost": 3}]},
    "objective": {"terms": ["capacity_overflow", "reuse_cost", "max_peak"]}
  }})";

TEST(AllocationJson, ReadsAllMembers) {
  Expected<Document> document = readJson(kDocument);
  ASSERT_TRUE(bool(document)) << toString(document.takeError());
  EXPECT_EQ(document->name, "k");
  EXPECT_EQ(document->objective, Objective::PenaltyThenPeak);
  EXPECT_EQ(document->poolNames, std::vector<std::string>{"Vec"});
  EXPECT_EQ(document->bufferNames,
            (std::vector<std::string>{"x", "buffer 3", "buffer 5"}));
  const Problem &problem = document->problem;
  EXPECT_EQ(problem.pools[0].capacity, 64);
  EXPECT_EQ(problem.pools[0].reserved[0], (Range{0, 8}));
  EXPECT_EQ(problem.buffers[0].live.size(), 2u);
  EXPECT_EQ(problem.buffers[0].alignment, 8);
  EXPECT_EQ(problem.buffers[0].offset, 24);
  ASSERT_EQ(problem.separations.size(), 1u);
  EXPECT_EQ(problem.separations[0].second, 1u);
  ASSERT_EQ(problem.equalStarts.size(), 1u);
  EXPECT_EQ(problem.equalStarts[0].first, 2u);
  ASSERT_EQ(problem.penalties.size(), 1u);
  EXPECT_EQ(problem.penalties[0].weight, 3);
}

TEST(AllocationJson, WritesTheAnswer) {
  Expected<Document> document = readJson(kDocument);
  ASSERT_TRUE(bool(document));
  Expected<Result> result = solve(document->problem);
  ASSERT_TRUE(bool(result));
  std::string text;
  raw_string_ostream os(text);
  writeJson(os, *document, *result);
  EXPECT_EQ(text,
            R"({"instance":"k","status":"optimal","pools":[{"name":"Vec",)"
            R"("status":"optimal","peak":40,"peak_bound":40,"penalty":0,)"
            R"("penalty_bound":0}],"offsets":[{"id":7,"offset":24},)"
            R"({"id":3,"offset":8},{"id":5,"offset":8}]})"
            "\n");
}

/// The fault of the document after one replacement in it.
std::string faultAfter(StringRef from, StringRef to) {
  std::string text = kDocument.str();
  size_t place = text.find(from.str());
  EXPECT_NE(place, std::string::npos);
  return jsonFault(text.replace(place, from.size(), to.str()));
}

TEST(AllocationJson, Faults) {
  EXPECT_EQ(jsonFault(""), "1:1: Unexpected EOF");
  EXPECT_EQ(jsonFault("{\n  \"a\" 1}"), "2:7: Expected : after object key");
  EXPECT_EQ(jsonFault("[]"), "1: expected object when parsing document");
  EXPECT_EQ(jsonFault("{}"), "1: missing value at document.problem");
  EXPECT_EQ(jsonFault(std::string(100000, '[')), "1:65: nested too deep");
  EXPECT_EQ(faultAfter("\"size\": 16", "\"size\": \"a\""),
            "1: expected integer at document.problem.buffers[0].size");
  EXPECT_EQ(faultAfter("\"size\": 16", "\"size\": 1e30"),
            "1: expected integer at document.problem.buffers[0].size");
  EXPECT_EQ(faultAfter("\"size\": 16", "\"size\": 0"),
            "1: not positive at document.problem.buffers[0].size");
  EXPECT_EQ(faultAfter("\"id\": 3", "\"id\": 7"),
            "1: id is there twice at document.problem.buffers[1].id");
  EXPECT_EQ(faultAfter("[4]", "[9]"),
            "1: no such id at document.problem.buffers[0].allowed_pools[0]");
  EXPECT_EQ(faultAfter("[4]", "[4, 4]"),
            "1: expected one pool: this solver does not choose pools at "
            "document.problem.buffers[0].allowed_pools");
  EXPECT_EQ(faultAfter("\"upper\": 2", "\"upper\": 0"),
            "1: empty range at "
            "document.problem.buffers[0].live_intervals[0]");
  EXPECT_EQ(faultAfter("\"second\": 3", "\"second\": 8"),
            "1: no such id at "
            "document.problem.constraints.separations[0].second");
  EXPECT_EQ(faultAfter("\"separations\"", "\"colocations\""),
            "1: this solver does not know such a constraint at "
            "document.problem.constraints.colocations[0]");
  EXPECT_EQ(faultAfter("\"max_peak\"", "\"beauty\""),
            "1: unknown term at document.problem.objective.terms[2]");
  // What only the whole shows.
  EXPECT_EQ(faultAfter("\"alignment\": 8", "\"alignment\": 3"),
            "1: buffer 0: the alignment is 3, not a power of two");
  EXPECT_EQ(faultAfter("\"upper\": 5", "\"upper\": 7"),
            "1: penalty (0, 2): the lives overlap, so the buffers never share "
            "bytes");
}

TEST(AllocationExplain, Certificates) {
  Expected<Table> table = readCsv("id,lower,upper,size\n"
                                  "a,0,4,40\nb,1,3,30\nc,5,6,9\n",
                                  64);
  ASSERT_TRUE(bool(table));
  Expected<Result> result = solve(table->document.problem);
  ASSERT_TRUE(bool(result));
  ASSERT_EQ(result->status, Status::Infeasible);
  EXPECT_EQ(explain(table->document, 0, result->pools[0].certificate),
            "memory: at time 1, 2 buffers live that end at 70 at least, above "
            "the capacity of 64 bytes: a (40 bytes), b (30 bytes)");
  Certificate exhausted;
  exhausted.kind = Certificate::Kind::Exhausted;
  exhausted.buffers = {0, 2};
  EXPECT_EQ(explain(table->document, 0, exhausted),
            "memory: the search tried every placement of 2 buffers: a (40 "
            "bytes), c (9 bytes)");
}
} // namespace

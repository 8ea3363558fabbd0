//===- JsonFormat.cpp - Problems as JSON documents ------------------------===//

#include "pto/Allocation/Formats.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <map>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

/// The parser calls itself for each level.
static constexpr unsigned kDeepest = 64;

namespace {
using Ids = std::map<int64_t, unsigned>;

/// Takes a document apart. Every fault is reported at the path of the value.
class JsonReader {
public:
  bool run(const json::Value &root, json::Path path) {
    json::ObjectMapper map(root, path);
    if (!map)
      return false;
    if (std::optional<StringRef> instance =
            root.getAsObject()->getString("instance"))
      document.name = instance->str();
    const json::Value *problem = member(root, "problem", path);
    if (!problem)
      return false;
    json::Path at = path.field("problem");
    json::ObjectMapper problemMap(*problem, at);
    return problemMap && readPools(*problem, at) && readBuffers(*problem, at) &&
           readConstraints(*problem, at) && readCosts(*problem, at) &&
           readObjective(*problem, at);
  }

  Document document;

private:
  static bool fail(json::Path path, StringLiteral message) {
    path.report(message);
    return false;
  }

  static const json::Value *member(const json::Value &value, StringLiteral key,
                                   json::Path path) {
    const json::Value *found = value.getAsObject()->get(key);
    if (!found)
      path.field(key).report("missing value");
    return found;
  }

  /// Calls `read` for each element of a member, which must be an object.
  template <typename Fn>
  bool forEach(const json::Value &value, StringLiteral key, json::Path path,
               bool isOptional, Fn read) {
    const json::Value *found = value.getAsObject()->get(key);
    if (!found && isOptional)
      return true;
    json::Path at = path.field(key);
    if (!found)
      return fail(at, "missing value");
    const json::Array *array = found->getAsArray();
    if (!array)
      return fail(at, "expected array");
    for (size_t i = 0; i != array->size(); ++i) {
      if (!(*array)[i].getAsObject())
        return fail(at.index(i), "expected object");
      if (!read((*array)[i], at.index(i)))
        return false;
    }
    return true;
  }

  static bool readId(const json::Value &value, StringLiteral key,
                     json::Path path, const Ids &ids, unsigned &index) {
    int64_t id;
    json::ObjectMapper map(value, path);
    if (!map.map(key, id))
      return false;
    auto found = ids.find(id);
    if (found == ids.end())
      return fail(path.field(key), "no such id");
    index = found->second;
    return true;
  }

  static bool readRange(const json::Value &value, StringLiteral begin,
                        StringLiteral end, json::Path path, Range &range) {
    json::ObjectMapper map(value, path);
    if (!map.map(begin, range.begin) || !map.map(end, range.end))
      return false;
    return range.begin < range.end || fail(path, "empty range");
  }

  bool readPools(const json::Value &problem, json::Path path) {
    auto read = [&](const json::Value &value, json::Path at) {
      int64_t id;
      std::optional<int64_t> capacity;
      std::string name;
      json::ObjectMapper map(value, at);
      if (!map.map("id", id) || !map.map("capacity", capacity) ||
          !map.mapOptional("name", name))
        return false;
      if (!pools.insert({id, unsigned(pools.size())}).second)
        return fail(at.field("id"), "id is there twice");
      Pool pool;
      pool.capacity = capacity.value_or(kUnbounded);
      if (pool.capacity <= 0)
        return fail(at.field("capacity"), "not positive");
      if (!map.mapOptional("alignment", pool.alignment))
        return false;
      bool isRead = forEach(value, "reserved_ranges", at, /*isOptional=*/true,
                            [&](const json::Value &range, json::Path where) {
                              return readRange(range, "begin", "end", where,
                                               pool.reserved.emplace_back());
                            });
      if (name.empty())
        name = formatv("pool {0}", id);
      document.problem.pools.push_back(std::move(pool));
      document.poolNames.push_back(std::move(name));
      return isRead;
    };
    return forEach(problem, "pools", path, /*isOptional=*/false, read);
  }

  bool readBuffers(const json::Value &problem, json::Path path) {
    auto read = [&](const json::Value &value, json::Path at) {
      int64_t id;
      Buffer buffer;
      std::string name;
      std::vector<int64_t> allowed;
      json::ObjectMapper map(value, at);
      if (!map.map("id", id) || !map.map("size", buffer.size) ||
          !map.mapOptional("alignment", buffer.alignment) ||
          !map.mapOptional("name", name) || !map.map("allowed_pools", allowed))
        return false;
      if (!buffers.insert({id, unsigned(buffers.size())}).second)
        return fail(at.field("id"), "id is there twice");
      if (buffer.size <= 0)
        return fail(at.field("size"), "not positive");
      if (allowed.size() != 1)
        return fail(at.field("allowed_pools"),
                    "expected one pool: this solver does not choose pools");
      auto pool = pools.find(allowed[0]);
      if (pool == pools.end())
        return fail(at.field("allowed_pools").index(0), "no such id");
      buffer.pool = pool->second;
      bool isRead = forEach(value, "live_intervals", at, /*isOptional=*/false,
                            [&](const json::Value &range, json::Path where) {
                              return readRange(range, "lower", "upper", where,
                                               buffer.live.emplace_back());
                            });
      if (name.empty())
        name = formatv("buffer {0}", id);
      document.problem.buffers.push_back(std::move(buffer));
      document.bufferNames.push_back(std::move(name));
      document.bufferIds.push_back(id);
      return isRead;
    };
    return forEach(problem, "buffers", path, /*isOptional=*/false, read);
  }

  bool readPair(const json::Value &value, json::Path path, Pair &pair) {
    if (!readId(value, "first", path, buffers, pair.first) ||
        !readId(value, "second", path, buffers, pair.second))
      return false;
    return pair.first != pair.second ||
           fail(path, "both ends are the same buffer");
  }

  bool readConstraints(const json::Value &problem, json::Path path) {
    const json::Value *constraints = problem.getAsObject()->get("constraints");
    if (!constraints)
      return true;
    json::Path at = path.field("constraints");
    if (!constraints->getAsObject())
      return fail(at, "expected object");
    auto refuse = [](const json::Value &, json::Path where) {
      return fail(where, "this solver does not know such a constraint");
    };
    Problem &result = document.problem;
    auto readPairTo = [&](std::vector<Pair> &pairs) {
      return [&](const json::Value &value, json::Path where) {
        return readPair(value, where, pairs.emplace_back());
      };
    };
    return forEach(*constraints, "colocations", at, true, refuse) &&
           forEach(*constraints, "temporal_exclusions", at, true, refuse) &&
           forEach(*constraints, "separations", at, true,
                   readPairTo(result.separations)) &&
           forEach(*constraints, "equal_starts", at, true,
                   readPairTo(result.equalStarts)) &&
           forEach(*constraints, "pinned_allocations", at, true,
                   [&](const json::Value &value, json::Path where) {
                     return readPin(value, where);
                   });
  }

  bool readPin(const json::Value &value, json::Path path) {
    unsigned buffer;
    int64_t offset;
    bool isExclusive = false;
    json::ObjectMapper map(value, path);
    if (!readId(value, "buffer", path, buffers, buffer) ||
        !map.map("offset", offset) ||
        !map.mapOptional("exclusive_for_all_time", isExclusive))
      return false;
    Problem &problem = document.problem;
    problem.buffers[buffer].offset = offset;
    if (isExclusive)
      for (unsigned other = 0; other != problem.buffers.size(); ++other)
        if (other != buffer &&
            problem.buffers[other].pool == problem.buffers[buffer].pool)
          problem.separations.push_back({buffer, other});
    return true;
  }

  bool readCosts(const json::Value &problem, json::Path path) {
    const json::Value *costs = problem.getAsObject()->get("cost_model");
    if (!costs)
      return true;
    json::Path at = path.field("cost_model");
    if (!costs->getAsObject())
      return fail(at, "expected object");
    return forEach(*costs, "reuse_penalties", at, /*isOptional=*/true,
                   [&](const json::Value &value, json::Path where) {
                     Pair pair;
                     SoftPair soft;
                     json::ObjectMapper map(value, where);
                     if (!readPair(value, where, pair) ||
                         !map.map("cost", soft.weight))
                       return false;
                     if (soft.weight <= 0)
                       return fail(where.field("cost"), "not positive");
                     soft.first = pair.first;
                     soft.second = pair.second;
                     document.problem.penalties.push_back(soft);
                     return true;
                   });
  }

  bool readObjective(const json::Value &problem, json::Path path) {
    bool hasPenalties = !document.problem.penalties.empty();
    const json::Value *objective = problem.getAsObject()->get("objective");
    if (!objective) {
      document.objective =
          hasPenalties ? Objective::PenaltyThenPeak : Objective::Peak;
      return true;
    }
    std::vector<std::string> terms;
    json::Path at = path.field("objective");
    json::ObjectMapper map(*objective, at);
    if (!map || !map.map("terms", terms))
      return false;
    bool wantsPenalty = false, wantsPeak = false;
    for (size_t i = 0; i != terms.size(); ++i) {
      if (terms[i] == "reuse_cost") {
        if (wantsPeak)
          return fail(at.field("terms").index(i),
                      "this solver puts reuse cost before peaks");
        wantsPenalty = true;
      } else if (terms[i] == "total_peak" || terms[i] == "max_peak") {
        wantsPeak = true;
      } else if (terms[i] != "capacity_overflow") {
        return fail(at.field("terms").index(i), "unknown term");
      }
    }
    if (wantsPenalty)
      document.objective =
          wantsPeak ? Objective::PenaltyThenPeak : Objective::Penalty;
    else
      document.objective = wantsPeak ? Objective::Peak : Objective::Fit;
    return true;
  }

  Ids pools, buffers;
};
} // namespace

/// The place of the first bracket that is nested too deep; none if all is well.
static std::optional<size_t> findTooDeep(StringRef text) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      inString = c != '"';
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest)
        return i;
    } else if ((c == ']' || c == '}') && depth) {
      --depth;
    }
  }
  return std::nullopt;
}

/// The parser writes '[line:column, byte=n]: message', for the character that
/// it has just passed.
static Error locate(Error error, unsigned firstLine) {
  std::string message = toString(std::move(error));
  StringRef rest = message;
  unsigned line = 1, column = 0;
  if (!rest.consume_front("[") || rest.consumeInteger(10, line) ||
      !rest.consume_front(":") || rest.consumeInteger(10, column))
    return make_error<FormatError>(firstLine, 0, message);
  auto [place, what] = rest.split("]: ");
  return make_error<FormatError>(firstLine + line - 1, std::max(column, 1u),
                                 what.str());
}

Expected<Document> alloc::readJson(StringRef text, unsigned firstLine) {
  text.consume_front("\xef\xbb\xbf");
  if (std::optional<size_t> place = findTooDeep(text)) {
    StringRef before = text.take_front(*place);
    size_t begin =
        before.rfind('\n') == StringRef::npos ? 0 : before.rfind('\n') + 1;
    return make_error<FormatError>(firstLine + before.count('\n'),
                                   *place - begin + 1, "nested too deep");
  }
  Expected<json::Value> root = json::parse(text);
  if (!root)
    return locate(root.takeError(), firstLine);
  JsonReader reader;
  json::Path::Root pathRoot("document");
  if (!reader.run(*root, pathRoot))
    return make_error<FormatError>(firstLine, 0, toString(pathRoot.getError()));
  // What only the whole shows: alignments, sums, penalties of overlapping
  // lives.
  if (Error error = validate(reader.document.problem))
    return make_error<FormatError>(firstLine, 0, toString(std::move(error)));
  return Expected<Document>(std::move(reader.document));
}

void alloc::writeJson(raw_ostream &os, const Document &document,
                      const Result &result) {
  json::OStream json(os);
  json.object([&] {
    json.attribute("instance", json::fixUTF8(document.name));
    json.attribute("status", stringOf(result.status));
    json.attributeArray("pools", [&] {
      for (size_t i = 0; i != result.pools.size(); ++i)
        json.object([&] {
          const PoolResult &pool = result.pools[i];
          json.attribute("name", json::fixUTF8(document.poolNames[i]));
          json.attribute("status", stringOf(pool.status));
          json.attribute("peak", pool.peak);
          json.attribute("peak_bound", pool.peakBound);
          json.attribute("penalty", pool.penalty);
          json.attribute("penalty_bound", pool.penaltyBound);
          if (pool.status == Status::Infeasible)
            json.attribute("certificate", json::fixUTF8(explain(
                                              document, i, pool.certificate)));
        });
    });
    if (!result.isPlaced())
      return;
    json.attributeArray("offsets", [&] {
      for (size_t i = 0; i != result.offsets.size(); ++i)
        json.object([&] {
          json.attribute("id", document.bufferIds[i]);
          json.attribute("offset", result.offsets[i]);
        });
    });
  });
  os << '\n';
}

//===- Explain.cpp - Certificates in words --------------------------------===//

#include "pto/Allocation/Formats.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

/// Buffers that are named one by one.
static constexpr size_t kMostNames = 8;

static std::string listNames(const Document &document,
                             ArrayRef<unsigned> buffers) {
  std::string names;
  for (unsigned buffer : buffers.take_front(kMostNames)) {
    names += names.empty() ? "" : ", ";
    names += formatv("{0} ({1} bytes)", document.bufferNames[buffer],
                     document.problem.buffers[buffer].size);
  }
  if (buffers.size() > kMostNames)
    names += formatv(" and {0} more", buffers.size() - kMostNames);
  return names;
}

static std::string explainBound(const Document &document, int64_t capacity,
                                const Certificate &certificate) {
  std::string names = listNames(document, certificate.buffers);
  size_t count = certificate.buffers.size();
  switch (certificate.bound) {
  case BoundKind::Load:
    return formatv("at time {0}, {1} buffers live that end at {2} at least, "
                   "above the capacity of {3} bytes: {4}",
                   certificate.time, count, certificate.bytes, capacity, names);
  case BoundKind::Step:
    return formatv("at time {0}, what lives across, the operands that die and "
                   "a result end at {1} at least, above the capacity of {2} "
                   "bytes: {3}",
                   certificate.time, certificate.bytes, capacity, names);
  case BoundKind::Clique:
    return formatv("{0} buffers of which no two may share a byte end at {1} at "
                   "least, above the capacity of {2} bytes: {3}",
                   count, certificate.bytes, capacity, names);
  case BoundKind::Fixed:
    return formatv("a given offset lets a buffer end at {0}, above the "
                   "capacity of {1} bytes: {2}",
                   certificate.bytes, capacity, names);
  }
  llvm_unreachable("unknown bound");
}

std::string alloc::explain(const Document &document, unsigned pool,
                           const Certificate &certificate) {
  std::string names = listNames(document, certificate.buffers);
  std::string reason;
  switch (certificate.kind) {
  case Certificate::Kind::None:
    reason = "there is no certificate";
    break;
  case Certificate::Kind::Bound:
    reason = explainBound(document, document.problem.pools[pool].capacity,
                          certificate);
    break;
  case Certificate::Kind::FixedClash:
    reason = certificate.buffers.size() == 1
                 ? "the given offset touches a reserved range: " + names
                 : "the given offsets contradict each other: " + names;
    break;
  case Certificate::Kind::Exhausted:
    reason = formatv("the search tried every placement of {0} buffers: {1}",
                     certificate.buffers.size(), names);
    break;
  }
  return document.poolNames[pool] + ": " + reason;
}

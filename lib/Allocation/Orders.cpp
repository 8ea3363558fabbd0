//===- Orders.cpp - In which order buffers are placed ---------------------===//

#include "Orders.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace mlir::pto;
using namespace mlir::pto::alloc;

Keys::Keys(const Instance &instance)
    : sections(instance.size(), 0), lifetime(instance.size(), 0),
      birth(instance.size(), 0), death(instance.size(), 0),
      pressure(instance.size(), 0) {
  std::vector<bool> isBorn(instance.size());
  for (const Event &event : instance.events) {
    double time = event.time;
    lifetime[event.buffer] += event.begins ? -time : time;
    death[event.buffer] = time;
    if (!isBorn[event.buffer])
      birth[event.buffer] = -time;
    isBorn[event.buffer] = true;
  }
  std::vector<int64_t> loads = sectionSums(instance, instance.sizes);
  for (unsigned i = 0; i != instance.size(); ++i) {
    size.push_back(instance.sizes[i]);
    area.push_back(lifetime[i] * instance.sizes[i]);
    for (Span span : instance.spans[i]) {
      sections[i] += span.end - span.begin;
      for (unsigned s = span.begin; s != span.end; ++s)
        pressure[i] = std::max(pressure[i], double(loads[s]));
    }
  }
}

std::vector<unsigned> alloc::orderBy(const Instance &instance,
                                     ArrayRef<const Key *> keys) {
  std::vector<unsigned> order(instance.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    for (const Key *key : keys)
      if ((*key)[a] != (*key)[b])
        return (*key)[a] > (*key)[b];
    return a < b;
  });
  return order;
}

//===- Setup.cpp - How a kernel is run, and what is counted ---------------===//

#include "pto/Smith/Checks.h"
#include "pto/Smith/Random.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

StringRef pto::smith::stringOf(PlannerChoice choice) {
  static constexpr StringRef names[] = {"pypto", "dsa-rp", "optimal waits",
                                        "optimal peak"};
  return names[unsigned(choice)];
}

Setup Setup::forSeed(uint64_t seed) {
  // Not the numbers that the kernel is made of.
  Random random(Random::mix(seed) ^ 0x5e70);
  Setup setup;
  if (random.chance(33))
    setup.mode = InferenceMode::MinCost;
  if (random.chance(25))
    setup.reuse = ReuseMode::None;
  if (random.chance(15))
    setup.align = AlignmentRule::Target;
  if (random.chance(10))
    setup.order = PlacementOrder::Name;
  // As costly as all the rest together, each: for some.
  setup.roundTrips = random.chance(10);
  setup.upstream = random.chance(20);
  setup.repeat = random.chance(5);
  setup.threads = random.chance(1);
  setup.bounds = random.chance(4);
  setup.values = random.chance(5);
  setup.pipeline = random.chance(5);
  // The planner that claims most, and one of the others, or all.
  if (!random.chance(8))
    setup.planners = 1u << unsigned(PlannerChoice::Peak) |
                     1u << random.below(unsigned(PlannerChoice::Peak));
  return setup;
}

Setup Setup::all() {
  Setup setup;
  setup.roundTrips = setup.repeat = setup.threads = setup.bounds =
      setup.values = setup.pipeline = true;
  return setup;
}

std::string Setup::getPipeline(PlannerChoice choice) const {
  std::string text = "--infer-tile-memory-space=\"verify-data-path=off";
  if (mode == InferenceMode::MinCost)
    text += " mode=min-cost";
  text += '"';
  StringRef clean = upstream ? " --canonicalize --cse" : "";
  text += clean;
  text += " --init-memref";
  text += clean;
  text += " --materialize-semantic-aliases";
  text += clean;
  if (choice == PlannerChoice::PyPTO)
    text += reuse == ReuseMode::Slots ? " --memory-reuse"
                                      : " --memory-reuse=mode=none";
  static constexpr StringRef options[] = {"planner=pypto", "planner=dsa-rp",
                                          "planner=optimal",
                                          "planner=optimal objective=peak"};
  text += " --allocate-memory-addr=\"" + options[unsigned(choice)].str();
  bool isAligned = align == AlignmentRule::Target;
  text += isAligned ? " align=target" : "";
  text += order == PlacementOrder::Name ? " order=name\"" : "\"";
  return text + (isAligned ? " --verify-memory-plan=align=target"
                           : " --verify-memory-plan");
}

void Tally::add(const Tally &other) {
  kernels += other.kernels;
  ops += other.ops;
  placed += other.placed;
  buffers += other.buffers;
  roundTrips += other.roundTrips;
  repeats += other.repeats;
  threaded += other.threaded;
  bounded += other.bounded;
  pipelines += other.pipelines;
  executed += other.executed;
  unexecuted += other.unexecuted;
  compared += other.compared;
  for (const auto &[what, count] : other.refusals)
    refusals[what] += count;
  for (unsigned i = 0; i != kNumPlannerChoices; ++i) {
    plans[i] += other.plans[i];
    peaks[i] += other.peaks[i];
  }
}

#include "connectors/source.hpp"

#include "common/base/check.hpp"

namespace eddyline::connectors {

SplitAssignment deal_in_turn(std::vector<SourceSplit> splits, Parallelism parallelism) {
  CHECK(parallelism.value() > 0);
  SplitAssignment assignment(parallelism.value());
  for (size_t split = 0; split < splits.size(); ++split) {
    assignment[split % parallelism.value()].push_back(std::move(splits[split]));
  }
  return assignment;
}

}  // namespace eddyline::connectors

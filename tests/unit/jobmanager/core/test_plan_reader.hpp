#pragma once

#include "jobmanager/dispatcher/plan_reader.hpp"

namespace eddyline::jobmanager::tests {

/// Plans as tests write them: a word "name:parallelism" for each vertex, each reading the one before it; "collect" at the end
/// for a SELECT, "bad" for a plan that is refused.
class TestPlanReader final : public PlanReader {
 public:
  Result<JobTopology> read(const std::string& plan, const Configuration& settings) const override;
};

}  // namespace eddyline::jobmanager::tests

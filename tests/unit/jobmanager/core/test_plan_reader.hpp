#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "jobmanager/dispatcher/plan_reader.hpp"
#include "jobmanager/dispatcher/plan_requests.hpp"

namespace eddyline::jobmanager::tests {

/// Plans as tests write them: a word "name:parallelism" for each vertex, each reading the one before it; "collect" at the end
/// for a SELECT, "bad" for a plan that is refused.
class TestPlanReader final : public PlanReader {
 public:
  Result<JobTopology> read(const std::string& plan, const Configuration& settings) const override;
};

/// Keeps what is to be read until a test wants it read.
class TestPlanRequests final : public PlanRequests {
 public:
  struct Read {
    SubmissionId submission;
    Result<JobTopology> topology;
  };

  void read(SubmissionId submission, std::shared_ptr<const schemas::SubmitJob> job) override {
    waiting_.emplace_back(submission, std::move(job));
  }
  /// The oldest, read now.
  std::optional<Read> take();

 private:
  TestPlanReader reader_;
  std::deque<std::pair<SubmissionId, std::shared_ptr<const schemas::SubmitJob>>> waiting_;
};

}  // namespace eddyline::jobmanager::tests

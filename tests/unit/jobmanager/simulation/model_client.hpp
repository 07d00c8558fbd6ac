#pragma once

#include <deque>
#include <set>
#include <vector>

#include "common/base/random.hpp"
#include "tests/unit/jobmanager/simulation/model_executor.hpp"

namespace eddyline::jobmanager::tests {

/// A client that submits, cancels, awaits and fetches as the seed wills, and checks that every request is answered once.
class ModelClient {
 public:
  explicit ModelClient(Random& random) : random_(random) {}

  void receive(const schemas::ToClient& message);
  /// Wants something.
  void live();
  /// Asks for every job of its to be cancelled.
  void cancel_all();
  Outgoing& outgoing() { return outgoing_; }
  const std::vector<JobId>& jobs() const { return jobs_; }
  /// Fails the test when a request was not answered.
  void expect_answered() const;

 private:
  void submit();
  schemas::RequestId next_request();

  Random& random_;
  Outgoing outgoing_;
  uint64_t last_request_ = 0;
  std::set<schemas::RequestId> unanswered_;
  std::vector<JobId> jobs_;
};

}  // namespace eddyline::jobmanager::tests

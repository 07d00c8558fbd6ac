#include "tests/unit/jobmanager/simulation/model_client.hpp"

#include <gtest/gtest.h>

namespace eddyline::jobmanager::tests {

schemas::RequestId ModelClient::next_request() {
  const schemas::RequestId request(++last_request_);
  unanswered_.insert(request);
  return request;
}

void ModelClient::receive(const schemas::ToClient& message) {
  const schemas::RequestId request = std::visit([](const auto& answer) { return answer.request; }, message);
  EXPECT_EQ(unanswered_.erase(request), 1U) << "a request is answered twice, or was never made";
  if (const auto* submitted = std::get_if<schemas::JobSubmitted>(&message)) jobs_.push_back(submitted->job);
}

void ModelClient::submit() {
  std::string plan;
  const uint64_t vertices = 1 + random_.below(3);
  for (uint64_t vertex = 0; vertex < vertices; ++vertex) plan += "v:" + std::to_string(1 + random_.below(4)) + " ";
  const bool collects = random_.below(3) == 0;
  if (collects) plan += "rows:1 collect";
  outgoing_.push_back(schemas::SubmitJob{next_request(), "job", plan, {}, collects});
}

void ModelClient::live() {
  if (jobs_.empty() || random_.below(3) == 0) return submit();
  const JobId job = jobs_[random_.below(jobs_.size())];
  switch (random_.below(6)) {
    case 0:
      outgoing_.push_back(schemas::CancelJob{next_request(), job});
      break;
    case 1:
      outgoing_.push_back(schemas::AwaitJob{next_request(), job});
      break;
    case 2:
      outgoing_.push_back(schemas::DescribeJob{next_request(), job});
      break;
    case 3:
      outgoing_.push_back(schemas::ListJobs{next_request()});
      break;
    default: {
      schemas::FetchJobRows fetch{next_request(), job};
      fetch.wait = std::chrono::milliseconds(random_.below(2000));
      outgoing_.push_back(fetch);
    }
  }
}

void ModelClient::cancel_all() {
  for (const JobId job : jobs_) outgoing_.push_back(schemas::CancelJob{next_request(), job});
}

void ModelClient::expect_answered() const {
  EXPECT_TRUE(unanswered_.empty()) << unanswered_.size() << " requests are open";
}

}  // namespace eddyline::jobmanager::tests

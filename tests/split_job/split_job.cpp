#include "tests/split_job/split_job.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {

TestExecutors::TestExecutors(size_t count, const std::function<std::unique_ptr<Network>()>& make_network,
                             const NetworkSettings& settings) {
  for (size_t i = 0; i < count; ++i) {
    Executor& executor = executors_.emplace_back();
    executor.network = make_network();
    executor.data_plane = std::make_unique<DataPlane>(*executor.network, settings);
    executor.address = executor.data_plane->listen({.host = "127.0.0.1", .port = 0}).value();
  }
}

TestExecutors::~TestExecutors() {
  for (Executor& executor : executors_) executor.network.reset();
}

JobPart TestExecutors::part(size_t executor, uint64_t attempt, uint32_t slots) {
  JobPart part;
  part.placement.attempt = attempt;
  part.placement.self = static_cast<uint32_t>(executor);
  for (const Executor& each : executors_) part.placement.executors.push_back(each.address);
  for (uint32_t slot = 0; slot < slots; ++slot) {
    part.placement.executor_of_slot.push_back(slot % static_cast<uint32_t>(executors_.size()));
  }
  part.data_plane = executors_[executor].data_plane.get();
  return part;
}

SplitJob::SplitJob(TestExecutors& executors, uint64_t attempt, uint32_t slots, const JobEnvironment& environment,
                   const std::function<TaskGraph()>& make_graph) {
  for (size_t executor = 0; executor < executors.count(); ++executor) {
    auto part = LocalJob::create(make_graph(), environment, executors.part(executor, attempt, slots));
    CHECK(part.ok()) << part.status().to_string();
    parts_.push_back(*std::move(part));
  }
}

bool SplitJob::ended() const {
  return std::ranges::all_of(parts_, [](const auto& part) { return part->ended(); });
}

Status SplitJob::result() const {
  Status result;
  for (const auto& part : parts_) {
    const Status status = part->result();
    if (status.ok() || (!result.ok() && result.code() != ErrorCode::kCancelled)) continue;
    result = status;
  }
  return result;
}

void SplitJob::cancel() {
  for (const auto& part : parts_) part->cancel(cancelled("another part of the job failed"));
}

}  // namespace eddyline::taskexecutor

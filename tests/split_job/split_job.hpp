#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/net/network.hpp"
#include "taskexecutor/exchange/remote/data_plane.hpp"
#include "taskexecutor/job/local_job.hpp"

namespace eddyline::taskexecutor {

/// Task executors that live in one process, each with a network and a data plane of its own; slot n of a job runs in executor
/// n modulo their number.
class TestExecutors {
 public:
  TestExecutors(size_t count, const std::function<std::unique_ptr<Network>()>& make_network,
                const NetworkSettings& settings = {});
  /// Jobs are gone by then.
  ~TestExecutors();

  size_t count() const { return executors_.size(); }
  DataPlane& data_plane(size_t executor) { return *executors_[executor].data_plane; }
  const NetworkAddress& address(size_t executor) const { return executors_[executor].address; }
  /// What others connect to instead.
  void set_address(size_t executor, NetworkAddress address) { executors_[executor].address = std::move(address); }
  JobPart part(size_t executor, uint64_t attempt, uint32_t slots);

 private:
  struct Executor {
    // Outlives the network, which calls it.
    std::unique_ptr<DataPlane> data_plane;
    std::unique_ptr<Network> network;
    NetworkAddress address;
  };
  std::vector<Executor> executors_;
};

/// A job's parts, one an executor, each made from a graph of its own.
class SplitJob {
 public:
  SplitJob(TestExecutors& executors, uint64_t attempt, uint32_t slots, const JobEnvironment& environment,
           const std::function<TaskGraph()>& make_graph);

  const std::vector<std::unique_ptr<LocalJob>>& parts() const { return parts_; }
  bool ended() const;
  /// Ok if all finished; the first failure, as a job manager would take it, else a cancel.
  Status result() const;
  void cancel();

 private:
  std::vector<std::unique_ptr<LocalJob>> parts_;
};

}  // namespace eddyline::taskexecutor

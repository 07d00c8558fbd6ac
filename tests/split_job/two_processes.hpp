#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "taskexecutor/exchange/remote/data_plane.hpp"
#include "taskexecutor/job/job_part.hpp"

namespace eddyline::taskexecutor {

/// Plain values from one process to another that was forked, one way.
class ProcessPipe {
 public:
  ProcessPipe();
  ~ProcessPipe();
  ProcessPipe(const ProcessPipe&) = delete;
  ProcessPipe& operator=(const ProcessPipe&) = delete;

  /// CHECK that the other process is there.
  template <class T>
  void put(const T& value) const {
    write_all(&value, sizeof value);
  }
  template <class T>
  T get() const {
    T value{};
    read_all(&value, sizeof value);
    return value;
  }

 private:
  void write_all(const void* bytes, size_t size) const;
  void read_all(void* bytes, size_t size) const;

  int ends_[2] = {};
};

/// One of two processes that run a job together: its network on loopback, and where the other listens.
class ProcessEnd {
 public:
  /// Executor 0 or 1. Both are made at the same time, since they tell each other their ports.
  ProcessEnd(uint32_t self, const ProcessPipe& in, const ProcessPipe& out);
  /// Jobs are gone by then.
  ~ProcessEnd();
  ProcessEnd(const ProcessEnd&) = delete;
  ProcessEnd& operator=(const ProcessEnd&) = delete;

  JobPart part(uint64_t attempt, std::vector<uint32_t> executor_of_slot);
  /// Until the other has come as far.
  void meet() const { exchange(0); }

 private:
  uint16_t exchange(uint16_t value) const;

  const uint32_t self_;
  const ProcessPipe& in_;
  const ProcessPipe& out_;
  std::unique_ptr<Network> network_;
  DataPlane data_plane_;
  std::vector<NetworkAddress> addresses_;
};

}  // namespace eddyline::taskexecutor

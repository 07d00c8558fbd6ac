#include "tests/split_job/two_processes.hpp"

#include <unistd.h>

#include <utility>

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {

ProcessPipe::ProcessPipe() { CHECK(pipe(ends_) == 0) << "no pipe"; }

ProcessPipe::~ProcessPipe() {
  close(ends_[0]);
  close(ends_[1]);
}

void ProcessPipe::write_all(const void* bytes, size_t size) const {
  CHECK(write(ends_[1], bytes, size) == static_cast<ssize_t>(size)) << "the other process is gone";
}

void ProcessPipe::read_all(void* bytes, size_t size) const {
  CHECK(read(ends_[0], bytes, size) == static_cast<ssize_t>(size)) << "the other process is gone";
}

ProcessEnd::ProcessEnd(uint32_t self, const ProcessPipe& in, const ProcessPipe& out)
    : self_(self), in_(in), out_(out), network_(Network::start().value()), data_plane_(*network_, {}) {
  const NetworkAddress here = data_plane_.listen({.host = "127.0.0.1", .port = 0}).value();
  const NetworkAddress there{"127.0.0.1", exchange(here.port)};
  addresses_ = self == 0 ? std::vector{here, there} : std::vector{there, here};
}

ProcessEnd::~ProcessEnd() { network_.reset(); }

JobPart ProcessEnd::part(uint64_t attempt, std::vector<uint32_t> executor_of_slot) {
  JobPart part;
  part.data_plane = &data_plane_;
  part.placement = {.attempt = attempt, .executors = addresses_, .self = self_, .executor_of_slot = std::move(executor_of_slot)};
  return part;
}

uint16_t ProcessEnd::exchange(uint16_t value) const {
  out_.put(value);
  return in_.get<uint16_t>();
}

}  // namespace eddyline::taskexecutor

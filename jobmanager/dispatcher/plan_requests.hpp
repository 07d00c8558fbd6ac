#pragma once

#include <cstdint>
#include <memory>

#include "common/base/ids.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

/// A job that was submitted and is none yet.
using SubmissionId = NamedType<struct SubmissionIdTag, uint64_t>;

/// Has plans read beside the core: a large one takes seconds, in which heartbeats must go out.
class PlanRequests {
 public:
  virtual ~PlanRequests() = default;
  /// One at a time: on_plan_read() follows, never from within the call.
  virtual void read(SubmissionId submission, std::shared_ptr<const schemas::SubmitJob> job) = 0;
};

}  // namespace eddyline::jobmanager

#pragma once

#include "common/base/status.hpp"

namespace eddyline::taskexecutor {

/// Who has to end when a channel fails: the subtask that reads it or writes to it.
///
/// Thread   any.
class FailureListener {
 public:
  virtual ~FailureListener() = default;
  /// The first cause counts.
  virtual void fail(const Status& cause) = 0;
};

}  // namespace eddyline::taskexecutor

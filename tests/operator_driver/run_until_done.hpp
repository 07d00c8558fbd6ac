#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"
#include "operators/operator.hpp"

namespace eddyline::tests {

/// What an operator made, in order: rows in whatever form, "watermark 13", "idle", "active".
using OutputLines = std::vector<std::string>;

/// Some call of an operator: on_batch and the like.
using OperatorCall = std::function<Result<operators::Progress>(operators::Output& output)>;
/// Adds the lines of a batch.
using TakeRows = std::function<Status(const Batch& rows, OutputLines& lines)>;

/// Calls until done, as a chain does, and adds what comes out of each call to `lines`.
/// Errors   those of the two calls, as they are.
Status run_until_done(const OperatorCall& call, const TakeRows& take_rows, OutputLines& lines);

/// "watermark 13", "watermark max", "watermark min".
std::string watermark_line(EventTime watermark);

}  // namespace eddyline::tests

#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/control_messages.capnp.h"
#include "schemas/control_messages.hpp"

/// What several messages are made of, to and from Cap'n Proto. For the sources of this folder only.
///
/// What read() reads may be anything; it may throw kj::Exception, which the codec catches.
namespace eddyline::schemas {

/// kDataError: "<what> <why>".
Status malformed(std::string_view what, std::string_view why);

capnp::Text::Reader as_text(const std::string& text);
std::string read_text(capnp::Text::Reader text);
/// A text that is shown, compared or looked up.
/// Errors   kDataError unless it is UTF-8.
Result<std::string> read_name(capnp::Text::Reader text, std::string_view what);
/// Errors   kDataError when it is negative.
Result<std::chrono::milliseconds> read_duration(int64_t milliseconds, std::string_view what);

/// A text beyond 64 KiB is cut.
void write(wire::Status::Builder to, const Status& status);
/// The Status that was written, with what went wrong with reading it as an error of its own.
Status read(wire::Status::Reader from, Status& status);

void write(wire::JobId::Builder to, const JobId& id);
JobId read(wire::JobId::Reader from);

void write(capnp::List<wire::Setting>::Builder to, const Configuration& settings);
Result<Configuration> read(capnp::List<wire::Setting>::Reader from);

void write(wire::ExecutorAddress::Builder to, const ExecutorAddress& address);
Result<ExecutorAddress> read(wire::ExecutorAddress::Reader from);

}  // namespace eddyline::schemas

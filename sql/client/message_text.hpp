#pragma once

#include <string>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline::sql {

/// Whether [INFO], [WARNING] and [ERROR] lines come in the colours of Flink's client: bold blue, yellow and red.
enum class Colours : uint8_t { kNone, kAnsi };

/// Lines of the client about what it did; they end with a line break.
std::string info_line(std::string_view text, Colours colours);
/// `text` may hold what a user wrote: control characters are shown, not sent.
std::string warning_line(std::string_view text, Colours colours);

/// The block that reports a failed statement: "[ERROR] Could not execute SQL statement. Reason:" and the message, with
/// its place unless the message says it.
std::string error_block(const Status& error, Colours colours);

/// A message as a terminal may show it: control characters by their code points, since they would act on it; lines without end cut in
/// their middle.
std::string shown_message(std::string_view message);

}  // namespace eddyline::sql

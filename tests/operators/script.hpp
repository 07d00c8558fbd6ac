#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::tests {

/// One thing that happens to the operator, and what must come out.
struct ScriptEvent {
  size_t line = 0;
  /// As in the file: comments and the event itself, up to the line of dashes.
  std::vector<std::string> text;
  /// First word of the event ("left", "watermark") and the rest of its line.
  std::string verb;
  std::string argument;
  std::vector<std::string> rows;
  std::vector<std::string> expected;
};

/// An operator script: events in, outputs under each event.
///
///   # name: tests/operators/<family>/<case>.script
///   # what: one line
///   operator: <family>
///   <further settings of the family>
///
///   <input>                rows for an input, one a line, values between blanks; null, 'with blanks'
///   a 1 10
///
///   watermark 13           an integer, or max
///   ----
///   +I a 1 10 null null    rows that come out, in order
///   watermark 4            and the watermark that is forwarded
///
///   time 5000              the wall clock reaches 5000 ms; every call asked for on the way is made at its own instant
///   ----
///   at 3000
///   +I b 2 11 null null
///
///   end <input>            no more rows on it
///   ----
///   +I c 3 12 null null
///   error / by zero        the job fails behind these rows; the last event of a script
///
/// Blocks are separated by blank lines; lines with # before a block are comments.
struct Script {
  std::string path;
  std::vector<std::string> head_text;
  std::map<std::string, std::string> head;
  std::vector<ScriptEvent> events;

  /// A setting, or `otherwise`.
  std::string setting(const std::string& key, const std::string& otherwise = "") const;
};

Result<Script> read_script(const std::string& path);

/// The script's text with other outputs.
std::string script_text(const Script& script, const std::vector<std::vector<std::string>>& outputs);

/// Parts of a line between blanks; single quotes keep blanks together and stay.
std::vector<std::string> words_of(const std::string& line);

}  // namespace eddyline::tests

#pragma once

#include <string_view>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::sql {

/// Why the end of the input doesn't end a statement.
enum class OpenEnd { kNone, kMissingTerminator, kString, kQuotedName, kComment, kHint, kStatementSet };

/// One statement of a script: without its `;`, from its first token on.
struct StatementText {
  std::string_view text;
  SourcePosition position;
  /// A `;` followed.
  bool terminated = false;
};

struct SplitScript {
  /// Statements that hold nothing but comments are left out.
  std::vector<StatementText> statements;
  /// State of the last one: an interactive client reads on unless it is kNone, a script file takes kMissingTerminator
  /// as the end.
  OpenEnd open_end = OpenEnd::kNone;
  /// Not ok when the text is not UTF-8: says where. `statements` are those that end before that place.
  Status unreadable;
};

/// Cuts a text at each `;` that is outside quotes, backticks, comments, hints and `STATEMENT SET BEGIN .. END` blocks.
/// The statements borrow from `text`; their positions count in it from `start`. Errors: kParseError for a
/// text that is too long.
Result<SplitScript> split_statements(std::string_view text, SourcePosition start = {});

}  // namespace eddyline::sql

#pragma once

#include <string>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline::sql {

/// What came of asking for a line.
struct TypedLine {
  enum class Kind : uint8_t {
    kText,         ///< a line; one that was recalled may hold line breaks
    kInterrupted,  ///< the user discards what was typed
    kEnd,          ///< nothing comes any more
  };
  Kind kind = Kind::kText;
  /// Without the line break at its end.
  std::string text;
};

/// Where statements are typed, line by line.
///
/// Thread   one.
class LineSource {
 public:
  virtual ~LineSource() = default;
  /// Shows the prompt and waits for a line.
  /// Errors   kIoError when the input cannot be read or the prompt not be shown.
  virtual Result<TypedLine> read(std::string_view prompt) = 0;
  /// A statement that the user may want again.
  virtual void remember(std::string_view statement) = 0;
};

}  // namespace eddyline::sql

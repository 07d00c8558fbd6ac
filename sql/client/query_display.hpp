#pragma once

#include <chrono>

#include "common/file/text_output.hpp"
#include "sql/client/job_launcher.hpp"
#include "sql/client/message_text.hpp"
#include "sql/client/tableau.hpp"

namespace eddyline::sql {

/// Who sees the rows of a SELECT.
enum class ResultView : uint8_t {
  kScript,  ///< whoever reads the output of a script: TABLEAU, which the script must ask for
  kPrompt,  ///< someone at a prompt: TABLEAU unless set otherwise
};

/// Whether rows can be shown as the session wants it.
/// Errors   Flink's text for scripts that do not ask for TABLEAU; kNotSupported, naming the SET that helps, for the full-screen views.
Status check_result_mode(const Configuration& settings, ResultView view);

/// Shows the rows of a SELECT as they come.
class QueryDisplay {
 public:
  struct Settings {
    RowType columns;
    size_t max_column_width = 30;
    /// The session's time zone.
    UtcOffset offset;
    bool with_time = true;
    Colours colours = Colours::kNone;
  };
  /// The time of the result counts from here on.
  QueryDisplay(const Settings& settings, TextOutput& results, TextOutput& messages);

  /// Until the rows end, fail, or the user ends them.
  /// Errors   those of `rows`, after the rows before; kIoError.
  Status show(QueryRows& rows);

 private:
  Status show_piece(const ResultPiece& piece);
  double seconds() const;

  TextOutput& results_;
  TextOutput& messages_;
  StreamingTableau tableau_;
  const bool with_time_;
  const Colours colours_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace eddyline::sql

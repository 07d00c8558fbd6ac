#include "sql/client/query_display.hpp"

#include "common/config/sql_client_options.hpp"

namespace eddyline::sql {
namespace {

constexpr std::string_view kNeedsTableau =
    "In non-interactive mode, it only supports to use TABLEAU as value of sql-client.execution.result-mode when execute "
    "query. Please add 'SET sql-client.execution.result-mode=TABLEAU;' in the sql file.";

std::string repetition_text(const RepeatedRows& repeated) {
  return "The job was started again: rows " + std::to_string(repeated.first) + " to " + std::to_string(repeated.last) +
         " of the result follow once more.";
}

}  // namespace

Status check_result_mode(const Configuration& settings, ResultView view) {
  // The full-screen views, of which one is the default, are not there yet.
  if (view == ResultView::kPrompt && !settings.contains(sql_client_options().result_mode)) return Status();
  ASSIGN_OR_RETURN(const ResultMode mode, settings.get(sql_client_options().result_mode));
  if (mode == ResultMode::kTableau) return Status();
  if (view == ResultView::kScript) return validation_error(std::string(kNeedsTableau));
  const std::string& key = sql_client_options().result_mode.key();
  return not_supported(key + " '" + OptionValue<ResultMode>::format(mode) + "'. Use SET '" + key + "' = 'tableau';");
}

QueryDisplay::QueryDisplay(const Settings& settings, TextOutput& results, TextOutput& messages)
    : results_(results),
      messages_(messages),
      tableau_(settings.columns, settings.max_column_width, settings.offset),
      with_time_(settings.with_time),
      colours_(settings.colours) {}

double QueryDisplay::seconds() const {
  if (!with_time_) return -1;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

Status QueryDisplay::show_piece(const ResultPiece& piece) {
  if (const auto* repeated = std::get_if<RepeatedRows>(&piece)) {
    return messages_.write(warning_line(repetition_text(*repeated), colours_));
  }
  return results_.write(tableau_.rows(std::get<Batch>(piece)));
}

Status QueryDisplay::show(QueryRows& rows) {
  RETURN_IF_ERROR(results_.write(tableau_.header()));
  while (true) {
    const auto piece = rows.next();
    if (!piece.ok()) {
      if (piece.status().code() == ErrorCode::kCancelled) RETURN_IF_ERROR(results_.write(tableau_.interrupted(seconds())));
      return piece.status();
    }
    if (!piece->has_value()) return results_.write(tableau_.footer(seconds()));
    RETURN_IF_ERROR(show_piece(**piece));
  }
}

}  // namespace eddyline::sql

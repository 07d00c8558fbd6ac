#pragma once

#include "common/config/option.hpp"

namespace eddyline {

enum class ResultMode { kTable, kChangelog, kTableau };

template <>
struct OptionEnumerators<ResultMode> {
  static constexpr std::array<std::string_view, 3> names{"TABLE", "CHANGELOG", "TABLEAU"};
};

/// How the client shows results.
struct SqlClientOptions : OptionGroup {
  SqlClientOptions() : OptionGroup("SQL client", "Set for a session; the next statement reads them.") {}

  Option<ResultMode> result_mode{*this,
                                 "sql-client.execution.result-mode",
                                 {.value = ResultMode::kTable, .text = "How the result of a SELECT is shown."}};
  Option<bool> print_time_cost{*this,
                               "sql-client.display.print-time-cost",
                               {.value = true, .text = "Whether the line under a result says how long it took."}};
};
const SqlClientOptions& sql_client_options();

}  // namespace eddyline

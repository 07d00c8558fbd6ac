#include "tests/unit/sql/client/scripted_client.hpp"

#include <algorithm>

#include "common/config/sql_client_options.hpp"
#include "schemas/missing_job.hpp"
#include "tests/unit/sql/client/client_cases.hpp"

namespace eddyline::sql {
namespace {

constexpr JobId kSubmitted(0x0c6f5a1f6f9d4c8e, 0x9a7b3d2e1f001122);

/// One row of NULLs, then what is to follow.
class OneRow final : public QueryRows {
 public:
  OneRow(RowType columns, std::vector<Result<ResultPiece>> rest) : columns_(std::move(columns)), rest_(std::move(rest)) {}

  Result<std::optional<ResultPiece>> next() override {
    if (next_ == 0) {
      ++next_;
      return row();
    }
    if (next_ > rest_.size()) return std::optional<ResultPiece>();
    const Result<ResultPiece>& piece = rest_[next_++ - 1];
    if (!piece.ok()) return piece.status();
    return std::optional<ResultPiece>(*piece);
  }

 private:
  Result<std::optional<ResultPiece>> row() const {
    std::string line = "+I";
    for (size_t i = 0; i < columns_.size(); ++i) line += " | null";
    ASSIGN_OR_RETURN(Batch batch, parse_rows(columns_, {line}));
    return std::optional<ResultPiece>(std::move(batch));
  }

  RowType columns_;
  std::vector<Result<ResultPiece>> rest_;
  size_t next_ = 0;
};

schemas::JobSummary summary(uint64_t number, std::string name, schemas::JobState state, Status cause = {}) {
  constexpr int64_t kStart = 1770786231523;
  return {JobId(0, number), std::move(name), state, std::move(cause), ProcessingTime(kStart + static_cast<int64_t>(number)), {}};
}

}  // namespace

Result<SubmittedJob> ScriptedLauncher::submit(PlannedJob job) {
  if (job.name.find("broken") != std::string::npos) return Status(ErrorCode::kUnavailable, "Connection refused");
  if (job.name.find("waits") != std::string::npos) return SubmittedJob{kSubmitted, 2, 1};
  return SubmittedJob{kSubmitted, 1, 1};
}

Result<StartedQuery> ScriptedLauncher::query(QueryJob job) {
  const std::string column = job.columns.front().name;
  std::vector<Result<ResultPiece>> rest;
  if (column == "fails") rest.emplace_back(data_error("/ by zero"));
  if (column == "cancelled") rest.emplace_back(cancelled("the user ended the query"));
  if (column == "again") rest.emplace_back(ResultPiece(RepeatedRows{1, 1}));
  return StartedQuery{{kSubmitted, 1, column == "waits" ? 0U : 1U},
                      std::make_unique<OneRow>(std::move(job.columns), std::move(rest))};
}

Result<std::vector<schemas::JobSummary>> ScriptedLauncher::list() {
  return std::vector<schemas::JobSummary>{summary(1, "first", schemas::JobState::kFinished),
                                          summary(2, "sec\x1bond", schemas::JobState::kRunning),
                                          summary(3, "third", schemas::JobState::kFailed, data_error("/ by zero"))};
}

Result<schemas::JobSummary> ScriptedLauncher::describe(const JobId& id) {
  ASSIGN_OR_RETURN(const auto jobs, list());
  for (const schemas::JobSummary& job : jobs) {
    if (job.job == id) return job;
  }
  return schemas::no_such_job(id);
}

Status ScriptedLauncher::cancel(const JobId& id) {
  ASSIGN_OR_RETURN(schemas::JobSummary job, describe(id));
  if (job.state == schemas::JobState::kRunning) job.state = schemas::JobState::kCanceled;
  return check_cancelled(job);
}

Result<TypedLine> ScriptedLines::read(std::string_view prompt) {
  RETURN_IF_ERROR(output_.write(prompt));
  const bool ended = next_ == lines_.size();
  const std::string line = ended ? "" : lines_[next_++];
  RETURN_IF_ERROR(output_.write(line + "\n"));
  if (ended) return TypedLine{TypedLine::Kind::kEnd, ""};
  if (line == "^C") return TypedLine{TypedLine::Kind::kInterrupted, ""};
  return TypedLine{TypedLine::Kind::kText, line};
}

Configuration ScriptedClient::tableau_configuration() {
  Configuration base;
  base.set(sql_client_options().result_mode, ResultMode::kTableau);
  base.set(sql_client_options().print_time_cost, false);
  return base;
}

ScriptedClient::ScriptedClient(ClientStyle style, Configuration base)
    : session_({functions_, aggregate_functions_, connectors_, Logger(log_, clock_, "Session")}, std::move(base)),
      statements_(session_, launcher_, {output_, output_}, style) {
  expression::register_scalar_functions(functions_);
  expression::register_aggregate_functions(aggregate_functions_);
  connectors::register_connectors(connectors_);
}

std::string ScriptedClient::printed(const Status& end) const {
  return output_.text() + "=> " + (end.ok() ? "ok" : std::string(error_code_name(end.code()))) + "\n";
}

}  // namespace eddyline::sql

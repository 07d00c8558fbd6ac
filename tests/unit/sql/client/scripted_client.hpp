#pragma once

#include <string>
#include <vector>

#include "common/clock/clock.hpp"
#include "common/logging/captured_log.hpp"
#include "sql/client/prompt_loop.hpp"
#include "sql/client/script_runner.hpp"

namespace eddyline::sql {

class StringOutput final : public TextOutput {
 public:
  Status write(std::string_view text) override {
    text_ += text;
    return {};
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Runs nothing. Submitted jobs get one id, and want two slots of which one is free when their name says "waits"; those called
/// "broken" find no cluster. A SELECT gives one row of NULLs; by the name of its first column it then fails, is cancelled, or is
/// started again.
class ScriptedLauncher final : public JobLauncher {
 public:
  Result<SubmittedJob> submit(PlannedJob job) override;
  Status wait(const JobId&) override { return {}; }
  Result<StartedQuery> query(QueryJob job) override;
  /// Three jobs: running, failed, finished.
  Result<std::vector<schemas::JobSummary>> list() override;
  Result<schemas::JobSummary> describe(const JobId& id) override;
  Status cancel(const JobId& id) override;
};

/// Lines of a case, echoed behind the prompt: "^C" for an interruption.
class ScriptedLines final : public LineSource {
 public:
  ScriptedLines(std::vector<std::string> lines, TextOutput& output) : lines_(std::move(lines)), output_(output) {}
  Result<TypedLine> read(std::string_view prompt) override;
  void remember(std::string_view statement) override { remembered_.emplace_back(statement); }
  const std::vector<std::string>& remembered() const { return remembered_; }

 private:
  std::vector<std::string> lines_;
  TextOutput& output_;
  size_t next_ = 0;
  std::vector<std::string> remembered_;
};

/// A session whose jobs go to a ScriptedLauncher, with everything it prints.
class ScriptedClient {
 public:
  explicit ScriptedClient(ClientStyle style = {}, Configuration base = tableau_configuration());

  static Configuration tableau_configuration();
  StatementRunner& statements() { return statements_; }
  StringOutput& output() { return output_; }
  std::vector<std::string> log_lines() const { return log_.lines(); }
  /// All that was printed, and how the run ended.
  std::string printed(const Status& end) const;

 private:
  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  SystemClock clock_;
  CapturedLog log_;
  StringOutput output_;
  ScriptedLauncher launcher_;
  Session session_;
  StatementRunner statements_;
};

}  // namespace eddyline::sql

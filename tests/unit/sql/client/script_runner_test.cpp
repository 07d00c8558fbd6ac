#include "sql/client/script_runner.hpp"

#include <gtest/gtest.h>

#include "common/clock/clock.hpp"
#include "common/config/sql_client_options.hpp"
#include "common/logging/captured_log.hpp"
#include "tests/unit/sql/client/client_cases.hpp"

// data/scripts.txt: "script", "echo" or "init", then the script. The answer is all that was printed, and a last line
// with what the run returned. Submitted jobs get one id; a SELECT gets one row of NULLs, and fails behind it when it
// selects from `broken`.
namespace eddyline::sql {
namespace {

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

class OneRow final : public QueryRows {
 public:
  OneRow(RowType columns, Status end) : columns_(std::move(columns)), end_(std::move(end)) {}

  Result<std::optional<Batch>> next() override {
    if (given_) return end_.ok() ? Result<std::optional<Batch>>(std::optional<Batch>()) : end_;
    given_ = true;
    std::string line = "+I";
    for (size_t i = 0; i < columns_.size(); ++i) line += " | null";
    ASSIGN_OR_RETURN(Batch batch, parse_rows(columns_, {line}));
    return std::optional<Batch>(std::move(batch));
  }

 private:
  RowType columns_;
  Status end_;
  bool given_ = false;
};

/// Runs nothing.
class RecordingLauncher final : public JobLauncher {
 public:
  Result<JobId> submit(PlannedJob job) override {
    if (job.name.find("broken") != std::string::npos) return Status(ErrorCode::kUnavailable, "Connection refused");
    return JobId(0x0c6f5a1f6f9d4c8e, 0x9a7b3d2e1f001122);
  }
  Status wait(const JobId&) override { return {}; }
  Result<std::unique_ptr<QueryRows>> query(QueryJob job) override {
    const std::string column = job.columns.front().name;
    Status end;
    if (column == "fails") end = data_error("/ by zero");
    if (column == "cancelled") end = cancelled("the user ended the query");
    return std::make_unique<OneRow>(std::move(job.columns), std::move(end));
  }
};

Configuration base_configuration() {
  Configuration base;
  base.set(sql_client_options().result_mode, ResultMode::kTableau);
  base.set(sql_client_options().print_time_cost, false);
  return base;
}

class Client {
 public:
  explicit Client(ScriptRunner::Echo echo)
      : session_({functions_, aggregate_functions_, connectors_, Logger(log_, clock_, "Session")}, base_configuration()),
        runner_(session_, launcher_, {output_, output_}, echo) {
    expression::register_scalar_functions(functions_);
    expression::register_aggregate_functions(aggregate_functions_);
    connectors::register_connectors(connectors_);
  }

  std::vector<std::string> log_lines() const { return log_.lines(); }

  std::string run(const std::string& script, ScriptRunner::Purpose purpose) {
    const Status status = runner_.run(script, purpose);
    const std::string end = status.ok() ? "ok" : std::string(error_code_name(status.code()));
    return output_.text() + "=> " + end + "\n";
  }

 private:
  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  SystemClock clock_;
  CapturedLog log_;
  StringOutput output_;
  RecordingLauncher launcher_;
  Session session_;
  ScriptRunner runner_;
};

std::string printed(const ClientCase& tested) {
  std::string script;
  for (const std::string& line : tested.lines) script += line + "\n";
  Client client(tested.head == "echo" ? ScriptRunner::Echo::kPrompt : ScriptRunner::Echo::kNone);
  return client.run(script, tested.head == "init" ? ScriptRunner::Purpose::kSetUp : ScriptRunner::Purpose::kStatements);
}

TEST(ScriptRunner, WarnsInTheLogOfAJoinWhoseWindowIsEmpty) {
  Client client(ScriptRunner::Echo::kNone);
  const std::string printed = client.run(
      "CREATE TABLE a (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\n"
      "CREATE TABLE b (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\n"
      "CREATE TABLE c (x INT, y INT) WITH ('connector' = 'blackhole');\n"
      "INSERT INTO c SELECT a.id, b.id FROM a JOIN b ON a.id = b.id AND a.ts BETWEEN b.ts + INTERVAL '5' SECOND AND b.ts;\n"
      "INSERT INTO c SELECT a.id, b.id FROM a JOIN b ON a.id = b.id AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '5' SECOND;\n",
      ScriptRunner::Purpose::kStatements);
  EXPECT_TRUE(printed.ends_with("=> ok\n")) << printed;
  EXPECT_EQ(client.log_lines(),
            std::vector<std::string>{"WARN StreamExecIntervalJoin - The relative time interval size -5000is negative, please "
                                     "check the join conditions."});
}

TEST(ScriptRunner, PrintsAsWritten) {
  check_client_cases("scripts", printed);
}

}  // namespace
}  // namespace eddyline::sql

#include "tests/cluster/sql_client/client_program.hpp"

#include "common/columnar/batch_codec.hpp"
#include "common/columnar/value.hpp"

namespace eddyline::tests {
namespace {

schemas::FetchedRows one_row() {
  BatchBuilder builder({PhysicalType::kInt32});
  Value::integer(42).write_to(builder.column(0), 0);
  builder.add_rows(1);
  schemas::FetchedRows rows;
  rows.version = 1;
  rows.rows = 1;
  rows.batches.push_back(encode_batch(builder.take()));
  return rows;
}

}  // namespace

ClientProgramTest::ClientProgramTest()
    : manager_([this](const schemas::ToJobManager& question) { return answer(question); }) {}

std::optional<schemas::ToClient> ClientProgramTest::answer(const schemas::ToJobManager& question) {
  const schemas::RequestId request = sql::request_of(question);
  if (std::holds_alternative<schemas::SubmitJob>(question)) return schemas::JobSubmitted{request, kJob, 1, 1};
  if (std::holds_alternative<schemas::CancelJob>(question)) return schemas::Done{request};
  if (const auto* fetch = std::get_if<schemas::FetchJobRows>(&question)) {
    schemas::FetchedRows rows = one_row();
    if (fetch->offset > 0 && !rows_repeat_.load()) {
      if (!rows_end_.load()) return std::nullopt;
      rows = schemas::FetchedRows();
      rows.version = 1;
      rows.ended = true;
    }
    rows.request = request;
    rows.offset = fetch->offset;
    return rows;
  }
  schemas::JobSummary job;
  job.job = kJob;
  job.name = "collect";
  job.state = schemas::JobState::kFinished;
  return schemas::JobList{request, {job}};
}

ChildProcess::Parts ClientProgramTest::command(std::vector<std::string> arguments) const {
  std::vector<std::string> words{EDDYLINE_PROGRAMS_DIR "/eddyline-sql"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  // A later one wins, which is the test's own if it has one.
  const size_t place = arguments.empty() || arguments.front().starts_with('-') ? 1 : 2;
  const std::string port = "jobmanager.rpc.port=" + std::to_string(manager_.address().port);
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), {"-D", "jobmanager.rpc.address=127.0.0.1", "-D", port});
  return {.command = std::move(words),
          .environment = {{"HOME", folder_.path()}, {"TERM", "xterm"}, {"LANG", "C"}, {"LC_ALL", "C"}, {"FLINK_CONF_DIR", ""}},
          .folder = folder_.path()};
}

CommandResult ClientProgramTest::run(std::vector<std::string> arguments, std::string_view input) const {
  return run_command(command(std::move(arguments)), input);
}

std::unique_ptr<ChildProcess> ClientProgramTest::at_terminal(std::vector<std::string> arguments) const {
  ChildProcess::Parts parts = command(std::move(arguments));
  parts.terminal = ChildProcess::Terminal::kPseudo;
  auto process = std::make_unique<ChildProcess>(std::move(parts));
  EXPECT_TRUE(process->wait_for("Flink SQL> ").has_value()) << process->output();
  return process;
}

}  // namespace eddyline::tests

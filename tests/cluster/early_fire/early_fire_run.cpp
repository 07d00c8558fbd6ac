#include "tests/cluster/early_fire/early_fire_run.hpp"

#include "common/base/check.hpp"

namespace eddyline::tests {
namespace {

constexpr const char* kExamples = EDDYLINE_SOURCE_DIR "/examples/early-fire/";
constexpr const char* kPrompt = "Flink SQL> ";
constexpr const char* kJobIdLabel = "Job ID: ";
constexpr size_t kJobIdLength = 32;
/// Of a minute that a window stays open, and what a machine under load may add.
constexpr std::chrono::seconds kWindowsClosedAfter{120};
/// Orders whose windows have closed.
constexpr size_t kClosedWindows = 3;

}  // namespace

EarlyFireRun::EarlyFireRun(size_t executors, uint32_t parallelism) : cluster_({.executors = executors, .slots = 8}) {
  cluster_.start();
  ChildProcess::Parts client = cluster_.command("sql-client.sh", {"-i", std::string(kExamples) + "ddl.sql"});
  client.terminal = ChildProcess::Terminal::kPseudo;
  session_ = std::make_unique<ChildProcess>(std::move(client));
  const auto prompt = session_->wait_for(kPrompt);
  CHECK(prompt.has_value()) << session_->output();
  shown_ = *prompt;
  execute("SET 'parallelism.default' = '" + std::to_string(parallelism) + "';");
  for (const char* example : {"baseline.sql", "early.sql", "stalled.sql", "full.sql", "nullkey.sql"}) submit(example);
}

std::string EarlyFireRun::execute(const std::string& statement) {
  session_->write(statement + "\n");
  const auto prompt = session_->wait_for(kPrompt, shown_ + statement.size());
  CHECK(prompt.has_value()) << "no prompt after '" << statement << "':\n" << session_->output();
  const std::string shown = session_->output().substr(shown_, *prompt - shown_);
  shown_ = *prompt;
  return shown;
}

/// A file's statements as they would be pasted.
void EarlyFireRun::submit(const std::string& example) {
  std::string statement;
  const std::string text = read_whole_file(kExamples + example);
  for (size_t start = 0; start < text.size();) {
    const size_t end = text.find(";\n", start);
    if (end == std::string::npos) break;
    const std::string shown = execute(text.substr(start, end + 1 - start));
    if (const size_t id = shown.find(kJobIdLabel); id != std::string::npos) {
      job_ids_.push_back(shown.substr(id + std::string_view(kJobIdLabel).size(), kJobIdLength));
    }
    start = end + 2;
  }
}

void EarlyFireRun::stop_jobs() {
  end_.listed_before = execute("SHOW JOBS;");
  for (const std::string& id : job_ids_) end_.stopped.push_back(execute("STOP JOB '" + id + "';"));
  end_.listed_after = execute("SHOW JOBS;");
}

void EarlyFireRun::collect() {
  size_t closed = 0;
  const auto padded = cluster_.rows().wait_for(
      [&](const TimedLine& line) {
        closed += line.text.starts_with("baseline") && line.text.ends_with(", null]") ? 1 : 0;
        return closed == kClosedWindows;
      },
      kWindowsClosedAfter);
  CHECK(padded.has_value()) << closed << " windows closed\n" << session_->output();
  rows_ = parse_rows(cluster_.rows().lines());
}

}  // namespace eddyline::tests

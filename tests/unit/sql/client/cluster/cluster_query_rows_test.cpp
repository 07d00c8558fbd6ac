#include "sql/client/cluster/cluster_query_rows.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <future>

#include "common/columnar/batch_codec.hpp"
#include "common/columnar/value.hpp"
#include "tests/unit/sql/client/cluster/scripted_job_manager.hpp"

namespace eddyline::sql {
namespace {

using std::chrono::milliseconds;
using schemas::FetchedRows;
using schemas::FetchJobRows;
using schemas::ToClient;
using schemas::ToJobManager;

constexpr JobId kJob(1, 2);

Batch numbers(int64_t first, int64_t count) {
  BatchBuilder builder({PhysicalType::kInt64});
  for (int64_t i = 0; i < count; ++i) Value::integer(first + i).write_to(builder.column(0), static_cast<size_t>(i));
  builder.add_rows(static_cast<size_t>(count));
  return builder.take();
}

/// Rows `offset`, `offset` + 1, ... of a version of the result.
FetchedRows rows(uint64_t version, uint64_t offset, std::vector<int64_t> batches, bool ended = false) {
  FetchedRows fetched;
  fetched.version = version;
  fetched.offset = offset;
  for (const int64_t count : batches) {
    fetched.batches.push_back(encode_batch(numbers(static_cast<int64_t>(offset + fetched.rows), count)));
    fetched.rows += static_cast<uint64_t>(count);
  }
  fetched.ended = ended;
  return fetched;
}

/// A job that gives these answers, one a question, and has ended so.
class ScriptedResult {
 public:
  ScriptedResult(std::deque<FetchedRows> answers, schemas::JobState end, Status cause = {})
      : answers_(std::move(answers)), end_(end), cause_(std::move(cause)) {}

  std::optional<ToClient> operator()(const ToJobManager& question) {
    if (const auto* fetch = std::get_if<FetchJobRows>(&question)) {
      if (answers_.empty()) return std::nullopt;
      FetchedRows fetched = std::move(answers_.front());
      answers_.pop_front();
      fetched.request = fetch->request;
      return fetched;
    }
    if (std::holds_alternative<schemas::CancelJob>(question)) return schemas::Done{request_of(question)};
    schemas::JobSummary job;
    job.job = kJob;
    job.state = end_;
    job.cause = cause_;
    return schemas::JobList{request_of(question), {job}};
  }

 private:
  std::deque<FetchedRows> answers_;
  schemas::JobState end_;
  Status cause_;
};

/// Of an answer; a third of it is what passes between two signs of life.
constexpr milliseconds kTimeout{60'000};

class ClusterQueryRowsTest : public testing::Test {
 protected:
  void run(ScriptedResult result, milliseconds timeout = kTimeout) {
    rows_.reset();
    manager_.answer_with(std::move(result));
    ClusterClientSettings settings = ClusterClientSettings::from(Configuration()).value();
    settings.job_manager = manager_.address();
    client_ = std::make_unique<ClusterClient>(Network::start().value(), settings, interruption_);
    rows_ = std::make_unique<ClusterQueryRows>(*client_, kJob, std::vector<PhysicalType>{PhysicalType::kInt64}, timeout,
                                               [this] { return now_; });
  }

  /// The first piece, and as many signs of life as `count` in place of the next one.
  void stand_still_behind_the_first_piece(size_t count) {
    EXPECT_TRUE(rows_->next().ok());
    for (size_t sign = 1; sign <= count; ++sign) {
      be_silent_for(kTimeout / 3 - milliseconds(1));
      rows_->stay_alive();
      EXPECT_EQ(fetches().size(), sign) << "it is too early";
      be_silent_for(milliseconds(1));
      rows_->stay_alive();
      EXPECT_EQ(fetches().size(), sign + 1);
    }
  }

  void be_silent_for(milliseconds time) { now_ += time; }

  /// All that comes: "0 1 2", "(1-2 again)", and how it ends.
  std::string read_all() {
    std::string text;
    while (true) {
      const auto piece = rows_->next();
      if (!piece.ok()) return text + "=> " + piece.status().to_string();
      if (!piece->has_value()) return text + "=> end";
      text += text_of(**piece);
    }
  }

  std::vector<FetchJobRows> fetches() {
    std::vector<FetchJobRows> found;
    for (const ToJobManager& question : manager_.wait_for_questions(0)) {
      if (const auto* fetch = std::get_if<FetchJobRows>(&question)) found.push_back(*fetch);
    }
    return found;
  }

  static std::string text_of(const ResultPiece& piece) {
    if (const auto* repeated = std::get_if<RepeatedRows>(&piece)) {
      return "(" + std::to_string(repeated->first) + "-" + std::to_string(repeated->last) + " again) ";
    }
    const Batch& batch = std::get<Batch>(piece);
    const DecodedColumn column(*batch.column(0));
    std::string text;
    batch.selected().for_each([&](size_t row) { text += std::to_string(column.value<int64_t>(row)) + " "; });
    return text;
  }

  ClusterQueryRows::MonotonicClock::time_point now_{std::chrono::hours(1)};
  Interruption interruption_;
  ScriptedJobManager manager_{[](const ToJobManager&) -> std::optional<ToClient> { return std::nullopt; }};
  std::unique_ptr<ClusterClient> client_;
  std::unique_ptr<ClusterQueryRows> rows_;
};

TEST_F(ClusterQueryRowsTest, AsksForRowsFromWhereItIs) {
  run({{rows(7, 0, {2, 1}), rows(7, 3, {}), rows(7, 3, {2}, true)}, schemas::JobState::kFinished});
  EXPECT_EQ(read_all(), "0 1 2 3 4 => end");
  const auto asked = fetches();
  ASSERT_EQ(asked.size(), 3U);
  EXPECT_EQ(asked[0].offset, 0U);
  EXPECT_EQ(asked[1].offset, 3U);
  EXPECT_EQ(asked[1].version, 7U);
  EXPECT_EQ(asked[2].offset, 3U);
  // A finished job is not cancelled.
  rows_.reset();
  EXPECT_EQ(manager_.wait_for_questions(0).size(), 4U);
}

TEST_F(ClusterQueryRowsTest, SaysWhichRowsComeAgainAfterARestart) {
  run({{rows(1, 0, {3}), rows(2, 0, {2}), rows(2, 2, {2}), rows(3, 3, {1}), rows(3, 4, {}, true)}, schemas::JobState::kFinished});
  EXPECT_EQ(read_all(), "0 1 2 (1-3 again) 0 1 2 3 (4-4 again) 3 => end");
}

TEST_F(ClusterQueryRowsTest, ARestartThatRepeatsNothingIsNotSpokenOf) {
  run({{rows(1, 0, {2}), rows(2, 2, {1}, true)}, schemas::JobState::kFinished});
  EXPECT_EQ(read_all(), "0 1 2 => end");
}

TEST_F(ClusterQueryRowsTest, AFailedJobGivesItsCauseBehindItsRows) {
  run({{rows(1, 0, {1}, true)}, schemas::JobState::kFailed, data_error("/ by zero")});
  EXPECT_EQ(read_all(), "0 => DataError: / by zero");
}

TEST_F(ClusterQueryRowsTest, AJobThatOthersCancelledIsAnError) {
  run({{rows(1, 0, {1}, true)}, schemas::JobState::kCanceled});
  EXPECT_EQ(read_all(), "0 => Unavailable: Job " + kJob.to_string() + " has ended as CANCELED.");
}

TEST_F(ClusterQueryRowsTest, AnErrorInPlaceOfRowsIsTheResults) {
  FetchedRows failed = rows(1, 0, {});
  failed.result = data_error("no such attempt");
  run({{failed}, schemas::JobState::kRunning});
  EXPECT_EQ(read_all(), "=> DataError: no such attempt");
}

TEST_F(ClusterQueryRowsTest, LostRowsAreAnError) {
  run({{rows(1, 0, {2}), rows(1, 3, {1})}, schemas::JobState::kRunning});
  EXPECT_EQ(read_all(), "0 1 => DataError: The result of job " + kJob.to_string() +
                            " gave rows from 3 on where those from 2 were asked for.");
  run({{rows(1, 0, {2}), rows(2, 3, {1})}, schemas::JobState::kRunning});
  EXPECT_EQ(read_all(), "0 1 => DataError: The result of job " + kJob.to_string() +
                            " goes on with row 4 after the job was started again, and 2 rows had come before.");
}

TEST_F(ClusterQueryRowsTest, AnotherNumberOfRowsThanAnnouncedIsAnError) {
  const std::string error = "=> DataError: The result of job " + kJob.to_string() + " gave another number of rows than it had announced.";
  FetchedRows more = rows(1, 0, {2, 1});
  more.rows = 2;
  run({{more}, schemas::JobState::kRunning});
  EXPECT_EQ(read_all(), "0 1 " + error);
  FetchedRows fewer = rows(1, 0, {2});
  fewer.rows = 3;
  run({{fewer}, schemas::JobState::kRunning});
  EXPECT_EQ(read_all(), error);
  FetchedRows none = rows(1, 0, {});
  none.rows = ~uint64_t{0};
  run({{none}, schemas::JobState::kRunning});
  EXPECT_EQ(read_all(), "=> DataError: The result of job " + kJob.to_string() + " announced rows and gave none.");
}

TEST_F(ClusterQueryRowsTest, RowsOfOtherTypesAreAnError) {
  FetchedRows fetched = rows(1, 0, {2});
  BatchBuilder builder({PhysicalType::kBool, PhysicalType::kBool});
  builder.add_rows(2);
  fetched.batches[0] = encode_batch(builder.take());
  run({{fetched}, schemas::JobState::kRunning});
  EXPECT_TRUE(read_all().starts_with("=> IoError: Result of job " + kJob.to_string() + ": ")) << read_all();
  fetched.batches[0] = "no batch";
  run({{fetched}, schemas::JobState::kRunning});
  EXPECT_TRUE(read_all().starts_with("=> IoError: Result of job " + kJob.to_string() + ": "));
}

TEST_F(ClusterQueryRowsTest, WhileNobodyTakesRowsTheNextOnesAreAskedForAgainAndAgain) {
  run({{rows(7, 0, {1, 1}), rows(7, 2, {}), rows(7, 2, {2}), rows(7, 2, {1}), rows(7, 2, {1}), rows(7, 4, {1}, true)},
       schemas::JobState::kFinished});
  stand_still_behind_the_first_piece(4);
  EXPECT_EQ(read_all(), "1 2 3 4 => end");
  const auto asked = fetches();
  ASSERT_EQ(asked.size(), 6U);
  for (size_t repetition = 1; repetition < 5; ++repetition) EXPECT_EQ(asked[repetition].offset, 2U);
  EXPECT_EQ(asked[4].bytes_max, Bytes(1)) << "what is here already is not sent whole again";
  EXPECT_EQ(asked[5].offset, 4U);
}

TEST_F(ClusterQueryRowsTest, TheEndIsNoticedWhileNobodyTakesRows) {
  run({{rows(7, 0, {1, 1}), rows(7, 2, {1}), rows(7, 2, {1}, true)}, schemas::JobState::kFinished});
  stand_still_behind_the_first_piece(2);
  EXPECT_EQ(read_all(), "1 2 => end");
  EXPECT_EQ(fetches().size(), 3U);
}

TEST_F(ClusterQueryRowsTest, AJobThatEndedWhileNobodyTookRowsSaysSoBehindThem) {
  FetchedRows failed = rows(7, 2, {});
  failed.result = data_error("/ by zero");
  run({{rows(7, 0, {1, 1}), failed}, schemas::JobState::kFailed});
  stand_still_behind_the_first_piece(1);
  EXPECT_EQ(read_all(), "1 => DataError: / by zero");
}

TEST_F(ClusterQueryRowsTest, AClientThatWasSilentTooLongSaysSo) {
  FetchedRows gone = rows(7, 1, {});
  gone.result = Status(ErrorCode::kUnavailable, "Job 1 was cancelled.");
  run({{rows(7, 0, {1}), gone}, schemas::JobState::kCanceled});
  EXPECT_TRUE(rows_->next().ok());
  be_silent_for(kTimeout + milliseconds(1));
  EXPECT_EQ(read_all(),
            "=> Unavailable: Job 1 was cancelled. For longer than client.timeout (1 min) this client had not asked for rows.");
}

TEST_F(ClusterQueryRowsTest, AClientThatWasSilentTooLongAndGotAllRowsSaysNothingOfIt) {
  run({{rows(7, 0, {1}), rows(7, 1, {1}, true)}, schemas::JobState::kFinished});
  EXPECT_TRUE(rows_->next().ok());
  be_silent_for(kTimeout + milliseconds(1));
  EXPECT_EQ(read_all(), "1 => end");
}

// The longest that client.timeout can be: no client is silent for that long.
TEST_F(ClusterQueryRowsTest, ATimeoutBeyondTheClockIsNeverOver) {
  FetchedRows gone = rows(7, 1, {});
  gone.result = Status(ErrorCode::kUnavailable, "Job 1 was cancelled.");
  run({{rows(7, 0, {1}), gone}, schemas::JobState::kCanceled}, std::chrono::floor<milliseconds>(std::chrono::nanoseconds::max()));
  EXPECT_TRUE(rows_->next().ok());
  rows_->stay_alive();
  EXPECT_EQ(read_all(), "=> Unavailable: Job 1 was cancelled.");
  EXPECT_EQ(fetches().size(), 2U);
}

TEST_F(ClusterQueryRowsTest, AnInterruptionEndsTheResultAndTheJob) {
  run({{rows(1, 0, {1})}, schemas::JobState::kRunning});
  EXPECT_EQ(text_of(*rows_->next().value()), "0 ");
  auto read = std::async(std::launch::async, [&] { return rows_->next(); });
  manager_.wait_for_questions(2);
  interruption_.raise();
  EXPECT_EQ(read.get().status().code(), ErrorCode::kCancelled);
  rows_.reset();
  const auto questions = manager_.wait_for_questions(3);
  EXPECT_TRUE(std::holds_alternative<schemas::CancelJob>(questions[2]));
}

}  // namespace
}  // namespace eddyline::sql

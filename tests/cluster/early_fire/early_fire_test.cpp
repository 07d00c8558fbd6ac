#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "tests/cluster/early_fire/early_fire_run.hpp"

namespace eddyline::tests {
namespace {

/// What a busy machine may add to a time: the margin for tests with real processes.
constexpr double kMargin = 1.5;

struct Shape {
  size_t executors;
  uint32_t parallelism;
  /// Between an order and its shipment: ten orders, at one a second and subtask.
  double shipment_after;
};
constexpr Shape kShapes[] = {{.executors = 1, .parallelism = 1, .shipment_after = 10},
                             {.executors = 2, .parallelism = 2, .shipment_after = 5}};

/// Both clusters run at the same time, since one alone takes more than a minute.
class EarlyFireOnAClusterTest : public testing::TestWithParam<size_t> {
 protected:
  static void SetUpTestSuite() {
    std::vector<std::thread> threads;
    for (size_t shape = 0; shape < std::size(kShapes); ++shape) {
      threads.emplace_back([shape] {
        runs_[shape] = std::make_unique<EarlyFireRun>(kShapes[shape].executors, kShapes[shape].parallelism);
        runs_[shape]->collect();
        runs_[shape]->stop_jobs();
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  static void TearDownTestSuite() {
    for (auto& run : runs_) run.reset();
  }

  const Shape& shape() const { return kShapes[GetParam()]; }
  EarlyFireRun& run() const { return *runs_[GetParam()]; }
  std::vector<PrintedRow> rows(const std::string& identifier) const { return rows_of(run().rows(), identifier); }

  static std::unique_ptr<EarlyFireRun> runs_[std::size(kShapes)];
};
std::unique_ptr<EarlyFireRun> EarlyFireOnAClusterTest::runs_[std::size(kShapes)];

constexpr const char* kNull = "null";

bool is_even(const PrintedRow& row) {
  return (row.fields[0].back() - '0') % 2 == 0;
}
bool is_fifth(const PrintedRow& row) {
  return row.fields[0].back() == '0' || row.fields[0].back() == '5';
}

std::string text_of(const PrintedRow& row) {
  std::string text = row.kind;
  for (const std::string& field : row.fields) text += " " + field;
  return text;
}

void expect_between(const PrintedRow& row, size_t time_field, double least, double most) {
  const double seconds = row.seconds_after(time_field);
  EXPECT_GE(seconds, least - 0.01) << text_of(row);
  EXPECT_LE(seconds, most + kMargin) << text_of(row);
}

/// Of orders of the first columns (id, ..., order time at `time_field`, ship time behind it): pads after four to five seconds,
/// each at most once; corrections when the shipment comes, for orders that are `corrected`.
void expect_early_fire(const std::vector<PrintedRow>& rows, size_t time_field, double shipment_after,
                       bool (*corrected)(const PrintedRow&)) {
  std::set<std::string> padded;
  for (const PrintedRow& row : rows) {
    if (row.fields[0] == kNull) continue;
    const bool pad = row.fields[time_field + 1] == kNull;
    if (row.kind == "+I" && pad) {
      EXPECT_TRUE(padded.insert(row.fields[0]).second) << "padded twice: " << text_of(row);
      expect_between(row, time_field, 4, 5);
    } else {
      EXPECT_TRUE(corrected(row)) << text_of(row);
      expect_between(row, time_field, shipment_after - kMargin, shipment_after);
      EXPECT_TRUE(row.kind != "-U" || padded.contains(row.fields[0])) << text_of(row);
    }
  }
  EXPECT_GT(padded.size(), 20u);
}

TEST_P(EarlyFireOnAClusterTest, Step1EarlyPadsSoonAndCorrectsEvenOrders) {
  expect_early_fire(rows("early"), 1, shape().shipment_after, is_even);
}

TEST_P(EarlyFireOnAClusterTest, Step1BaselineWaitsForTheWindow) {
  size_t odd = 0;
  for (const PrintedRow& row : rows("baseline")) {
    EXPECT_EQ(row.kind, "+I") << text_of(row);
    if (row.fields[2] == kNull) {
      EXPECT_FALSE(is_even(row)) << text_of(row);
      expect_between(row, 1, 61, 62);
      ++odd;
    } else {
      EXPECT_TRUE(is_even(row)) << text_of(row);
      expect_between(row, 1, shape().shipment_after - kMargin, shape().shipment_after);
    }
  }
  EXPECT_GT(odd, 0u);
}

TEST_P(EarlyFireOnAClusterTest, Step6OnlyProcessingTimeFiresWhenTheWatermarkStalls) {
  EXPECT_TRUE(rows("stalled-rowtime").empty());
  EXPECT_GT(rows("stalled-proctime").size(), 20u);
  for (const PrintedRow& row : rows("stalled-proctime")) {
    EXPECT_EQ(row.fields[2], kNull);
    expect_between(row, 1, 3, 3);
  }
}

TEST_P(EarlyFireOnAClusterTest, Step7FullJoinPadsShipmentsWhenTheirWindowCloses) {
  expect_early_fire(rows("full"), 2, shape().shipment_after, is_even);
  size_t shipments = 0;
  for (const PrintedRow& row : rows("full")) {
    if (row.fields[0] != kNull) continue;
    EXPECT_EQ(row.kind, "+I");
    expect_between(row, 3, 1, 2);
    ++shipments;
  }
  EXPECT_GT(shipments, 20u);
}

TEST_P(EarlyFireOnAClusterTest, Step8NullKeysArePaddedAndNeverCorrected) {
  expect_early_fire(rows("nullkey"), 2, shape().shipment_after,
                    [](const PrintedRow& row) { return is_even(row) && !is_fifth(row); });
}

TEST_P(EarlyFireOnAClusterTest, EveryUpdateBeforeIsFollowedByItsUpdateAfter) {
  for (const auto& [identifier, rows] : run().rows()) {
    for (size_t index = 0; index < rows.size(); ++index) {
      const bool before = rows[index].kind == "-U";
      if (before && index + 1 == rows.size()) continue;  // cut off by the end of the test
      if (before) {
        EXPECT_EQ(rows[index + 1].kind, "+U") << identifier << ": " << text_of(rows[index]);
        EXPECT_EQ(rows[index + 1].fields[0], rows[index].fields[0]) << identifier;
      } else if (rows[index].kind == "+U") {
        ASSERT_GT(index, 0u) << identifier;
        EXPECT_EQ(rows[index - 1].kind, "-U") << identifier << ": " << text_of(rows[index]);
      }
    }
  }
}

TEST_P(EarlyFireOnAClusterTest, JobsAreListedAndStopped) {
  ASSERT_EQ(run().job_ids().size(), 6u) << run().session_output();
  const EarlyFireRun::End& end = run().end();
  for (const std::string& id : run().job_ids()) {
    EXPECT_NE(end.listed_before.find(id), std::string::npos) << end.listed_before;
  }
  EXPECT_NE(end.listed_before.find("flip497-stalled-proctime"), std::string::npos) << end.listed_before;
  for (const std::string& stopped : end.stopped) {
    EXPECT_NE(stopped.find("Execute statement succeeded."), std::string::npos) << stopped;
  }
  EXPECT_EQ(end.listed_after.find("RUNNING"), std::string::npos) << end.listed_after;
  EXPECT_NE(end.listed_after.find("CANCELED"), std::string::npos) << end.listed_after;
}

INSTANTIATE_TEST_SUITE_P(Shapes, EarlyFireOnAClusterTest, testing::Values(0, 1), [](const auto& info) {
  return std::string(info.param == 0 ? "OneExecutor" : "TwoExecutorsAtParallelism2");
});

}  // namespace
}  // namespace eddyline::tests

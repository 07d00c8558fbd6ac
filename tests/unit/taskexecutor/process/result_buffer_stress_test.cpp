#include <gtest/gtest.h>

#include <thread>

#include "operators/sink/result_reader.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

TEST(ResultBufferStressTest, EveryRowArrivesOnceAcrossThreads) {
  constexpr int64_t kRows = 20'000;
  const auto results = std::make_shared<operators::ResultBuffer>(Bytes(2'000), MemoryPool::root("rows"));
  operators::ResultReader reader(results, {PhysicalType::kInt64});
  const auto wakeup = std::make_shared<Wakeup>();
  results->attach(wakeup);
  std::thread producer([&] {
    for (int64_t value = 0; value < kRows;) {
      wakeup->clear();
      if (results->try_push(numbers({value})).value()) {
        ++value;
      } else {
        wakeup->wait(std::nullopt);
      }
    }
    results->finish();
  });
  int64_t expected = 0;
  while (true) {
    const operators::ResultReader::Next next = reader.next(std::chrono::minutes(1)).value();
    if (next.ended) break;
    if (!next.batch) continue;
    EXPECT_EQ(values_of(*next.batch), std::vector<int64_t>{expected});
    ++expected;
  }
  EXPECT_EQ(expected, kRows);
  producer.join();
}

}  // namespace
}  // namespace eddyline::taskexecutor

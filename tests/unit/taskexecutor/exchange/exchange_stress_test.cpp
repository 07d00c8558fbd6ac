// Producers and one gate on threads of their own, with so little credit that everybody sleeps all the time. What is looked
// for is a wake-up that is missed, an element that is lost or out of order, and a barrier that is not aligned; under the
// thread sanitizer also a race.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "common/base/check.hpp"
#include "common/base/random.hpp"
#include "taskexecutor/exchange/input_gate.hpp"
#include "taskexecutor/exchange/local_channel.hpp"
#include "taskexecutor/exchange/result_partition.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

constexpr BatchLimits kBatchLimits{.rows = 64, .bytes = 200};
constexpr ChannelLimits kChannelLimits{.slots = 32, .own_bytes = Bytes(300), .shared_bytes = Bytes(300)};
constexpr int64_t kRowsPerProducerMax = 1'000'000;
constexpr size_t kActions = 150;

/// Ends the program when nothing has moved for so long that nothing ever will.
class Watchdog {
 public:
  Watchdog() : thread_([this] { watch(); }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  void note_progress() { progress_.fetch_add(1, std::memory_order_relaxed); }

 private:
  void watch() {
    std::unique_lock lock(mutex_);
    uint64_t seen = progress_.load(std::memory_order_relaxed);
    while (!changed_.wait_for(lock, std::chrono::minutes(2), [this] { return over_; })) {
      const uint64_t now = progress_.load(std::memory_order_relaxed);
      CHECK(now != seen) << "a wake-up was missed: nobody goes on";
      seen = now;
    }
  }

  std::atomic<uint64_t> progress_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;
};

/// Looks until `done`; sleeps in between as a subtask does.
template <class Done>
void wait_until(Wakeup& wakeup, Done done) {
  while (!done()) {
    wakeup.clear();
    if (done()) return;
    wakeup.wait(std::nullopt);
  }
}

/// Sends its numbers in batches of random size, with flushes, watermarks and the barriers of all in between.
class Producer {
 public:
  Producer(size_t number, uint64_t seed, CreditPool& pool, Wakeup& consumer)
      : random_(seed), channel_(kChannelLimits, pool, wakeup_, consumer), last_(static_cast<int64_t>(number) * kRowsPerProducerMax) {
    ResultPartition::Parts parts{.exchange = {.kind = ExchangeKind::kForward, .keys = {}},
                                 .types = {PhysicalType::kInt64},
                                 .limits = kBatchLimits,
                                 .producer = SubtaskIndex(0),
                                 .channels = {&channel_}};
    partition_.emplace(std::move(parts));
  }

  LocalChannel& channel() { return channel_; }
  void start() {
    thread_ = std::thread([this] { run(); });
  }
  void join() { thread_.join(); }
  /// After join(): how many rows lay before each barrier, and in all.
  const std::vector<int64_t>& rows_before_barriers() const { return rows_before_barriers_; }
  int64_t rows() const { return rows_; }

 private:
  void run() {
    const size_t actions = random_.below(kActions);
    for (size_t action = 0; action < actions; ++action) act();
    send(EndOfInput());
  }

  void act() {
    switch (random_.below(8)) {
      case 0:
        rows_before_barriers_.push_back(rows_);
        send(CheckpointBarrier{CheckpointId(static_cast<int64_t>(rows_before_barriers_.size()))});
        break;
      case 1:
        send(Watermark{EventTime(rows_)});
        break;
      case 2:
        partition_->flush();
        std::this_thread::yield();
        break;
      default:
        send_rows(1 + random_.below(random_.below(4) == 0 ? 150 : 5));
    }
  }

  void send_rows(size_t count) {
    std::vector<int64_t> values;
    while (values.size() < count) values.push_back(++last_);
    rows_ += static_cast<int64_t>(count);
    wait_until(wakeup_, [&] { return partition_->writable(); });
    Writing writing = partition_->write(numbers(values));
    wait_until(wakeup_, [&] {
      if (writing != Writing::kDone) writing = partition_->resume();
      while (writing == Writing::kMore) writing = partition_->resume();
      return writing == Writing::kDone;
    });
  }

  void send(const StreamElement& element) {
    wait_until(wakeup_, [&] { return partition_->writable(); });
    partition_->write_to_all(element);
  }

  Random random_;
  Wakeup wakeup_;
  LocalChannel channel_;
  std::optional<ResultPartition> partition_;
  int64_t last_;
  int64_t rows_ = 0;
  std::vector<int64_t> rows_before_barriers_;
  std::thread thread_;
};

/// Reads a gate to its end; what came of each producer, and how much of it before each barrier.
class Consumer {
 public:
  explicit Consumer(size_t producers) : rows_(producers, 0) {}

  void read_all(InputGate& gate, Wakeup& wakeup, Random& random, Watchdog& watchdog) {
    std::optional<GateEvent> event;
    while (!gate.ended()) {
      wait_until(wakeup, [&] { return (event = gate.next(std::nullopt)).has_value() || gate.ended(); });
      if (!event.has_value()) return;
      take(event->element);
      watchdog.note_progress();
      if (random.below(4) == 0) std::this_thread::yield();
    }
  }

  const std::vector<int64_t>& rows() const { return rows_; }
  /// By barrier and producer.
  const std::vector<std::vector<int64_t>>& rows_before_barriers() const { return rows_before_barriers_; }

 private:
  void take(const StreamElement& element) {
    if (const Batch* batch = std::get_if<Batch>(&element)) {
      for (const int64_t value : values_of(*batch)) {
        const auto producer = static_cast<size_t>((value - 1) / kRowsPerProducerMax);
        ASSERT_EQ(value, static_cast<int64_t>(producer) * kRowsPerProducerMax + ++rows_[producer]);
      }
    } else if (const auto* barrier = std::get_if<CheckpointBarrier>(&element)) {
      rows_before_barriers_.push_back(rows_);
      EXPECT_EQ(barrier->checkpoint, CheckpointId(static_cast<int64_t>(rows_before_barriers_.size())));
    }
  }

  std::vector<int64_t> rows_;
  std::vector<std::vector<int64_t>> rows_before_barriers_;
};

/// Every row came, and a barrier lies where each producer put it; those that had ended before had given everything.
void expect_complete(const std::vector<std::unique_ptr<Producer>>& producers, const Consumer& consumer) {
  size_t barriers = 0;
  for (size_t i = 0; i < producers.size(); ++i) {
    const Producer& producer = *producers[i];
    EXPECT_EQ(consumer.rows()[i], producer.rows());
    barriers = std::max(barriers, producer.rows_before_barriers().size());
    for (size_t barrier = 0; barrier < consumer.rows_before_barriers().size(); ++barrier) {
      const bool sent = barrier < producer.rows_before_barriers().size();
      EXPECT_EQ(consumer.rows_before_barriers()[barrier][i],
                sent ? producer.rows_before_barriers()[barrier] : producer.rows());
    }
  }
  EXPECT_EQ(consumer.rows_before_barriers().size(), barriers);
}

void run_once(uint64_t seed, Watchdog& watchdog) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  CreditPool pool(kChannelLimits.shared_bytes);
  pool.take(static_cast<int64_t>(random.below(kChannelLimits.shared_bytes.value())));
  Wakeup wakeup;
  std::vector<std::unique_ptr<Producer>> producers;
  const size_t count = 2 + random.below(7);
  std::vector<std::vector<InputChannel*>> inputs(1 + random.below(2));
  for (size_t i = 0; i < count; ++i) {
    producers.push_back(std::make_unique<Producer>(i, random.next(), pool, wakeup));
    inputs[i % inputs.size()].push_back(&producers.back()->channel());
  }
  InputGate gate(std::move(inputs));
  Consumer consumer(count);
  for (const auto& producer : producers) producer->start();
  consumer.read_all(gate, wakeup, random, watchdog);
  for (const auto& producer : producers) producer->join();
  expect_complete(producers, consumer);
}

TEST(ExchangeStress, NothingIsLostOutOfOrderOrStuckWithHardlyAnyCredit) {
  Watchdog watchdog;
  for (uint64_t seed = 1; seed <= 40; ++seed) run_once(seed, watchdog);
}

}  // namespace
}  // namespace eddyline::taskexecutor

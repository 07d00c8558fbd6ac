#pragma once

#include <gtest/gtest.h>

#include "common/clock/clock.hpp"
#include "common/columnar/batch_codec.hpp"
#include "taskexecutor/exchange/remote/attempt_channels.hpp"
#include "tests/memory_network/memory_networks.hpp"
#include "tests/split_job/split_job.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {

inline constexpr uint32_t kWriter = 0;
inline constexpr uint32_t kReader = 1;

class NotedFailure final : public FailureListener {
 public:
  void fail(const Status& cause) override {
    if (first.ok()) first = cause;
  }
  Status first;
};

/// Two executors and one attempt, whose channels all go from the first to the second.
class RemoteChannelTest : public testing::Test {
 protected:
  struct Channel {
    RemoteOutputChannel* output = nullptr;
    RemoteInputChannel* input = nullptr;
    NotedFailure writer;
    NotedFailure reader;
  };

  AttemptChannels::Parts parts(uint32_t self) {
    return {.attempt = kAttempt, .executors = executors_.part(self, kAttempt, 2).placement.executors, .self = self};
  }
  Channel& add_channel(const ChannelLimits& limits) {
    Channel& channel = channels_.emplace_back();
    const ChannelName name{.number = static_cast<uint32_t>(channels_.size()),
                           .from = SubtaskIndex(0),
                           .to = SubtaskIndex(1),
                           .edge = std::make_shared<const EdgeName>(EdgeName{"source", "sink", Parallelism(2), Parallelism(2)})};
    channel.output = &writing_->add_output(
        kReader,
        {.name = name, .limits = unsent_, .writer_wakeup = writer_wakeup_, .sender = sender_, .writer = &channel.writer});
    channel.input = &reading_->add_input(kWriter, {.name = name,
                                                   .limits = limits,
                                                   .types = types_,
                                                   .changelog_mode = changelog_mode_,
                                                   .shared = &shared_,
                                                   .grants = &grants_,
                                                   .clock = &clock_,
                                                   .memory = memory_.get(),
                                                   .reader_wakeup = &reader_wakeup_,
                                                   .reader = &channel.reader});
    return channel;
  }
  void open() {
    ASSERT_TRUE(reading_->attach().ok());
    ASSERT_TRUE(writing_->attach().ok());
    writing_->open();
    deliver();
  }
  void deliver() {
    sender_->flush();
    while (networks_.deliver()) {
    }
  }
  void write_anew() {
    writing_.emplace(parts(kWriter), executors_.data_plane(kWriter));
    sender_ = &writing_->add_sender(kReader, writer_wakeup_, *memory_);
  }
  /// Writes batches of a row while there is credit; how many.
  size_t fill(Channel& channel) {
    size_t batches = 0;
    while (channel.output->writable()) {
      channel.output->push(numbers({++last_}));
      ++batches;
      deliver();
    }
    return batches;
  }

  static constexpr uint64_t kAttempt = 77;
  /// Of a batch with one row.
  static constexpr uint64_t kCost = data_frame_cost(kDataFrameHeaderBytes + 48);

  static constexpr uint64_t kFrameBytesMax = 100'000;
  /// For what windows grow by.
  static constexpr uint64_t kMemory = 64 << 10;
  static NetworkSettings short_frames() {
    NetworkSettings settings;
    settings.message_bytes_max = Bytes(kFrameBytesMax);
    return settings;
  }

  MemoryNetworks networks_{1};
  TestExecutors executors_{2, [this] { return networks_.add(); }, short_frames()};
  std::unique_ptr<MemoryPool> memory_ = MemoryPool::root("exchange", Bytes(kMemory));
  ChannelLimits unsent_{.slots = 0, .own_bytes = Bytes(1 << 20), .remote_bytes = Bytes(1 << 20), .shared_bytes = Bytes(0)};
  WakeupPtr writer_wakeup_ = std::make_shared<Wakeup>();
  Wakeup reader_wakeup_;
  CreditPool shared_{Bytes(40 * kCost)};
  CreditGrants grants_;
  VirtualClock clock_{ProcessingTime(0)};
  std::deque<Channel> channels_;
  std::optional<AttemptChannels> writing_{std::in_place, parts(kWriter), executors_.data_plane(kWriter)};
  FrameSender* sender_ = &writing_->add_sender(kReader, writer_wakeup_, *memory_);
  std::optional<AttemptChannels> reading_{std::in_place, parts(kReader), executors_.data_plane(kReader)};
  std::vector<PhysicalType> types_ = {PhysicalType::kInt64};
  ChangelogMode changelog_mode_ = ChangelogMode::all();
  int64_t last_ = 0;
};

/// The pool has nothing for it.
constexpr ChannelLimits limits_of(uint64_t bytes, size_t slots = 64) {
  return {.slots = slots, .own_bytes = Bytes(bytes), .remote_bytes = Bytes(bytes), .shared_bytes = Bytes(0)};
}

/// One row with a text of that many bytes.
inline Batch long_text(size_t bytes) {
  MutableColumn column(PhysicalType::kString, 1);
  column.set_string(0, std::string(bytes, 'x'));
  return Batch({column.seal(1)}, 1);
}

}  // namespace eddyline::taskexecutor

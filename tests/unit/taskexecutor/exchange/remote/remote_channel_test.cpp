#include "tests/unit/taskexecutor/exchange/remote/remote_channel_test_base.hpp"

namespace eddyline::taskexecutor {
namespace {

TEST_F(RemoteChannelTest, EveryKindOfElementComesInOrder) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  const std::vector<StreamElement> elements = {numbers({1, 2}), Watermark{EventTime(-5)}, WatermarkStatus::kIdle,
                                               WatermarkStatus::kActive, CheckpointBarrier{CheckpointId(3)},
                                               numbers({4}), EndOfInput()};
  for (const StreamElement& element : elements) channel.output->push(element);
  deliver();
  for (const StreamElement& element : elements) {
    ASSERT_TRUE(channel.input->readable());
    EXPECT_EQ(text_of(*channel.input->take()), text_of(element));
  }
  EXPECT_FALSE(channel.input->readable());
}

TEST_F(RemoteChannelTest, NothingIsSentBeforeTheReaderHasAnswered) {
  Channel& channel = add_channel(limits_of(1 << 20));
  EXPECT_FALSE(channel.output->writable());
  writer_wakeup_->clear();
  open();
  EXPECT_TRUE(writer_wakeup_->notified());
  EXPECT_TRUE(channel.output->writable());
}

TEST_F(RemoteChannelTest, ABatchThatNoReaderTakesFailsItsWriterOnly) {
  types_ = {PhysicalType::kString};
  Channel& channel = add_channel(limits_of(1 << 20));
  Channel& other = add_channel(limits_of(1 << 20));
  open();
  constexpr size_t kBeside = kDataFrameHeaderBytes + 3 * 16 + 16;
  channel.output->push(long_text(kFrameBytesMax - kBeside));
  deliver();
  ASSERT_TRUE(channel.input->take().has_value());
  EXPECT_TRUE(channel.writer.first.ok());
  channel.output->push(long_text(kFrameBytesMax));
  channel.output->push(long_text(5));
  deliver();
  EXPECT_EQ(channel.writer.first.message(),
            "channel 1 from source (1/2) to sink (2/2): a batch of 1 rows takes 100128 bytes, of which a task executor takes "
            "100000 at once at most");
  EXPECT_FALSE(channel.input->readable());
  EXPECT_TRUE(channel.reader.first.ok());
  other.output->push(long_text(5));
  deliver();
  EXPECT_TRUE(other.input->take().has_value());
  EXPECT_TRUE(other.writer.first.ok());
}

/// Two rows of these kinds.
Batch of_kinds(RowKind first, RowKind second) {
  const BufferPtr kinds = allocate_buffer(2);
  kinds->as<RowKind>()[0] = first;
  kinds->as<RowKind>()[1] = second;
  return numbers({1, 2}).with_kinds(kinds);
}

TEST_F(RemoteChannelTest, RowKindsThatTheEdgeDoesNotCarryFailTheReader) {
  using enum RowKind;
  for (const auto& [mode, text] : {std::pair{ChangelogMode::insert_only(), "I"}, {ChangelogMode::upsert(), "I,UA,D"}}) {
    changelog_mode_ = mode;
    write_anew();
    reading_.emplace(parts(kReader), executors_.data_plane(kReader));
    channels_.clear();
    Channel& channel = add_channel(limits_of(1 << 20));
    open();
    channel.output->push(of_kinds(kInsert, kInsert));
    if (mode.contains(kDelete)) channel.output->push(of_kinds(kUpdateAfter, kDelete));
    channel.output->push(of_kinds(kInsert, kUpdateBefore));
    deliver();
    // That all are inserts is said in one way only.
    EXPECT_TRUE(std::get<Batch>(*channel.input->take()).insert_only());
    if (mode.contains(kDelete)) {
      EXPECT_TRUE(channel.input->take().has_value());
    }
    EXPECT_FALSE(channel.input->take().has_value());
    EXPECT_EQ(channel.reader.first.message(),
              "channel 1 from source (1/2) to sink (2/2): frame " + std::string(mode.contains(kDelete) ? "2" : "1") +
                  ": rows of the kinds [I,UB] came where only [" + text + "] may come");
  }
}

TEST_F(RemoteChannelTest, TheWriterGoesPastItsCreditByOneCallAndOnWhenHalfIsFree) {
  shared_.take(1 << 20);
  Channel& channel = add_channel(limits_of(10 * kCost));
  open();
  EXPECT_EQ(fill(channel), 10U);
  writer_wakeup_->clear();
  for (int read = 0; read < 4; ++read) channel.input->take();
  deliver();
  EXPECT_FALSE(writer_wakeup_->notified());
  EXPECT_FALSE(channel.output->writable());
  // Read to its end, it is told at once.
  while (channel.input->readable()) channel.input->take();
  deliver();
  EXPECT_TRUE(writer_wakeup_->notified());
  EXPECT_EQ(fill(channel), 10U);
}

TEST_F(RemoteChannelTest, ElementsAreLimitedWhereBytesAreNot) {
  Channel& channel = add_channel(limits_of(1 << 20, 16));
  open();
  size_t watermarks = 0;
  for (; channel.output->writable(); ++watermarks) channel.output->push(Watermark{EventTime(1)});
  EXPECT_EQ(watermarks, 16 - RemoteOutputChannel::kReservedElements + 1);
  deliver();
  for (size_t read = 0; channel.input->readable(); ++read) channel.input->take();
  deliver();
  EXPECT_TRUE(channel.output->writable());
}

TEST_F(RemoteChannelTest, SharedCreditIsLentAndComesBack) {
  Channel& channel = add_channel(limits_of(10 * kCost));
  open();
  ASSERT_EQ(fill(channel), 10U);
  // Only who reads lends: one is read, and a portion of the 40 comes on top.
  channel.input->take();
  grants_.flush();
  deliver();
  EXPECT_EQ(fill(channel), 1U + 10U);
  EXPECT_TRUE(shared_.has_ample_credit());
  // While the writer needs no more than the channel's own, what is read pays back what was lent.
  while (channel.input->readable()) channel.input->take();
  for (int round = 0; round < 40; ++round) {
    channel.output->push(numbers({1}));
    deliver();
    channel.input->take();
  }
  shared_.take(40 * kCost - 1);
  EXPECT_TRUE(shared_.has_credit()) << "something was kept";
}

TEST_F(RemoteChannelTest, ABlockedChannelDoesNotHoldUpItsNeighbour) {
  shared_.take(1 << 20);
  Channel& blocked = add_channel(limits_of(4 * kCost));
  Channel& neighbour = add_channel(limits_of(4 * kCost));
  open();
  fill(blocked);
  for (int round = 0; round < 20; ++round) {
    ASSERT_GT(fill(neighbour), 0U) << round;
    while (neighbour.input->readable()) neighbour.input->take();
    deliver();
  }
  EXPECT_FALSE(blocked.output->writable());
}

TEST_F(RemoteChannelTest, WhatTheNetworkHasNotTakenAwayIsBounded) {
  unsent_.own_bytes = unsent_.remote_bytes = Bytes(5 * 256);
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  size_t batches = 0;
  for (; channel.output->writable(); ++batches) {
    channel.output->push(numbers({1}));
    sender_->flush();
  }
  EXPECT_EQ(batches, 5U) << "each in a buffer of 256 bytes";
  writer_wakeup_->clear();
  deliver();
  EXPECT_TRUE(writer_wakeup_->notified());
  EXPECT_TRUE(channel.output->writable());
}

TEST_F(RemoteChannelTest, WhatIsWrittenInOneGoTravelsTogether) {
  Channel& first = add_channel(limits_of(1 << 20));
  Channel& second = add_channel(limits_of(1 << 20));
  open();
  const uint64_t before = networks_.messages();
  for (int time = 1; time <= 3; ++time) {
    first.output->push(numbers({time}));
    second.output->push(Watermark{EventTime(time)});
    second.output->push(numbers({-time, 0}));
  }
  // Messages grow while they are filled.
  EXPECT_LT(networks_.messages() - before, 5U);
  EXPECT_FALSE(first.input->readable());
  deliver();
  for (int time = 1; time <= 3; ++time) {
    EXPECT_EQ(text_of(*first.input->take()), text_of(numbers({time})));
    EXPECT_EQ(text_of(*second.input->take()), text_of(Watermark{EventTime(time)}));
    EXPECT_EQ(text_of(*second.input->take()), text_of(numbers({-time, 0})));
  }
  const uint64_t between = networks_.messages();
  for (int time = 1; time <= 3; ++time) {
    for (Channel* channel : {&first, &second}) channel->output->push(Watermark{EventTime(time)});
  }
  deliver();
  EXPECT_EQ(networks_.messages() - between, 1U);
}

TEST_F(RemoteChannelTest, AMessageIsNoLargerThanAQuarterOfWhatMayBeUnderWay) {
  unsent_.own_bytes = unsent_.remote_bytes = Bytes(4 * 1024);
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  const uint64_t before = networks_.messages();
  for (int number = 0; number < 32; ++number) channel.output->push(numbers({number}));
  deliver();
  // Of 112 bytes each, from multiples of 64 on: eight in a message, and fewer in the first.
  EXPECT_EQ(networks_.messages() - before, 6U);
}

TEST_F(RemoteChannelTest, AFrameThatWaitsKeepsLittleOfItsMessageAlive) {
  types_ = {PhysicalType::kString};
  Channel& blocked = add_channel(limits_of(1 << 20));
  Channel& busy = add_channel(limits_of(1 << 20));
  open();
  // So that the next has room for all.
  busy.output->push(long_text(40'000));
  sender_->flush();
  blocked.output->push(Watermark{EventTime(1)});
  blocked.output->push(long_text(100));
  busy.output->push(long_text(30'000));
  const uint64_t before = networks_.messages();
  deliver();
  EXPECT_EQ(networks_.messages() - before, 1U);
  EXPECT_GT(networks_.bytes_alive(), 60'000U);
  while (busy.input->readable()) busy.input->take();
  EXPECT_EQ(networks_.bytes_alive(), 0U) << "both frames of the other channel are still there";
  EXPECT_EQ(text_of(*blocked.input->take()), text_of(Watermark{EventTime(1)}));
  EXPECT_EQ(text_of(*blocked.input->take()), text_of(long_text(100)));
}

TEST_F(RemoteChannelTest, TheWindowFitsThePaceOfTheReader) {
  shared_.take(1 << 20);
  Channel& channel =
      add_channel({.slots = 400, .own_bytes = Bytes(10 * kCost), .remote_bytes = Bytes(40 * kCost), .shared_bytes = Bytes(0)});
  open();
  std::vector<size_t> windows;
  int64_t now = 0;
  for (const int64_t millis : {0, 0, 4, 5, 49, 49, 50, 50, 50}) {
    fill(channel);
    now += millis;
    clock_.advance_to(ProcessingTime(now));
    size_t read = 0;
    for (; channel.input->readable(); ++read) channel.input->take();
    grants_.flush();
    deliver();
    windows.push_back(read);
  }
  // Announced when half was read, so that the new window shows in part at first.
  EXPECT_EQ(windows, (std::vector<size_t>{10, 15, 30, 40, 40, 40, 40, 20, 10}));
}

TEST_F(RemoteChannelTest, AWindowWidensOnlyWhileThereIsMemory) {
  shared_.take(1 << 20);
  const ChannelLimits limits{.slots = 400, .own_bytes = Bytes(10 * kCost), .remote_bytes = Bytes(40 * kCost), .shared_bytes = Bytes(0)};
  Channel& first = add_channel(limits);
  Channel& second = add_channel(limits);
  open();
  ASSERT_TRUE(memory_->reserve(Bytes(kMemory - 30 * kCost)).ok());
  for (Channel* channel : {&first, &second}) {
    for (int round = 0; round < 10; ++round) {
      fill(*channel);
      while (channel->input->readable()) channel->input->take();
      deliver();
    }
  }
  EXPECT_EQ(fill(first), 40U);
  EXPECT_EQ(fill(second), 10U);
  EXPECT_EQ(memory_->used(), Bytes(kMemory));
  reading_.reset();
  EXPECT_EQ(memory_->used(), Bytes(kMemory - 30 * kCost));
}

TEST_F(RemoteChannelTest, ElementsThatAreReadQuicklyWidenNoWindow) {
  Channel& channel =
      add_channel({.slots = 16, .own_bytes = Bytes(100 * kCost), .remote_bytes = Bytes(400 * kCost), .shared_bytes = Bytes(0)});
  open();
  for (int round = 0; round < 20; ++round) {
    for (; channel.output->writable(); deliver()) channel.output->push(Watermark{EventTime(round)});
    while (channel.input->readable()) channel.input->take();
    deliver();
  }
  EXPECT_EQ(memory_->used(), Bytes(0));
}

TEST_F(RemoteChannelTest, WhatMayBeUnderWayGrowsWhenItIsNeededAndThereIsMemory) {
  unsent_.own_bytes = Bytes(4 * 256);
  unsent_.remote_bytes = Bytes(64 * 256);
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  ASSERT_TRUE(memory_->reserve(Bytes(kMemory - 12 * 256)).ok());
  size_t messages = 0;
  for (; channel.output->writable(); ++messages) {
    channel.output->push(numbers({1}));
    sender_->flush();
  }
  EXPECT_EQ(messages, 16U) << "4 of its own and 12 for which there was memory, each in a buffer of 256 bytes";
  deliver();
  writing_.reset();
  EXPECT_EQ(memory_->used(), Bytes(kMemory - 12 * 256));
}

TEST_F(RemoteChannelTest, AHugeFrameMakesNoOtherMessageHuge) {
  types_ = {PhysicalType::kString};
  unsent_.own_bytes = unsent_.remote_bytes = Bytes(4 * 1024);
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(long_text(90'000));
  deliver();
  EXPECT_TRUE(channel.input->take().has_value());
  channel.output->push(long_text(600));
  sender_->flush();
  EXPECT_TRUE(channel.output->writable()) << "a buffer as large as the huge one is under way";
}

TEST_F(RemoteChannelTest, GrantsTravelTogether) {
  shared_.take(1 << 20);
  std::vector<Channel*> channels;
  for (size_t i = 0; i < CreditGrants::kWaitingMax; ++i) channels.push_back(&add_channel(limits_of(4 * kCost)));
  open();
  for (Channel* channel : channels) fill(*channel);
  const uint64_t before = networks_.messages();
  for (Channel* channel : channels) {
    channel->input->take();
    channel->input->take();
  }
  EXPECT_EQ(networks_.messages() - before, 1U);
}

TEST_F(RemoteChannelTest, AnUnknownAttemptIsRefused) {
  Channel& channel = add_channel(limits_of(1 << 20));
  ASSERT_TRUE(writing_->attach().ok());
  writing_->open();
  deliver();
  EXPECT_EQ(channel.writer.first.message(),
            "channel 1 from source (1/2) to sink (2/2): 127.0.0.1:2 does not know the attempt");
  EXPECT_EQ(executors_.data_plane(kReader).counters().late_frames, 1U);
}

TEST_F(RemoteChannelTest, AnAttemptIsHereOnlyOnce) {
  AttemptChannels again(parts(kWriter), executors_.data_plane(kWriter));
  ASSERT_TRUE(writing_->attach().ok());
  EXPECT_EQ(again.attach().code(), ErrorCode::kAlreadyExists);
}

TEST_F(RemoteChannelTest, FramesOfAnAttemptThatHasEndedAreDroppedAndCounted) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(numbers({1}));
  reading_.reset();
  deliver();
  EXPECT_EQ(executors_.data_plane(kReader).counters().late_frames, 1U);
  EXPECT_TRUE(channel.writer.first.ok());
}

TEST_F(RemoteChannelTest, ALostConnectionFailsBothEnds) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(numbers({1}));
  deliver();
  networks_.cut_all();
  deliver();
  EXPECT_EQ(channel.writer.first.code(), ErrorCode::kUnavailable);
  EXPECT_EQ(channel.reader.first.message(), "channel 1 from source (1/2) to sink (2/2): "
                                            "lost the connection to 127.0.0.1:1: the connection was cut");
  EXPECT_FALSE(channel.input->readable()) << "what had come before is not read any more";
  channel.output->push(numbers({2}));
}

TEST_F(RemoteChannelTest, AChannelThatIsCompleteNeedsNoConnection) {
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(numbers({1}));
  channel.output->push(EndOfInput());
  deliver();
  networks_.cut_all();
  deliver();
  EXPECT_TRUE(channel.writer.first.ok());
  EXPECT_TRUE(channel.reader.first.ok());
  EXPECT_EQ(text_of(*channel.input->take()), "1");
  EXPECT_EQ(text_of(*channel.input->take()), "end");
}

TEST_F(RemoteChannelTest, TheNextAttemptConnectsAnew) {
  add_channel(limits_of(1 << 20));
  open();
  networks_.cut_all();
  deliver();
  writing_.reset();
  reading_.reset();
  channels_.clear();
  write_anew();
  reading_.emplace(parts(kReader), executors_.data_plane(kReader));
  Channel& channel = add_channel(limits_of(1 << 20));
  open();
  channel.output->push(numbers({5}));
  deliver();
  EXPECT_EQ(text_of(*channel.input->take()), "5");
}

}  // namespace
}  // namespace eddyline::taskexecutor

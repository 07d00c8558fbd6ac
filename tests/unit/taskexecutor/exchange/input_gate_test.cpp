#include "taskexecutor/exchange/input_gate.hpp"

#include <gtest/gtest.h>

#include "taskexecutor/exchange/local_channel.hpp"
#include "tests/unit/taskexecutor/test_operators.hpp"

namespace eddyline::taskexecutor {
namespace {

using Texts = std::vector<std::string>;

/// A gate with the producers' ends of its channels.
struct Receiver {
  explicit Receiver(const std::vector<size_t>& channels_by_input) {
    std::vector<std::vector<InputChannel*>> inputs;
    for (const size_t count : channels_by_input) {
      auto& input = inputs.emplace_back();
      for (size_t i = 0; i < count; ++i) {
        channels.push_back(std::make_unique<LocalChannel>(ChannelLimits{}, pool, wakeup, wakeup));
        input.push_back(channels.back().get());
      }
    }
    gate.emplace(std::move(inputs));
  }
  void send(size_t channel, StreamElement element) { channels[channel]->push(std::move(element)); }
  /// All there is, each "<input>:<text>".
  Texts read(std::optional<size_t> wanted = {}) {
    Texts texts;
    while (auto event = gate->next(wanted))
      texts.push_back(std::to_string(event->input) + ":" + text_of(event->element));
    return texts;
  }

  Wakeup wakeup;
  CreditPool pool{Bytes(1 << 20)};
  std::vector<std::unique_ptr<LocalChannel>> channels;
  std::optional<InputGate> gate;
};

TEST(InputGate, AlternatesBetweenInputs) {
  Receiver receiver({1, 1});
  for (const int64_t value : {1, 2}) receiver.send(0, numbers({value}));
  for (const int64_t value : {10, 20}) receiver.send(1, numbers({value}));
  EXPECT_EQ(receiver.read(), (Texts{"0:1", "1:10", "0:2", "1:20"}));
}

TEST(InputGate, AlternatesBetweenInputsWhateverTheirChannels) {
  Receiver receiver({2, 1});
  receiver.send(0, numbers({1}));
  receiver.send(1, numbers({2}));
  receiver.send(2, numbers({10}));
  receiver.send(2, numbers({20}));
  EXPECT_EQ(receiver.read(), (Texts{"0:1", "1:10", "0:2", "1:20"}));
}

TEST(InputGate, ReadsOnlyTheWantedInput) {
  Receiver receiver({1, 1});
  receiver.send(0, numbers({1}));
  receiver.send(1, numbers({2}));
  EXPECT_EQ(receiver.read(1), Texts{"1:2"});
  EXPECT_EQ(receiver.read(), Texts{"0:1"});
}

TEST(InputGate, CombinesWatermarksOverChannelsAndInputs) {
  Receiver receiver({2, 1});
  receiver.send(0, Watermark{EventTime(5)});
  receiver.send(1, Watermark{EventTime(3)});
  EXPECT_EQ(receiver.read(), Texts());
  receiver.send(2, Watermark{EventTime(4)});
  EXPECT_EQ(receiver.read(), Texts{"0:W3"});
  receiver.send(1, WatermarkStatus::kIdle);
  EXPECT_EQ(receiver.read(), Texts{"0:W4"});
}

TEST(InputGate, IdleOnlyWhenEverythingIs) {
  Receiver receiver({1, 1});
  receiver.send(0, WatermarkStatus::kIdle);
  EXPECT_EQ(receiver.read(), Texts());
  receiver.send(1, WatermarkStatus::kIdle);
  EXPECT_EQ(receiver.read(), Texts{"0:idle"});
  receiver.send(1, WatermarkStatus::kActive);
  receiver.send(1, Watermark{EventTime(9)});
  EXPECT_EQ(receiver.read(), (Texts{"0:active", "0:W9"}));
}

TEST(InputGate, EndsInputByInput) {
  Receiver receiver({2, 1});
  receiver.send(0, EndOfInput());
  EXPECT_EQ(receiver.read(), Texts());
  receiver.send(1, EndOfInput());
  EXPECT_EQ(receiver.read(), Texts{"0:end"});
  EXPECT_FALSE(receiver.gate->ended());
  receiver.send(2, EndOfInput());
  EXPECT_EQ(receiver.read(), Texts{"1:end"});
  EXPECT_TRUE(receiver.gate->ended());
}

TEST(InputGate, BarrierHoldsItsChannelBackAndNoOther) {
  Receiver receiver({2});
  receiver.send(0, CheckpointBarrier{CheckpointId(1)});
  receiver.send(0, numbers({2}));
  receiver.send(1, numbers({1}));
  EXPECT_EQ(receiver.read(), Texts{"0:1"});
  receiver.send(1, CheckpointBarrier{CheckpointId(1)});
  EXPECT_EQ(receiver.read(), (Texts{"0:B1", "0:2"}));
}

TEST(InputGate, ChannelsTakeTurnsInTheOrderInWhichTheyGotSomething) {
  Receiver receiver({3});
  receiver.send(2, numbers({1}));
  receiver.send(2, numbers({2}));
  receiver.send(0, numbers({10}));
  receiver.send(0, numbers({20}));
  receiver.send(1, numbers({100}));
  EXPECT_EQ(receiver.read(), (Texts{"0:1", "0:10", "0:100", "0:2", "0:20"}));
}

TEST(InputGate, ReadsWhatItsChannelsGotBeforeItWasMade) {
  Wakeup wakeup;
  CreditPool pool{Bytes(0)};
  LocalChannel channel(ChannelLimits{}, pool, wakeup, wakeup);
  channel.push(numbers({1}));
  InputGate gate({{&channel}});
  EXPECT_TRUE(gate.next({}).has_value());
}

TEST(InputGate, LooksOnlyAtChannelsThatReportedSomething) {
  Receiver receiver({2});
  receiver.send(0, numbers({1}));
  EXPECT_EQ(receiver.read(), Texts{"0:1"});
  // Emptied channels are no longer listed: the next element reports them again.
  EXPECT_EQ(receiver.read(), Texts());
  receiver.send(0, numbers({2}));
  EXPECT_EQ(receiver.read(), Texts{"0:2"});
}

TEST(InputGate, HoldsChannelsThatAreNotWantedUntilTheyAre) {
  Receiver receiver({2, 2});
  receiver.send(3, numbers({3}));
  receiver.send(1, numbers({1}));
  receiver.send(2, numbers({2}));
  EXPECT_EQ(receiver.read(0), Texts{"0:1"});
  receiver.send(1, numbers({11}));
  EXPECT_EQ(receiver.read(1), (Texts{"1:3", "1:2"}));
  EXPECT_EQ(receiver.read(1), Texts());
  EXPECT_EQ(receiver.read(), Texts{"0:11"});
}

TEST(InputGate, HeldChannelsAreReadOnceTheEndOfTheLastCompletesTheirBarrier) {
  Receiver receiver({3});
  for (const size_t channel : {0, 1}) {
    receiver.send(channel, CheckpointBarrier{CheckpointId(1)});
    receiver.send(channel, numbers({static_cast<int64_t>(channel)}));
  }
  EXPECT_EQ(receiver.read(), Texts());
  receiver.send(2, EndOfInput());
  EXPECT_EQ(receiver.read(), (Texts{"0:B1", "0:0", "0:1"}));
}

TEST(InputGate, ANewerBarrierLetsGoOfChannelsHeldForTheOlder) {
  Receiver receiver({3});
  receiver.send(0, CheckpointBarrier{CheckpointId(1)});
  receiver.send(0, numbers({1}));
  EXPECT_EQ(receiver.read(), Texts());
  receiver.send(1, CheckpointBarrier{CheckpointId(2)});
  receiver.send(1, numbers({2}));
  EXPECT_EQ(receiver.read(), Texts{"0:1"});
}

}  // namespace
}  // namespace eddyline::taskexecutor

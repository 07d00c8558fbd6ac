#include "schemas/control_codec.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/schemas/random_messages.hpp"

namespace eddyline::schemas {
namespace {

Result<ToJobManager> decoded(const ToJobManager&, std::span<const uint8_t> bytes) { return decode_to_job_manager(bytes); }
Result<ToExecutor> decoded(const ToExecutor&, std::span<const uint8_t> bytes) { return decode_to_executor(bytes); }
Result<ToClient> decoded(const ToClient&, std::span<const uint8_t> bytes) { return decode_to_client(bytes); }

template <class Direction>
class ControlCodecTest : public testing::Test {
 protected:
  static constexpr size_t kKinds = std::variant_size_v<Direction>;

  static std::vector<uint8_t> encoded(const Direction& message) {
    const Frame frame = encode(message);
    return {frame.bytes.begin(), frame.bytes.end()};
  }
  static Result<Direction> decode(std::span<const uint8_t> bytes) { return decoded(Direction(), bytes); }

  MessageFiller filler_{20261130};
  Random random_{7};
};

using Directions = testing::Types<ToJobManager, ToExecutor, ToClient>;
TYPED_TEST_SUITE(ControlCodecTest, Directions);

TYPED_TEST(ControlCodecTest, BringsBackEveryMessage) {
  for (size_t i = 0; i < 200 * this->kKinds; ++i) {
    const auto message = this->filler_.template draw<TypeParam>(i % this->kKinds);
    const Result<TypeParam> back = this->decode(this->encoded(message));
    ASSERT_TRUE(back.ok()) << i << ": " << back.status().to_string();
    ASSERT_TRUE(same_message(message, *back)) << "message " << i << " of kind " << message.index();
  }
}

TYPED_TEST(ControlCodecTest, ReadsBytesFromAnywhere) {
  for (size_t kind = 0; kind < this->kKinds; ++kind) {
    const auto message = this->filler_.template draw<TypeParam>(kind);
    std::vector<uint8_t> bytes = this->encoded(message);
    bytes.insert(bytes.begin(), 3, 0);
    const Result<TypeParam> back = this->decode(std::span(bytes).subspan(3));
    ASSERT_TRUE(back.ok()) << back.status().to_string();
    EXPECT_TRUE(same_message(message, *back));
  }
}

TYPED_TEST(ControlCodecTest, RefusesWhatIsCutShortOrGoesOn) {
  for (size_t kind = 0; kind < this->kKinds; ++kind) {
    const std::vector<uint8_t> bytes = this->encoded(this->filler_.template draw<TypeParam>(kind));
    for (size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(this->decode(std::span(bytes).first(size)).ok()) << "kind " << kind << " cut to " << size;
    }
    std::vector<uint8_t> longer = bytes;
    longer.resize(bytes.size() + 8);
    EXPECT_FALSE(this->decode(longer).ok());
  }
}

TYPED_TEST(ControlCodecTest, SurvivesChangedBytes) {
  for (size_t i = 0; i < 500 * this->kKinds; ++i) {
    std::vector<uint8_t> bytes = this->encoded(this->filler_.template draw<TypeParam>(i % this->kKinds));
    for (uint64_t changes = 1 + this->random_.below(4); changes > 0; --changes) {
      bytes[this->random_.below(bytes.size())] = static_cast<uint8_t>(this->random_.next());
    }
    const Result<TypeParam> back = this->decode(bytes);
    if (back.ok()) {
      EXPECT_TRUE(this->decode(this->encoded(*back)).ok());
    } else {
      EXPECT_EQ(back.status().code(), ErrorCode::kDataError);
    }
  }
}

TYPED_TEST(ControlCodecTest, RefusesGarbage) {
  for (size_t i = 0; i < 2000; ++i) {
    std::vector<uint8_t> bytes(this->random_.below(40) * 8);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(this->random_.next());
    EXPECT_FALSE(this->decode(bytes).ok());
  }
}

TEST(ControlCodecTest, RefusesAnUnknownKind) {
  // One segment of two words: a root of one data word without pointers, whose kind is 999.
  std::vector<uint64_t> words{uint64_t{2} << 32, uint64_t{1} << 32, 999};
  const std::span bytes(reinterpret_cast<const uint8_t*>(words.data()), words.size() * 8);
  EXPECT_EQ(decode_to_client(bytes).status().message(), "a message is of an unknown kind");
}

std::string refusal_of(const ToExecutor& message) {
  const Frame frame = encode(message);
  const Result<ToExecutor> back = decode_to_executor(frame.bytes);
  return back.ok() ? "" : back.status().message();
}

TEST(ControlCodecTest, RefusesSlotsOfExecutorsThatAreNotThere) {
  DeployJob message;
  message.executors.resize(2);
  message.executor_of_slot = {0, 1, 2};
  EXPECT_EQ(refusal_of(message), "the task executor of a slot is not there");
  message.executor_of_slot.assign(kMaxMaxParallelism + 1, 0);
  EXPECT_EQ(refusal_of(message), "the number of slots is too large");
}

TEST(ControlCodecTest, RefusesNamesThatAreNoText) {
  DeployJob message;
  message.name = "\xFF";
  EXPECT_EQ(refusal_of(message), "the name of a job is not UTF-8");
  message.name = "insert";
  message.settings.set("\xC0\x80", "");
  EXPECT_EQ(refusal_of(message), "the key of a setting is not UTF-8");
}

TEST(ControlCodecTest, RefusesNegativeTimes) {
  FetchRows message;
  message.wait = std::chrono::milliseconds(-1);
  EXPECT_EQ(refusal_of(message), "the time to wait for rows is negative");
}

TEST(ControlCodecTest, RefusesARefusalWithoutReason) {
  EXPECT_EQ(refusal_of(ExecutorRefused{}), "the reason of a refusal is missing");
}

TEST(ControlCodecTest, TakesErrorsWhoseTextIsNone) {
  // A row's value may stand in an error; it must not keep the error from arriving.
  CancelAttempt message{AttemptId(1), "\xFF"};
  EXPECT_EQ(refusal_of(message), "");
}

TEST(ControlCodecTest, CutsErrorsThatRepeatALongValue) {
  SubtaskChanged message;
  constexpr size_t kCut = 64 << 10;
  for (const auto& [text, kept] : {std::pair{"'" + std::string(600 << 20, 'x') + "'", kCut},
                                   {std::string(kCut - 1, 'x') + "\u00e4" + std::string(kCut, 'y'), kCut - 1}}) {
    message.cause = data_error(text);
    const auto back = decode_to_job_manager(encode(ToJobManager(message)).bytes).value();
    EXPECT_EQ(std::get<SubtaskChanged>(back).cause.message(),
              text.substr(0, kept) + "... (" + std::to_string(text.size()) + " bytes)");
  }
}

TEST(ControlCodecTest, TakesManyOfEverything) {
  DeployJob deploy;
  deploy.executors.assign(2'000, {ExecutorId("localhost:43561-a1b2c3"), "localhost", 43561});
  deploy.executor_of_slot.assign(kMaxMaxParallelism, 1'999);
  for (int i = 0; i < 2'000; ++i) deploy.settings.set("key-" + std::to_string(i), "value");
  EXPECT_EQ(refusal_of(deploy), "");
  JobList list;
  list.jobs.resize(10'000);
  for (JobSummary& job : list.jobs) job.cause = io_error("disk full");
  EXPECT_TRUE(decode_to_client(encode(ToClient(list)).bytes).ok());
}

TEST(ControlCodecTest, TakesLargeMessages) {
  FetchedRows message;
  message.batches.assign(64, std::string(size_t{1} << 20, 'r'));
  const Frame frame = encode(ToClient(message));
  const Result<ToClient> back = decode_to_client(frame.bytes);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_EQ(std::get<FetchedRows>(*back).batches, message.batches);
}

// Peers of the same version must mean the same by the same bytes.
TEST(ControlVersionTest, IsRaisedWithEveryChangeOfTheSchema) {
  std::ifstream file(std::string(EDDYLINE_SOURCE_DIR) + "/schemas/control_messages.capnp");
  uint64_t hash = 0xcbf29ce484222325;
  for (char c = 0; file.get(c);) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  EXPECT_EQ(hash, 0x30cac449c5483374U) << "the schema has changed: raise kControlSchemaVersion, and write this number here";
  EXPECT_EQ(kControlSchemaVersion, 2U);
}

}  // namespace
}  // namespace eddyline::schemas

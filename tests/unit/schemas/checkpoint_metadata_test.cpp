#include "schemas/checkpoint_metadata.hpp"

#include <gtest/gtest.h>

#include "common/base/random.hpp"
#include "tests/fuzz/checkpoint_metadata_property.hpp"

namespace eddyline::schemas {
namespace {

std::span<const uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

CheckpointMetadata metadata_of_a_join() {
  SavedState rows;
  rows.name = "left";
  rows.kind = 3;
  rows.row = {{"order_id", "BIGINT"}, {"order_time", "TIMESTAMP(3)"}};
  rows.row_keys = {0};
  rows.fields = {1, 2, 3};
  rows.deadlines = {"close", "early fire"};
  SavedState counts;
  counts.name = "counts";
  counts.kind = 2;
  counts.key = {{"k", "VARCHAR(2147483647)"}};
  counts.map_key = {{"v", "INT NOT NULL"}};
  counts.row = {{"count", "BIGINT NOT NULL"}};
  SavedSubtask first;
  first.operator_state = std::string("splits \0 and offsets", 20);
  first.keyed_state.file = SavedFile{"5b3a", uint64_t{1} << 40, 0xfedcba98};
  SavedSubtask second;
  second.subtask = SubtaskIndex(1);
  second.finished = true;
  second.keyed_state.inlined = std::string("\1\0\2", 3);
  CheckpointMetadata metadata;
  metadata.job = JobId(1, 2);
  metadata.job_name = "insert-into_default_catalog.default_database.out_early";
  metadata.checkpoint = CheckpointId(17);
  metadata.time = ProcessingTime(1'780'000'000'000);
  metadata.savepoint = true;
  metadata.operators = {{"a1b2", "IntervalJoin[5]", Parallelism(2), MaxParallelism(128), {rows, counts}, {first, second}},
                        {"c3d4", "Source", Parallelism(1), MaxParallelism(128), {}, {}}};
  return metadata;
}

TEST(CheckpointMetadataTest, IsReadAsItWasWritten) {
  for (const CheckpointMetadata& metadata : {metadata_of_a_join(), CheckpointMetadata()}) {
    EXPECT_EQ(decode_metadata(bytes_of(encode_metadata(metadata))).value(), metadata);
  }
}

TEST(CheckpointMetadataTest, EveryCutIsFound) {
  const std::string whole = encode_metadata(metadata_of_a_join());
  for (size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_FALSE(decode_metadata(bytes_of(whole.substr(0, bytes))).ok()) << bytes;
  }
  EXPECT_EQ(decode_metadata({}).status().message(), "it is empty");
  EXPECT_EQ(decode_metadata(bytes_of(whole.substr(0, 16))).status().message(), "it is cut short");
}

TEST(CheckpointMetadataTest, EveryFlippedBitIsFound) {
  std::string altered = encode_metadata(metadata_of_a_join());
  for (size_t bit = 0; bit < altered.size() * 8; ++bit) {
    const auto mask = static_cast<char>(1 << (bit % 8));
    altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ mask);
    EXPECT_FALSE(decode_metadata(bytes_of(altered)).ok()) << bit;
    altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ mask);
  }
}

TEST(CheckpointMetadataTest, OtherFilesAreRefused) {
  EXPECT_EQ(decode_metadata(bytes_of("EDCHKPT2 of a version to come")).status().message(), "it is no metadata of this version");
}

/// What a checksum does not find: contents that nobody writes.
TEST(CheckpointMetadataTest, ContentsAreNotTrustedEither) {
  CheckpointMetadata metadata = metadata_of_a_join();
  metadata.operators[0].subtasks[0].subtask = SubtaskIndex(2);
  EXPECT_EQ(decode_metadata(bytes_of(encode_metadata(metadata))).status().message(), "a subtask of operator 'a1b2' is out of range");
  metadata = metadata_of_a_join();
  metadata.operators[0].max_parallelism = MaxParallelism(kMaxMaxParallelism + 1);
  EXPECT_EQ(decode_metadata(bytes_of(encode_metadata(metadata))).status().message(), "the parallelism of operator 'a1b2' is out of range");
  metadata = metadata_of_a_join();
  metadata.operators[0].states[0].name = "\xff";
  EXPECT_EQ(decode_metadata(bytes_of(encode_metadata(metadata))).status().message(), "the name of a state is not UTF-8");
  metadata = metadata_of_a_join();
  metadata.operators[0].subtasks[0].keyed_state.file->path = std::string("a\0b", 3);
  EXPECT_EQ(decode_metadata(bytes_of(encode_metadata(metadata))).status().message(), "the path of a file has a byte of 0");
}

TEST(CheckpointMetadataTest, AlteredMessagesWithTheirChecksumDoNoHarm) {
  const std::string whole = encode_metadata(metadata_of_a_join());
  constexpr size_t kHeaderBytes = 16;
  ASSERT_EQ(metadata_file_of(bytes_of(whole.substr(kHeaderBytes))), whole);
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string message = whole.substr(kHeaderBytes);
    for (uint64_t change = random.below(4); change > 0; --change) message[random.below(message.size())] = static_cast<char>(random.next());
    ASSERT_EQ(broken_metadata_property(bytes_of(message)), "") << "round " << i;
  }
}

}  // namespace
}  // namespace eddyline::schemas

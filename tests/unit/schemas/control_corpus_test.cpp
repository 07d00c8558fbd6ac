#include <gtest/gtest.h>

#include "tests/fuzz/control_codec_property.hpp"
#include "tests/unit/common/corpus_folder.hpp"
#include "tests/unit/schemas/random_messages.hpp"

namespace eddyline::schemas {
namespace {

/// Some of each kind of message.
template <class Direction>
void rewrite_if_asked(const CorpusFolder& corpus) {
  if (!CorpusFolder::is_to_be_rewritten()) return;
  constexpr size_t kKinds = std::variant_size_v<Direction>;
  MessageFiller filler(1);
  for (size_t i = 0, written = 0; written < 3 * kKinds; ++i) {
    const Frame frame = encode(filler.draw<Direction>(i % kKinds));
    if (frame.bytes.size() > 1000 || i % kKinds != written % kKinds) continue;
    corpus.write("message_" + std::to_string(written), {frame.bytes.begin(), frame.bytes.end()});
    ++written;
  }
}

template <class Decode>
void expect_property(const CorpusFolder& corpus, size_t inputs_min, Decode decode) {
  const auto inputs = corpus.inputs();
  EXPECT_GE(inputs.size(), inputs_min);
  for (const auto& [name, bytes] : inputs) EXPECT_EQ(broken_codec_property(bytes, decode), "") << name;
}

TEST(ControlCorpusTest, ToJobManagerHoldsTheProperty) {
  const CorpusFolder corpus("control_to_job_manager");
  rewrite_if_asked<ToJobManager>(corpus);
  expect_property(corpus, 33, decode_to_job_manager);
}

TEST(ControlCorpusTest, ToExecutorHoldsTheProperty) {
  const CorpusFolder corpus("control_to_executor");
  rewrite_if_asked<ToExecutor>(corpus);
  expect_property(corpus, 21, decode_to_executor);
}

TEST(ControlCorpusTest, ToClientHoldsTheProperty) {
  const CorpusFolder corpus("control_to_client");
  rewrite_if_asked<ToClient>(corpus);
  expect_property(corpus, 15, decode_to_client);
}

}  // namespace
}  // namespace eddyline::schemas

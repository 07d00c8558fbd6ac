#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/control_codec_property.hpp"
#include "tests/unit/schemas/random_messages.hpp"

namespace eddyline::schemas {
namespace {

using Bytes = std::vector<uint8_t>;

/// The inputs that a decoder's fuzzer starts from; with REWRITE=1 made anew, some of each kind of message.
class ControlCorpus {
 public:
  explicit ControlCorpus(std::string_view receiver)
      : folder_(std::string(EDDYLINE_SOURCE_DIR) + "/tests/fuzz/corpus/control_to_" + std::string(receiver)) {}

  template <class Direction>
  void rewrite_if_asked() const {
    if (std::getenv("REWRITE") == nullptr) return;
    constexpr size_t kKinds = std::variant_size_v<Direction>;
    MessageFiller filler(1);
    for (size_t i = 0, written = 0; written < 3 * kKinds; ++i) {
      const Frame frame = encode(filler.draw<Direction>(i % kKinds));
      if (frame.bytes.size() > 1000 || i % kKinds != written % kKinds) continue;
      std::ofstream file(folder_ / ("message_" + std::to_string(written) + ".bin"), std::ios::binary);
      file.write(reinterpret_cast<const char*>(frame.bytes.data()), static_cast<std::streamsize>(frame.bytes.size()));
      ++written;
    }
  }

  std::vector<std::pair<std::string, Bytes>> inputs() const {
    std::vector<std::pair<std::string, Bytes>> inputs;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      std::ifstream file(entry.path(), std::ios::binary);
      inputs.emplace_back(entry.path().filename().string(),
                          Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
    }
    // The order of a folder is nobody's promise.
    std::sort(inputs.begin(), inputs.end());
    return inputs;
  }

 private:
  std::filesystem::path folder_;
};

template <class Decode>
void expect_property(const ControlCorpus& corpus, size_t inputs_min, Decode decode) {
  const auto inputs = corpus.inputs();
  EXPECT_GE(inputs.size(), inputs_min);
  for (const auto& [name, bytes] : inputs) EXPECT_EQ(broken_codec_property(bytes, decode), "") << name;
}

TEST(ControlCorpusTest, ToJobManagerHoldsTheProperty) {
  const ControlCorpus corpus("job_manager");
  corpus.rewrite_if_asked<ToJobManager>();
  expect_property(corpus, 33, decode_to_job_manager);
}

TEST(ControlCorpusTest, ToExecutorHoldsTheProperty) {
  const ControlCorpus corpus("executor");
  corpus.rewrite_if_asked<ToExecutor>();
  expect_property(corpus, 21, decode_to_executor);
}

TEST(ControlCorpusTest, ToClientHoldsTheProperty) {
  const ControlCorpus corpus("client");
  corpus.rewrite_if_asked<ToClient>();
  expect_property(corpus, 15, decode_to_client);
}

}  // namespace
}  // namespace eddyline::schemas

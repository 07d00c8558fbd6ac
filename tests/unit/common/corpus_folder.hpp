#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace eddyline {

/// The inputs that a fuzzer starts from, which the ordinary run replays; with REWRITE=1 a test makes them anew.
class CorpusFolder {
 public:
  explicit CorpusFolder(const std::string& name)
      : folder_(std::filesystem::path(EDDYLINE_SOURCE_DIR) / "tests/fuzz/corpus" / name) {}

  static bool is_to_be_rewritten() { return std::getenv("REWRITE") != nullptr; }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream file(folder_ / (name + ".bin"), std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  /// By name: the order of a folder is nobody's promise.
  std::vector<std::pair<std::string, std::vector<uint8_t>>> inputs() const {
    std::vector<std::pair<std::string, std::vector<uint8_t>>> inputs;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      std::ifstream file(entry.path(), std::ios::binary);
      inputs.emplace_back(entry.path().filename().string(),
                          std::vector<uint8_t>{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
    }
    std::ranges::sort(inputs);
    return inputs;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace eddyline

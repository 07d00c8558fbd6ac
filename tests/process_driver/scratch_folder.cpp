#include "tests/process_driver/scratch_folder.hpp"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/base/check.hpp"

namespace eddyline::tests {

ScratchFolder::ScratchFolder() : path_((std::filesystem::temp_directory_path() / "eddyline-test-XXXXXX").string()) {
  CHECK(mkdtemp(path_.data()) != nullptr) << path_;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void ScratchFolder::write(std::string_view name, std::string_view text) const {
  const std::string path = *this / name;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string read_whole_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace eddyline::tests

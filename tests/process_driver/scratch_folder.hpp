#pragma once

#include <string>
#include <string_view>

namespace eddyline::tests {

/// A folder of a test's own, gone with it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }
  void write(std::string_view name, std::string_view text) const;

 private:
  std::string path_;
};

std::string read_whole_file(const std::string& path);

}  // namespace eddyline::tests

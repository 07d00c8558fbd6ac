#pragma once

#include <mutex>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline {

/// Where a process writes what people read: its terminal, its .out file, a string in a test.
class TextOutput {
 public:
  virtual ~TextOutput() = default;
  /// Writes the whole text at once: lines of other threads never fall between its bytes.
  /// Thread   any.
  virtual Status write(std::string_view text) = 0;
};

/// A file descriptor, borrowed: one write(2) a call unless the system takes less. Calls take turns, since a pipe cuts
/// long writes and lets those of other threads in between; so a descriptor has one object in a process.
class FileDescriptorOutput final : public TextOutput {
 public:
  /// `name` is for error messages: "standard output".
  FileDescriptorOutput(int descriptor, std::string_view name) : descriptor_(descriptor), name_(name) {}
  Status write(std::string_view text) override;

 private:
  std::mutex mutex_;
  int descriptor_;
  std::string_view name_;
};

}  // namespace eddyline

#include "common/base/check.hpp"

#include <execinfo.h>
#include <unistd.h>

#include <cstdlib>

namespace eddyline::internal {

CheckFailure::CheckFailure(const char* file, int line, const char* condition) {
  text_ = std::string("CHECK failed at ") + file + ":" + std::to_string(line) + ": " + condition + " ";
}

CheckFailure::~CheckFailure() {
  text_ += "\n";
  // Written without stdio: the process may be in any state.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text_.data(), text_.size());
  void* frames[64];
  const int count = ::backtrace(frames, 64);
  ::backtrace_symbols_fd(frames, count, STDERR_FILENO);
  std::abort();
}

CheckFailure& CheckFailure::operator<<(std::string_view text) {
  text_ += text;
  return *this;
}

}  // namespace eddyline::internal

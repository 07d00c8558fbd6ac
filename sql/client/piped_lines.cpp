#include "sql/client/piped_lines.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "common/file/text_input.hpp"

namespace eddyline::sql {

Result<TypedLine> PipedLines::read(std::string_view prompt) {
  RETURN_IF_ERROR(output_.write(prompt));
  ASSIGN_OR_RETURN(TypedLine line, next_line());
  RETURN_IF_ERROR(output_.write(line.text + "\n"));
  return line;
}

Result<TypedLine> PipedLines::next_line() {
  size_t searched = start_;
  while (true) {
    const size_t end = buffered_.find('\n', searched);
    if (end != std::string::npos) return take_line(end - start_, 1);
    searched = buffered_.size();
    if (buffered_.size() - start_ > kMaxTextBytes) return io_error(name_ + " has a line that is too long");
    ASSIGN_OR_RETURN(const bool more, read_more());
    if (more) continue;
    const bool has_rest = buffered_.size() > start_ && !interruption_.raised();
    return has_rest ? take_line(buffered_.size() - start_, 0) : TypedLine{TypedLine::Kind::kEnd, ""};
  }
}

TypedLine PipedLines::take_line(size_t length, size_t with_break) {
  TypedLine line{TypedLine::Kind::kText, buffered_.substr(start_, length)};
  start_ += length + with_break;
  if (start_ == buffered_.size()) {
    buffered_.clear();
    start_ = 0;
  }
  if (line.text.ends_with('\r')) line.text.pop_back();
  return line;
}

Result<bool> PipedLines::read_more() {
  std::array<pollfd, 2> waited{{{descriptor_, POLLIN, 0}, {interruption_.descriptor(), POLLIN, 0}}};
  while (poll(waited.data(), waited.size(), -1) < 0) {
    if (errno != EINTR) return io_error("Could not wait for " + name_ + ": " + std::strerror(errno));
  }
  if (waited[1].revents != 0) return false;
  std::array<char, 64 << 10> bytes;
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, bytes.data(), bytes.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) return io_error("Could not read " + name_ + ": " + std::strerror(errno));
  buffered_.append(bytes.data(), static_cast<size_t>(count));
  return count > 0;
}

}  // namespace eddyline::sql

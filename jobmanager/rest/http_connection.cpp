#include "jobmanager/rest/http_connection.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace eddyline::jobmanager {
namespace {

/// Request line and headers.
constexpr size_t kHeadBytesMax = 64 * 1024;
constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::string_view kHeadTooLong =
    "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

bool is_passing(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

}  // namespace

HttpConnection::HttpConnection(uint64_t id, OwnedDescriptor descriptor, const HttpLimits& limits, Time now)
    : id_(id), descriptor_(std::move(descriptor)), limits_(limits), deadline_(now + limits.request) {}

short HttpConnection::awaited() const {
  if (stage_ == Stage::kAnswering) return 0;
  return stage_ == Stage::kWriting ? POLLOUT : POLLIN;
}

void HttpConnection::go_on(Time now) {
  if (stage_ == Stage::kReading) read_request();
  if (stage_ == Stage::kWriting) write_answer(now);
  if (stage_ == Stage::kDraining) drain();
}

void HttpConnection::read_request() {
  std::array<char, 4096> bytes;
  while (text_.size() <= kHeadBytesMax) {
    const ssize_t count = recv(descriptor_.get(), bytes.data(), bytes.size(), 0);
    if (count < 0 && is_passing(errno)) return;
    if (count <= 0) return give_up();
    // The end may lie across two reads.
    const size_t from = text_.size() < kHeadEnd.size() ? 0 : text_.size() - kHeadEnd.size();
    text_.append(bytes.data(), static_cast<size_t>(count));
    const size_t end = text_.find(kHeadEnd, from);
    if (end == std::string::npos) continue;
    text_.resize(end + kHeadEnd.size());
    stage_ = Stage::kAnswering;
    deadline_ = Time::max();
    return;
  }
  text_ = kHeadTooLong;
  stage_ = Stage::kWriting;
}

void HttpConnection::answer(std::string text, Time now) {
  text_ = std::move(text);
  stage_ = Stage::kWriting;
  deadline_ = now + limits_.answer;
  go_on(now);
}

void HttpConnection::write_answer(Time now) {
  while (written_ < text_.size()) {
    const ssize_t count = send(descriptor_.get(), text_.data() + written_, text_.size() - written_, MSG_NOSIGNAL);
    if (count < 0 && is_passing(errno)) return;
    if (count < 0) return give_up();
    written_ += static_cast<size_t>(count);
  }
  text_.clear();
  shutdown(descriptor_.get(), SHUT_WR);
  stage_ = Stage::kDraining;
  deadline_ = now + limits_.farewell;
}

void HttpConnection::drain() {
  std::array<char, 65536> bytes;
  // One read a turn: whoever sends without end must not hold up the others.
  const ssize_t count = recv(descriptor_.get(), bytes.data(), bytes.size(), 0);
  if (count == 0 || (count < 0 && !is_passing(errno))) give_up();
}

}  // namespace eddyline::jobmanager

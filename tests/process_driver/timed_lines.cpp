#include "tests/process_driver/timed_lines.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/base/check.hpp"

namespace eddyline::tests {

TimedLines::TimedLines(std::string folder, std::string part, std::string ending)
    : folder_(std::move(folder)),
      part_(std::move(part)),
      ending_(std::move(ending)),
      changes_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
      stop_(eventfd(0, EFD_CLOEXEC)) {
  CHECK(inotify_add_watch(changes_, folder_.c_str(), IN_MODIFY | IN_CREATE | IN_MOVED_TO) >= 0) << folder_;
  thread_ = std::thread([this] { follow(); });
}

TimedLines::~TimedLines() {
  eventfd_write(stop_, 1);
  thread_.join();
  close(changes_);
  close(stop_);
}

void TimedLines::follow() {
  pollfd watched[] = {{.fd = changes_, .events = POLLIN, .revents = 0}, {.fd = stop_, .events = POLLIN, .revents = 0}};
  read_all();
  while (true) {
    poll(watched, 2, -1);
    if (watched[1].revents != 0) return;
    char events[4096];
    while (read(changes_, events, sizeof(events)) > 0) {
    }
    read_all();
  }
}

void TimedLines::read_all() {
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name.find(part_) != std::string::npos && name.ends_with(ending_)) read_new(name, files_[name]);
  }
}

void TimedLines::read_new(const std::string& name, Followed& file) {
  const auto now = std::chrono::system_clock::now();
  std::ifstream stream(folder_ + "/" + name, std::ios::binary);
  stream.seekg(file.offset);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  file.offset += static_cast<std::streamoff>(text.size());
  file.unfinished += text;
  const std::lock_guard lock(mutex_);
  size_t start = 0;
  for (size_t end; (end = file.unfinished.find('\n', start)) != std::string::npos; start = end + 1) {
    lines_.push_back({now, name, file.unfinished.substr(start, end - start)});
  }
  file.unfinished.erase(0, start);
  changed_.notify_all();
}

std::vector<TimedLine> TimedLines::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

std::optional<TimedLine> TimedLines::wait_for(const std::function<bool(const TimedLine&)>& wanted,
                                              std::chrono::milliseconds limit) const {
  std::unique_lock lock(mutex_);
  size_t seen = 0;
  const auto found = [&] {
    while (seen < lines_.size() && !wanted(lines_[seen])) ++seen;
    return seen < lines_.size();
  };
  if (!changed_.wait_for(lock, limit, found)) return std::nullopt;
  return lines_[seen];
}

std::optional<TimedLine> TimedLines::wait_for(const std::string& text, std::chrono::milliseconds limit) const {
  return wait_for([&](const TimedLine& line) { return line.text.find(text) != std::string::npos; }, limit);
}

}  // namespace eddyline::tests

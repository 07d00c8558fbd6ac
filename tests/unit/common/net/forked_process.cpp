#include "tests/unit/common/net/forked_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "common/base/check.hpp"

namespace eddyline {

void ForkedProcess::Lines::write(const std::string& line) const {
  const std::string text = line + "\n";
  CHECK(::write(out, text.data(), text.size()) == static_cast<ssize_t>(text.size())) << "the other side is gone";
}

std::string ForkedProcess::Lines::read() const {
  std::string line;
  char c = 0;
  pollfd polled{in, POLLIN, 0};
  while (::poll(&polled, 1, 30'000) == 1 && ::read(in, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

ForkedProcess::ForkedProcess(const std::function<int(const Lines&)>& body) {
  std::array<int, 2> to_child{};
  std::array<int, 2> from_child{};
  CHECK(::pipe2(to_child.data(), O_CLOEXEC) == 0 && ::pipe2(from_child.data(), O_CLOEXEC) == 0) << "no pipes";
  pid_ = ::fork();
  CHECK(pid_ >= 0) << "no process";
  const bool is_child = pid_ == 0;
  ::close(is_child ? to_child[1] : to_child[0]);
  ::close(is_child ? from_child[0] : from_child[1]);
  lines_ = is_child ? Lines{to_child[0], from_child[1]} : Lines{from_child[0], to_child[1]};
  if (is_child) ::_exit(body(lines_));
}

ForkedProcess::~ForkedProcess() {
  if (pid_ > 0) {
    signal(SIGKILL);
    wait();
  }
  ::close(lines_.in);
  ::close(lines_.out);
}

void ForkedProcess::signal(int number) const {
  ::kill(pid_, number);
}

int ForkedProcess::wait() {
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace eddyline

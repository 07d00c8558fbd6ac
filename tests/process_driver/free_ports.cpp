#include "tests/process_driver/free_ports.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>

#include "common/base/check.hpp"

namespace eddyline::tests {
namespace {

/// Below those that the system gives to whoever asks for any: between release() and the moment when the port is taken, a connection
/// that somebody makes must not get it.
constexpr uint32_t kFirst = 10'000;
constexpr uint32_t kCount = 20'000;

/// Where a program begins is spread, so that few candidates are another one's.
uint16_t next_candidate() {
  static std::atomic<uint32_t> given{static_cast<uint32_t>(getpid()) * 37};
  return static_cast<uint16_t>(kFirst + given.fetch_add(1) % kCount);
}

/// Keeps the port from all that ask for one, in this program and others, until this one has ended; false if somebody has it. The file
/// stays: one that is removed could be locked by a second program under the same name.
bool reserve(uint16_t port) {
  static const std::string folder = std::filesystem::temp_directory_path() / ("eddyline_test_ports." + std::to_string(getuid()));
  CHECK(mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) << folder << ": " << std::strerror(errno);
  const std::string path = folder + "/" + std::to_string(port);
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  CHECK(file >= 0) << path << ": " << std::strerror(errno);
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
  CHECK(errno == EWOULDBLOCK) << path << ": " << std::strerror(errno);
  close(file);
  return false;
}

/// A socket bound to the port, or nothing if somebody has it.
std::optional<int> bind_to(uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK(socket >= 0) << std::strerror(errno);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  if (bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) return socket;
  CHECK(errno == EADDRINUSE) << "port " << port << ": " << std::strerror(errno);
  close(socket);
  return std::nullopt;
}

}  // namespace

FreePorts::FreePorts(size_t count) {
  for (uint32_t tried = 0; sockets_.size() < count; ++tried) {
    CHECK(tried < kCount) << "no port is free";
    const uint16_t port = next_candidate();
    if (!reserve(port)) continue;
    const std::optional<int> socket = bind_to(port);
    if (!socket) continue;
    sockets_.push_back(*socket);
    ports_.push_back(port);
  }
}

FreePorts::~FreePorts() {
  release();
}

void FreePorts::release() {
  for (const int socket : sockets_) close(socket);
  sockets_.clear();
}

}  // namespace eddyline::tests

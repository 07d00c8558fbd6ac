#include "common/file/text_input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace eddyline {
namespace {

Status cannot_read(const std::string& name, const std::string& reason) {
  return io_error("Cannot read " + name + ": " + reason);
}

}  // namespace

Result<std::string> read_text(int descriptor, const std::string& name) {
  std::string text;
  char chunk[64 * 1024];
  while (true) {
    const ssize_t count = ::read(descriptor, chunk, sizeof(chunk));
    if (count == 0) return text;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot_read(name, std::strerror(errno));
    text.append(chunk, static_cast<size_t>(count));
    if (text.size() > kMaxTextBytes) {
      return cannot_read(name, "it is larger than " + std::to_string(kMaxTextBytes >> 20) + " MiB");
    }
  }
}

Result<std::string> read_text_file(const std::string& path) {
  const std::string name = "file '" + path + "'";
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_read(name, std::strerror(errno));
  Result<std::string> text = read_text(descriptor, name);
  ::close(descriptor);
  return text;
}

}  // namespace eddyline

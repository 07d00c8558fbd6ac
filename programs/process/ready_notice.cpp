#include "programs/process/ready_notice.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "common/file/text_output.hpp"

namespace eddyline::programs {

ReadyNotice::ReadyNotice(int descriptor) : descriptor_(descriptor) {
  if (descriptor_ >= 0) fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
}

ReadyNotice::~ReadyNotice() {
  close();
}

void ReadyNotice::tell(std::string_view text) {
  if (descriptor_ < 0) return;
  // Who no longer listens misses nothing: the log says the same.
  FileDescriptorOutput(descriptor_, "ready notice").write(text).ok();
  close();
}

void ReadyNotice::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

}  // namespace eddyline::programs

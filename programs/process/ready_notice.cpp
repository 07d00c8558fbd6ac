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

Status ReadyNotice::ready() {
  const Status told = tell("ready\n");
  if (told.ok()) return {};
  return Status(ErrorCode::kUnavailable,
                "Whoever started this process has gone before it was ready: " + told.message());
}

void ReadyNotice::failed(const Status& why) {
  // Who no longer listens misses nothing: the log says the same.
  static_cast<void>(tell("error " + why.message() + "\n"));
}

Status ReadyNotice::tell(std::string_view text) {
  if (descriptor_ < 0) return {};
  const Status told = FileDescriptorOutput(descriptor_, "ready notice").write(text);
  close();
  return told;
}

void ReadyNotice::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

}  // namespace eddyline::programs

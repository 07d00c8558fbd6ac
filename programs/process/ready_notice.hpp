#pragma once

#include "common/base/status.hpp"

namespace eddyline::programs {

/// Tells whoever started the process how that went, once: "ready\n", or "error <message>\n" where the message may have several
/// lines. The descriptor is closed behind it, and with the process if it ends without a word, so that the other side reads to the
/// end and neither polls nor waits for ever.
///
/// Errors   of ready(): kUnavailable when whoever started the process has gone, so that nobody knows of it.
/// Thread   one.
class ReadyNotice {
 public:
  /// -1: nobody waits. The descriptor is owned from here on and is not inherited by programs that this one starts.
  explicit ReadyNotice(int descriptor);
  ~ReadyNotice();
  ReadyNotice(const ReadyNotice&) = delete;
  ReadyNotice& operator=(const ReadyNotice&) = delete;

  Status ready();
  void failed(const Status& why);

 private:
  Status tell(std::string_view text);
  void close();

  int descriptor_;
};

}  // namespace eddyline::programs

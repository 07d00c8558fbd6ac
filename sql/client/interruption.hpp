#pragma once

#include <atomic>

namespace eddyline::sql {

/// The user's wish, by a signal, that what runs now ends: whoever waits for lines, answers or rows also waits for this.
///
/// Thread   any.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  void raise();
  /// What runs now ends, and nothing else is to be begun.
  void raise_for_good();
  /// What runs next is not meant. Without effect after raise_for_good().
  void clear();

  bool raised() const;
  bool for_good() const { return for_good_.load(); }
  /// Readable while raised; only to be polled.
  int descriptor() const { return descriptor_; }

 private:
  /// What it holds is all there is to know: raised while it is readable.
  const int descriptor_;
  std::atomic<bool> for_good_{false};
};

}  // namespace eddyline::sql

#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "common/base/status.hpp"

namespace eddyline {

/// A named place at which this process can be made to die as by kill -9, to prove that nothing is lost there. In every build: what
/// is proved is what runs. Costs one load as long as no point is armed.
///
/// Thread   any.
class FaultPoint {
 public:
  /// `name` lives for ever: "after-fsync-before-rename".
  explicit constexpr FaultPoint(std::string_view name) : name_(name) {}

  void pass() const {
    if (is_armed_.load(std::memory_order_relaxed)) passed_armed();
  }

  /// Arms a point: "name", or "name:3" for the third time that it is passed. Once, before other threads run. An empty text arms none.
  /// Errors   kConfigurationError for a text of another form.
  static Status arm(std::string_view text);

 private:
  void passed_armed() const;

  static inline std::atomic<bool> is_armed_{false};
  std::string_view name_;
};

}  // namespace eddyline

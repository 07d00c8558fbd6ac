#pragma once

#include <vector>

#include "taskexecutor/exchange/channel_watermarks.hpp"

namespace eddyline::taskexecutor {

/// Combines the watermarks of the inputs of an operator: the minimum over the inputs that are not idle. An input that
/// turns active again may bring a watermark: the status comes first. A watermark never comes with kIdle.
///
/// Source   Flink's IndexedCombinedWatermarkStatus.
class InputWatermarks {
 public:
  explicit InputWatermarks(size_t inputs) : inputs_(inputs) {}

  WatermarkChange on_watermark(size_t input, EventTime watermark);
  WatermarkChange on_status(size_t input, WatermarkStatus status);

 private:
  struct Input {
    EventTime watermark = kMinWatermark;
    bool active = true;
  };

  WatermarkChange update();

  std::vector<Input> inputs_;
  EventTime sent_ = kMinWatermark;
  bool sent_active_ = true;
};

}  // namespace eddyline::taskexecutor

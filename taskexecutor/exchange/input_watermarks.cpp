#include "taskexecutor/exchange/input_watermarks.hpp"

#include <algorithm>

namespace eddyline::taskexecutor {

WatermarkChange InputWatermarks::on_watermark(size_t input, EventTime watermark) {
  inputs_[input].watermark = std::max(inputs_[input].watermark, watermark);
  return update();
}

WatermarkChange InputWatermarks::on_status(size_t input, WatermarkStatus status) {
  inputs_[input].active = status == WatermarkStatus::kActive;
  return update();
}

WatermarkChange InputWatermarks::update() {
  WatermarkChange change;
  EventTime minimum = kMaxWatermark;
  bool active = false;
  for (const Input& input : inputs_) {
    if (!input.active) continue;
    active = true;
    minimum = std::min(minimum, input.watermark);
  }
  if (active && minimum > sent_) change.watermark = sent_ = minimum;
  if (active != sent_active_) change.status = active ? WatermarkStatus::kActive : WatermarkStatus::kIdle;
  sent_active_ = active;
  return change;
}

}  // namespace eddyline::taskexecutor

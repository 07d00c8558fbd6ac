#include "tests/operator_driver/run_until_done.hpp"

namespace eddyline::tests {
namespace {

Status take(operators::Output& output, const TakeRows& take_rows, OutputLines& lines) {
  if (const auto status = output.take_status(); status.has_value()) {
    lines.emplace_back(*status == WatermarkStatus::kIdle ? "idle" : "active");
  }
  if (const std::optional<Batch> rows = output.take(); rows.has_value()) RETURN_IF_ERROR(take_rows(*rows, lines));
  if (const auto watermark = output.take_watermark(); watermark.has_value())
    lines.push_back(watermark_line(*watermark));
  return Status();
}

}  // namespace

Status run_until_done(const OperatorCall& call, const TakeRows& take_rows, OutputLines& lines) {
  for (;;) {
    operators::Output output;
    ASSIGN_OR_RETURN(const operators::Progress progress, call(output));
    RETURN_IF_ERROR(take(output, take_rows, lines));
    if (progress == operators::Progress::kDone) return Status();
  }
}

std::string watermark_line(EventTime watermark) {
  if (watermark == kMaxWatermark) return "watermark max";
  if (watermark == kMinWatermark) return "watermark min";
  return "watermark " + std::to_string(watermark.value());
}

}  // namespace eddyline::tests

#include "tests/sql/harness/fed_watermarks.hpp"

#include "plan/nodes/watermark_assigner_node.hpp"

namespace eddyline::sql_tests {
namespace {

using operators::Operator;
using operators::OperatorContext;
using operators::Output;
using operators::Progress;

/// An assigner that listens to its input's watermarks too.
class ListeningAssigner final : public Operator {
 public:
  explicit ListeningAssigner(std::unique_ptr<Operator> assigner) : assigner_(std::move(assigner)) {}

  Status open(OperatorContext& context) override { return assigner_->open(context); }
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) override {
    return rising(assigner_->on_batch(input, batch, output), output);
  }
  Result<Progress> on_watermark(EventTime watermark, Output& output) override {
    return rising(assigner_->on_watermark(watermark, output), output);
  }
  Result<Progress> on_processing_time(ProcessingTime now, Output& output) override {
    return rising(assigner_->on_processing_time(now, output), output);
  }
  std::optional<ProcessingTime> next_processing_time() const override { return assigner_->next_processing_time(); }
  Result<Progress> on_end_of_input(size_t input, Output& output) override {
    return rising(assigner_->on_end_of_input(input, output), output);
  }
  Status on_input_empty() override { return assigner_->on_input_empty(); }
  std::optional<WatermarkStatus> output_status(WatermarkStatus status) override {
    return assigner_->output_status(status);
  }
  std::optional<EventTime> output_watermark(EventTime watermark) override {
    if (watermark == kMaxWatermark) return assigner_->output_watermark(watermark);
    if (watermark <= sent_) return std::nullopt;
    sent_ = watermark;
    return watermark;
  }
  Status close() override { return assigner_->close(); }

 private:
  /// Takes back a watermark of the assigner's own that is not above one that was fed.
  Result<Progress> rising(Result<Progress> progress, Output& output) {
    const std::optional<EventTime> own = output.take_watermark();
    if (own.has_value() && *own > sent_) {
      sent_ = *own;
      output.emit_watermark(*own);
    }
    return progress;
  }

  std::unique_ptr<Operator> assigner_;
  EventTime sent_ = kMinWatermark;
};

}  // namespace

void listen_to_fed_watermarks(operators::OperatorRegistry& registry) {
  using operators::OperatorMaker;
  using Prepare = operators::OperatorRegistry::Prepare;
  registry.wrap(plan::WatermarkAssignerNode::kType, [](Prepare prepare) -> Prepare {
    return [prepare = std::move(prepare)](std::shared_ptr<const plan::ExecNode> node,
                                          const operators::JobServices& services,
                                          const operators::OperatorDeployment& deployment) -> Result<OperatorMaker> {
      ASSIGN_OR_RETURN(OperatorMaker make, prepare(std::move(node), services, deployment));
      return [make = std::move(make)](SubtaskIndex subtask) -> Result<std::unique_ptr<Operator>> {
        ASSIGN_OR_RETURN(std::unique_ptr<Operator> assigner, make(subtask));
        return std::unique_ptr<Operator>(std::make_unique<ListeningAssigner>(std::move(assigner)));
      };
    };
  });
}

}  // namespace eddyline::sql_tests

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"
#include "common/stream/stream_element.hpp"

namespace eddyline::operators {

class OperatorContext;

/// What an operator answers when it was given work.
enum class Progress : uint8_t {
  kDone,  ///< the element is consumed
  kMore,  ///< call again with the same element once the output has been taken
};

/// Where an operator puts what it makes: at most one batch a call, which the chain hands to the next operator before it calls
/// again. An empty batch is not handed on.
class Output {
 public:
  /// CHECKs that nothing was emitted in this call yet.
  void emit(Batch batch);
  bool has_batch() const { return batch_.has_value(); }
  std::optional<Batch> take();

 private:
  std::optional<Batch> batch_;
};

/// One step of a chain: takes batches and time, gives batches. Resumable: a call fills at most one output batch and says kMore while there
/// is more to come, so that memory stays bounded and back pressure is felt; the chain never interleaves another element or a barrier
/// before kDone.
///
/// Thread   the subtask's; owns its state, takes no lock.
/// Errors   a returned Status fails the subtask.
class Operator {
 public:
  virtual ~Operator() = default;

  /// Before the first element.
  virtual Status open(OperatorContext& context);

  /// Rows of input `input`. The batch stays the same object over all calls for one element.
  virtual Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) = 0;

  /// The combined watermark (minimum over the active inputs) rose. Event-time timers up to it fire here; when kDone is answered the chain
  /// forwards output_watermark(watermark).
  virtual Result<Progress> on_watermark(EventTime watermark, Output& output);

  /// The wall clock reached the time that next_processing_time() asked for (or passed it).
  virtual Result<Progress> on_processing_time(ProcessingTime now, Output& output);
  /// When the operator wants to be called by the wall clock; none by default. Asked after every element.
  virtual std::optional<ProcessingTime> next_processing_time() const { return std::nullopt; }

  /// No further batch comes on this input; its final watermark came before.
  virtual Result<Progress> on_end_of_input(size_t input, Output& output);

  /// All inputs idle, or one active again. Only the watermark assigner decides otherwise than to forward.
  virtual std::optional<WatermarkStatus> output_status(WatermarkStatus status) { return status; }

  /// The watermark to forward for a combined input watermark, or none: assigners ignore upstream's, interval joins delay it.
  virtual std::optional<EventTime> output_watermark(EventTime watermark) { return watermark; }
  /// A watermark of the operator's own making (watermark assigner), asked after every element and processing-time call.
  virtual std::optional<EventTime> take_own_watermark() { return std::nullopt; }
  /// A change of idleness of the operator's own making, asked likewise.
  virtual std::optional<WatermarkStatus> take_own_status() { return std::nullopt; }

  /// An input that must be read first until it ends (a batch join's build side); none: any.
  virtual std::optional<size_t> wanted_input() const { return std::nullopt; }

  virtual Status close() { return Status(); }
};

}  // namespace eddyline::operators

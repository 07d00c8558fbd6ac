#pragma once

#include <optional>
#include <string>
#include <utility>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/columnar/batch.hpp"
#include "common/stream/stream_element.hpp"

namespace eddyline::operators {

class OperatorContext;

/// What an operator answers when it was given work.
enum class Progress : uint8_t {
  kDone,     ///< the element is consumed
  kMore,     ///< call again with the same element once the output has been taken
  kBlocked,  ///< call again with the same element once the context's wakeup was notified (a full buffer outside the
             ///< engine)
};

/// Where an operator puts what it makes: at most one batch a call, which the chain hands to the next operator before it
/// calls again. An empty batch is not handed on.
class Output {
 public:
  /// CHECKs that nothing was emitted in this call yet.
  void emit(Batch batch);
  /// A change of idleness of the operator's own making (watermark assigners, sources); it goes before the call's batch.
  void emit_status(WatermarkStatus status) { status_ = status; }
  /// A watermark of the operator's own making; it goes behind the call's batch.
  void emit_watermark(EventTime watermark) { watermark_ = watermark; }

  bool has_batch() const { return batch_.has_value(); }
  std::optional<Batch> take();
  std::optional<WatermarkStatus> take_status() { return std::exchange(status_, std::nullopt); }
  std::optional<EventTime> take_watermark() { return std::exchange(watermark_, std::nullopt); }

 private:
  std::optional<WatermarkStatus> status_;
  std::optional<Batch> batch_;
  std::optional<EventTime> watermark_;
};

/// One step of a chain: takes batches and time, gives batches. Resumable: a call fills at most one output batch and
/// says kMore while there is more to come, so that memory stays bounded and back pressure is felt; the chain never
/// interleaves another element or a barrier before kDone.
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

  /// The combined watermark (minimum over the active inputs) rose. Event-time timers up to it fire here; when kDone is
  /// answered the chain forwards output_watermark(watermark).
  virtual Result<Progress> on_watermark(EventTime watermark, Output& output);

  /// The wall clock reached the time that next_processing_time() asked for (or passed it).
  virtual Result<Progress> on_processing_time(ProcessingTime now, Output& output);
  /// When the operator wants to be called by the wall clock; none by default. Asked after every element.
  virtual std::optional<ProcessingTime> next_processing_time() const { return std::nullopt; }

  /// No further batch comes on this input; its final watermark came before.
  virtual Result<Progress> on_end_of_input(size_t input, Output& output);

  /// The input ran empty for now: hands on what is held back outside the engine (a sink's buffer).
  virtual Status on_input_empty() { return Status(); }

  /// All inputs idle, or one active again. Only the watermark assigner decides otherwise than to forward.
  virtual std::optional<WatermarkStatus> output_status(WatermarkStatus status) { return status; }

  /// The watermark to forward for a combined input watermark, or none: assigners ignore upstream's, interval joins
  /// delay it.
  virtual std::optional<EventTime> output_watermark(EventTime watermark) { return watermark; }

  /// An input that must be read first until it ends (a batch join's build side); none: any.
  virtual std::optional<size_t> wanted_input() const { return std::nullopt; }

  /// A barrier has come, between two elements: what a restore needs beside the keyed state, in bytes of the operator's own that later
  /// versions can read. Whatever is held back outside the engine goes out first. Empty: nothing.
  virtual Result<std::string> snapshot() { return std::string(); }

  virtual Status close() { return Status(); }
};

/// What a source found when it was asked for rows.
struct SourceProgress {
  enum class Next : uint8_t {
    kMore,  ///< ask again as soon as there is room
    kIdle,  ///< nothing until `wake_at`, or until the context's wakeup is notified
    kEnd,   ///< nothing any more
  };
  Next next = Next::kMore;
  std::optional<ProcessingTime> wake_at;
};

/// The head of a chain without inputs: makes the rows. The chain asks for the next batch when the one before has gone
/// through; after kEnd it sends the final watermark and the end of input.
class SourceOperator : public Operator {
 public:
  virtual Result<SourceProgress> read(Output& output) = 0;
  /// CHECKs that it is never called.
  Result<Progress> on_batch(size_t input, const Batch& batch, Output& output) final;
};

}  // namespace eddyline::operators

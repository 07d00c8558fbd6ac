#pragma once

#include <cstdint>
#include <optional>

#include "common/stream/stream_element.hpp"
#include "taskexecutor/exchange/reported_channels.hpp"

namespace eddyline::taskexecutor {

/// The consumer's end of a channel: elements in the order in which the producer gave them.
///
/// A channel that fails tells its subtask's mailbox why, and gives nothing any more: there is no failure to look at here.
///
/// Thread   the consumer's, but report_readable().
class InputChannel {
 public:
  /// Where a gate has a channel.
  struct Place {
    uint32_t input = 0;
    uint32_t index = 0;
  };

  InputChannel() = default;
  virtual ~InputChannel() = default;
  InputChannel(const InputChannel&) = delete;
  InputChannel& operator=(const InputChannel&) = delete;

  virtual bool readable() = 0;
  /// The oldest element, whose credit goes back; none if there is none that can be read. Not before readable() said yes.
  virtual std::optional<StreamElement> take() = 0;
  /// Gives a producer that waits for shared credit some if there is. False if it still waits.
  virtual bool relieve_of_shared() = 0;

  /// Before the producer begins: the channel reports itself to `readable` when it gets something.
  void report_to(ReportedChannels& readable, Place place) {
    readable_ = &readable;
    place_ = place;
    if (this->readable()) readable.report(readable_entry_);
  }
  const Place& place() const { return place_; }
  /// No longer reported, since it is empty. False if it is not, and it still is.
  bool withdraw() {
    return ReportedChannels::withdraw(readable_entry_, [this] { return readable(); });
  }

 protected:
  /// On the side that puts elements in, after it has put one in.
  void report_readable() {
    if (readable_ != nullptr) readable_->report(readable_entry_);
  }

 private:
  ReportedChannels* readable_ = nullptr;
  Place place_;
  ReportedChannel readable_entry_{this};
};

}  // namespace eddyline::taskexecutor

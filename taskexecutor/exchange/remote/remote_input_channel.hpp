#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "common/clock/clock.hpp"
#include "common/columnar/physical_type.hpp"
#include "common/concurrency/spsc_ring.hpp"
#include "common/concurrency/wakeup.hpp"
#include "common/memory/memory_pool.hpp"
#include "common/net/data_frame.hpp"
#include "common/net/network.hpp"
#include "common/stream/changelog_mode.hpp"
#include "taskexecutor/exchange/credit_pool.hpp"
#include "taskexecutor/exchange/exchange_spec.hpp"
#include "taskexecutor/exchange/failure_listener.hpp"
#include "taskexecutor/exchange/input_channel.hpp"
#include "taskexecutor/exchange/remote/channel_name.hpp"
#include "taskexecutor/exchange/remote/credit_grants.hpp"

namespace eddyline::taskexecutor {

/// The consumer's end of a channel from a subtask of another process: numbered frames become elements.
///
/// The network only puts frames in; they are decoded when they are read. The writer may always send so much beyond what
/// was read as the channel has of its own, its window. When it has used half of the least, it gets a portion of the gate's shared
/// credit while there is enough; what is read after that goes back there first. The window widens while half of it is read in a few
/// milliseconds and memory allows, so that a quick writer does not wait for grants on their way, and narrows while that takes long: checkpoint barriers
/// wait behind what is under way.
///
/// Anything that is not the next frame of the channel fails it, and with it the reading subtask.
///
/// Invariants   granted >= read + window + lent, and more only after the window has narrowed. Elements: granted = read + capacity.
/// Thread       on_frame(), on_lost(): the network's. The rest: the consumer's.
class RemoteInputChannel final : public InputChannel {
 public:
  struct Parts {
    ChannelName name;
    ChannelLimits limits;
    std::vector<PhysicalType> types;
    /// Row kinds that the writer may send.
    ChangelogMode changelog_mode = ChangelogMode::all();
    // Borrowed.
    CreditPool* shared = nullptr;
    CreditGrants* grants = nullptr;
    const WriterLink* writer = nullptr;
    const Clock* clock = nullptr;
    /// Where a wider window is reserved; the least is already.
    MemoryPool* memory = nullptr;
    Wakeup* reader_wakeup = nullptr;
    FailureListener* reader = nullptr;
  };
  explicit RemoteInputChannel(Parts parts);
  ~RemoteInputChannel() override;

  const ChannelName& name() const { return name_; }
  /// What the writer may send at first.
  CreditGrant first_grant() const;

  /// `frame` with its header, which was read.
  void on_frame(const DataFrameHeader& header, Frame frame);
  /// The connection is gone; it does not matter any more if all has come.
  void on_lost(const Status& cause);

  bool readable() override { return !failed_.load(std::memory_order_seq_cst) && ring_.front() != nullptr; }
  std::optional<StreamElement> take() override;
  bool relieve_of_shared() override;

 private:
  struct Slot {
    DataFrameHeader header;
    Frame frame;
  };

  Status accept(const DataFrameHeader& header) const;
  /// Any thread.
  void fail(const Status& cause);
  Result<StreamElement> decode(const Slot& slot) const;
  Result<Batch> decode_payload(const Slot& slot) const;
  void give_back(int64_t bytes);
  void lend();
  void raise_grant();
  void announce_if_worth();
  void fit_window();

  const ChannelName name_;
  const std::vector<PhysicalType> types_;
  const ChangelogMode changelog_mode_;
  SpscRing<Slot> ring_;
  const int64_t window_min_;
  const int64_t window_max_;
  CreditPool& shared_;
  CreditGrants& grants_;
  const WriterLink& writer_link_;
  const Clock& clock_;
  MemoryPool& memory_;
  Wakeup& reader_wakeup_;
  FailureListener& reader_;

  // The consumer's.
  uint64_t read_elements_ = 0;
  uint64_t announced_elements_;
  int64_t window_bytes_;
  int64_t read_bytes_ = 0;
  int64_t granted_bytes_;
  int64_t lent_bytes_ = 0;
  /// When half of the window had last been read.
  ProcessingTime announced_at_;
  ReportedChannel starved_entry_{this};
  // The network's.
  uint64_t expected_ = 0;
  bool complete_ = false;
  size_t frames_beyond_credit_ = 0;
  // Both sides'.
  std::atomic<int64_t> announced_bytes_;
  std::atomic<int64_t> received_bytes_{0};
  std::atomic<bool> failed_{false};
};

}  // namespace eddyline::taskexecutor

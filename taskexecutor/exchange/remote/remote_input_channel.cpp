#include "taskexecutor/exchange/remote/remote_input_channel.hpp"

#include <algorithm>
#include <utility>

#include "common/columnar/batch_codec.hpp"
#include "taskexecutor/exchange/remote/remote_output_channel.hpp"

namespace eddyline::taskexecutor {
namespace {

/// What one call of a producer may send after it found credit.
constexpr uint64_t kReserved = RemoteOutputChannel::kReservedElements;

/// In which half of a window is read that shall be wider, or narrower.
constexpr int64_t kQuickMillis = 4;
constexpr int64_t kSlowMillis = 50;

int64_t cost_of(const DataFrameHeader& header) {
  if (header.kind != DataFrameKind::kBatch) return 0;
  return static_cast<int64_t>(data_frame_cost(kDataFrameHeaderBytes + header.payload_bytes));
}

/// That a batch without selection has.
ChangelogMode kinds_of(const Batch& batch) {
  if (batch.insert_only()) return ChangelogMode::insert_only();
  unsigned seen = 0;
  for (size_t row = 0; row < batch.rows(); ++row) seen |= 1U << static_cast<unsigned>(batch.kinds()[row]);
  ChangelogMode kinds;
  for (const RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete}) {
    if ((seen >> static_cast<unsigned>(kind) & 1U) != 0) kinds = kinds.with(kind);
  }
  return kinds;
}

}  // namespace

RemoteInputChannel::RemoteInputChannel(Parts parts)
    : name_(std::move(parts.name)),
      types_(std::move(parts.types)),
      changelog_mode_(parts.changelog_mode),
      ring_(std::max<size_t>(parts.limits.slots, 2 * kReserved)),
      window_min_(static_cast<int64_t>(parts.limits.own_bytes.value())),
      window_max_(static_cast<int64_t>(parts.limits.remote_bytes.value())),
      shared_(*parts.shared),
      grants_(*parts.grants),
      writer_link_(*parts.writer),
      clock_(*parts.clock),
      memory_(*parts.memory),
      reader_wakeup_(*parts.reader_wakeup),
      reader_(*parts.reader),
      announced_elements_(ring_.capacity()),
      window_bytes_(window_min_),
      granted_bytes_(window_min_),
      announced_at_(clock_.now()),
      announced_bytes_(window_min_) {}

RemoteInputChannel::~RemoteInputChannel() {
  memory_.release(Bytes(static_cast<uint64_t>(window_bytes_ - window_min_)));
}

CreditGrant RemoteInputChannel::first_grant() const {
  return {.channel = name_.number, .elements = ring_.capacity(), .bytes = static_cast<uint64_t>(window_min_)};
}

Status RemoteInputChannel::accept(const DataFrameHeader& header) const {
  if (header.sequence != expected_) {
    return io_error("expected frame " + std::to_string(expected_) + ", got " + std::to_string(header.sequence));
  }
  if (complete_) return io_error("got frame " + std::to_string(header.sequence) + " after the last one");
  if (header.kind != DataFrameKind::kBatch && header.payload_bytes != 0) {
    return io_error("frame " + std::to_string(header.sequence) + " should have no payload");
  }
  if (header.kind == DataFrameKind::kBatch && header.payload_bytes == 0) {
    return io_error("frame " + std::to_string(header.sequence) + " should have a payload");
  }
  return {};
}

void RemoteInputChannel::on_frame(const DataFrameHeader& header, Frame frame) {
  if (failed_.load(std::memory_order_seq_cst)) return;
  if (const Status accepted = accept(header); !accepted.ok()) return fail(accepted);
  const bool beyond = received_bytes_.load(std::memory_order_relaxed) >= announced_bytes_.load(std::memory_order_seq_cst);
  if (!beyond) frames_beyond_credit_ = 0;
  if (beyond && header.kind == DataFrameKind::kBatch) ++frames_beyond_credit_;
  if (frames_beyond_credit_ > kReserved || ring_.free_slots() == 0) {
    return fail(io_error("frame " + std::to_string(header.sequence) + " goes beyond the credit that was granted"));
  }
  ++expected_;
  complete_ = header.kind == DataFrameKind::kEnd;
  received_bytes_.fetch_add(cost_of(header), std::memory_order_seq_cst);
  // Other frames are their headers alone, whose memory belongs to the message.
  ring_.push({header, header.kind == DataFrameKind::kBatch ? std::move(frame) : Frame{}});
  report_readable();
  reader_wakeup_.notify();
}

void RemoteInputChannel::on_lost(const Status& cause) {
  if (!complete_) fail(cause);
}

void RemoteInputChannel::fail(const Status& cause) {
  failed_.store(true, std::memory_order_seq_cst);
  reader_.fail(cause.with_context(name_.to_string()));
}

std::optional<StreamElement> RemoteInputChannel::take() {
  const Slot slot = ring_.pop();
  Result<StreamElement> element = decode(slot);
  if (!element.ok()) {
    fail(element.status());
    return std::nullopt;
  }
  ++read_elements_;
  if (slot.header.kind == DataFrameKind::kEnd) {
    // Nobody writes any more.
    if (lent_bytes_ > 0) shared_.give_back(std::exchange(lent_bytes_, 0));
  } else {
    give_back(cost_of(slot.header));
    lend();
    announce_if_worth();
  }
  if (ring_.front() == nullptr) grants_.flush();
  return *std::move(element);
}

Result<StreamElement> RemoteInputChannel::decode(const Slot& slot) const {
  const int64_t value = slot.header.value;
  switch (slot.header.kind) {
    case DataFrameKind::kBatch: {
      auto batch = decode_payload(slot);
      if (!batch.ok()) return batch.status().with_context("frame " + std::to_string(slot.header.sequence));
      return StreamElement(*std::move(batch));
    }
    case DataFrameKind::kWatermark:
      return StreamElement(Watermark{EventTime(value)});
    case DataFrameKind::kStatus:
      if (value != 0 && value != 1) break;
      return StreamElement(static_cast<WatermarkStatus>(value));
    case DataFrameKind::kBarrier:
      return StreamElement(CheckpointBarrier{CheckpointId(value)});
    case DataFrameKind::kEnd:
      return StreamElement(EndOfInput());
    case DataFrameKind::kOpen:
    case DataFrameKind::kCredit:
    case DataFrameKind::kRefused:
      break;
  }
  return io_error("frame " + std::to_string(slot.header.sequence) + " is none that a channel can have");
}

Result<Batch> RemoteInputChannel::decode_payload(const Slot& slot) const {
  const std::span<const uint8_t> payload = slot.frame.bytes.subspan(kDataFrameHeaderBytes);
  RETURN_IF_ERROR(check_payload(slot.header, payload));
  ASSIGN_OR_RETURN(Batch batch, decode_batch(payload, slot.frame.owner, types_));
  const ChangelogMode kinds = kinds_of(batch);
  if (!changelog_mode_.contains_all(kinds)) {
    return io_error("rows of the kinds [" + kinds.to_string() + "] came where only [" + changelog_mode_.to_string() +
                    "] may come");
  }
  if (kinds.is_insert_only() && !batch.insert_only()) return batch.with_kinds(nullptr);
  return batch;
}

/// Of what was read, the gate's shared credit gets its part first.
void RemoteInputChannel::give_back(int64_t bytes) {
  const int64_t lent = std::min(bytes, lent_bytes_);
  lent_bytes_ -= lent;
  read_bytes_ += bytes;
  raise_grant();
  if (lent > 0) shared_.give_back(lent);
}

/// Never back: what was granted may be under way.
void RemoteInputChannel::raise_grant() {
  granted_bytes_ = std::max(granted_bytes_, read_bytes_ + window_bytes_ + lent_bytes_);
}

/// A writer that soon has nothing left gets some of the shared credit.
void RemoteInputChannel::lend() {
  // A wide one has more than could be lent.
  if (window_bytes_ > window_min_) return;
  const int64_t unused = granted_bytes_ - received_bytes_.load(std::memory_order_seq_cst);
  if (2 * unused >= window_min_) return;
  if (!shared_.has_ample_credit()) {
    shared_.report_starved(starved_entry_);
    return;
  }
  const int64_t portion = std::min(window_min_, shared_.portion());
  shared_.take(portion);
  lent_bytes_ += portion;
  raise_grant();
}

bool RemoteInputChannel::relieve_of_shared() {
  if (!shared_.has_ample_credit()) return false;
  ReportedChannels::withdraw(starved_entry_, [] { return false; });
  lend();
  announce_if_worth();
  return true;
}

void RemoteInputChannel::announce_if_worth() {
  const int64_t bytes = granted_bytes_ - announced_bytes_.load(std::memory_order_relaxed);
  const uint64_t elements = read_elements_ + ring_.capacity() - announced_elements_;
  const bool half_is_read = 2 * bytes >= window_bytes_;
  if (!half_is_read && 2 * elements < ring_.capacity()) return;
  if (half_is_read) fit_window();
  announced_bytes_.store(granted_bytes_, std::memory_order_seq_cst);
  announced_elements_ = read_elements_ + ring_.capacity();
  grants_.add(writer_link_, {.channel = name_.number,
                             .elements = announced_elements_,
                             .bytes = static_cast<uint64_t>(granted_bytes_)});
}

/// Half of it has been read.
void RemoteInputChannel::fit_window() {
  const ProcessingTime now = clock_.now();
  const int64_t took = now.value() - announced_at_.value();
  announced_at_ = now;
  if (took <= kQuickMillis) {
    const int64_t wider = std::min(2 * window_bytes_, window_max_);
    if (wider == window_bytes_ || !memory_.reserve(Bytes(static_cast<uint64_t>(wider - window_bytes_))).ok()) return;
    window_bytes_ = wider;
    raise_grant();
  } else if (took >= kSlowMillis) {
    const int64_t narrower = std::max(window_bytes_ / 2, window_min_);
    memory_.release(Bytes(static_cast<uint64_t>(window_bytes_ - narrower)));
    window_bytes_ = narrower;
  }
}

}  // namespace eddyline::taskexecutor

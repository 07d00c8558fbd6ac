#include "taskexecutor/exchange/remote/remote_output_channel.hpp"

#include "common/columnar/batch_codec.hpp"

namespace eddyline::taskexecutor {
namespace {

/// Raised by whoever has the newest; grants may be read in any order.
void raise(std::atomic<uint64_t>& value, uint64_t least) {
  uint64_t seen = value.load(std::memory_order_relaxed);
  while (seen < least && !value.compare_exchange_weak(seen, least, std::memory_order_seq_cst)) {
  }
}

}  // namespace

RemoteOutputChannel::RemoteOutputChannel(Parts parts)
    : attempt_(parts.attempt),
      name_(std::move(parts.name)),
      frame_bytes_max_(parts.frame_bytes_max.value()),
      sender_(*parts.sender),
      writer_(*parts.writer),
      starved_(std::move(parts.writer_wakeup)) {
  sender_.add_channel(parts.limits);
}

bool RemoteOutputChannel::has_credit() const {
  return sequence_ + kReservedElements <= granted_elements_.load(std::memory_order_seq_cst) &&
         sent_bytes_ < granted_bytes_.load(std::memory_order_seq_cst);
}

bool RemoteOutputChannel::writable() {
  return starved_.finds([this] { return has_credit(); }) && sender_.has_room();
}

DataFrameHeader RemoteOutputChannel::next_header(DataFrameKind kind, int64_t value) {
  return {.kind = kind, .attempt = attempt_, .channel = name_.number, .sequence = sequence_++, .value = value};
}

void RemoteOutputChannel::push(StreamElement element) {
  if (failed_.load(std::memory_order_acquire)) return;
  struct Visit {
    RemoteOutputChannel& channel;
    void operator()(const Batch& batch) { channel.send_batch(batch); }
    void operator()(const Watermark& watermark) { channel.send(DataFrameKind::kWatermark, watermark.time.value()); }
    void operator()(const WatermarkStatus& status) { channel.send(DataFrameKind::kStatus, static_cast<int64_t>(status)); }
    void operator()(const CheckpointBarrier& barrier) { channel.send(DataFrameKind::kBarrier, barrier.checkpoint.value()); }
    void operator()(const EndOfInput&) {
      channel.send(DataFrameKind::kEnd, 0);
      channel.ended_.store(true, std::memory_order_release);
    }
  };
  std::visit(Visit{*this}, element);
}

void RemoteOutputChannel::send(DataFrameKind kind, int64_t value) {
  write_header(next_header(kind, value), sender_.add(kDataFrameHeaderBytes));
}

void RemoteOutputChannel::send_batch(const Batch& batch) {
  const BatchEncoder encoder(batch);
  const size_t size = kDataFrameHeaderBytes + encoder.size();
  if (size > frame_bytes_max_) {
    return fail(data_error("a batch of " + std::to_string(batch.rows()) + " rows takes " + std::to_string(size) +
                           " bytes, of which a task executor takes " + std::to_string(frame_bytes_max_) +
                           " at once at most"));
  }
  const std::span<uint8_t> frame = sender_.add(size);
  encoder.write(frame.data() + kDataFrameHeaderBytes);
  write_header(next_header(DataFrameKind::kBatch, 0), frame);
  sent_bytes_ += data_frame_cost(size);
}

void RemoteOutputChannel::on_credit(const CreditGrant& grant) {
  raise(granted_elements_, grant.elements);
  raise(granted_bytes_, grant.bytes);
  starved_.relieve();
}

void RemoteOutputChannel::fail(const Status& cause) {
  if (ended_.load(std::memory_order_acquire)) return;
  failed_.store(true, std::memory_order_release);
  writer_.fail(cause.with_context(name_.to_string()));
}

}  // namespace eddyline::taskexecutor

#include "taskexecutor/exchange/remote/remote_output_channel.hpp"

#include "common/base/check.hpp"
#include "common/columnar/batch_codec.hpp"
#include "taskexecutor/exchange/remote/frame_making.hpp"

namespace eddyline::taskexecutor {
namespace {

/// What keeps a sent frame's memory, and tells the window when the network has done with it.
class SentBatch {
 public:
  SentBatch(BufferPtr buffer, std::shared_ptr<SendWindow> window, int64_t bytes)
      : buffer_(std::move(buffer)), window_(std::move(window)), bytes_(bytes) {
    window_->take(bytes_);
  }
  ~SentBatch() { window_->release(bytes_); }
  SentBatch(const SentBatch&) = delete;
  SentBatch& operator=(const SentBatch&) = delete;

 private:
  BufferPtr buffer_;
  std::shared_ptr<SendWindow> window_;
  int64_t bytes_;
};

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
      window_(std::make_shared<SendWindow>(static_cast<int64_t>(parts.unsent_max.value()),
                                           std::move(parts.writer_wakeup))),
      writer_(*parts.writer) {}

void RemoteOutputChannel::connect(Network& network, PeerId peer) {
  network_ = &network;
  peer_ = peer;
}

bool RemoteOutputChannel::has_room() const {
  return sequence_ + kReservedElements <= granted_elements_.load(std::memory_order_seq_cst) &&
         sent_bytes_ < granted_bytes_.load(std::memory_order_seq_cst) && window_->has_room();
}

bool RemoteOutputChannel::writable() {
  if (has_room()) return true;
  // Marked first, looked at again after: whoever makes room in between sees it.
  window_->set_starved(true);
  if (!has_room()) return false;
  window_->set_starved(false);
  return true;
}

DataFrameHeader RemoteOutputChannel::next_header(DataFrameKind kind, int64_t value) {
  return {.kind = kind, .attempt = attempt_, .channel = name_.number, .sequence = sequence_++, .value = value};
}

void RemoteOutputChannel::push(StreamElement element) {
  if (failed_.load(std::memory_order_acquire)) return;
  CHECK(network_ != nullptr) << "push into " << name_.to_string() << " before it is connected";
  struct Visit {
    RemoteOutputChannel& channel;
    void send(DataFrameKind kind, int64_t value) {
      channel.network_->send(channel.peer_, control_frame(channel.next_header(kind, value)));
    }
    void operator()(const Batch& batch) { channel.send_batch(batch); }
    void operator()(const Watermark& watermark) { send(DataFrameKind::kWatermark, watermark.time.value()); }
    void operator()(const WatermarkStatus& status) { send(DataFrameKind::kStatus, static_cast<int64_t>(status)); }
    void operator()(const CheckpointBarrier& barrier) { send(DataFrameKind::kBarrier, barrier.checkpoint.value()); }
    void operator()(const EndOfInput&) {
      send(DataFrameKind::kEnd, 0);
      channel.ended_.store(true, std::memory_order_release);
    }
  };
  std::visit(Visit{*this}, element);
}

void RemoteOutputChannel::send_batch(const Batch& batch) {
  const BatchEncoder encoder(batch);
  const size_t size = kDataFrameHeaderBytes + encoder.size();
  if (size > frame_bytes_max_) {
    return fail(data_error("a batch of " + std::to_string(batch.rows()) + " rows takes " + std::to_string(size) +
                           " bytes, of which a task executor takes " + std::to_string(frame_bytes_max_) +
                           " at once at most"));
  }
  BufferPtr buffer = allocate_buffer(size);
  encoder.write(buffer->data() + kDataFrameHeaderBytes);
  write_header(next_header(DataFrameKind::kBatch, 0), {buffer->data(), size});
  sent_bytes_ += data_frame_cost(size);
  const std::span<const uint8_t> bytes(buffer->data(), size);
  const auto kept = static_cast<int64_t>(buffer->capacity());
  network_->send(peer_, {.owner = std::make_shared<SentBatch>(std::move(buffer), window_, kept), .bytes = bytes});
}

void RemoteOutputChannel::on_credit(const CreditGrant& grant) {
  raise(granted_elements_, grant.elements);
  raise(granted_bytes_, grant.bytes);
  window_->relieve();
}

void RemoteOutputChannel::fail(const Status& cause) {
  if (ended_.load(std::memory_order_acquire)) return;
  failed_.store(true, std::memory_order_release);
  writer_.fail(cause.with_context(name_.to_string()));
}

}  // namespace eddyline::taskexecutor

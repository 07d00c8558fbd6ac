#include "operators/sink/result_reader.hpp"

#include <utility>

#include "common/columnar/batch_codec.hpp"

namespace eddyline::operators {

namespace {

/// Fetched at once: enough that a call pays, little beside what the buffer keeps.
constexpr Bytes kFetchBytesMax{uint64_t{256} << 10};

}  // namespace

ResultReader::ResultReader(std::shared_ptr<ResultBuffer> results, std::vector<PhysicalType> types)
    : results_(std::move(results)), types_(std::move(types)) {
  results_->notify_reader([wakeup = wakeup_] { wakeup->notify(); });
}

Status ResultReader::fetch() {
  if (!fetched_.empty() || ended_) return {};
  ASSIGN_OR_RETURN(ResultBuffer::Fetched fetched, results_->fetch(offset_, kFetchBytesMax));
  offset_ += fetched.rows;
  ended_ = fetched.ended;
  fetched_.assign(fetched.batches.begin(), fetched.batches.end());
  return {};
}

Result<ResultReader::Next> ResultReader::next(std::chrono::milliseconds timeout) {
  wakeup_->clear();
  RETURN_IF_ERROR(fetch());
  if (fetched_.empty() && !ended_ && timeout.count() > 0) {
    wakeup_->wait(timeout);
    RETURN_IF_ERROR(fetch());
  }
  if (fetched_.empty()) return Next{.batch = {}, .ended = ended_};
  const ResultBuffer::EncodedBatch bytes = std::move(fetched_.front());
  fetched_.pop_front();
  const std::span encoded(reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size());
  ASSIGN_OR_RETURN(Batch batch, decode_batch(encoded, bytes, types_));
  return Next{.batch = std::move(batch), .ended = false};
}

}  // namespace eddyline::operators

#include "common/columnar/batch_bytes.hpp"

namespace eddyline {
namespace {

/// A batch, and each of its columns, beside their buffers: what counts where there are millions of small ones.
constexpr size_t kBatchHead = 128;
constexpr size_t kColumnHead = 192;

}  // namespace

size_t batch_bytes(const Batch& batch) {
  size_t bytes = kBatchHead + batch.columns().size() * kColumnHead + batch.selection().count() * sizeof(int32_t);
  for (const ColumnPtr& column : batch.columns()) bytes += column->bytes();
  if (batch.kinds_buffer() != nullptr) bytes += batch.kinds_buffer()->capacity();
  return bytes;
}

}  // namespace eddyline

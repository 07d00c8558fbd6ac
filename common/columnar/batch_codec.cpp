#include "common/columnar/batch_codec.hpp"

#include <algorithm>
#include <cstring>

#include "common/base/check.hpp"
#include "common/columnar/batch_encoding.hpp"

namespace eddyline {
namespace {

/// A heap is sent as it is if its texts that are referred to come to at least this share of it, or little is lost.
constexpr size_t kUsedShare = 2;
constexpr size_t kLittle = 1024;

Batch dense_and_flat(const Batch& batch) {
  const bool dense = batch.selection().is_all();
  const bool flat = std::ranges::all_of(batch.columns(), [](const ColumnPtr& column) { return column->is_flat(); });
  return dense && flat ? batch : batch.compacted();
}

/// Of a flat column of texts: how far into each heap buffer its rows reach, and what they take there.
struct HeapUse {
  explicit HeapUse(const Column& column) : ends(column.heap().size(), 0) {
    if (ends.empty()) return;
    const StringView* const views = column.values<StringView>();
    const uint64_t* const validity = column.validity();
    for (size_t row = 0; row < column.size(); ++row) {
      const StringView& view = views[row];
      // The value below a NULL may point anywhere.
      if (view.is_inlined() || (validity != nullptr && !bit_is_set(validity, row))) continue;
      ends[view.buffer()] = std::max(ends[view.buffer()], view.offset() + view.length());
      referred += view.length();
    }
    for (const uint32_t end : ends) reached += end;
  }
  bool mostly_unused() const { return reached > kUsedShare * referred + kLittle; }

  std::vector<uint32_t> ends;
  size_t referred = 0;
  size_t reached = 0;
};

ColumnPtr gathered(const Column& column) {
  MutableColumn copy(column.type(), column.size());
  copy.gather(column, identity_rows(column.size()), 0);
  return copy.seal(column.size());
}

template <class T>
void append(std::vector<uint8_t>& out, const T& value) {
  const size_t at = out.size();
  out.resize(at + sizeof(T));
  std::memcpy(out.data() + at, &value, sizeof(T));
}

uint32_t count_of(size_t value) {
  CHECK(value <= UINT32_MAX) << value;
  return static_cast<uint32_t>(value);
}

}  // namespace

BatchEncoder::BatchEncoder(const Batch& batch) : batch_(dense_and_flat(batch)) {
  head_.reserve(kEncodedBatchHead + batch_.columns().size() * sizeof(EncodedColumn));
  append(head_, count_of(batch_.rows()));
  append(head_, count_of(batch_.columns().size()));
  append(head_, batch_.split());
  append(head_, uint32_t{!batch_.insert_only()});
  if (!batch_.insert_only()) add_piece(batch_.kinds(), batch_.rows());
  for (const ColumnPtr& column : batch_.columns()) add_column(column);
  for (const uint32_t bytes : heap_bytes_) append(head_, bytes);
  size_ += align_encoded(head_.size());
}

void BatchEncoder::add_column(const ColumnPtr& column) {
  if (column->type() == PhysicalType::kString) return add_texts(column);
  CHECK(physical_width(column->type()) > 0) << "a nested column cannot be sent";
  append(head_, EncodedColumn{.type = static_cast<uint8_t>(column->type()),
                              .has_validity = column->validity() != nullptr,
                              .rows = count_of(column->size())});
  const size_t rows = column->size();
  add_piece(column->values<uint8_t>(), rows * physical_width(column->type()));
  if (column->validity() != nullptr) add_piece(column->validity(), bitmap_words(rows) * sizeof(uint64_t));
}

void BatchEncoder::add_texts(ColumnPtr column) {
  HeapUse use(*column);
  if (use.mostly_unused()) {
    column = copies_.emplace_back(gathered(*column));
    use = HeapUse(*column);
  }
  append(head_, EncodedColumn{.type = static_cast<uint8_t>(column->type()),
                              .has_validity = column->validity() != nullptr,
                              .rows = count_of(column->size()),
                              .heap_buffers = count_of(use.ends.size())});
  add_piece(column->values<uint8_t>(), column->size() * sizeof(StringView));
  if (column->validity() != nullptr) add_piece(column->validity(), bitmap_words(column->size()) * sizeof(uint64_t));
  for (size_t buffer = 0; buffer < use.ends.size(); ++buffer) {
    heap_bytes_.push_back(use.ends[buffer]);
    add_piece(column->heap()[buffer]->data(), use.ends[buffer]);
  }
}

void BatchEncoder::add_piece(const void* data, size_t bytes) {
  if (bytes == 0) return;
  pieces_.push_back({data, bytes});
  size_ += align_encoded(bytes);
}

void BatchEncoder::write(uint8_t* out) const {
  const auto put = [&out](const void* data, size_t bytes) {
    std::memcpy(out, data, bytes);
    const size_t padded = align_encoded(bytes);
    std::memset(out + bytes, 0, padded - bytes);
    out += padded;
  };
  put(head_.data(), head_.size());
  for (const Piece& piece : pieces_) put(piece.data, piece.bytes);
}

std::string encode_batch(const Batch& batch) {
  const BatchEncoder encoder(batch);
  std::string bytes(encoder.size(), '\0');
  encoder.write(reinterpret_cast<uint8_t*>(bytes.data()));
  return bytes;
}

}  // namespace eddyline

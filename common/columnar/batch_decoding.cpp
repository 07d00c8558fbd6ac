#include <cstring>
#include <utility>

#include "common/columnar/batch_codec.hpp"
#include "common/columnar/batch_encoding.hpp"

namespace eddyline {
namespace {

/// What identity_rows() covers: whoever gathers may be given a whole batch.
constexpr uint32_t kRowsMax = 65536;
/// What values and bitmaps may be read by; decimals of 128 bits want all of kEncodedAlignment.
constexpr size_t kWordAlignment = 8;

Status malformed(const std::string& why) {
  return io_error("an encoded batch " + why);
}

bool is_aligned(const void* data, size_t alignment) {
  return reinterpret_cast<uintptr_t>(data) % alignment == 0;
}

/// The encoded bytes, and the buffers that lie in them: one owner for all.
struct DecodedMemory {
  std::shared_ptr<const void> owner;
  std::vector<Buffer> buffers;
};

/// Whether `is_valid(row)` of every row that is not NULL.
template <class IsValid>
bool holds_for_all(const Column& column, IsValid is_valid) {
  const uint64_t* const validity = column.validity();
  for (size_t row = 0; row < column.size(); ++row) {
    if (!is_valid(row) && (validity == nullptr || bit_is_set(validity, row))) return false;
  }
  return true;
}

Status check_texts(const Column& column) {
  const StringView* const views = column.values<StringView>();
  const std::vector<BufferPtr>& heap = column.heap();
  std::vector<size_t> sizes;
  for (const BufferPtr& buffer : heap) sizes.push_back(buffer->capacity());
  const bool valid = holds_for_all(column, [&](size_t row) {
    const StringView& view = views[row];
    if (view.is_inlined()) return true;
    return view.buffer() < sizes.size() && uint64_t{view.offset()} + view.length() <= sizes[view.buffer()];
  });
  return valid ? Status() : malformed("has a text outside its heap");
}

Status check_bools(const Column& column) {
  const uint8_t* const values = column.values<uint8_t>();
  uint8_t any = 0;
  for (size_t row = 0; row < column.size(); ++row) any |= values[row];
  if (any <= 1 || holds_for_all(column, [&](size_t row) { return values[row] <= 1; })) return {};
  return malformed("has a BOOLEAN that is neither");
}

/// Whatever could be read in the column's rows.
Status check_values(const Column& column) {
  switch (column.type()) {
    case PhysicalType::kBool:
      return check_bools(column);
    case PhysicalType::kString:
      return check_texts(column);
    case PhysicalType::kArray:
    case PhysicalType::kMap:
    case PhysicalType::kRow:
      return malformed("has a nested column");
    case PhysicalType::kInt8:
    case PhysicalType::kInt16:
    case PhysicalType::kInt32:
    case PhysicalType::kInt64:
    case PhysicalType::kInt128:
    case PhysicalType::kFloat:
    case PhysicalType::kDouble:
      return {};
  }
  return malformed("has a column of an unknown type");
}

/// Reads an encoded batch from front to back: heads first, then buffers, whose lengths follow from the heads.
class Decoder {
 public:
  Decoder(std::span<const uint8_t> bytes, std::shared_ptr<const void> owner, std::span<const PhysicalType> types)
      : bytes_(bytes), types_(types), memory_(std::make_shared<DecodedMemory>()) {
    memory_->owner = std::move(owner);
  }

  Result<Batch> decode() {
    RETURN_IF_ERROR(read_heads());
    BufferPtr kinds;
    if (has_kinds_ != 0) {
      ASSIGN_OR_RETURN(kinds, next_buffer(rows_));
      RETURN_IF_ERROR(check_kinds(*kinds));
    }
    std::vector<ColumnPtr> columns;
    for (const PhysicalType type : types_) {
      ASSIGN_OR_RETURN(columns.emplace_back(), next_column(type));
    }
    if (at_ != bytes_.size()) return malformed("has bytes behind its last column");
    return Batch(std::move(columns), rows_, std::move(kinds)).with_split(split_);
  }

 private:
  Status read_heads() {
    if (bytes_.size() < kEncodedBatchHead) return malformed("of " + std::to_string(bytes_.size()) + " bytes is too short");
    rows_ = word(0);
    const uint32_t columns = word(4);
    split_ = word(8);
    has_kinds_ = word(12);
    at_ = kEncodedBatchHead;
    if (rows_ > kRowsMax) return malformed("has " + std::to_string(rows_) + " rows");
    if (has_kinds_ > 1) return malformed("has an unknown flag");
    if (columns != types_.size()) {
      return malformed("has " + std::to_string(columns) + " columns instead of " + std::to_string(types_.size()));
    }
    uint64_t heaps = 0;
    for (const PhysicalType type : types_) {
      ASSIGN_OR_RETURN(const EncodedColumn head, next_head(type));
      heaps += head.heap_buffers;
    }
    return read_heap_sizes(heaps);
  }

  Result<EncodedColumn> next_head(PhysicalType type) {
    if (bytes_.size() - at_ < sizeof(EncodedColumn)) return malformed("ends within its columns' heads");
    EncodedColumn head;
    std::memcpy(&head, bytes_.data() + at_, sizeof(head));
    at_ += sizeof(head);
    if (head.type != static_cast<uint8_t>(type)) return malformed("has a column of another type than expected");
    if (head.rows != rows_) return malformed("has a column with other rows than the batch");
    const bool fits = head.children == 0 && head.has_validity <= 1 && head.unused == 0 &&
                      (head.heap_buffers == 0 || type == PhysicalType::kString);
    if (!fits) return malformed("has a column that cannot be");
    heads_.push_back(head);
    return head;
  }

  Status read_heap_sizes(uint64_t heaps) {
    if (heaps > (bytes_.size() - at_) / sizeof(uint32_t)) return malformed("ends within the sizes of its heaps");
    for (uint64_t heap = 0; heap < heaps; ++heap, at_ += sizeof(uint32_t)) heap_bytes_.push_back(word(at_));
    at_ = align_encoded(at_);
    if (at_ > bytes_.size()) return malformed("ends within its head");
    // Values and NULL bits of each, heaps, kinds. Buffers have their addresses from here on.
    memory_->buffers.reserve(2 * heads_.size() + heap_bytes_.size() + 1);
    return {};
  }

  uint32_t word(size_t at) const {
    uint32_t value;
    std::memcpy(&value, bytes_.data() + at, sizeof(value));
    return value;
  }

  /// The next `size` bytes, and what pads them, without a copy.
  Result<BufferPtr> next_buffer(size_t size) {
    const size_t padded = align_encoded(size);
    if (bytes_.size() - at_ < padded) return malformed("ends within a buffer");
    // Sealed columns are never written.
    auto* const data = const_cast<uint8_t*>(bytes_.data() + at_);
    at_ += padded;
    Buffer& buffer = memory_->buffers.emplace_back(data, padded);
    return BufferPtr(memory_, &buffer);
  }

  Result<BufferPtr> next_values(PhysicalType type) {
    ASSIGN_OR_RETURN(BufferPtr values, next_buffer(rows_ * physical_width(type)));
    if (type != PhysicalType::kInt128 || is_aligned(values->data(), kEncodedAlignment)) return values;
    BufferPtr copy = allocate_buffer(values->capacity());
    if (rows_ > 0) std::memcpy(copy->data(), values->data(), values->capacity());
    return copy;
  }

  Result<ColumnPtr> next_column(PhysicalType type) {
    const EncodedColumn& head = heads_[next_head_++];
    ASSIGN_OR_RETURN(BufferPtr values, next_values(type));
    BufferPtr validity;
    if (head.has_validity != 0) {
      ASSIGN_OR_RETURN(validity, next_buffer(bitmap_words(rows_) * sizeof(uint64_t)));
    }
    std::vector<BufferPtr> heap;
    for (uint32_t buffer = 0; buffer < head.heap_buffers; ++buffer) {
      ASSIGN_OR_RETURN(heap.emplace_back(), next_buffer(heap_bytes_[next_heap_++]));
    }
    ColumnPtr column = Column::flat(type, rows_, std::move(values), std::move(validity), std::move(heap));
    RETURN_IF_ERROR(check_values(*column));
    return column;
  }

  Status check_kinds(const Buffer& kinds) const {
    uint8_t any = 0;
    for (uint32_t row = 0; row < rows_; ++row) any |= kinds.data()[row];
    return any <= static_cast<uint8_t>(RowKind::kDelete) ? Status() : malformed("has an unknown row kind");
  }

  const std::span<const uint8_t> bytes_;
  const std::span<const PhysicalType> types_;
  const std::shared_ptr<DecodedMemory> memory_;
  size_t at_ = 0;
  uint32_t rows_ = 0;
  uint32_t split_ = 0;
  uint32_t has_kinds_ = 0;
  std::vector<EncodedColumn> heads_;
  size_t next_head_ = 0;
  std::vector<uint32_t> heap_bytes_;
  size_t next_heap_ = 0;
};

Result<Batch> decode_copy(std::span<const uint8_t> bytes, std::span<const PhysicalType> types) {
  BufferPtr copy = allocate_buffer(bytes.size());
  if (!bytes.empty()) std::memcpy(copy->data(), bytes.data(), bytes.size());
  const std::span<const uint8_t> copied(copy->data(), bytes.size());
  return Decoder(copied, std::move(copy), types).decode();
}

}  // namespace

Result<Batch> decode_batch(std::span<const uint8_t> bytes, std::shared_ptr<const void> owner,
                           std::span<const PhysicalType> types) {
  if (!is_aligned(bytes.data(), kWordAlignment)) return decode_copy(bytes, types);
  return Decoder(bytes, std::move(owner), types).decode();
}

Result<Batch> decode_batch(std::string_view bytes, std::span<const PhysicalType> types) {
  return decode_copy({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, types);
}

}  // namespace eddyline

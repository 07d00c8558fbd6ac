#include "common/columnar/mutable_column.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace eddyline {
namespace {

constexpr size_t kFirstHeapChunk = size_t{4} << 10;
constexpr size_t kHeapChunk = size_t{64} << 10;

}  // namespace

MutableColumn::MutableColumn(PhysicalType type, size_t capacity)
    : type_(type), capacity_(capacity), values_(allocate_buffer(capacity * physical_width(type))) {
  CHECK(physical_width(type) > 0) << "nested columns are not filled by row";
}

uint64_t* MutableColumn::validity() {
  if (validity_ == nullptr) {
    validity_ = allocate_buffer(bitmap_words(capacity_) * 8);
    set_all_bits(validity_->as<uint64_t>(), capacity_);
  }
  return validity_->as<uint64_t>();
}

char* MutableColumn::reserve_string(size_t length) {
  if (heap_.empty() || heap_used_ + length > heap_.back()->capacity()) {
    heap_.push_back(allocate_buffer(std::max(length, heap_.empty() ? kFirstHeapChunk : kHeapChunk)));
    heap_used_ = 0;
  }
  char* data = heap_.back()->as<char>() + heap_used_;
  heap_used_ += length;
  heap_bytes_ += length;
  return data;
}

StringView MutableColumn::string_in_heap(const char* data, size_t length) const {
  return StringView::in_heap({data, length}, static_cast<uint32_t>(heap_.size() - 1),
                             static_cast<uint32_t>(data - heap_.back()->as<char>()));
}

StringView MutableColumn::add_string(std::string_view text) {
  if (text.size() <= StringView::kInlineLength) return StringView::inlined(text);
  char* data = reserve_string(text.size());
  std::memcpy(data, text.data(), text.size());
  return string_in_heap(data, text.size());
}

template <class T>
void MutableColumn::gather_values(const DecodedColumn& source, std::span<const int32_t> rows, size_t at) {
  T* out = values<T>() + at;
  const T* in = source.values<T>();
  if (source.is_identity()) {
    for (size_t i = 0; i < rows.size(); ++i) out[i] = in[rows[i]];
  } else {
    for (size_t i = 0; i < rows.size(); ++i) out[i] = in[source.index(static_cast<size_t>(rows[i]))];
  }
}

void MutableColumn::gather(const Column& source, std::span<const int32_t> rows, size_t at) {
  DCHECK(source.type() == type_) << "gather keeps the physical type";
  DCHECK(at + rows.size() <= capacity_) << at;
  const DecodedColumn decoded(source);
  if (type_ == PhysicalType::kString) {
    StringView* out = values<StringView>() + at;
    for (size_t i = 0; i < rows.size(); ++i) {
      const auto row = static_cast<size_t>(rows[i]);
      const StringView& view = decoded.value<StringView>(row);
      // The value below a NULL may point anywhere.
      if (decoded.may_have_nulls() && decoded.is_null(row)) {
        out[i] = StringView();
      } else {
        out[i] = view.is_inlined() ? view : add_string(decoded.text_of(view));
      }
    }
  } else {
    visit_physical(type_, [&](auto tag) { gather_values<typename decltype(tag)::type>(decoded, rows, at); });
  }
  if (!decoded.may_have_nulls() && validity_ == nullptr) return;
  uint64_t* bits = validity();
  for (size_t i = 0; i < rows.size(); ++i) {
    assign_bit(bits, at + i, !decoded.is_null(static_cast<size_t>(rows[i])));
  }
}

size_t MutableColumn::bytes(size_t rows) const {
  return rows * physical_width(type_) + (validity_ == nullptr ? 0 : bitmap_words(rows) * 8) + heap_bytes_;
}

ColumnPtr MutableColumn::seal(size_t rows) {
  CHECK(rows <= capacity_) << rows << " rows in a column of " << capacity_;
  capacity_ = 0;
  heap_used_ = 0;
  heap_bytes_ = 0;
  return Column::flat(type_, rows, std::move(values_), std::move(validity_), std::move(heap_));
}

}  // namespace eddyline

#include "state/hashmap/table/text_heap.hpp"

#include <algorithm>
#include <bit>

#include "common/columnar/stored_text.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {
namespace {

constexpr size_t kBlockBytes = size_t{64} << 10;
constexpr size_t kSmallest = 16;
constexpr size_t kLargestPiece = size_t{32} << 10;

}  // namespace

TextHeap::~TextHeap() {
  for (uint8_t* block : cut_) blocks_->free(block, kBlockBytes);
}

size_t TextHeap::size_index(size_t bytes) {
  return static_cast<size_t>(std::bit_width(std::max(bytes, kSmallest) - 1)) - 4;
}

char* TextHeap::allocate(size_t bytes) {
  if (bytes > kLargestPiece) return reinterpret_cast<char*>(blocks_->allocate(bytes));
  const size_t index = size_index(bytes);
  if (Piece* piece = free_[index]; piece != nullptr) {
    free_[index] = piece->next;
    return reinterpret_cast<char*>(piece);
  }
  const size_t size = kSmallest << index;
  if (cut_.empty() || cut_used_ + size > kBlockBytes) {
    uint8_t* block = blocks_->allocate(kBlockBytes);
    if (block == nullptr) return nullptr;
    cut_.push_back(block);
    cut_used_ = 0;
  }
  char* piece = reinterpret_cast<char*>(cut_.back()) + cut_used_;
  cut_used_ += size;
  return piece;
}

void TextHeap::free(const char* text, size_t bytes) {
  auto* memory = reinterpret_cast<uint8_t*>(const_cast<char*>(text));
  if (bytes > kLargestPiece) {
    blocks_->free(memory, bytes);
    return;
  }
  const size_t index = size_index(bytes);
  free_[index] = new (memory) Piece{free_[index]};
}

bool TextHeap::replace(uint8_t* slot, const RowLayout& layout, size_t column, std::string_view text) {
  // The new text may be a part of the old one: copied before that goes.
  char* copy = nullptr;
  if (text.size() > StoredText::kInlineLength) {
    copy = allocate(text.size());
    if (copy == nullptr) return false;
    std::memcpy(copy, text.data(), text.size());
  }
  const StoredText stored(text, copy);
  free_column(slot, layout, column);
  store_value(slot, layout.offset(column), stored);
  layout.set_present(slot, column);
  return true;
}

void TextHeap::free_all(const uint8_t* slot, const RowLayout& layout) {
  if (!layout.has_strings()) return;
  for (size_t column = 0; column < layout.column_count(); ++column) {
    if (layout.type(column) == PhysicalType::kString) free_column(slot, layout, column);
  }
}

void TextHeap::free_column(const uint8_t* slot, const RowLayout& layout, size_t column) {
  if (!layout.is_present(slot, column)) return;
  const auto stored = load_value<StoredText>(slot, layout.offset(column));
  if (!stored.is_inlined()) free(stored.address(), stored.length());
}

}  // namespace eddyline::state

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "state/hashmap/table/block_allocator.hpp"
#include "state/row/row_layout.hpp"
#include "state/row/text_room.hpp"

namespace eddyline::state {

/// Texts that come and go one by one: pieces of a few sizes, cut from blocks and kept in free lists.
/// Thread   one.
class TextHeap final : public TextRoom {
 public:
  explicit TextHeap(BlockAllocator& blocks) : blocks_(&blocks) {}
  ~TextHeap() override;
  TextHeap(const TextHeap&) = delete;
  TextHeap& operator=(const TextHeap&) = delete;

  char* allocate(size_t bytes) override;
  /// `bytes` as given to allocate().
  void free(const char* text, size_t bytes);

  /// Puts a text into a column of a slot in place of what is there; false when memory is used up.
  [[nodiscard]] bool replace(uint8_t* slot, const RowLayout& layout, size_t column, std::string_view text);
  /// Gives back what the text columns of a slot hold; the slot's columns are not to be read again.
  void free_all(const uint8_t* slot, const RowLayout& layout);

 private:
  static constexpr size_t kSizes = 12;  // 16 bytes to 32 KiB
  struct Piece {
    Piece* next;
  };
  static size_t size_index(size_t bytes);
  void free_column(const uint8_t* slot, const RowLayout& layout, size_t column);

  BlockAllocator* blocks_;
  std::array<Piece*, kSizes> free_{};
  std::vector<uint8_t*> cut_;
  size_t cut_used_ = 0;
};

}  // namespace eddyline::state

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "common/base/status.hpp"
#include "common/memory/memory_pool.hpp"

namespace eddyline::state {

/// Memory for hash tables and slabs: blocks of powers of two from 4 KiB, cut from 2 MiB chunks that lie on huge pages.
///
/// Buddies that are both free become one block again; a chunk that is wholly free goes back. Every chunk, and every
/// block above 2 MiB, is reserved in the pool before it is allocated. The first chunk uses small pages, so that little
/// state stays little. Thread   one.
class BlockAllocator {
 public:
  explicit BlockAllocator(MemoryPool& pool) : pool_(&pool) {}
  ~BlockAllocator();
  BlockAllocator(const BlockAllocator&) = delete;
  BlockAllocator& operator=(const BlockAllocator&) = delete;

  /// Contents undefined, aligned to the block's size up to 2 MiB; null when the pool refuses, and status() says why.
  uint8_t* allocate(size_t bytes);
  /// `bytes` as given to allocate().
  void free(uint8_t* block, size_t bytes);

  /// Counts memory that the caller allocates itself; false when the pool refuses, and status() says why.
  bool reserve(size_t bytes);
  void release(size_t bytes) { pool_->release(Bytes(bytes)); }

  const Status& status() const { return status_; }
  /// What a request of `bytes` takes.
  static size_t block_bytes(size_t bytes);

 private:
  static constexpr int kSmallestOrder = 12;
  static constexpr int kChunkOrder = 21;
  static constexpr size_t kOrders = kChunkOrder - kSmallestOrder + 1;
  static constexpr size_t kChunkBytes = size_t{1} << kChunkOrder;

  /// Lies at the start of every free block.
  struct FreeBlock {
    FreeBlock* next;
    FreeBlock* previous;
  };
  /// Which blocks of a chunk are free, by order.
  struct Chunk {
    std::array<std::bitset<(size_t{1} << (kChunkOrder - kSmallestOrder))>, kOrders> free;
  };

  uint8_t* allocate_large(size_t bytes);
  bool add_chunk();
  bool is_free(uint8_t* block, int order) const;
  void push(uint8_t* block, int order);
  void remove(uint8_t* block, int order);
  Chunk& chunk_of(const uint8_t* block) const;
  static size_t index_in_chunk(const uint8_t* block, int order);

  MemoryPool* pool_;
  Status status_;
  std::array<FreeBlock*, kOrders> lists_{};
  std::unordered_map<uintptr_t, std::unique_ptr<Chunk>> chunks_;
};

}  // namespace eddyline::state

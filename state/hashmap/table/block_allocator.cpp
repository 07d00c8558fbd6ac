#include "state/hashmap/table/block_allocator.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

#include "common/base/check.hpp"

namespace eddyline::state {
namespace {

uint8_t* allocate_aligned(size_t bytes, size_t alignment, bool huge_pages) {
  auto* memory = static_cast<uint8_t*>(::operator new (bytes, std::align_val_t{alignment}));
  // A hint: without huge pages everything works, at 0.6 of the speed of random access.
  if (huge_pages) static_cast<void>(::madvise(memory, bytes, MADV_HUGEPAGE));
  return memory;
}

}  // namespace

BlockAllocator::~BlockAllocator() {
  for (const auto& [address, chunk] : chunks_) {
    ::operator delete (reinterpret_cast<uint8_t*>(address), std::align_val_t{kChunkBytes});
    pool_->release(Bytes(kChunkBytes));
  }
}

size_t BlockAllocator::block_bytes(size_t bytes) {
  return std::bit_ceil(std::max(bytes, size_t{1} << kSmallestOrder));
}

uint8_t* BlockAllocator::allocate(size_t bytes) {
  const size_t size = block_bytes(bytes);
  if (size > kChunkBytes) return allocate_large(size);
  const int wanted = std::countr_zero(size);
  int order = wanted;
  while (order <= kChunkOrder && lists_[static_cast<size_t>(order - kSmallestOrder)] == nullptr) ++order;
  if (order > kChunkOrder) {
    if (!add_chunk()) return nullptr;
    order = kChunkOrder;
  }
  auto* block = reinterpret_cast<uint8_t*>(lists_[static_cast<size_t>(order - kSmallestOrder)]);
  remove(block, order);
  while (order > wanted) {
    --order;
    push(block + (size_t{1} << order), order);
  }
  return block;
}

void BlockAllocator::free(uint8_t* block, size_t bytes) {
  const size_t size = block_bytes(bytes);
  if (size > kChunkBytes) {
    ::operator delete (block, std::align_val_t{kChunkBytes});
    pool_->release(Bytes(size));
    return;
  }
  int order = std::countr_zero(size);
  while (order < kChunkOrder) {
    auto* buddy = reinterpret_cast<uint8_t*>(reinterpret_cast<uintptr_t>(block) ^ (uintptr_t{1} << order));
    if (!is_free(buddy, order)) break;
    remove(buddy, order);
    block = std::min(block, buddy);
    ++order;
  }
  if (order == kChunkOrder && chunks_.size() > 1) {
    chunks_.erase(reinterpret_cast<uintptr_t>(block));
    ::operator delete (block, std::align_val_t{kChunkBytes});
    pool_->release(Bytes(kChunkBytes));
    return;
  }
  push(block, order);
}

bool BlockAllocator::reserve(size_t bytes) {
  status_ = pool_->reserve(Bytes(bytes));
  return status_.ok();
}

uint8_t* BlockAllocator::allocate_large(size_t bytes) {
  return reserve(bytes) ? allocate_aligned(bytes, kChunkBytes, true) : nullptr;
}

bool BlockAllocator::add_chunk() {
  if (!reserve(kChunkBytes)) return false;
  uint8_t* memory = allocate_aligned(kChunkBytes, kChunkBytes, !chunks_.empty());
  chunks_.emplace(reinterpret_cast<uintptr_t>(memory), std::make_unique<Chunk>());
  push(memory, kChunkOrder);
  return true;
}

BlockAllocator::Chunk& BlockAllocator::chunk_of(const uint8_t* block) const {
  const auto found = chunks_.find(reinterpret_cast<uintptr_t>(block) & ~(uintptr_t{kChunkBytes} - 1));
  CHECK(found != chunks_.end()) << "a block of another allocator";
  return *found->second;
}

size_t BlockAllocator::index_in_chunk(const uint8_t* block, int order) {
  return (reinterpret_cast<uintptr_t>(block) & (kChunkBytes - 1)) >> order;
}

bool BlockAllocator::is_free(uint8_t* block, int order) const {
  return chunk_of(block).free[static_cast<size_t>(order - kSmallestOrder)].test(index_in_chunk(block, order));
}

void BlockAllocator::push(uint8_t* block, int order) {
  const auto list = static_cast<size_t>(order - kSmallestOrder);
  auto* free_block = new (block) FreeBlock{lists_[list], nullptr};
  if (free_block->next != nullptr) free_block->next->previous = free_block;
  lists_[list] = free_block;
  chunk_of(block).free[list].set(index_in_chunk(block, order));
}

void BlockAllocator::remove(uint8_t* block, int order) {
  const auto list = static_cast<size_t>(order - kSmallestOrder);
  auto* free_block = reinterpret_cast<FreeBlock*>(block);
  if (free_block->previous != nullptr) {
    free_block->previous->next = free_block->next;
  } else {
    lists_[list] = free_block->next;
  }
  if (free_block->next != nullptr) free_block->next->previous = free_block->previous;
  chunk_of(block).free[list].reset(index_in_chunk(block, order));
}

}  // namespace eddyline::state

#include "common/memory/buffer.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <new>
#include <vector>

#include "common/base/check.hpp"

namespace eddyline {
namespace {

constexpr size_t kAlignment = 64;
constexpr int kSmallestClass = 8;  // 256 bytes
constexpr int kLargestClass = 22;  // 4 MiB
constexpr size_t kClasses = kLargestClass - kSmallestClass + 1;
constexpr size_t kKeptPerThreadBytes = size_t{4} << 20;
/// Of all threads: what the more than 32 keep is less each.
constexpr size_t kKeptByThreadsBytes = size_t{128} << 20;
constexpr size_t kKeptSharedBytes = size_t{64} << 20;

int size_class(size_t bytes) {
  const int bits = std::bit_width(bytes <= 1 ? size_t{1} : bytes - 1);
  return bits < kSmallestClass ? kSmallestClass : bits;
}

uint8_t* allocate_raw(size_t bytes) {
  return static_cast<uint8_t*>(::operator new (bytes, std::align_val_t{kAlignment}));
}
void free_raw(uint8_t* data) {
  ::operator delete (data, std::align_val_t{kAlignment});
}

/// Free blocks by size class.
struct FreeLists {
  std::array<std::vector<uint8_t*>, kClasses> blocks;
  size_t bytes = 0;

  uint8_t* take(int cls) {
    auto& list = blocks[static_cast<size_t>(cls - kSmallestClass)];
    if (list.empty()) return nullptr;
    uint8_t* block = list.back();
    list.pop_back();
    bytes -= size_t{1} << cls;
    return block;
  }
  bool put(int cls, uint8_t* block, size_t limit) {
    const size_t size = size_t{1} << cls;
    if (bytes + size > limit) {
      // The limit may have fallen since the blocks were kept.
      if (bytes > limit) free_all();
      return false;
    }
    blocks[static_cast<size_t>(cls - kSmallestClass)].push_back(block);
    bytes += size;
    return true;
  }
  void free_all() {
    for (auto& list : blocks) {
      for (uint8_t* block : list) free_raw(block);
      list.clear();
    }
    bytes = 0;
  }
};

/// Overflow of the thread lists: a consumer that only frees feeds a producer that only allocates.
struct SharedLists {
  std::mutex mutex;
  FreeLists lists;
};

SharedLists& shared_lists() {
  // Never destroyed: buffers may be released by threads that end after main.
  static SharedLists* const kShared = new SharedLists();
  return *kShared;
}

/// What each thread may keep.
std::atomic<size_t> kept_bytes{kKeptPerThreadBytes};

/// Of a thread that begins (1) or ends (-1) to keep buffers.
void count_threads(int change) {
  static std::mutex mutex;
  static size_t threads = 0;
  const std::lock_guard lock(mutex);
  threads += static_cast<size_t>(change);
  const size_t part = kKeptByThreadsBytes / std::max<size_t>(threads, 1);
  kept_bytes.store(std::min(kKeptPerThreadBytes, part), std::memory_order_relaxed);
}

struct ThreadLists {
  FreeLists lists;
  bool alive = true;
  ThreadLists() { count_threads(1); }
  ~ThreadLists() {
    lists.free_all();
    alive = false;
    count_threads(-1);
  }
};

ThreadLists& thread_lists() {
  static thread_local ThreadLists lists;
  return lists;
}

void recycle(int cls, uint8_t* block) {
  ThreadLists& mine = thread_lists();
  if (mine.alive && mine.lists.put(cls, block, kept_bytes.load(std::memory_order_relaxed))) return;
  SharedLists& shared = shared_lists();
  {
    const std::lock_guard lock(shared.mutex);
    if (shared.lists.put(cls, block, kKeptSharedBytes)) return;
  }
  free_raw(block);
}

uint8_t* take(int cls) {
  ThreadLists& mine = thread_lists();
  if (mine.alive) {
    if (uint8_t* block = mine.lists.take(cls)) return block;
  }
  SharedLists& shared = shared_lists();
  {
    const std::lock_guard lock(shared.mutex);
    if (uint8_t* block = shared.lists.take(cls)) return block;
  }
  return allocate_raw(size_t{1} << cls);
}

/// Buffer and the way back in one allocation of the shared pointer.
struct PooledBuffer {
  PooledBuffer(uint8_t* data, size_t capacity, int cls) : buffer(data, capacity), size_class(cls) {}
  ~PooledBuffer() {
    if (size_class > kLargestClass) {
      free_raw(buffer.data());
    } else {
      recycle(size_class, buffer.data());
    }
  }
  PooledBuffer(const PooledBuffer&) = delete;
  PooledBuffer& operator=(const PooledBuffer&) = delete;

  Buffer buffer;
  int size_class;
};

}  // namespace

BufferPtr allocate_buffer(size_t bytes) {
  const int cls = size_class(bytes);
  uint8_t* data = nullptr;
  size_t capacity = size_t{1} << cls;
  if (cls > kLargestClass) {
    capacity = bytes;
    data = allocate_raw(bytes);
  } else {
    data = take(cls);
  }
  auto pooled = std::make_shared<PooledBuffer>(data, capacity, cls);
  return {pooled, &pooled->buffer};
}

size_t cached_buffer_bytes() {
  return thread_lists().lists.bytes;
}

}  // namespace eddyline

#include "common/memory/freed_memory.hpp"

#include <malloc.h>

namespace eddyline {
namespace {

// Larger blocks have mappings of their own, which go with them.
constexpr int kMappedBytes = 4 << 20;
// What lies unused at the end of a heap.
constexpr int kKeptBytes = 16 << 20;

}  // namespace

void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, kMappedBytes);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
}

}  // namespace eddyline

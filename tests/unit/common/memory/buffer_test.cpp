#include "common/memory/buffer.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

namespace eddyline {
namespace {

TEST(BufferTest, IsAlignedAndLargeEnough) {
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{257}, size_t{100'000}, size_t{5} << 20}) {
    const BufferPtr buffer = allocate_buffer(bytes);
    EXPECT_GE(buffer->capacity(), bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer->data()) % 64, 0u);
    std::memset(buffer->data(), 1, bytes);
  }
}

TEST(BufferTest, AReleasedBufferIsUsedAgain) {
  const uint8_t* first = allocate_buffer(10'000)->data();
  EXPECT_EQ(allocate_buffer(9'000)->data(), first);
}

TEST(BufferTest, BuffersFreedByAnotherThreadComeBackThroughTheSharedList) {
  BufferPtr buffer = allocate_buffer(3 << 20);
  // The other thread keeps at most 4 MiB of its own; the second block overflows into the shared list.
  BufferPtr second = allocate_buffer(3 << 20);
  const uint8_t* data = second->data();
  std::thread([first = std::move(buffer), second = std::move(second)]() mutable {
    first.reset();
    second.reset();
  }).join();
  EXPECT_EQ(allocate_buffer(3 << 20)->data(), data);
}

}  // namespace
}  // namespace eddyline

#include "common/memory/buffer.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <latch>
#include <thread>
#include <vector>

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

TEST(BufferTest, ManyThreadsKeepNoMoreThanSomeWould) {
  constexpr int kThreads = 64;
  std::latch all_here(kThreads);
  std::latch all_looked(kThreads);
  std::atomic<size_t> kept{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      allocate_buffer(1);
      all_here.arrive_and_wait();
      std::vector<BufferPtr> buffers;
      for (int i = 0; i < 8; ++i) buffers.push_back(allocate_buffer(512 << 10));
      buffers.clear();
      kept += cached_buffer_bytes();
      all_looked.arrive_and_wait();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(kept.load(), size_t{128} << 20);
  EXPECT_GT(kept.load(), 0U);
}

}  // namespace
}  // namespace eddyline

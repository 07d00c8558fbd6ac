#include "jobmanager/process/event_queue.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace eddyline::jobmanager {
namespace {

MessageArrived message(size_t bytes) {
  const std::vector<uint8_t> content(bytes);
  return {PeerId(1), Frame::copy_of(content)};
}

std::chrono::steady_clock::time_point at_once() {
  return std::chrono::steady_clock::now();
}

TEST(EventQueueTest, KeepsTheOrder) {
  EventQueue queue(Bytes(100));
  EXPECT_TRUE(queue.push(PeerConnected{PeerId(1)}));
  EXPECT_TRUE(queue.push(message(3)));
  EXPECT_TRUE(queue.push(PeerLost{PeerId(1), {}}));
  EXPECT_TRUE(std::holds_alternative<PeerConnected>(*queue.pop({})));
  EXPECT_TRUE(std::holds_alternative<MessageArrived>(*queue.pop({})));
  EXPECT_TRUE(std::holds_alternative<PeerLost>(*queue.pop({})));
  EXPECT_FALSE(queue.pop(at_once()).has_value());
}

TEST(EventQueueTest, RefusesMessagesBeyondItsBytes) {
  EventQueue queue(Bytes(100));
  EXPECT_TRUE(queue.push(message(60)));
  EXPECT_FALSE(queue.push(message(41)));
  // What is no message always has room.
  EXPECT_TRUE(queue.push(PeerLost{PeerId(1), {}}));
  EXPECT_TRUE(queue.push(message(40)));
  ASSERT_TRUE(queue.pop({}).has_value());
  EXPECT_TRUE(queue.push(message(60)));
}

TEST(EventQueueTest, GivesWhatIsLeftAfterItWasClosed) {
  EventQueue queue(Bytes(100));
  EXPECT_TRUE(queue.push(PeerConnected{PeerId(1)}));
  queue.close();
  EXPECT_FALSE(queue.push(PeerConnected{PeerId(2)}));
  EXPECT_TRUE(queue.pop({}).has_value());
  EXPECT_FALSE(queue.pop({}).has_value());
  EXPECT_TRUE(queue.closed());
}

TEST(EventQueueTest, WakesWhoWaits) {
  EventQueue queue(Bytes(100));
  std::thread pusher([&] { queue.push(PeerConnected{PeerId(1)}); });
  EXPECT_TRUE(queue.pop({}).has_value());
  pusher.join();
  std::thread closer([&] { queue.close(); });
  EXPECT_FALSE(queue.pop({}).has_value());
  closer.join();
}

}  // namespace
}  // namespace eddyline::jobmanager

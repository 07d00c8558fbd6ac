#include "jobmanager/process/peer_inboxes.hpp"

#include <gtest/gtest.h>

namespace eddyline::jobmanager {
namespace {

constexpr uint64_t kCost = PeerInboxes::kFixedCost;

Frame message(size_t bytes) {
  const std::vector<uint8_t> content(bytes);
  return Frame::copy_of(content);
}

TEST(PeerInboxesTest, GivesEachPeersMessagesInOrder) {
  PeerInboxes inboxes({.peer = Bytes(1 << 20), .total = Bytes(1 << 20)});
  for (uint64_t peer = 1; peer <= 2; ++peer) EXPECT_EQ(inboxes.open(PeerId(peer)), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(1), message(1)), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(2), message(2)), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(1), message(3)), std::nullopt);
  EXPECT_EQ(inboxes.take(PeerId(1))->bytes.size(), 1U);
  EXPECT_EQ(inboxes.take(PeerId(1))->bytes.size(), 3U);
  EXPECT_FALSE(inboxes.take(PeerId(1)).has_value());
  inboxes.close(PeerId(2));
  EXPECT_FALSE(inboxes.take(PeerId(2)).has_value());
}

TEST(PeerInboxesTest, APeerBeyondItsOwnBoundGoes) {
  PeerInboxes inboxes({.peer = Bytes(3 * kCost + 100), .total = Bytes(1 << 20)});
  EXPECT_EQ(inboxes.open(PeerId(1)), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(1), message(60)), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(1), message(40)), std::nullopt);
  EXPECT_TRUE(inboxes.take(PeerId(1)).has_value());
  EXPECT_EQ(inboxes.put(PeerId(1), message(60)), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(1), message(0)), PeerId(1));
  // Nothing of it is left, and nothing comes from it any more.
  EXPECT_FALSE(inboxes.take(PeerId(1)).has_value());
  EXPECT_EQ(inboxes.put(PeerId(1), message(60)), std::nullopt);
  EXPECT_FALSE(inboxes.take(PeerId(1)).has_value());
}

// Messages without bytes cost something, too.
TEST(PeerInboxesTest, WhoHoldsTheMostGoesNotWhoComesLast) {
  PeerInboxes inboxes({.peer = Bytes(1 << 20), .total = Bytes(20 * kCost)});
  for (uint64_t peer = 1; peer <= 3; ++peer) EXPECT_EQ(inboxes.open(PeerId(peer)), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(1), message(8)), std::nullopt);
  for (int i = 0; i < 15; ++i) EXPECT_EQ(inboxes.put(PeerId(2), Frame()), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(3), message(8)), PeerId(2));
  EXPECT_FALSE(inboxes.take(PeerId(2)).has_value());
  EXPECT_TRUE(inboxes.take(PeerId(1)).has_value());
  EXPECT_TRUE(inboxes.take(PeerId(3)).has_value());
  // What it held is free again.
  for (int i = 0; i < 15; ++i) EXPECT_EQ(inboxes.put(PeerId(3), Frame()), std::nullopt);
}

TEST(PeerInboxesTest, ConnectionsCount) {
  PeerInboxes inboxes({.peer = Bytes(1 << 20), .total = Bytes(10 * kCost)});
  EXPECT_EQ(inboxes.open(PeerId(1)), std::nullopt);
  EXPECT_EQ(inboxes.put(PeerId(1), message(8)), std::nullopt);
  for (uint64_t peer = 2; peer <= 8; ++peer) EXPECT_EQ(inboxes.open(PeerId(peer)), std::nullopt);
  EXPECT_EQ(inboxes.open(PeerId(9)), PeerId(1));
}

}  // namespace
}  // namespace eddyline::jobmanager

#include "taskexecutor/exchange/reported_channels.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace eddyline::taskexecutor {
namespace {

using Entries = std::vector<const ReportedChannel*>;

Entries taken_from(ReportedChannels& list) {
  Entries entries;
  list.take_all([&](const ReportedChannel& entry) { entries.push_back(&entry); });
  return entries;
}

TEST(ReportedChannels, AChannelIsListedOnceUntilItIsWithdrawn) {
  ReportedChannels list;
  ReportedChannel first;
  ReportedChannel second;
  list.report(first);
  list.report(second);
  list.report(first);
  EXPECT_EQ(taken_from(list), (Entries{&first, &second}));
  list.report(first);
  EXPECT_EQ(taken_from(list), Entries());
  EXPECT_TRUE(ReportedChannels::withdraw(first, [] { return false; }));
  list.report(first);
  EXPECT_EQ(taken_from(list), Entries{&first});
}

TEST(ReportedChannels, AChannelThatGetsSomethingWhileItIsWithdrawnStaysWithWhoeverListsIt) {
  ReportedChannels list;
  ReportedChannel entry;
  list.report(entry);
  taken_from(list);
  // The reader sees it first and keeps it.
  EXPECT_FALSE(ReportedChannels::withdraw(entry, [] { return true; }));
  list.report(entry);
  EXPECT_EQ(taken_from(list), Entries());
  // The producer is quicker: it comes by the list.
  EXPECT_TRUE(ReportedChannels::withdraw(entry, [&] {
    list.report(entry);
    return true;
  }));
  EXPECT_EQ(taken_from(list), Entries{&entry});
}

TEST(ReportedChannels, WhatIsTakenMayBeQueuedAtOnce) {
  ReportedChannels list;
  std::vector<ReportedChannel> entries(3);
  for (ReportedChannel& entry : entries) list.report(entry);
  ChannelQueue queue;
  list.take_all([&](ReportedChannel& entry) { queue.push_back(entry); });
  for (ReportedChannel& entry : entries) {
    ASSERT_FALSE(queue.empty());
    EXPECT_EQ(&queue.front(), &entry);
    EXPECT_EQ(&queue.pop_front(), &entry);
  }
  EXPECT_TRUE(queue.empty());
  queue.push_back(entries[1]);
  EXPECT_EQ(&queue.pop_front(), &entries[1]);
}

struct Counter {
  ReportedChannel entry;
  std::atomic<int> given{0};
  int taken = 0;
};

TEST(ReportedChannels, LosesNoneBetweenThreads) {
  constexpr size_t kThreads = 3;
  constexpr int kRounds = 5000;
  ReportedChannels list;
  std::vector<Counter> counters(kThreads);
  std::vector<std::thread> threads;
  for (Counter& counter : counters) {
    threads.emplace_back([&list, &counter] {
      for (int round = 0; round < kRounds; ++round) {
        counter.given.fetch_add(1, std::memory_order_seq_cst);
        list.report(counter.entry);
      }
    });
  }
  const auto counter_of = [&](const ReportedChannel& entry) -> Counter& {
    for (Counter& counter : counters) {
      if (&counter.entry == &entry) return counter;
    }
    return counters.front();
  };
  // Ends only if each last one is seen.
  for (size_t complete = 0; complete < kThreads;) {
    list.take_all([&](ReportedChannel& entry) {
      Counter& counter = counter_of(entry);
      const auto more = [&] { return counter.given.load(std::memory_order_seq_cst) > counter.taken; };
      do {
        const int before = counter.taken;
        counter.taken = counter.given.load(std::memory_order_seq_cst);
        if (counter.taken == kRounds && before < kRounds) ++complete;
      } while (!ReportedChannels::withdraw(entry, more));
    });
    std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace eddyline::taskexecutor

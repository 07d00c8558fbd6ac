#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"

namespace eddyline {

/// One node of the budget tree process -> slot -> operator. Everything large is reserved here before it is allocated.
///
/// A reservation counts in the node and in all nodes above it, or fails as a whole. When a node's limit is reached, the
/// nodes below it that registered a spill call on the reserving thread are asked, largest first, to give memory back
/// before the reservation fails. Operators of other threads (other slots, other subtasks of the slot) are never asked:
/// their state has one owner, and it is not this thread.
///
/// Thread   any; counters are atomic.
/// Errors   kOutOfMemory names the node that asked and what it holds, the node whose limit was reached, that limit and
///          the option to raise.
class MemoryPool {
 public:
  /// Returns the bytes it gave back. May be called inside any reserve() of its thread, the operator's own too.
  using Spill = std::function<Bytes(Bytes wanted)>;

  static constexpr uint64_t kUnlimited = UINT64_MAX;

  /// The root; `limit` bytes for the process, which the option `limit_key` raises.
  static std::unique_ptr<MemoryPool> root(std::string name, Bytes limit = Bytes(kUnlimited), std::string limit_key = "");
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// A node below this one; this one must outlive it.
  std::unique_ptr<MemoryPool> child(std::string name, Bytes limit = Bytes(kUnlimited));

  Status reserve(Bytes bytes);
  void release(Bytes bytes);
  /// Called by the thread that owns the operator: spilling happens on this thread only.
  void set_spill(Spill spill);

  const std::string& name() const { return name_; }
  Bytes used() const { return Bytes(used_.load(std::memory_order_relaxed)); }
  Bytes peak() const { return Bytes(peak_.load(std::memory_order_relaxed)); }
  Bytes limit() const { return limit_; }

 private:
  MemoryPool(MemoryPool* parent, std::string name, Bytes limit, std::string limit_key);
  bool try_add(uint64_t bytes);
  /// Null, or the node at or above this one that has no room; nothing is counted then.
  const MemoryPool* try_reserve(uint64_t bytes);
  std::string refusal(const MemoryPool& full, uint64_t bytes) const;
  void spill_below(uint64_t wanted);
  void collect_spillable(std::vector<MemoryPool*>& found);

  MemoryPool* parent_;
  std::string name_;
  Bytes limit_;
  /// Empty where no option sets the limit.
  std::string limit_key_;
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> peak_{0};
  /// Guards what other threads look at while they search for nodes to spill.
  std::mutex mutex_;
  Spill spill_;
  std::thread::id spill_thread_;
  std::vector<MemoryPool*> children_;
};

}  // namespace eddyline

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"

namespace eddyline {

/// Whose a memory pool's node is: a subtask's, say. Drawn once, never comes again.
class MemoryOwner {
 public:
  /// Nobody's.
  MemoryOwner() = default;
  static MemoryOwner draw();
  bool is_nobody() const { return number_ == 0; }
  friend bool operator==(const MemoryOwner&, const MemoryOwner&) = default;

 private:
  uint64_t number_ = 0;
};

/// One node of the budget tree process -> slot -> operator. Everything large is reserved here before it is allocated.
///
/// A reservation counts in the node and in all nodes above it, or fails as a whole. When a node's limit is reached, the
/// nodes below it that belong to the owner of the reserving node and have a spill call are asked, largest first, to
/// give memory back before the reservation fails. Operators of others (other slots, other subtasks of the slot) are
/// never asked: their state is not this thread's to touch.
///
/// Thread   any; counters are atomic. Nodes of one owner are made, reserved from and destroyed by one thread at a time.
/// Errors   kOutOfMemory names the node that asked and what it holds, the node whose limit was reached, that limit and
///          the option to raise.
class MemoryPool {
 public:
  /// Returns the bytes it gave back. May be called inside any reserve() of its owner, the operator's own too.
  using Spill = std::function<Bytes(Bytes wanted)>;

  static constexpr uint64_t kUnlimited = UINT64_MAX;

  /// The root; `limit` bytes for the process, which the option `limit_key` raises.
  static std::unique_ptr<MemoryPool> root(std::string name, Bytes limit = Bytes(kUnlimited), std::string limit_key = "");
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// A node below this one, which must outlive it; its owner's, if it is given one, else this one's.
  std::unique_ptr<MemoryPool> child(std::string name, Bytes limit = Bytes(kUnlimited), MemoryOwner owner = {});

  Status reserve(Bytes bytes);
  void release(Bytes bytes);
  /// Called by the owner; CHECKs that there is one.
  void set_spill(Spill spill);

  const std::string& name() const { return name_; }
  Bytes used() const { return Bytes(used_.load(std::memory_order_relaxed)); }
  Bytes peak() const { return Bytes(peak_.load(std::memory_order_relaxed)); }
  Bytes limit() const { return limit_; }

 private:
  MemoryPool(MemoryPool* parent, std::string name, Bytes limit, std::string limit_key, MemoryOwner owner);
  bool try_add(uint64_t bytes);
  /// For a node of this owner. Null, or the node at or above this one that has no room; nothing is counted then.
  const MemoryPool* try_reserve(uint64_t bytes, MemoryOwner owner);
  std::string refusal(const MemoryPool& full, uint64_t bytes) const;
  void spill_below(uint64_t wanted, MemoryOwner owner);
  void collect_spillable(MemoryOwner owner, std::vector<MemoryPool*>& found);

  MemoryPool* parent_;
  std::string name_;
  Bytes limit_;
  /// Empty where no option sets the limit.
  std::string limit_key_;
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> peak_{0};
  const MemoryOwner owner_;
  /// The owner's.
  Spill spill_;
  /// Guards the children, among which other threads search for nodes of their own.
  std::mutex mutex_;
  std::vector<MemoryPool*> children_;
};

}  // namespace eddyline

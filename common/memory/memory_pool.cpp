#include "common/memory/memory_pool.hpp"

#include <algorithm>

namespace eddyline {

std::unique_ptr<MemoryPool> MemoryPool::root(std::string name, Bytes limit, std::string limit_key) {
  return std::unique_ptr<MemoryPool>(new MemoryPool(nullptr, std::move(name), limit, std::move(limit_key)));
}

MemoryPool::MemoryPool(MemoryPool* parent, std::string name, Bytes limit, std::string limit_key)
    : parent_(parent), name_(std::move(name)), limit_(limit), limit_key_(std::move(limit_key)) {}

MemoryPool::~MemoryPool() {
  CHECK(children_.empty()) << "memory pool " << name_ << " goes before its children";
  if (parent_ == nullptr) return;
  // What was not given back goes with the node, so that a failed operator leaks no budget.
  if (const uint64_t left = used_.load(); left > 0) parent_->release(Bytes(left));
  const std::lock_guard lock(parent_->mutex_);
  std::erase(parent_->children_, this);
}

std::unique_ptr<MemoryPool> MemoryPool::child(std::string name, Bytes limit) {
  auto node = std::unique_ptr<MemoryPool>(new MemoryPool(this, std::move(name), limit, ""));
  const std::lock_guard lock(mutex_);
  children_.push_back(node.get());
  return node;
}

void MemoryPool::set_spill(Spill spill) {
  const std::lock_guard lock(mutex_);
  spill_ = std::move(spill);
  spill_thread_ = std::this_thread::get_id();
}

bool MemoryPool::try_add(uint64_t bytes) {
  uint64_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_.value() || used > limit_.value() - bytes) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < used + bytes && !peak_.compare_exchange_weak(peak, used + bytes, std::memory_order_relaxed)) {
  }
  return true;
}

Status MemoryPool::reserve(Bytes bytes) {
  const MemoryPool* full = try_reserve(bytes.value());
  return full == nullptr ? Status() : out_of_memory(refusal(*full, bytes.value()));
}

const MemoryPool* MemoryPool::try_reserve(uint64_t bytes) {
  if (!try_add(bytes)) {
    spill_below(bytes);
    if (!try_add(bytes)) return this;
  }
  if (parent_ == nullptr) return nullptr;
  const MemoryPool* full = parent_->try_reserve(bytes);
  if (full != nullptr) used_.fetch_sub(bytes, std::memory_order_relaxed);
  return full;
}

std::string MemoryPool::refusal(const MemoryPool& full, uint64_t bytes) const {
  std::string text = "cannot reserve " + std::to_string(bytes) + " bytes for '" + name_ + "', which holds " +
                     std::to_string(used().value()) + ": " + std::to_string(full.used().value()) + " of the " +
                     std::to_string(full.limit_.value()) + " bytes of memory pool '" + full.name_ + "' are in use";
  if (!full.limit_key_.empty()) text += "; raise '" + full.limit_key_ + "'";
  return text;
}

void MemoryPool::release(Bytes bytes) {
  for (MemoryPool* node = this; node != nullptr; node = node->parent_) {
    const uint64_t before = node->used_.fetch_sub(bytes.value(), std::memory_order_relaxed);
    CHECK(before >= bytes.value()) << "memory pool " << node->name_ << " releases more than it reserved";
  }
}

void MemoryPool::collect_spillable(std::vector<MemoryPool*>& found) {
  const std::lock_guard lock(mutex_);
  if (spill_ && spill_thread_ == std::this_thread::get_id()) found.push_back(this);
  for (MemoryPool* child : children_) child->collect_spillable(found);
}

void MemoryPool::spill_below(uint64_t wanted) {
  // Nodes found are of this thread, so none of them goes or changes its call while they are asked.
  std::vector<MemoryPool*> candidates;
  collect_spillable(candidates);
  std::sort(candidates.begin(), candidates.end(),
            [](const MemoryPool* a, const MemoryPool* b) { return a->used() > b->used(); });
  uint64_t given = 0;
  for (MemoryPool* candidate : candidates) {
    if (given >= wanted) return;
    given += candidate->spill_(Bytes(wanted - given)).value();
  }
}

}  // namespace eddyline

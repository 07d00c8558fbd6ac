#include "common/memory/memory_pool.hpp"

#include <algorithm>

namespace eddyline {

MemoryOwner MemoryOwner::draw() {
  static std::atomic<uint64_t> drawn{0};
  MemoryOwner owner;
  owner.number_ = drawn.fetch_add(1, std::memory_order_relaxed) + 1;
  return owner;
}

std::unique_ptr<MemoryPool> MemoryPool::root(std::string name, Bytes limit, std::string limit_key) {
  return std::unique_ptr<MemoryPool>(
      new MemoryPool(nullptr, std::move(name), limit, std::move(limit_key), MemoryOwner()));
}

MemoryPool::MemoryPool(MemoryPool* parent, std::string name, Bytes limit, std::string limit_key, MemoryOwner owner)
    : parent_(parent), name_(std::move(name)), limit_(limit), limit_key_(std::move(limit_key)), owner_(owner) {}

MemoryPool::~MemoryPool() {
  CHECK(children_.empty()) << "memory pool " << name_ << " goes before its children";
  if (parent_ == nullptr) return;
  // What was not given back goes with the node, so that a failed operator leaks no budget.
  if (const uint64_t left = used_.load(); left > 0) parent_->release(Bytes(left));
  const std::lock_guard lock(parent_->mutex_);
  std::erase(parent_->children_, this);
}

std::unique_ptr<MemoryPool> MemoryPool::child(std::string name, Bytes limit, MemoryOwner owner) {
  if (owner.is_nobody()) owner = owner_;
  auto node = std::unique_ptr<MemoryPool>(new MemoryPool(this, std::move(name), limit, "", owner));
  const std::lock_guard lock(mutex_);
  children_.push_back(node.get());
  return node;
}

void MemoryPool::set_spill(Spill spill) {
  CHECK(!owner_.is_nobody()) << "memory pool " << name_ << " has no owner who could spill";
  spill_ = std::move(spill);
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
  const MemoryPool* full = try_reserve(bytes.value(), owner_);
  return full == nullptr ? Status() : out_of_memory(refusal(*full, bytes.value()));
}

const MemoryPool* MemoryPool::try_reserve(uint64_t bytes, MemoryOwner owner) {
  if (!try_add(bytes)) {
    if (!owner.is_nobody()) spill_below(bytes, owner);
    if (!try_add(bytes)) return this;
  }
  if (parent_ == nullptr) return nullptr;
  const MemoryPool* full = parent_->try_reserve(bytes, owner);
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

void MemoryPool::collect_spillable(MemoryOwner owner, std::vector<MemoryPool*>& found) {
  if (owner_ == owner && spill_) found.push_back(this);
  const std::lock_guard lock(mutex_);
  for (MemoryPool* child : children_) child->collect_spillable(owner, found);
}

void MemoryPool::spill_below(uint64_t wanted, MemoryOwner owner) {
  // Nodes found are the caller's, so none of them goes or changes its call while they are asked.
  std::vector<MemoryPool*> candidates;
  collect_spillable(owner, candidates);
  std::sort(candidates.begin(), candidates.end(),
            [](const MemoryPool* a, const MemoryPool* b) { return a->used() > b->used(); });
  uint64_t given = 0;
  for (MemoryPool* candidate : candidates) {
    if (given >= wanted) return;
    given += candidate->spill_(Bytes(wanted - given)).value();
  }
}

}  // namespace eddyline

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eddyline::plan {

/// How rows are spread over the subtasks of a consumer.
struct Distribution {
  enum class Type : uint8_t { kUnknown, kHash, kSingleton, kBroadcast };
  Type type = Type::kUnknown;
  /// kHash: columns, in the order in which they are hashed.
  std::vector<size_t> keys;

  static Distribution hash(std::vector<size_t> keys) { return {Type::kHash, std::move(keys)}; }
  static Distribution singleton() { return {Type::kSingleton, {}}; }
  friend bool operator==(const Distribution&, const Distribution&) = default;
};

}  // namespace eddyline::plan

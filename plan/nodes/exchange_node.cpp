#include "plan/nodes/exchange_node.hpp"

namespace eddyline::plan {

std::vector<ColumnSet> ExchangeNode::derived_upsert_keys() const {
  if (distribution.type != Distribution::Type::kHash) return inputs[0]->upsert_keys;
  const ColumnSet hashed = column_set(distribution.keys);
  std::vector<ColumnSet> keys;
  for (const ColumnSet& key : inputs[0]->upsert_keys) {
    if (is_subset(hashed, key)) keys.push_back(key);
  }
  return keys;
}

NodeItems ExchangeNode::items(expression::PrintStyle) const {
  switch (distribution.type) {
    case Distribution::Type::kHash:
      return {{"distribution", "hash[" + joined_names(output_type, distribution.keys) + "]"}};
    case Distribution::Type::kSingleton:
      return {{"distribution", "single"}};
    case Distribution::Type::kBroadcast:
      return {{"distribution", "broadcast"}};
    case Distribution::Type::kUnknown:
      break;
  }
  return {{"distribution", "any"}};
}

}  // namespace eddyline::plan

#include "plan/nodes/exchange_node.hpp"

#include "common/json/json_field.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/field_json.hpp"
#include "plan/json/node_checks.hpp"

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

/// The distribution stands with the inputs.
JsonValue::Object ExchangeNode::own_fields() const { return {}; }

Status ExchangeNode::read_own_fields(const JsonField& node, const PlanVocabulary&) {
  RETURN_IF_ERROR(check_input_count(node, inputs.size(), 1));
  RETURN_IF_ERROR(check_same_shape(node, "the input", inputs[0]->output_type, output_type));
  ASSIGN_OR_RETURN(const JsonField list, node.member("inputProperties"));
  ASSIGN_OR_RETURN(const auto properties, list.elements());
  if (properties.size() != 1) return list.expected("the properties of one input");
  ASSIGN_OR_RETURN(const JsonField required, properties[0].member("requiredDistribution"));
  ASSIGN_OR_RETURN(distribution, read_distribution(required, output_type.size()));
  return check_key_columns(node, output_type, distribution.keys);
}

void register_exchange(ExecNodeRegistry& registry);
void register_exchange(ExecNodeRegistry& registry) {
  registry.add<ExchangeNode>();
}

}  // namespace eddyline::plan

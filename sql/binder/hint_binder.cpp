#include "sql/binder/hint_binder.hpp"

#include <algorithm>
#include <array>

#include "sql/logical/logical_nodes.hpp"

namespace eddyline::sql {
namespace {

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// Hints of joins that only advise the optimizer: without the strategy they name, the result is the same.
constexpr std::array<std::string_view, 4> kAdvisory = {"BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP"};
/// Hints that change what a query keeps or gives, and have no implementation yet.
constexpr std::array<std::string_view, 3> kUnsupported = {"LOOKUP", "STATE_TTL", "MULTI_JOIN"};

/// Hints of tables stand here without effect, as in Flink.
bool has_no_effect_on_queries(std::string_view name) { return name == "OPTIONS" || name == "ALIAS"; }

bool is_query_hint(std::string_view name) {
  return name == "EARLY_FIRE" || name == "ALIAS" || std::ranges::count(kAdvisory, name) > 0 ||
         std::ranges::count(kUnsupported, name) > 0;
}

Status unknown_hint(const Hint& hint) {
  return hint_error("Hint: " + hint.name.text + " should be registered in the HintStrategyTable").at(hint.name.position);
}

QueryHint bound_hint(const Hint& hint, std::string name) {
  QueryHint bound;
  bound.name = std::move(name);
  bound.position = hint.name.position;
  for (const StringLiteralNode& item : hint.items) bound.list_options.push_back(item.text);
  for (const OptionNode& option : hint.options) bound.options.try_emplace(option.key.text, option.value.text);
  return bound;
}

LogicalPtr attach(const LogicalPtr& node, const std::vector<QueryHint>& hints, const std::set<const LogicalNode*>& leaves,
                  std::vector<size_t>& path) {
  if (leaves.contains(node.get())) return node;
  std::vector<LogicalPtr> inputs;
  for (size_t child = 0; child < node->inputs().size(); ++child) {
    path.push_back(child);
    inputs.push_back(attach(node->input(child), hints, leaves, path));
    path.pop_back();
  }
  if (node->kind() != LogicalKind::kJoin) return node->with_inputs(std::move(inputs));
  std::vector<QueryHint> attached = hints;
  for (QueryHint& hint : attached) hint.inherit_path = path;
  const auto& join = as<LogicalJoin>(*node);
  return std::make_shared<LogicalJoin>(inputs[0], inputs[1], join.type(), join.condition(), join.output(),
                                       std::move(attached), join.position());
}

void collect_leaves(const LogicalPtr& node, std::set<const LogicalNode*>& leaves) {
  if (node->kind() != LogicalKind::kJoin) {
    leaves.insert(node.get());
    return;
  }
  for (const LogicalPtr& input : node->inputs()) collect_leaves(input, leaves);
}

}  // namespace

Result<std::vector<QueryHint>> bind_hints(const std::vector<Hint>& hints) {
  std::vector<QueryHint> bound;
  for (const Hint& hint : hints) {
    std::string name = upper_case(hint.name.text);
    if (std::ranges::count(kUnsupported, name) > 0) return not_supported("hint " + name).at(hint.name.position);
    if (name == "EARLY_FIRE" || std::ranges::count(kAdvisory, name) > 0) {
      bound.push_back(bound_hint(hint, std::move(name)));
    } else if (!has_no_effect_on_queries(name)) {
      return unknown_hint(hint);
    }
  }
  return bound;
}

Result<std::map<std::string, std::string>> bind_table_options(const std::vector<Hint>& hints, bool allowed) {
  std::map<std::string, std::string> options;
  for (const Hint& hint : hints) {
    const std::string name = upper_case(hint.name.text);
    if (name != "OPTIONS") {
      if (!is_query_hint(name)) return unknown_hint(hint);
      return not_supported("table hint " + name).at(hint.name.position);
    }
    if (hint.form != Hint::Form::kKeyValues) {
      return hint_error("Hint OPTIONS only supports key-value options").at(hint.name.position);
    }
    if (!allowed) {
      return validation_error(
                 "The 'OPTIONS' hint is allowed only when the config option 'table.dynamic-table-options.enabled' is set to true.")
          .at(hint.name.position);
    }
    for (const OptionNode& option : hint.options) options.try_emplace(option.key.text, option.value.text);
  }
  return options;
}

std::set<const LogicalNode*> block_leaves(const LogicalPtr& from) {
  std::set<const LogicalNode*> leaves;
  collect_leaves(from, leaves);
  return leaves;
}

LogicalPtr attach_hints(const LogicalPtr& root, const std::vector<QueryHint>& hints,
                        const std::set<const LogicalNode*>& leaves) {
  if (hints.empty()) return root;
  std::vector<size_t> path;
  return attach(root, hints, leaves, path);
}

}  // namespace eddyline::sql

#include "plan/json/plan_json.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "common/json/json_field.hpp"
#include "plan/json/field_json.hpp"
#include "plan/json/type_json.hpp"
#include "plan/plan_limits.hpp"

namespace eddyline::plan {
namespace {

JsonValue input_properties_to_json(const ExecNode& node) {
  JsonValue::Array properties;
  for (size_t input = 0; input < node.inputs.size(); ++input) {
    properties.emplace_back(JsonValue::Object{{"requiredDistribution", to_json(node.required_distribution(input))},
                                              {"damBehavior", "PIPELINED"},
                                              {"priority", 0}});
  }
  return properties;
}

JsonValue upsert_keys_to_json(const ExecNode& node) {
  JsonValue::Array keys;
  for (const ColumnSet& key : node.upsert_keys) keys.push_back(to_json(key));
  return keys;
}

JsonValue node_to_json(const ExecNode& node) {
  JsonValue::Object object{{"id", node.id}, {"type", node.type()}};
  for (auto& field : node.own_fields()) object.push_back(std::move(field));
  if (!node.inputs.empty()) object.emplace_back("inputProperties", input_properties_to_json(node));
  object.emplace_back("outputType", row_type_to_json(node.output_type));
  object.emplace_back("description", node.description);
  object.emplace_back("modifyKinds", to_json(node.modify_kinds));
  object.emplace_back("changelogMode", to_json(node.changelog_mode));
  object.emplace_back("upsertKeys", upsert_keys_to_json(node));
  return object;
}

/// Puts a graph together from its nodes and edges.
class GraphReader {
 public:
  GraphReader(const ExecNodeRegistry& kinds, const PlanVocabulary& vocabulary) : kinds_(kinds), vocabulary_(vocabulary) {}

  Result<ExecGraph> read(const JsonField& document) {
    RETURN_IF_ERROR(check_version(document));
    ASSIGN_OR_RETURN(const JsonField edges, document.member("edges"));
    RETURN_IF_ERROR(read_edges(edges));
    ASSIGN_OR_RETURN(const JsonField list, document.member("nodes"));
    ASSIGN_OR_RETURN(const auto fields, list.elements());
    if (const Status size = PlanLimits::check_nodes(fields.size()); !size.ok()) return list.fail(size.message());
    for (const JsonField& field : fields) RETURN_IF_ERROR(read_node(field));
    for (const auto& [target, sources] : sources_) {
      if (!nodes_.contains(target)) return edges.fail("Target node id: " + std::to_string(target) + " is not found in nodes.");
    }
    return ExecGraph{.roots = roots()};
  }

 private:
  static Status check_version(const JsonField& document) {
    ASSIGN_OR_RETURN(const JsonField field, document.member("planVersion"));
    ASSIGN_OR_RETURN(const auto version, field.as_integer<int64_t>());
    if (version == kPlanVersion) return {};
    return field.fail("the plan has version " + std::to_string(version) + ", and this process reads version " +
                      std::to_string(kPlanVersion));
  }

  Status read_edges(const JsonField& list) {
    ASSIGN_OR_RETURN(const auto fields, list.elements());
    for (const JsonField& field : fields) {
      ASSIGN_OR_RETURN(const JsonField source, field.member("source"));
      ASSIGN_OR_RETURN(const auto source_id, source.as_integer<uint32_t>());
      ASSIGN_OR_RETURN(const JsonField target, field.member("target"));
      ASSIGN_OR_RETURN(const auto target_id, target.as_integer<uint32_t>());
      sources_[target_id].push_back(source_id);
    }
    return {};
  }

  Status read_node(const JsonField& field) {
    ASSIGN_OR_RETURN(const JsonField type_field, field.member("type"));
    ASSIGN_OR_RETURN(const std::string type, type_field.as_text());
    const std::shared_ptr<ExecNode> node = kinds_.make(type);
    if (node == nullptr) return type_field.fail("Unsupported exec node type: '" + type + "'.");
    ASSIGN_OR_RETURN(const JsonField id, field.member("id"));
    ASSIGN_OR_RETURN(node->id, id.as_integer<uint32_t>());
    ASSIGN_OR_RETURN(node->inputs, take_inputs(id, node->id));
    RETURN_IF_ERROR(read_common_fields(field, *node));
    RETURN_IF_ERROR(node->read_own_fields(field, vocabulary_));
    if (const Status size = limits_.add(*node); !size.ok()) return field.fail(size.message());
    RETURN_IF_ERROR(check_changes(field, *node));
    if (nodes_.emplace(node->id, node).second) {
      in_order_.push_back(node);
      return {};
    }
    return id.fail("The id: " + std::to_string(node->id) + " is not unique for ExecNode: " + node->description +
                   ".\nplease check it.");
  }

  /// Inputs stand before their consumers, so there is no way round.
  Result<std::vector<ExecNodePtr>> take_inputs(const JsonField& field, uint32_t id) {
    std::vector<ExecNodePtr> inputs;
    for (const uint32_t source : sources_[id]) {
      const auto found = nodes_.find(source);
      if (found == nodes_.end()) {
        return field.fail("Source node id: " + std::to_string(source) + " is not found in nodes.");
      }
      if (found->second->is_sink()) return field.fail("node " + std::to_string(source) + " is a sink and has no output");
      inputs.push_back(found->second);
      consumed_.insert(source);
    }
    return inputs;
  }

  static Status read_common_fields(const JsonField& field, ExecNode& node) {
    ASSIGN_OR_RETURN(const JsonField output_type, field.member("outputType"));
    ASSIGN_OR_RETURN(node.output_type, read_row_type(output_type));
    ASSIGN_OR_RETURN(const JsonField description, field.member("description"));
    ASSIGN_OR_RETURN(node.description, description.as_text());
    ASSIGN_OR_RETURN(const JsonField kinds, field.member("modifyKinds"));
    ASSIGN_OR_RETURN(node.modify_kinds, read_modify_kinds(kinds));
    ASSIGN_OR_RETURN(const JsonField mode, field.member("changelogMode"));
    ASSIGN_OR_RETURN(node.changelog_mode, read_changelog_mode(mode));
    ASSIGN_OR_RETURN(const JsonField keys, field.member("upsertKeys"));
    ASSIGN_OR_RETURN(const auto elements, keys.elements());
    for (const JsonField& element : elements) {
      ASSIGN_OR_RETURN(node.upsert_keys.emplace_back(), read_columns(element, node.output_type.size()));
    }
    return {};
  }

  /// That what planning settles about changes follows from the inputs.
  static Status check_changes(const JsonField& field, const ExecNode& node) {
    if (node.is_sink() ? !node.changelog_mode.is_empty() : !fits(node.changelog_mode, node.produced_kinds())) {
      return field.fail("the changelog mode [" + node.changelog_mode.to_string() + "] is not that of the node");
    }
    if (node.modify_kinds != node.produced_kinds()) return field.fail("the modify kinds are not those of the node");
    if (node.upsert_keys != node.derived_upsert_keys()) return field.fail("the upsert keys are not those of the node");
    const auto demanded = node.demanded_updates(updates_of(node.changelog_mode));
    for (size_t i = 0; i < node.inputs.size(); ++i) RETURN_IF_ERROR(check_input(field, node, i, demanded));
    const std::shared_ptr<ExecNode> settled = node.copy();
    settled->changelog_settled();
    if (settled->own_fields() == node.own_fields()) return {};
    return field.fail("the fields of the node do not follow from the changelog modes of its inputs");
  }

  static Status check_input(const JsonField& field, const ExecNode& node, size_t index,
                            const std::optional<std::vector<UpdateKind>>& demanded) {
    const ExecNode& input = *node.inputs[index];
    const auto accepted = node.accepted_kinds(index);
    if (accepted.has_value() && !input.modify_kinds.minus(*accepted).is_empty()) {
      return field.fail("the node takes no " + input.modify_kinds.minus(*accepted).words() + " changes");
    }
    if (node.is_sink() || !input.modify_kinds.has_update()) return {};
    const bool written_so = demanded.has_value() && demanded->at(index) == updates_of(input.changelog_mode);
    return written_so ? Status() : field.fail("the node needs the updates of its input written in another way");
  }

  static bool fits(ChangelogMode mode, ModifyKinds kinds) { return mode == changelog_mode_of(kinds, updates_of(mode)); }

  static UpdateKind updates_of(ChangelogMode mode) {
    if (mode.contains(RowKind::kUpdateBefore)) return UpdateKind::kBeforeAndAfter;
    return mode.contains(RowKind::kUpdateAfter) ? UpdateKind::kOnlyUpdateAfter : UpdateKind::kNone;
  }

  std::vector<ExecNodePtr> roots() const {
    std::vector<ExecNodePtr> roots;
    for (const ExecNodePtr& node : in_order_) {
      if (!consumed_.contains(node->id)) roots.push_back(node);
    }
    return roots;
  }

  const ExecNodeRegistry& kinds_;
  const PlanVocabulary& vocabulary_;
  /// By target, its inputs in order.
  std::map<uint32_t, std::vector<uint32_t>> sources_;
  std::map<uint32_t, ExecNodePtr> nodes_;
  PlanLimits limits_;
  std::vector<ExecNodePtr> in_order_;
  std::set<uint32_t> consumed_;
};

}  // namespace

std::string write_plan(const ExecGraph& graph) {
  JsonValue::Array nodes;
  JsonValue::Array edges;
  for (const ExecNodePtr& node : graph.nodes()) {
    nodes.push_back(node_to_json(*node));
    for (const ExecNodePtr& input : node->inputs) {
      edges.emplace_back(JsonValue::Object{{"source", input->id},
                                           {"target", node->id},
                                           {"shuffle", JsonValue::Object{{"type", "FORWARD"}}},
                                           {"shuffleMode", "PIPELINED"}});
    }
  }
  return to_text(JsonValue::Object{{"planVersion", kPlanVersion}, {"nodes", std::move(nodes)}, {"edges", std::move(edges)}},
                 JsonLayout::kCompact);
}

Result<ExecGraph> read_plan(std::string_view text, const ExecNodeRegistry& nodes, const PlanVocabulary& vocabulary) {
  ASSIGN_OR_RETURN(const JsonValue document, parse_json(text));
  return GraphReader(nodes, vocabulary).read(JsonField(document));
}

}  // namespace eddyline::plan

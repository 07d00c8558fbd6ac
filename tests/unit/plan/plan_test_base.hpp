#pragma once

#include <gtest/gtest.h>

#include "plan/exec_graph.hpp"
#include "plan/nodes/calc_node.hpp"
#include "plan/nodes/collect_node.hpp"
#include "plan/nodes/exchange_node.hpp"
#include "plan/nodes/group_aggregate_node.hpp"
#include "plan/nodes/interval_join_node.hpp"
#include "plan/nodes/sink_node.hpp"
#include "plan/nodes/table_source_scan_node.hpp"
#include "plan/nodes/union_node.hpp"
#include "plan/nodes/values_node.hpp"
#include "plan/nodes/watermark_assigner_node.hpp"

namespace eddyline::plan {

/// Makes nodes by hand over tables of (id BIGINT, v BIGINT, ts TIMESTAMP(3)).
class PlanTestBase : public ::testing::Test {
 protected:
  static RowType columns() {
    return {{"id", DataType::bigint()}, {"v", DataType::bigint()}, {"ts", DataType::timestamp(3)}};
  }

  static ResolvedTablePtr table(const std::string& name, std::vector<size_t> key = {}) {
    auto table = std::make_shared<ResolvedTable>();
    table->identifier = {"c", "d", name};
    for (const RowField& field : columns()) {
      TableColumn column;
      column.name = field.name;
      column.type = field.type;
      table->columns.push_back(std::move(column));
    }
    if (!key.empty()) table->primary_key = PrimaryKey{"PK", std::move(key)};
    return table;
  }

  static std::shared_ptr<TableSourceScanNode> scan(const std::string& name, std::vector<size_t> key = {}) {
    auto node = std::make_shared<TableSourceScanNode>();
    node->table = table(name, std::move(key));
    node->output_type = columns();
    return settled(node);
  }

  static std::shared_ptr<CalcNode> calc(ExecNodePtr input) {
    auto node = std::make_shared<CalcNode>();
    node->output_type = input->output_type;
    for (size_t i = 0; i < input->output_type.size(); ++i) {
      node->projection.push_back(expression::Expression::input_ref(i, input->output_type[i].type));
    }
    node->inputs = {std::move(input)};
    return settled(node);
  }

  static std::shared_ptr<ExchangeNode> exchange(ExecNodePtr input, Distribution distribution) {
    auto node = std::make_shared<ExchangeNode>();
    node->output_type = input->output_type;
    node->inputs = {std::move(input)};
    node->distribution = std::move(distribution);
    return settled(node);
  }

  static std::shared_ptr<UnionNode> all_of(std::vector<ExecNodePtr> inputs) {
    auto node = std::make_shared<UnionNode>();
    node->output_type = inputs[0]->output_type;
    node->inputs = std::move(inputs);
    return settled(node);
  }

  /// GROUP BY id, behind its exchange, without calls.
  static std::shared_ptr<GroupAggregateNode> grouped(ExecNodePtr input) {
    auto node = std::make_shared<GroupAggregateNode>();
    node->grouping = {0};
    node->output_type = {input->output_type[0]};
    node->inputs = {exchange(std::move(input), Distribution::hash({0}))};
    return settled(node);
  }

  static std::shared_ptr<IntervalJoinNode> joined(ExecNodePtr left, ExecNodePtr right) {
    auto node = std::make_shared<IntervalJoinNode>();
    node->spec.join.left_keys = {0};
    node->spec.join.right_keys = {0};
    node->spec.join.filter_nulls = {true};
    node->condition = expression::Expression::literal(Value::boolean(true), DataType::boolean());
    node->output_type = left->output_type;
    node->output_type.insert(node->output_type.end(), right->output_type.begin(), right->output_type.end());
    node->inputs = {exchange(std::move(left), Distribution::hash({0})),
                    exchange(std::move(right), Distribution::hash({0}))};
    return settled(node);
  }

  static std::shared_ptr<SinkNode> sink(ExecNodePtr input, const std::string& name, std::vector<size_t> key = {}) {
    auto node = std::make_shared<SinkNode>();
    node->table = table(name, std::move(key));
    node->inputs = {std::move(input)};
    return settled(node);
  }

  static std::shared_ptr<CollectNode> collect(ExecNodePtr input) {
    auto node = std::make_shared<CollectNode>();
    node->inputs = {std::move(input)};
    return settled(node);
  }

 private:
  template <class Node>
  static std::shared_ptr<Node> settled(std::shared_ptr<Node> node) {
    node->modify_kinds = node->produced_kinds();
    node->upsert_keys = node->derived_upsert_keys();
    node->changelog_mode = changelog_mode_of(node->modify_kinds, UpdateKind::kBeforeAndAfter);
    return node;
  }
};

}  // namespace eddyline::plan

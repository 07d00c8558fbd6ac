#include "sql/rules/column_pruning.hpp"

#include <algorithm>
#include <optional>

#include "sql/logical/join_row.hpp"

namespace eddyline::sql {

using expression::AggregateCall;
using expression::Expression;
using expression::ExpressionPtr;

namespace {

/// Columns in the order in which their reader wants them, each once.
using Columns = std::vector<size_t>;

void add_column(Columns& columns, size_t column) {
  if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
}

/// In order of first use.
void add_references(Columns& columns, const Expression& expression) {
  if (expression.is_input_ref()) add_column(columns, expression.index());
  for (const ExpressionPtr& operand : expression.operands()) add_references(columns, *operand);
}

Columns all_columns(const RowType& row) {
  Columns columns(row.size());
  for (size_t i = 0; i < columns.size(); ++i) columns[i] = i;
  return columns;
}

Columns sorted(Columns columns) {
  std::ranges::sort(columns);
  return columns;
}

/// A narrower node, and where each column of the old one went.
struct Pruned {
  LogicalPtr node;
  std::vector<std::optional<size_t>> places;

  size_t place(size_t column) const {
    CHECK(places[column].has_value()) << "a column that is read was pruned";
    return *places[column];
  }
  ExpressionPtr moved(const ExpressionPtr& expression) const {
    return expression::replace_inputs(
        expression, [this](size_t index, const DataType& type) { return Expression::input_ref(place(index), type); });
  }
};

Pruned unchanged(const LogicalPtr& node) {
  Pruned pruned{node, {}};
  for (size_t i = 0; i < node->output().size(); ++i) pruned.places.emplace_back(i);
  return pruned;
}

std::vector<std::optional<size_t>> places_of(const Columns& kept, size_t width) {
  std::vector<std::optional<size_t>> places(width);
  for (size_t i = 0; i < kept.size(); ++i) places[kept[i]] = i;
  return places;
}

LogicalPtr project_columns(const LogicalPtr& input, const Columns& columns, SourcePosition position) {
  std::vector<ExpressionPtr> expressions;
  std::vector<std::string> names;
  for (const size_t column : columns) {
    expressions.push_back(Expression::input_ref(column, input->output()[column].type));
    names.push_back(input->output()[column].name);
  }
  if (columns.empty()) {  // rows without columns need something to count by
    expressions.push_back(Expression::literal(Value::integer(0), DataType::integer().not_null()));
    names.emplace_back("$f0");
  }
  return std::make_shared<LogicalProject>(input, std::move(expressions), std::move(names), position);
}

/// Each kind of node is pruned in a frame of its own: in one frame for all, a thousand nested nodes would take a thousand times the
/// largest.
class ColumnPruner {
 public:
  /// The node with at least the wanted columns.
  Pruned prune(const LogicalPtr& node, const Columns& wanted) {
    switch (node->kind()) {
      case LogicalKind::kTableScan:
      case LogicalKind::kValues:
        return unchanged(node);
      case LogicalKind::kProject:
        return prune_project(as<LogicalProject>(*node), wanted);
      case LogicalKind::kFilter:
        return prune_filter(as<LogicalFilter>(*node), wanted);
      case LogicalKind::kJoin:
        return prune_join(as<LogicalJoin>(*node), wanted);
      case LogicalKind::kAggregate:
        return prune_aggregate(as<LogicalAggregate>(*node), wanted);
      case LogicalKind::kUnion:
        return prune_union(*node, wanted);
      case LogicalKind::kWatermarkAssigner:
        return prune_watermark(as<LogicalWatermarkAssigner>(*node), wanted);
      case LogicalKind::kSink:
        break;
    }
    return unchanged(node->with_inputs({exactly(node->input(), all_columns(node->input()->output()))}));
  }

 private:
  /// The node with the wanted columns and no others, in order.
  LogicalPtr exactly(const LogicalPtr& node, const Columns& wanted) {
    const Pruned pruned = prune(node, wanted);
    Columns columns;
    for (const size_t column : wanted) columns.push_back(pruned.place(column));
    if (!wanted.empty() && columns == all_columns(pruned.node->output())) return pruned.node;
    return project_columns(pruned.node, columns, node->position());
  }

  [[gnu::noinline]] Pruned prune_project(const LogicalProject& project, const Columns& wanted) {
    const bool all = wanted.size() == project.output().size();
    const Columns kept = all ? all_columns(project.output()) : wanted;
    Columns needed;
    for (const size_t column : kept) add_references(needed, *project.expressions()[column]);
    const Pruned input = prune(project.input(), needed);
    if (kept.empty())
      return {project_columns(input.node, {}, project.position()), places_of({}, project.output().size())};
    std::vector<ExpressionPtr> expressions;
    std::vector<std::string> names;
    for (const size_t column : kept) {
      expressions.push_back(input.moved(project.expressions()[column]));
      names.push_back(project.output()[column].name);
    }
    return {std::make_shared<LogicalProject>(input.node, std::move(expressions), std::move(names), project.position()),
            places_of(kept, project.output().size())};
  }

  [[gnu::noinline]] Pruned prune_filter(const LogicalFilter& filter, const Columns& wanted) {
    Columns needed = wanted;
    for (const size_t column : referenced_inputs(*filter.condition())) add_column(needed, column);
    Pruned input = prune(filter.input(), sorted(std::move(needed)));
    LogicalPtr node = std::make_shared<LogicalFilter>(input.node, input.moved(filter.condition()), filter.position());
    return {std::move(node), std::move(input.places)};
  }

  [[gnu::noinline]] Pruned prune_join(const LogicalJoin& join, const Columns& wanted) {
    Columns needed = wanted;
    for (const size_t column : referenced_inputs(*join.condition())) add_column(needed, column);
    needed = sorted(std::move(needed));
    const size_t left_width = join.input(0)->output().size();
    Columns left;
    Columns right;
    for (const size_t column : needed) {
      if (column < left_width) {
        left.push_back(column);
      } else {
        right.push_back(column - left_width);
      }
    }
    LogicalPtr left_input = exactly(join.input(0), left);
    LogicalPtr right_input = exactly(join.input(1), right);
    // An input of which nothing is read has its one column for counting.
    const size_t right_first = left_input->output().size();
    Pruned pruned;
    pruned.places.resize(join.output().size());
    for (size_t i = 0; i < left.size(); ++i) pruned.places[left[i]] = i;
    for (size_t i = 0; i < right.size() && left_width + right[i] < pruned.places.size(); ++i) {
      pruned.places[left_width + right[i]] = right_first + i;
    }
    const ExpressionPtr condition = pruned.moved(join.condition());
    RowType row = join_row(left_input->output(), right_input->output(), join.type());
    pruned.node = std::make_shared<LogicalJoin>(std::move(left_input), std::move(right_input), join.type(), condition,
                                                std::move(row), join.hints(), join.position());
    return pruned;
  }

  [[gnu::noinline]] Pruned prune_aggregate(const LogicalAggregate& aggregate, const Columns& wanted) {
    const size_t groups = aggregate.groups().size();
    Columns kept = all_columns(aggregate.output());
    std::erase_if(kept,
                  [&](size_t column) { return column >= groups && std::ranges::find(wanted, column) == wanted.end(); });
    // Without groups a call must stay, so that the one row is given.
    if (kept.empty()) kept.push_back(0);
    std::vector<AggregateCall> calls;
    Columns needed = aggregate.groups();
    for (const size_t column : kept) {
      if (column < groups) continue;
      calls.push_back(aggregate.calls()[column - groups]);
      for (const size_t argument : calls.back().arguments) add_column(needed, argument);
      if (calls.back().filter) add_column(needed, *calls.back().filter);
    }
    needed = sorted(std::move(needed));
    LogicalPtr input = exactly(aggregate.input(), needed);
    const auto place = [&needed](size_t column) {
      return static_cast<size_t>(std::ranges::find(needed, column) - needed.begin());
    };
    std::vector<size_t> moved_groups;
    for (const size_t group : aggregate.groups()) moved_groups.push_back(place(group));
    for (AggregateCall& call : calls) {
      std::ranges::transform(call.arguments, call.arguments.begin(), place);
      if (call.filter) call.filter = place(*call.filter);
    }
    LogicalPtr node = std::make_shared<LogicalAggregate>(std::move(input), std::move(moved_groups), std::move(calls),
                                                         aggregate.position());
    return {std::move(node), places_of(kept, aggregate.output().size())};
  }

  [[gnu::noinline]] Pruned prune_union(const LogicalNode& all, const Columns& wanted) {
    const Columns kept = sorted(wanted);
    std::vector<LogicalPtr> inputs;
    for (const LogicalPtr& input : all.inputs()) inputs.push_back(exactly(input, kept));
    return {all.with_inputs(std::move(inputs)), places_of(kept, all.output().size())};
  }

  [[gnu::noinline]] Pruned prune_watermark(const LogicalWatermarkAssigner& assigner, const Columns& wanted) {
    Columns needed = wanted;
    add_column(needed, assigner.rowtime_column());
    add_references(needed, *assigner.watermark());
    const RowType& row = assigner.input()->output();
    if (needed.size() == row.size()) needed = all_columns(row);
    LogicalPtr input = exactly(assigner.input(), needed);
    Pruned pruned{nullptr, places_of(needed, row.size())};
    pruned.node = std::make_shared<LogicalWatermarkAssigner>(std::move(input), pruned.place(assigner.rowtime_column()),
                                                             pruned.moved(assigner.watermark()), assigner.table(),
                                                             assigner.position());
    return pruned;
  }
};

}  // namespace

Result<LogicalPtr> prune_columns(const LogicalPtr& root, const RuleContext&) {
  Columns wanted;
  for (size_t i = 0; i < root->output().size(); ++i) wanted.push_back(i);
  return ColumnPruner().prune(root, wanted).node;
}

}  // namespace eddyline::sql

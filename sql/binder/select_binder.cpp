#include "sql/binder/select_binder.hpp"

#include <map>
#include <numeric>
#include <set>
#include <span>

#include "expression/operator_names.hpp"
#include "sql/binder/query_binder.hpp"
#include "sql/logical/search_terms.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {
namespace {

using Bound = expression::ExpressionPtr;

/// The name an unaliased select item gets.
std::string derived_name(const Expression& expression, size_t place) {
  if (expression.is<ColumnReference>()) return expression.as<ColumnReference>().name.parts.back().text;
  // LOCALTIMESTAMP and its kin, written without brackets, read like columns.
  if (expression.is<FunctionCall>() && expression.as<FunctionCall>().bare) {
    return expression.as<FunctionCall>().name.parts.back().text;
  }
  return "EXPR$" + std::to_string(place);
}

/// True if the expressions are the input's columns in order under their own names.
bool is_identity(const std::vector<Bound>& expressions, const std::vector<std::string>& names, const RowType& input) {
  if (expressions.size() != input.size()) return false;
  for (size_t i = 0; i < input.size(); ++i) {
    if (!expressions[i]->is_input_ref() || expressions[i]->index() != i || names[i] != input[i].name) return false;
  }
  return true;
}

/// Collects expressions for a projection, each once.
class Projection {
 public:
  size_t add(const Bound& expression, std::string name) {
    for (size_t place = 0; place < expressions_.size(); ++place) {
      if (equal(*expressions_[place], *expression)) return place;
    }
    expressions_.push_back(expression);
    names_.push_back(std::move(name));
    return expressions_.size() - 1;
  }
  size_t size() const { return expressions_.size(); }
  /// A column of the input keeps its name, another expression is named by its place.
  size_t add(const Bound& expression, const RowType& input) {
    return add(expression,
               expression->is_input_ref() ? input[expression->index()].name : "$f" + std::to_string(size()));
  }
  /// Leaves out all but the given places, which are set to the new ones.
  void keep(std::span<size_t* const> places) {
    std::vector<Bound> expressions;
    std::vector<std::string> names;
    std::map<size_t, size_t> moved;
    for (const size_t* place : places) moved.emplace(*place, 0);
    for (auto& [place, kept] : moved) {
      kept = expressions.size();
      expressions.push_back(std::move(expressions_[place]));
      names.push_back(std::move(names_[place]));
    }
    for (size_t* place : places) *place = moved.at(*place);
    expressions_ = std::move(expressions);
    names_ = std::move(names);
  }
  LogicalPtr over(const LogicalPtr& input, SourcePosition position) {
    if (is_identity(expressions_, names_, input->output())) return input;
    return std::make_shared<LogicalProject>(input, std::move(expressions_), unique_names(std::move(names_)), position);
  }

 private:
  std::vector<Bound> expressions_;
  std::vector<std::string> names_;
};

/// As Flink's builder simplifies what a SELECT list or HAVING computes.
Result<Bound> simplified(const Bound& expression, const BinderContext& context) {
  return with_searches(context.functions, expression, UnknownAs::kUnknown);
}

}  // namespace

LogicalPtr distinct(LogicalPtr input, SourcePosition position) {
  std::vector<size_t> groups(input->output().size());
  std::iota(groups.begin(), groups.end(), size_t{0});
  return std::make_shared<LogicalAggregate>(std::move(input), std::move(groups),
                                            std::vector<expression::AggregateCall>(), position);
}

Result<std::vector<SelectBinder::Item>> SelectBinder::bind_items(ExpressionBinder& binder, const Scope& scope) {
  std::vector<Item> items;
  std::set<std::string> used;
  for (const SelectItem& item : select_.items) {
    if (item.expression->is<Star>()) {
      ASSIGN_OR_RETURN(const std::vector<ScopeColumn> columns,
                       scope.expand_star(item.expression->as<Star>().qualifier, item.expression->position));
      if (columns.empty()) return validation_error("SELECT * requires a FROM clause").at(item.expression->position);
      for (const ScopeColumn& column : columns) {
        items.push_back({expression::Expression::input_ref(column.index, column.type), unique_name(column.name, used),
                         item.expression->position, item.expression.get()});
      }
      continue;
    }
    ASSIGN_OR_RETURN(Bound bound, binder.bind(*item.expression));
    std::string name = item.alias ? item.alias->text : derived_name(*item.expression, items.size());
    RETURN_IF_ERROR(check_typed(*bound, item.expression->position));
    used.insert(name);
    items.push_back({std::move(bound), std::move(name), item.expression->position, item.expression.get()});
  }
  return items;
}

Result<BoundQuery> SelectBinder::bind(BoundRelation input) {
  ExpressionBinder binder(input.scope, context_, &aggregates_);
  binder.set_grouped(!select_.group_by.empty());
  ASSIGN_OR_RETURN(std::vector<Item> items, bind_items(binder, input.scope));
  Bound having;
  if (select_.having != nullptr) {
    ASSIGN_OR_RETURN(having, binder.bind_condition(*select_.having, "HAVING"));
  }
  BoundQuery query;
  for (const Item& item : items) query.columns.push_back({item.name, item.position, /*quoted=*/false});
  LogicalPtr& root = query.node;
  if (select_.group_by.empty() && aggregates_.empty() && having == nullptr) {
    ASSIGN_OR_RETURN(root, plain(input.node, std::move(items)));
  } else {
    RETURN_IF_ERROR(bind_groups(input.scope));
    ASSIGN_OR_RETURN(root, aggregated(input.node, input.scope, std::move(items), std::move(having)));
  }
  if (select_.quantifier == SetQuantifier::kDistinct) root = distinct(std::move(root), position_);
  return query;
}

Result<LogicalPtr> SelectBinder::plain(const LogicalPtr& input, std::vector<Item> items) const {
  std::vector<Bound> expressions;
  std::vector<std::string> names;
  for (Item& item : items) {
    ASSIGN_OR_RETURN(Bound expression, simplified(item.expression, context_));
    expressions.push_back(std::move(expression));
    names.push_back(std::move(item.name));
  }
  return LogicalPtr(
      std::make_shared<LogicalProject>(input, std::move(expressions), unique_names(std::move(names)), position_));
}

Status SelectBinder::bind_groups(const Scope& scope) {
  ExpressionBinder binder(scope, context_);
  for (const GroupingItem& item : select_.group_by) {
    if (item.kind != GroupingKind::kEmpty) RETURN_IF_ERROR(bind_group(binder, *item.expression));
  }
  return Status();
}

Status SelectBinder::bind_group(ExpressionBinder& binder, const Expression& expression) {
  // (a, b) is a, b.
  if (expression.is<RowConstructor>()) {
    for (const ExpressionPtr& value : expression.as<RowConstructor>().values) RETURN_IF_ERROR(bind_group(binder, *value));
    return Status();
  }
  ASSIGN_OR_RETURN(Bound group, binder.bind(expression));
  RETURN_IF_ERROR(check_typed(*group, expression.position));
  groups_.push_back(std::move(group));
  group_names_.push_back(expression.is<ColumnReference>() ? expression.as<ColumnReference>().name.parts.back().text
                                                          : "$f" + std::to_string(groups_.size() - 1));
  return Status();
}

std::string SelectBinder::group_name(size_t group, const std::vector<Item>& items) const {
  for (const Item& item : items) {
    if (equal(*item.expression, *groups_[group])) return item.name;
  }
  return group_names_[group];
}

namespace {

/// Where an aggregate names columns of its input.
std::vector<size_t*> read_columns(std::vector<size_t>& groups, std::vector<expression::AggregateCall>& calls) {
  std::vector<size_t*> places;
  for (size_t& group : groups) places.push_back(&group);
  for (expression::AggregateCall& call : calls) {
    for (size_t& argument : call.arguments) places.push_back(&argument);
    if (call.filter) places.push_back(&*call.filter);
  }
  return places;
}

}  // namespace

LogicalPtr SelectBinder::make_aggregate(const LogicalPtr& input, const std::vector<Item>& items, size_t input_width) {
  Projection arguments;
  std::vector<size_t> groups;
  for (size_t i = 0; i < groups_.size(); ++i) groups.push_back(arguments.add(groups_[i], group_name(i, items)));
  std::vector<expression::AggregateCall> calls;
  for (size_t place = 0; place < aggregates_.size(); ++place) {
    const CollectedAggregate& aggregate = aggregates_[place];
    expression::AggregateCall call;
    call.function = aggregate.function;
    call.distinct = aggregate.distinct;
    call.type = aggregate.type;
    for (const Bound& argument : aggregate.arguments) {
      call.arguments.push_back(arguments.add(argument, input->output()));
      call.argument_types.push_back(argument->type());
    }
    for (const Bound& argument : aggregate.unread) arguments.add(argument, input->output());
    if (aggregate.filter != nullptr) {
      // A row counts where the filter is TRUE, so that the column need not be nullable.
      Bound counted = aggregate.filter;
      if (counted->type().nullable()) {
        Result<Bound> is_true = context_.functions.make_call(expression::operators::kIsTrue, {counted});
        CHECK(is_true.ok()) << is_true.status().to_string();
        counted = *std::move(is_true);
      }
      // What cannot be gathered stays as it is.
      if (Result<Bound> gathered = simplified(counted, context_); gathered.ok()) counted = *std::move(gathered);
      call.filter = arguments.add(counted, input->output());
    }
    // A select item that is just the aggregate names its column, as in Calcite.
    call.name = "agg#" + std::to_string(place);
    for (const Item& item : items) {
      if (item.expression->is_input_ref() && item.expression->index() == input_width + place) {
        call.name = item.name;
        break;
      }
    }
    calls.push_back(std::move(call));
  }
  arguments.keep(read_columns(groups, calls));
  // COUNT(*) alone reads no column.
  LogicalPtr rows = arguments.size() == 0 ? input : arguments.over(input, position_);
  return std::make_shared<LogicalAggregate>(std::move(rows), std::move(groups), std::move(calls), position_);
}

Result<Bound> SelectBinder::above_aggregate(const Bound& expression, const LogicalNode& aggregate, size_t input_width,
                                            const Expression& source) const {
  for (size_t i = 0; i < groups_.size(); ++i) {
    if (equal(*groups_[i], *expression)) return expression::Expression::input_ref(i, aggregate.output()[i].type);
  }
  if (expression->is_literal()) return expression;
  if (expression->is_input_ref()) {
    if (expression->index() >= input_width) {
      const size_t column = groups_.size() + expression->index() - input_width;
      return expression::Expression::input_ref(column, aggregate.output()[column].type);
    }
    return validation_error("Expression '" + to_sql(source) + "' is not being grouped").at(source.position);
  }
  std::vector<Bound> operands;
  for (const Bound& operand : expression->operands()) {
    ASSIGN_OR_RETURN(Bound above, above_aggregate(operand, aggregate, input_width, source));
    operands.push_back(std::move(above));
  }
  return expression->with_operands(std::move(operands));
}

Result<LogicalPtr> SelectBinder::aggregated(const LogicalPtr& input, const Scope& scope, std::vector<Item> items,
                                            Bound having) {
  const size_t width = scope.width();
  LogicalPtr root = make_aggregate(input, items, width);
  const LogicalPtr aggregate = root;
  if (having != nullptr) {
    ASSIGN_OR_RETURN(Bound condition, above_aggregate(having, *aggregate, width, *select_.having));
    ASSIGN_OR_RETURN(condition, simplified(condition, context_));
    root = std::make_shared<LogicalFilter>(root, std::move(condition), context_.shown(select_.having->position));
  }
  std::vector<Bound> expressions;
  std::vector<std::string> names;
  for (const Item& item : items) {
    ASSIGN_OR_RETURN(Bound above, above_aggregate(item.expression, *aggregate, width, *item.source));
    ASSIGN_OR_RETURN(above, simplified(above, context_));
    expressions.push_back(std::move(above));
    names.push_back(item.name);
  }
  names = unique_names(std::move(names));
  if (is_identity(expressions, names, aggregate->output())) return root;
  return LogicalPtr(std::make_shared<LogicalProject>(root, std::move(expressions), std::move(names), position_));
}

}  // namespace eddyline::sql

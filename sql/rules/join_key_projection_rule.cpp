// Gives an expression that a join compares for equality a column of its own below the join, so that it can be a key:
// ON l.a = r.b + 1 becomes ON l.a = r.$f2. One term at a time. Time attributes stay, since bounds are read from the
// condition.

#include <algorithm>
#include <optional>

#include "sql/logical/join_row.hpp"
#include "sql/rules/conjunctions.hpp"
#include "sql/rules/rule.hpp"

namespace eddyline::sql {

using expression::Expression;
using expression::ExpressionPtr;

namespace {

namespace operators = expression::operators;

/// An equality between an expression of the left input and one of the right.
struct KeyPair {
  size_t term = 0;
  ExpressionPtr left;
  ExpressionPtr right;
};

class KeyProjection {
 public:
  KeyProjection(const LogicalJoin& join, const RuleContext& context)
      : join_(join),
        context_(context),
        left_(join.input(0)->output()),
        right_(join.input(1)->output()),
        terms_(conjuncts(join.condition())) {}

  Result<LogicalPtr> run() {
    for (size_t term = 0; term < terms_.size(); ++term) {
      const std::optional<KeyPair> pair = key_pair(term);
      if (pair && !(pair->left->is_input_ref() && pair->right->is_input_ref())) return with_columns(*pair);
    }
    return LogicalPtr();
  }

 private:
  std::optional<KeyPair> key_pair(size_t term) const {
    const Expression& equality = *terms_[term];
    if (!is_call_named(equality, operators::kEqual) && !is_call_named(equality, operators::kIsNotDistinctFrom)) {
      return std::nullopt;
    }
    const ExpressionPtr& a = equality.operands()[0];
    const ExpressionPtr& b = equality.operands()[1];
    if (is_key(*a, left_, 0) && is_key(*b, right_, left_.size())) return KeyPair{term, a, b};
    if (is_key(*b, left_, 0) && is_key(*a, right_, left_.size())) return KeyPair{term, b, a};
    return std::nullopt;
  }

  static bool is_key(const Expression& expression, const RowType& side, size_t first) {
    const std::vector<size_t> columns = referenced_inputs(expression);
    return !columns.empty() && reads_only(expression, first, side.size()) && expression::is_deterministic(expression) &&
           std::ranges::none_of(columns, [&](size_t column) {
             return side[column - first].type.time_attribute() != TimeAttribute::kNone;
           });
  }

  Result<LogicalPtr> with_columns(const KeyPair& pair) {
    LogicalPtr left = join_.input(0);
    LogicalPtr right = join_.input(1);
    if (!pair.left->is_input_ref()) {
      ASSIGN_OR_RETURN(left, with_column(left, pair.left));
    }
    if (!pair.right->is_input_ref()) {
      ASSIGN_OR_RETURN(right, with_column(right, shifted(pair.right, -static_cast<std::ptrdiff_t>(left_.size()))));
    }
    const size_t moved = left->output().size() - left_.size();
    const auto place_of = [&](size_t column) { return column < left_.size() ? column : column + moved; };
    const ExpressionPtr left_key = moved == 0 ? pair.left : Expression::input_ref(left_.size(), pair.left->type());
    const ExpressionPtr right_key =
        pair.right->is_input_ref() ? Expression::input_ref(place_of(pair.right->index()), pair.right->type())
                                   : Expression::input_ref(left->output().size() + right_.size(), pair.right->type());
    for (size_t term = 0; term < terms_.size(); ++term) {
      terms_[term] = term == pair.term
                         ? terms_[term]->with_operands({left_key, right_key})
                         : expression::replace_inputs(terms_[term], [&](size_t index, const DataType& type) {
                             return Expression::input_ref(place_of(index), type);
                           });
    }
    RowType row = join_row(left->output(), right->output(), join_.type());
    auto join = std::make_shared<LogicalJoin>(left, right, join_.type(), conjunction(terms_, context_.functions),
                                              std::move(row), join_.hints(), join_.position());
    std::vector<ExpressionPtr> columns;
    std::vector<std::string> names;
    for (size_t column = 0; column < join_.output().size(); ++column) {
      columns.push_back(Expression::input_ref(place_of(column), join->output()[place_of(column)].type));
      names.push_back(join_.output()[column].name);
    }
    return LogicalPtr(
        std::make_shared<LogicalProject>(std::move(join), std::move(columns), std::move(names), join_.position()));
  }

  /// The input with the expression over its columns as one more.
  Result<LogicalPtr> with_column(const LogicalPtr& input, ExpressionPtr added) const {
    const RowType& row = input->output();
    if (expression::is_implicit_cast(*added)) {
      ASSIGN_OR_RETURN(added, context_.functions.make_cast(added->operands()[0], added->type()));
    }
    const bool renames = added->is_call_of(expression::kCastName) && added->operands()[0]->is_input_ref();
    std::vector<ExpressionPtr> columns;
    std::vector<std::string> names;
    for (size_t column = 0; column < row.size(); ++column) {
      columns.push_back(Expression::input_ref(column, row[column].type));
      names.push_back(row[column].name);
    }
    names.push_back(renames ? unused_name(row, row[added->operands()[0]->index()].name)
                            : "$f" + std::to_string(row.size()));
    columns.push_back(std::move(added));
    return LogicalPtr(std::make_shared<LogicalProject>(input, std::move(columns), std::move(names), join_.position()));
  }

  const LogicalJoin& join_;
  const RuleContext& context_;
  const RowType& left_;
  const RowType& right_;
  std::vector<ExpressionPtr> terms_;
};

Result<LogicalPtr> apply(const LogicalPtr& node, const RuleContext& context) {
  if (node->kind() != LogicalKind::kJoin) return LogicalPtr();
  const auto& join = as<LogicalJoin>(*node);
  if (join.type() == plan::JoinType::kSemi || join.type() == plan::JoinType::kAnti) return LogicalPtr();
  return KeyProjection(join, context).run();
}

}  // namespace

void register_join_key_projection(RuleList& rules);
void register_join_key_projection(RuleList& rules) {
  rules.add({"join key projection", apply});
}

}  // namespace eddyline::sql

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "common/columnar/batch.hpp"
#include "expression/evaluation_context.hpp"
#include "expression/expression.hpp"

namespace eddyline::expression {

class BlockSource;

/// One node of an expression made ready to run. Results as Evaluator::evaluate gives them.
class Node {
 public:
  virtual ~Node() = default;
  virtual Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) = 0;

  /// True if it may as well run on rows that nobody asked for: it never fails and costs a few instructions a row.
  /// Branches of such nodes need no row lists.
  virtual bool runs_on_any_row() const = 0;

  /// A literal's constant column, of any size; null for others. Borrowed until the next evaluate().
  virtual const Column* literal() const { return nullptr; }
  /// The column of an input; null for others. Borrowed.
  virtual const Column* input(const Batch& batch) const {
    static_cast<void>(batch);
    return nullptr;
  }

  /// The node's result computed block by block; null if it has no such form of its own.
  virtual BlockSource* blocks() { return nullptr; }
};

using NodePtr = std::unique_ptr<Node>;

/// Errors   kNotSupported or kValidationError if a kernel cannot be made for the types.
Result<NodePtr> make_node(const ExpressionPtr& expression);

// The nodes by kind of expression, for make_node.
NodePtr make_input_node(size_t index);
NodePtr make_literal_node(const Value& value, const DataType& type);
Result<NodePtr> make_call_node(const Expression& call, std::vector<NodePtr> operands);
/// AND and OR of two operands or more.
NodePtr make_connective_node(bool conjunction, std::vector<NodePtr> operands);
/// CASE and IF: condition, result, condition, result, ..., else.
NodePtr make_case_node(const DataType& type, std::vector<NodePtr> operands);
/// COALESCE and IFNULL.
NodePtr make_coalesce_node(const DataType& type, std::vector<NodePtr> operands);

}  // namespace eddyline::expression

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "common/columnar/batch.hpp"
#include "expression/evaluation_context.hpp"
#include "expression/expression.hpp"

namespace eddyline::expression {

/// A condition that is computed piece by piece for a CASE, so that no column of truth values is written and read.
/// Thread   one subtask's; start, any number of fills, finish.
class TruthBlocks {
 public:
  virtual ~TruthBlocks() = default;
  virtual Status start(EvaluationContext& context, const Batch& batch, SelectedRows rows) = 0;
  /// 1 for each of the rows [first, first + truth.size()) whose condition is TRUE, else 0; `first` is a multiple of 64 and
  /// truth.size() too, or the rest of the batch.
  virtual void fill(size_t first, std::span<uint8_t> truth) = 0;
  /// Instead of fills: out = condition ? then : otherwise for all `size` rows in one pass; false if there is no such way for the
  /// types and encodings.
  virtual bool choose(const Column& then, const Column& otherwise, size_t size, MutableColumn& out) = 0;
  virtual void finish() = 0;
};

/// One node of an expression made ready to run. Results as Evaluator::evaluate gives them.
class Node {
 public:
  virtual ~Node() = default;
  virtual Result<ColumnPtr> evaluate(EvaluationContext& context, const Batch& batch, SelectedRows rows) = 0;

  /// True if it may as well run on rows that nobody asked for: it never fails and costs a few instructions a row. Branches of such
  /// nodes need no row lists.
  virtual bool runs_on_any_row() const = 0;

  /// The node as a condition computed piece by piece; null if it has no such form.
  virtual TruthBlocks* truth_blocks() { return nullptr; }
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

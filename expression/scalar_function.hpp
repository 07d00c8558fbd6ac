#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/data_type.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/columnar/selection.hpp"
#include "expression/evaluation_context.hpp"

namespace eddyline::expression {

/// How a call is written in plans.
enum class FunctionSyntax : uint8_t { kFunction, kBinary, kPrefix, kPostfix, kSpecial };

enum class Determinism : uint8_t {
  kDeterministic,     ///< folded in the planner when all operands are literals
  kPerQuery,          ///< the same for all rows of a batch query (CURRENT_DATE)
  kNonDeterministic,  ///< per row or batch (RAND, UUID, LOCALTIMESTAMP in streaming)
};

/// What a NULL operand does before the kernel is asked.
enum class NullHandling : uint8_t {
  kPropagate,  ///< a row with any NULL operand is NULL; the kernel sees only rows without
  kKernel,     ///< the kernel sees every row and decides
};

/// Computes a function for many rows. One object per call site and subtask: it may keep compiled patterns and scratch.
class Kernel {
 public:
  virtual ~Kernel() = default;

  /// Writes out[row] for every row in `rows`, NULLs through out's validity.
  /// Shapes   every argument has at least as many physical rows as `rows` names; out is as large; other rows are left alone.
  /// Errors   a bad value of one row goes to context.fail(row, ...), which also makes the row NULL; a returned Status ends the job.
  virtual Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                          MutableColumn& out) = 0;
};

/// What resolving a call found: operand types after implicit casts, and the result's type.
struct ResolvedCall {
  std::vector<DataType> operand_types;
  DataType type;
};

/// One scalar function: names, signatures and how to compute it. Lives in the registry.
///
/// Source   names as in Flink: `name` as SQL writes it (upper case; operators by their symbol), `internal_name` as compiled plans
///          write it ("$+$1", "$UPPER$1").
class ScalarFunction {
 public:
  /// Result and operand types for argument types, or a user error with Flink's text. An argument that is a literal is given as such
  /// in `literals` (null otherwise): FLOOR(x TO unit), CAST's target and ROUND's digits need the value.
  using Resolve = std::function<Result<ResolvedCall>(std::span<const DataType> arguments,
                                                     std::span<const Value* const> literals)>;
  using MakeKernel = std::function<Result<std::unique_ptr<Kernel>>(std::span<const DataType> operand_types,
                                                                   const DataType& result_type)>;
  /// Writes the call in a plan; null for the default form of the syntax.
  using Print = std::function<std::string(std::span<const std::string> operands, const DataType& type, bool infix)>;

  std::string name;
  std::string internal_name;
  FunctionSyntax syntax = FunctionSyntax::kFunction;
  Determinism determinism = Determinism::kDeterministic;
  NullHandling null_handling = NullHandling::kPropagate;
  /// CASE, IF, COALESCE, AND, OR: operands are evaluated only for the rows still undecided; `make_kernel` is not used, the
  /// evaluator has one node for each, chosen by internal_name.
  bool lazy = false;
  Resolve resolve;
  MakeKernel make_kernel;
  Print print;
  /// One line for DESCRIBE FUNCTION and the docs.
  std::string help;
};

}  // namespace eddyline::expression

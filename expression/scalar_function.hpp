#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "common/columnar/column.hpp"
#include "common/columnar/data_type.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/columnar/selection.hpp"
#include "common/columnar/value.hpp"
#include "expression/block_values.hpp"
#include "expression/evaluation_context.hpp"

namespace eddyline::expression {

class Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;
class FunctionRegistry;

/// How a call is written in plans: F(a, b); (a + b); NOT(a); a IS NULL; in its own way.
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

/// Which operands of a row are computed at all.
enum class OperandUse : uint8_t {
  kAll,
  kUntilFalse,    ///< AND
  kUntilTrue,     ///< OR
  kChosenBranch,  ///< CASE, IF: conditions until one is TRUE, and the result behind it
  kUntilPresent,  ///< COALESCE, IFNULL: until one is not NULL
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

  /// True if the kernel may run on rows that nobody asked for, NULL ones too: it cannot fail, reads fixed-width values only and
  /// leaves out's validity alone. Then NULLs and selections cost nothing and branches need no row lists.
  virtual bool runs_on_any_row() const { return false; }
  /// For functions that run on any row: how to compute them block by block where CASE needs them, with no column between. Null if there
  /// is no such way.
  virtual BlockFunction block_function() const { return nullptr; }
  /// For comparisons of values of 8 bytes: the choice between others. Null if there is no such way.
  virtual ChoiceFunction choice_function() const { return nullptr; }
  /// True if rows with equal arguments may differ (RAND): never computed once for all.
  virtual bool varies_by_row() const { return false; }
};

/// What resolving a call found: operand types after implicit casts, and the result's type.
struct ResolvedCall {
  std::vector<DataType> operand_types;
  /// With NullHandling::kPropagate its nullability is worked out by make_call: nullable if an operand is or `may_be_null`.
  DataType type;
  bool may_be_null = false;
};

/// One call for which a kernel is wanted. Literals are null for operands that are none.
struct CallSite {
  std::span<const DataType> operand_types;
  std::span<const Value* const> literals;
  const DataType& type;
};

/// One scalar function: names, signatures and how to compute it. Lives in the registry.
///
/// Source   names as in Flink: `name` as SQL writes it (upper case; operators by their symbol), `internal_name` as compiled plans
///          write it ("$+$1", "$UPPER$1").
class ScalarFunction {
 public:
  /// Result and operand types for argument types, or a user error with Flink's text. An argument that is a literal is given as such
  /// in `literals` (null otherwise): FLOOR(x TO unit) and ROUND's digits need the value. An untyped NULL has the type NULL.
  using Resolve = std::function<Result<ResolvedCall>(std::span<const DataType> arguments,
                                                     std::span<const Value* const> literals)>;
  using MakeKernel = std::function<Result<std::unique_ptr<Kernel>>(const CallSite& site)>;
  /// Writes the call in a plan from the texts of its operands; null for the default form of the syntax.
  using Print = std::function<std::string(const Expression& call, std::span<const std::string> operands, bool infix)>;
  /// Another expression instead of a call: NULLIF becomes CASE, YEAR becomes EXTRACT, BETWEEN becomes AND.
  using Rewrite = std::function<Result<ExpressionPtr>(const FunctionRegistry& registry, std::span<const ExpressionPtr> operands)>;

  std::string name;
  std::string internal_name;
  /// As plans print it, where that is not `name`: MOD for %.
  std::string print_name;
  FunctionSyntax syntax = FunctionSyntax::kFunction;
  Determinism determinism = Determinism::kDeterministic;
  NullHandling null_handling = NullHandling::kPropagate;
  /// For all but kAll `make_kernel` is not used: the evaluator has a node for each use, which computes operands for the rows still
  /// undecided.
  OperandUse operand_use = OperandUse::kAll;
  bool is_lazy() const { return operand_use != OperandUse::kAll; }
  /// May be written without parentheses though its name is no reserved word (PI); hides columns of its name.
  bool may_be_bare = false;
  /// True if the casts that make_call adds to operands are printed in plans (CASE, COALESCE); else they are implicit casts.
  bool prints_casts = false;
  Resolve resolve;
  MakeKernel make_kernel;
  Print print;
  Rewrite rewrite;
  /// One line for DESCRIBE FUNCTION and the docs.
  std::string help;
};

}  // namespace eddyline::expression

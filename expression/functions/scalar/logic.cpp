// AND, OR, NOT and the IS forms.
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"

namespace eddyline::expression {
namespace {

struct Not {
  static uint8_t apply(uint8_t value) { return value ^ 1; }
};

/// IS [NOT] NULL: asks the validity only.
template <bool kWanted>
class NullTestKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn column(*arguments[0]);
    uint8_t* values = out.values<uint8_t>();
    if (!column.may_have_nulls()) {
      rows.for_each([&](size_t row) { values[row] = kWanted ? 0 : 1; });
    } else {
      rows.for_each([&](size_t row) { values[row] = column.is_null(row) == kWanted ? 1 : 0; });
    }
    return {};
  }
  bool runs_on_any_row() const override { return true; }
};

/// IS TRUE and IS FALSE with their opposites: kSought is what is looked for, NULL is neither.
template <bool kSought, bool kNegated>
class TruthTestKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn column(*arguments[0]);
    uint8_t* values = out.values<uint8_t>();
    rows.for_each([&](size_t row) {
      const bool found = !column.is_null(row) && (column.value<uint8_t>(row) != 0) == kSought;
      values[row] = found != kNegated ? 1 : 0;
    });
    return {};
  }
  bool runs_on_any_row() const override { return true; }
};

template <class K>
ScalarFunction::MakeKernel always_kernel() {
  return [](const CallSite&) -> Result<std::unique_ptr<Kernel>> { return std::make_unique<K>(); };
}

/// The function's name as an operator: its own syntax in messages and plans.
ScalarFunction make_operator(std::string_view name, FunctionSyntax syntax, std::string help) {
  ScalarFunction function;
  function.name = name;
  function.internal_name = "$" + function.name + "$1";
  function.syntax = syntax;
  function.help = std::move(help);
  return function;
}

void add_connective(FunctionRegistry& registry, std::string_view name, OperandUse operand_use, std::string help) {
  ScalarFunction function = make_operator(name, FunctionSyntax::kBinary, std::move(help));
  function.operand_use = operand_use;
  function.null_handling = NullHandling::kPropagate;
  function.resolve = [name = function.name](std::span<const DataType> types,
                                            std::span<const Value* const>) -> Result<ResolvedCall> {
    if (types.size() < 2) return wrong_argument_count(name, "2");
    for (const DataType& type : types) {
      if (!type.is(TypeRoot::kBoolean) && !type.is(TypeRoot::kNull)) {
        return cannot_apply(name, FunctionSyntax::kBinary, types, "'<BOOLEAN> " + name + " <BOOLEAN>'");
      }
    }
    return ResolvedCall{std::vector<DataType>(types.size(), DataType::boolean()), DataType::boolean()};
  };
  registry.add(std::move(function));
}

void add_null_test(FunctionRegistry& registry, std::string_view name, std::string help,
                   ScalarFunction::MakeKernel make_kernel) {
  ScalarFunction function = make_operator(name, FunctionSyntax::kPostfix, std::move(help));
  function.null_handling = NullHandling::kKernel;
  function.resolve = [name = function.name](std::span<const DataType> types,
                                            std::span<const Value* const>) -> Result<ResolvedCall> {
    if (types.size() != 1) return wrong_argument_count(name, "1");
    const DataType type = types[0].is(TypeRoot::kNull) ? DataType::integer() : types[0];
    return ResolvedCall{{type}, DataType::boolean().not_null()};
  };
  function.make_kernel = std::move(make_kernel);
  registry.add(std::move(function));
}

Result<ResolvedCall> resolve_boolean(const std::string& name, FunctionSyntax syntax, bool nullable,
                                     std::span<const DataType> types) {
  if (types.size() != 1) return wrong_argument_count(name, "1");
  if (!types[0].is(TypeRoot::kBoolean) && !types[0].is(TypeRoot::kNull)) {
    const std::string form = syntax == FunctionSyntax::kPrefix ? name + "<BOOLEAN>" : "<BOOLEAN> " + name;
    return cannot_apply(name, syntax, types, "'" + form + "'");
  }
  return ResolvedCall{{DataType::boolean()}, DataType::boolean().with_nullable(nullable)};
}

void add_truth_test(FunctionRegistry& registry, std::string_view name, std::string help,
                    ScalarFunction::MakeKernel make_kernel) {
  ScalarFunction function = make_operator(name, FunctionSyntax::kPostfix, std::move(help));
  function.null_handling = NullHandling::kKernel;
  function.resolve = [name = function.name](std::span<const DataType> types, std::span<const Value* const>) {
    return resolve_boolean(name, FunctionSyntax::kPostfix, false, types);
  };
  function.make_kernel = std::move(make_kernel);
  registry.add(std::move(function));
}

/// IS [NOT] UNKNOWN is IS [NOT] NULL that takes BOOLEAN only.
void add_unknown_test(FunctionRegistry& registry, std::string_view name, std::string_view null_test) {
  ScalarFunction function = make_operator(name, FunctionSyntax::kPostfix, "As " + std::string(null_test) + ".");
  function.rewrite = [name = function.name, null_test](const FunctionRegistry& functions,
                                                       std::span<const ExpressionPtr> operands) -> Result<ExpressionPtr> {
    std::vector<DataType> types;
    for (const ExpressionPtr& operand : operands) types.push_back(operand->type());
    RETURN_IF_ERROR(resolve_boolean(name, FunctionSyntax::kPostfix, false, types).status());
    return functions.make_call(null_test, {operands.begin(), operands.end()});
  };
  registry.add(std::move(function));
}

}  // namespace

void register_logic(FunctionRegistry& registry);
void register_logic(FunctionRegistry& registry) {
  add_connective(registry, operators::kAnd, OperandUse::kUntilFalse, "FALSE if an operand is, TRUE if all are.");
  add_connective(registry, operators::kOr, OperandUse::kUntilTrue, "TRUE if an operand is, FALSE if all are.");
  ScalarFunction negation = make_operator(operators::kNot, FunctionSyntax::kPrefix, "Turns TRUE into FALSE and back.");
  negation.resolve = [](std::span<const DataType> types, std::span<const Value* const>) {
    return resolve_boolean("NOT", FunctionSyntax::kPrefix, true, types);
  };
  negation.make_kernel = [](const CallSite&) -> Result<std::unique_ptr<Kernel>> {
    return unary_kernel<uint8_t, uint8_t, Not>();
  };
  registry.add(std::move(negation));
  add_null_test(registry, operators::kIsNull, "True for NULL.", always_kernel<NullTestKernel<true>>());
  add_null_test(registry, operators::kIsNotNull, "True for anything but NULL.",
                always_kernel<NullTestKernel<false>>());
  add_truth_test(registry, operators::kIsTrue, "True for TRUE alone.", always_kernel<TruthTestKernel<true, false>>());
  add_truth_test(registry, operators::kIsNotTrue, "True for FALSE and NULL.",
                 always_kernel<TruthTestKernel<true, true>>());
  add_truth_test(registry, operators::kIsFalse, "True for FALSE alone.",
                 always_kernel<TruthTestKernel<false, false>>());
  add_truth_test(registry, operators::kIsNotFalse, "True for TRUE and NULL.",
                 always_kernel<TruthTestKernel<false, true>>());
  add_unknown_test(registry, operators::kIsUnknown, operators::kIsNull);
  add_unknown_test(registry, operators::kIsNotUnknown, operators::kIsNotNull);
}

}  // namespace eddyline::expression

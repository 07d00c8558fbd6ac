// CASE, IF, COALESCE, IFNULL, NULLIF: which operand is evaluated depends on the row.
#include "expression/functions/kernel/signature.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

Result<ResolvedCall> resolve_case(std::span<const DataType> types) {
  if (types.size() < 3 || types.size() % 2 == 0) return wrong_argument_count("CASE", "an odd number of");
  std::vector<DataType> results;
  for (size_t i = 1; i < types.size(); i += 2) {
    if (!types[i - 1].is(TypeRoot::kBoolean) && !types[i - 1].is(TypeRoot::kNull)) {
      return validation_error("Expected a boolean type");
    }
    results.push_back(types[i]);
  }
  results.push_back(types.back());
  const std::optional<DataType> common = common_type(results);
  if (!common) return validation_error("Illegal mixing of types in CASE or COALESCE statement");
  if (common->is(TypeRoot::kNull)) return validation_error("ELSE clause or at least one THEN clause must be non-NULL");
  ResolvedCall resolved;
  for (size_t i = 0; i + 1 < types.size(); i += 2) {
    resolved.operand_types.push_back(DataType::boolean());
    resolved.operand_types.push_back(*common);
  }
  resolved.operand_types.push_back(*common);
  resolved.type = *common;
  return resolved;
}

constexpr std::string_view kIfForms =
    "'IF(<ANY_TYPE>, <NUMERIC_TYPE>, <NUMERIC_TYPE>)'\n'IF(<BOOLEAN>, <CHARACTER>, <CHARACTER>)'\n"
    "'IF(<BOOLEAN>, <BOOLEAN>, <BOOLEAN>)'\n'IF(<BOOLEAN>, <CHARACTER>, <CHARACTER>)'\n"
    "'IF(<BOOLEAN>, <BINARY>, <BINARY>)'\n'IF(<BOOLEAN>, <DATE>, <DATE>)'\n"
    "'IF(<BOOLEAN>, <TIMESTAMP>, <TIMESTAMP>)'\n'IF(<BOOLEAN>, <TIME>, <TIME>)'";

Result<ResolvedCall> resolve_if(std::span<const DataType> types) {
  if (types.size() != 3) return wrong_argument_count("IF", "3");
  const std::optional<DataType> common = common_type(types[1], types[2]);
  const bool condition = types[0].is(TypeRoot::kBoolean) || types[0].is(TypeRoot::kNull);
  if (!condition || !common || common->is(TypeRoot::kNull)) {
    return cannot_apply("IF", FunctionSyntax::kFunction, types, kIfForms);
  }
  // Without a condition's value there is none in Flink's type, though NULL chooses the second branch.
  const bool nullable = common->nullable() || types[0].nullable();
  return ResolvedCall{{DataType::boolean(), *common, *common}, common->with_nullable(nullable)};
}

/// COALESCE and IFNULL: NULL only if every argument may be.
Result<ResolvedCall> resolve_coalesce(const std::string& name, std::string_view signature,
                                      std::span<const DataType> types) {
  const std::optional<DataType> common = types.empty() ? std::nullopt : common_type(types);
  if (!common) return invalid_call(name, types, signature, "");
  if (common->is(TypeRoot::kNull)) return validation_error("Illegal use of 'NULL'");
  bool nullable = true;
  for (const DataType& type : types) nullable = nullable && type.nullable();
  return ResolvedCall{std::vector<DataType>(types.size(), *common), common->with_nullable(nullable)};
}

void add_lazy(FunctionRegistry& registry, std::string name, OperandUse operand_use, bool prints_casts, std::string help,
              std::function<Result<ResolvedCall>(std::span<const DataType>)> resolve) {
  ScalarFunction function;
  function.internal_name = "$" + name + "$1";
  function.name = std::move(name);
  function.null_handling = NullHandling::kKernel;
  function.operand_use = operand_use;
  function.prints_casts = prints_casts;
  function.resolve = [resolve = std::move(resolve)](std::span<const DataType> types, std::span<const Value* const>) {
    return resolve(types);
  };
  function.help = std::move(help);
  registry.add(std::move(function));
}

/// NULLIF(a, b) is CASE WHEN a = b THEN NULL ELSE a END.
Result<ExpressionPtr> rewrite_nullif(const FunctionRegistry& registry, std::span<const ExpressionPtr> operands) {
  if (operands.size() != 2) return wrong_argument_count("NULLIF", "2");
  ASSIGN_OR_RETURN(ExpressionPtr same, registry.make_call(operators::kEqual, {operands[0], operands[1]}));
  ExpressionPtr nothing = Expression::literal(Value::null(), DataType::null());
  return registry.make_call(operators::kCase, {std::move(same), std::move(nothing), operands[0]});
}

}  // namespace

void register_conditional(FunctionRegistry& registry);
void register_conditional(FunctionRegistry& registry) {
  add_lazy(registry, "CASE", OperandUse::kChosenBranch, true,
           "The result behind the first condition that is TRUE, or the last operand.", resolve_case);
  add_lazy(registry, "IF", OperandUse::kChosenBranch, false, "The second operand if the first is TRUE, else the third.",
           resolve_if);
  add_lazy(registry, "COALESCE", OperandUse::kUntilPresent, true, "The first operand that is not NULL.",
           [](std::span<const DataType> types) {
             return resolve_coalesce("COALESCE", "COALESCE(<COMMON>, <COMMON>...)", types);
           });
  add_lazy(registry, "IFNULL", OperandUse::kUntilPresent, true, "The first operand unless it is NULL, else the second.",
           [](std::span<const DataType> types) -> Result<ResolvedCall> {
             if (types.size() != 2) return wrong_argument_count("IFNULL", "2");
             return resolve_coalesce("IFNULL", "IFNULL(input <COMMON>, null_replacement <COMMON>)", types);
           });
  ScalarFunction nullif;
  nullif.name = "NULLIF";
  nullif.internal_name = "$NULLIF$1";
  nullif.rewrite = rewrite_nullif;
  nullif.help = "NULL if both operands are equal, else the first.";
  registry.add(std::move(nullif));
}

}  // namespace eddyline::expression

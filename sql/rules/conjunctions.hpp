#pragma once

#include <vector>

#include "expression/function_registry.hpp"
#include "expression/operator_names.hpp"

namespace eddyline::sql {

/// True for a call of the function that SQL writes by this name (expression/operator_names.hpp).
bool is_call_named(const expression::Expression& expression, std::string_view name);

/// The terms that AND joins at the top, nested ones too, in order; TRUE has none.
std::vector<expression::ExpressionPtr> conjuncts(const expression::ExpressionPtr& condition);
/// The terms that OR joins at the top.
std::vector<expression::ExpressionPtr> disjuncts(const expression::ExpressionPtr& condition);

/// All terms joined by AND, repeats left out; TRUE for none.
expression::ExpressionPtr conjunction(const std::vector<expression::ExpressionPtr>& terms,
                                      const expression::FunctionRegistry& functions);

bool is_true(const expression::Expression& expression);
/// FALSE or NULL: as a filter it lets nothing pass.
bool is_never_true(const expression::Expression& expression);

/// Columns [first, first + count) of the input only; expressions without columns count as of any side.
bool reads_only(const expression::Expression& expression, size_t first, size_t count);
/// Every column reference moved by `offset`.
expression::ExpressionPtr shifted(const expression::ExpressionPtr& expression, std::ptrdiff_t offset);

}  // namespace eddyline::sql

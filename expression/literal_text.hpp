#pragma once

#include <string>

#include "expression/expression.hpp"

namespace eddyline::expression {

/// A literal as plans print it, without the type that a literal in an expression may have behind it.
std::string bare_literal_text(const Value& value, const DataType& type, PrintStyle style);

/// Whether a digest needs the literal's type behind its value.
/// Source   RexLiteral.shouldIncludeType.
bool literal_prints_type(const Value& value, const DataType& type);

}  // namespace eddyline::expression

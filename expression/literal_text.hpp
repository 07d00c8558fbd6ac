#pragma once

#include <string>

#include "expression/expression.hpp"

namespace eddyline::expression {

/// A literal as plans print it, without the type that a literal in an expression may have behind it.
std::string bare_literal_text(const Value& value, const DataType& type, PrintStyle style);

}  // namespace eddyline::expression

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "expression/function_registry.hpp"

namespace eddyline::expression {

// Cases of functions as data, one a line; '#' at the start of a line is a comment:
//
//   zone America/Los_Angeles                       session time zone from here on
//   UPPER(STRING 'abc') => STRING ABC              result type without nullability, then the text as the client shows it
//   `+`(INT NOT NULL 1, BIGINT NOT NULL 2) => BIGINT NOT NULL 3      with nullability where NOT NULL is written
//   CAST(STRING 'x' AS INT) => error For input string: 'x'            part of the text of an error
//   ROUND(DOUBLE 1.25, !INT 1) => DOUBLE 1.3       '!' keeps an argument a literal in every run
//
// An argument is a type and a value (NULL, number, TRUE, 'text', x'00ff'), or a call. CAST(x AS type) and TRY_CAST are known.

/// A column of the input of a case.
struct CaseInput {
  DataType type;
  Value value;
};

struct FunctionCase {
  std::string file;
  int line = 0;
  std::string text;
  std::string zone;
  std::string expected;
};

/// Cases of one file below tests/unit/expression/data.
std::vector<FunctionCase> read_cases(const std::string& name);

/// The expression of a case: with its values as literals, or as input references whose values are added to `inputs`.
Result<ExpressionPtr> parse_case(const FunctionRegistry& registry, std::string_view text, std::vector<CaseInput>* inputs);

}  // namespace eddyline::expression

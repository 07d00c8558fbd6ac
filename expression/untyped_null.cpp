#include "expression/untyped_null.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "expression/operator_names.hpp"

namespace eddyline::expression {
namespace {

enum class Accepted : uint8_t { kAll, kAfterFirst, kOnlyOperand };

struct Acceptance {
  std::string_view function;
  Accepted accepted;
};

// Which functions know what to do with a NULL without type is an accident of each one's type inference in Flink 2.3, so that it
// is no trait of function families: BTRIM takes one and LTRIM does not.
constexpr std::array kAcceptances = {
    Acceptance{operators::kEqual, Accepted::kAll},
    Acceptance{operators::kNotEqual, Accepted::kAll},
    Acceptance{operators::kLess, Accepted::kAll},
    Acceptance{operators::kLessOrEqual, Accepted::kAll},
    Acceptance{operators::kGreater, Accepted::kAll},
    Acceptance{operators::kGreaterOrEqual, Accepted::kAll},
    Acceptance{operators::kIsDistinctFrom, Accepted::kAll},
    Acceptance{operators::kIsNotDistinctFrom, Accepted::kAll},
    Acceptance{operators::kIsNull, Accepted::kAll},
    Acceptance{operators::kIsNotNull, Accepted::kAll},
    Acceptance{operators::kIn, Accepted::kAll},
    Acceptance{operators::kCase, Accepted::kAll},
    Acceptance{"BTRIM", Accepted::kAll},
    Acceptance{"COALESCE", Accepted::kAll},
    Acceptance{"ELT", Accepted::kAfterFirst},
    Acceptance{"ENDSWITH", Accepted::kAll},
    Acceptance{"GREATEST", Accepted::kAll},
    Acceptance{"IFNULL", Accepted::kAll},
    Acceptance{"JSON_QUOTE", Accepted::kAll},
    Acceptance{"JSON_UNQUOTE", Accepted::kAll},
    Acceptance{"LEAST", Accepted::kAll},
    // Becomes a CASE, which refuses results that all are NULL with a text of its own.
    Acceptance{"NULLIF", Accepted::kAll},
    Acceptance{"PRINTF", Accepted::kAll},
    Acceptance{"REGEXP_COUNT", Accepted::kAll},
    Acceptance{"REGEXP_INSTR", Accepted::kAll},
    Acceptance{"REGEXP_SUBSTR", Accepted::kAll},
    Acceptance{"STARTSWITH", Accepted::kAll},
    Acceptance{"TO_TIMESTAMP_LTZ", Accepted::kOnlyOperand},
    Acceptance{"TYPEOF", Accepted::kAll},
    Acceptance{"UNHEX", Accepted::kAll},
    Acceptance{"URL_DECODE", Accepted::kAll},
    Acceptance{"URL_ENCODE", Accepted::kAll},
};

bool accepts(const ScalarFunction& function, size_t operand, size_t count) {
  const auto found = std::ranges::find(kAcceptances, std::string_view(function.name), &Acceptance::function);
  if (found == kAcceptances.end()) return false;
  switch (found->accepted) {
    case Accepted::kAll:
      return true;
    case Accepted::kAfterFirst:
      return operand > 0;
    case Accepted::kOnlyOperand:
      return count == 1;
  }
  return false;
}

}  // namespace

Status check_untyped_nulls(const ScalarFunction& function, std::span<const ExpressionPtr> operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    const Expression& operand = *operands[i];
    if (!operand.type().is(TypeRoot::kNull) || accepts(function, i, operands.size())) continue;
    const Status error = validation_error("Illegal use of 'NULL'");
    return operand.place() ? error.at(operand.place()->position) : error;
  }
  return Status();
}

}  // namespace eddyline::expression

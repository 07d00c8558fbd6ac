#include "tests/operators/watermark_assigner/watermark_assigner_family.hpp"

#include <algorithm>

#include "operators/watermark/watermark_assigner_operator.hpp"
#include "tests/operators/expression_text.hpp"
#include "tests/operators/row_text.hpp"

namespace eddyline::tests {

Result<OperatorUnderTest> make_watermark_assigner_under_test(const Script& script) {
  OperatorUnderTest test;
  ASSIGN_OR_RETURN(const RowType input, parse_columns(script.setting("input")));
  const auto rowtime = std::ranges::find(input, script.setting("rowtime"), &RowField::name);
  if (rowtime == input.end()) return validation_error("no column " + script.setting("rowtime"));
  operators::WatermarkAssignerParameters parameters;
  parameters.rowtime_index = static_cast<size_t>(rowtime - input.begin());
  parameters.rowtime_type = rowtime->type;
  ASSIGN_OR_RETURN(parameters.watermark, parse_expression(script.setting("watermark"), input));
  parameters.interval = std::chrono::milliseconds(std::stoll(script.setting("interval", "200")));
  parameters.idle_timeout = std::chrono::milliseconds(std::stoll(script.setting("idle timeout", "0")));
  test.inputs = {{"input", input}};
  test.output = input;
  test.instance = std::make_unique<operators::WatermarkAssignerOperator>(std::move(parameters));
  return test;
}

}  // namespace eddyline::tests

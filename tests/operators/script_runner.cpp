#include "tests/operators/script_runner.hpp"

#include "tests/operators/operator_families.hpp"
#include "tests/operators/row_text.hpp"

namespace eddyline::tests {
namespace {

int64_t parse_time(const std::string& text) {
  return text == "max" ? kMaxWatermark.value() : static_cast<int64_t>(std::stoll(text));
}

Result<size_t> input_of(const OperatorUnderTest& test, const std::string& name) {
  for (size_t i = 0; i < test.inputs.size(); ++i) {
    if (test.inputs[i].name == name) return i;
  }
  return validation_error("no event or input " + name);
}

/// Makes one event happen.
Result<Lines> run_event(const ScriptEvent& event, const OperatorUnderTest& test, OperatorDriver& driver) {
  if (event.verb == "watermark") return driver.watermark(EventTime(parse_time(event.argument)));
  if (event.verb == "time") return driver.time(ProcessingTime(parse_time(event.argument)));
  if (event.verb == "end") {
    ASSIGN_OR_RETURN(const size_t input, input_of(test, event.argument));
    return driver.end(input);
  }
  ASSIGN_OR_RETURN(const size_t input, input_of(test, event.verb));
  ASSIGN_OR_RETURN(const Batch batch, parse_rows(test.inputs[input].row, event.rows));
  return driver.feed(input, batch);
}

}  // namespace

Result<std::vector<Lines>> run_script(const Script& script, const DriverMode& mode) {
  ASSIGN_OR_RETURN(OperatorUnderTest test, make_operator(script));
  const ProcessingTime start(std::stoll(script.setting("clock", "0")));
  OperatorDriver driver(std::move(test.instance), test.output, mode, start);
  RETURN_IF_ERROR(driver.open());
  std::vector<Lines> outputs;
  for (const ScriptEvent& event : script.events) {
    Result<Lines> lines = run_event(event, test, driver);
    if (lines.ok()) {
      outputs.push_back(std::move(lines).value());
      continue;
    }
    const std::string error = "error " + lines.status().message();
    if (event.expected.empty() || event.expected.back() != error) {
      return lines.status().with_context("line " + std::to_string(event.line));
    }
    outputs.push_back(driver.take_lines());
    outputs.back().push_back(error);
    break;
  }
  return outputs;
}

}  // namespace eddyline::tests

#include "tests/operators/group_aggregate/group_aggregate_family.hpp"

#include <algorithm>
#include <sstream>

#include "operators/aggregate/group_aggregate_operator.hpp"
#include "tests/operators/row_text.hpp"

namespace eddyline::tests {
namespace {

const expression::AggregateFunctionRegistry& aggregate_functions() {
  static const auto* const kRegistry = [] {
    auto* made = new expression::AggregateFunctionRegistry();
    expression::register_aggregate_functions(*made);
    return made;
  }();
  return *kRegistry;
}

Result<size_t> column_of(const RowType& row, const std::string& name) {
  const auto found = std::ranges::find(row, name, &RowField::name);
  if (found == row.end()) return validation_error("no column " + name);
  return static_cast<size_t>(found - row.begin());
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

/// "COUNT DISTINCT v FILTER f"
Result<expression::AggregateCall> parse_call(const std::string& text, const RowType& input, bool grouped) {
  const std::vector<std::string> words = words_of(text);
  expression::AggregateCall call;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "DISTINCT") {
      call.distinct = true;
    } else if (words[i] == "FILTER" && i + 1 < words.size()) {
      ASSIGN_OR_RETURN(call.filter, column_of(input, words[++i]));
    } else if (words[i] != "*") {
      ASSIGN_OR_RETURN(const size_t column, column_of(input, words[i]));
      call.arguments.push_back(column);
      call.argument_types.push_back(input[column].type);
    }
  }
  ASSIGN_OR_RETURN(const expression::ResolvedAggregate resolved,
                   aggregate_functions().resolve(words[0], call.argument_types,
                                                 {call.distinct, !grouped || call.filter.has_value()}));
  call.function = resolved.function;
  call.type = resolved.type;
  call.name = text;
  return call;
}

}  // namespace

Result<OperatorUnderTest> make_group_aggregate_under_test(const Script& script) {
  operators::GroupAggregateParameters made;
  ASSIGN_OR_RETURN(made.input, parse_columns(script.setting("input")));
  for (const std::string& name : words_of(script.setting("group by"))) {
    ASSIGN_OR_RETURN(made.grouping.emplace_back(), column_of(made.input, name));
  }
  for (const std::string& text : split(script.setting("calls"), ';')) {
    ASSIGN_OR_RETURN(made.calls.emplace_back(), parse_call(text, made.input, !made.grouping.empty()));
  }
  made.with_update_before = script.setting("updates", "both") == "both";
  made.retracting = script.setting("retracting", "yes") == "yes";
  made.ttl = std::chrono::milliseconds(std::stoll(script.setting("ttl", "0")));

  OperatorUnderTest test;
  test.inputs = {{"rows", made.input}};
  for (const size_t column : made.grouping) test.output.push_back(made.input[column]);
  for (const expression::AggregateCall& call : made.calls) test.output.push_back({call.name, call.type});
  ASSIGN_OR_RETURN(test.instance, operators::GroupAggregateOperator::make(std::move(made)));
  return test;
}

}  // namespace eddyline::tests

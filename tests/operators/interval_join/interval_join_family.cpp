#include "tests/operators/interval_join/interval_join_family.hpp"

#include <algorithm>

#include "operators/join/interval_join_operator.hpp"
#include "tests/operators/expression_text.hpp"
#include "tests/operators/row_text.hpp"

namespace eddyline::tests {
namespace {

using std::chrono::milliseconds;

Result<size_t> column_of(const RowType& row, const std::string& name) {
  const auto found = std::ranges::find(row, name, &RowField::name);
  if (found == row.end()) return validation_error("no column " + name);
  return static_cast<size_t>(found - row.begin());
}

Result<plan::JoinType> parse_join_type(const std::string& name) {
  using plan::JoinType;
  for (const JoinType type : {JoinType::kInner, JoinType::kLeft, JoinType::kRight, JoinType::kFull}) {
    if (name == plan::join_type_name(type)) return type;
  }
  return validation_error("no join type " + name);
}

Status read_keys(const Script& script, const operators::IntervalJoinParameters& made, plan::JoinSpec& join) {
  const std::string on = script.setting("on");
  for (size_t at = 0; at < on.size();) {
    const size_t comma = std::min(on.find(',', at), on.size());
    const std::vector<std::string> words = words_of(on.substr(at, comma - at));
    at = comma + 1;
    if (words.size() != 3) return validation_error("a key is: left = right, or left IS right");
    ASSIGN_OR_RETURN(join.left_keys.emplace_back(), column_of(made.left, words[0]));
    ASSIGN_OR_RETURN(join.right_keys.emplace_back(), column_of(made.right, words[2]));
    join.filter_nulls.push_back(words[1] == "=");
  }
  return Status();
}

Status read_bounds(const Script& script, const operators::IntervalJoinParameters& made,
                   plan::IntervalJoinWindowBounds& bounds) {
  const std::vector<std::string> time = words_of(script.setting("time", "t t"));
  const std::vector<std::string> limits = words_of(script.setting("bounds"));
  if (time.size() != 2 || limits.size() != 2) return validation_error("time and bounds are two words each");
  ASSIGN_OR_RETURN(bounds.left_time_index, column_of(made.left, time[0]));
  ASSIGN_OR_RETURN(bounds.right_time_index, column_of(made.right, time[1]));
  bounds.is_event_time = made.left[bounds.left_time_index].type.is_rowtime();
  bounds.left_lower = milliseconds(std::stoll(limits[0]));
  bounds.left_upper = milliseconds(std::stoll(limits[1]));
  return Status();
}

Status read_condition(const Script& script, const operators::IntervalJoinParameters& made, plan::JoinSpec& join) {
  const std::string condition = script.setting("condition");
  if (condition.empty()) return Status();
  RowType both;
  for (const RowField& field : made.left) both.push_back({"l." + field.name, field.type});
  for (const RowField& field : made.right) both.push_back({"r." + field.name, field.type});
  ASSIGN_OR_RETURN(join.non_equi_condition, parse_expression(condition, both));
  return Status();
}

void read_early_fire(const Script& script, plan::IntervalJoinSpec& spec) {
  const std::vector<std::string> words = words_of(script.setting("early fire"));
  if (words.size() != 2) return;
  const bool by_rows = words[1] == "rowtime";
  spec.early_fire = {milliseconds(std::stoll(words[0])),
                     by_rows ? plan::EarlyFireTimeMode::kRowtime : plan::EarlyFireTimeMode::kProctime};
}

}  // namespace

Result<OperatorUnderTest> make_interval_join_under_test(const Script& script) {
  operators::IntervalJoinParameters made;
  ASSIGN_OR_RETURN(made.left, parse_columns(script.setting("left")));
  ASSIGN_OR_RETURN(made.right, parse_columns(script.setting("right")));
  ASSIGN_OR_RETURN(made.spec.join.type, parse_join_type(script.setting("join")));
  RETURN_IF_ERROR(read_keys(script, made, made.spec.join));
  RETURN_IF_ERROR(read_bounds(script, made, made.spec.bounds));
  RETURN_IF_ERROR(read_condition(script, made, made.spec.join));
  read_early_fire(script, made.spec);
  made.min_cleanup = milliseconds(std::stoll(script.setting("min cleanup", "0")));

  OperatorUnderTest test;
  test.inputs = {{"left", made.left}, {"right", made.right}};
  test.output = made.left;
  test.output.insert(test.output.end(), made.right.begin(), made.right.end());
  ASSIGN_OR_RETURN(test.instance, operators::make_interval_join(std::move(made)));
  return test;
}

}  // namespace eddyline::tests

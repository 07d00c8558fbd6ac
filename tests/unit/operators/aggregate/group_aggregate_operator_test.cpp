#include "operators/aggregate/group_aggregate_operator.hpp"

#include <gtest/gtest.h>

#include "expression/aggregate_function.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"
#include "tests/operator_driver/operator_surroundings.hpp"
#include "tests/unit/operators/keyed_state_decorator.hpp"

namespace eddyline::operators {
namespace {

/// "name type, ..." of a row.
std::string columns_text(const RowType& row) {
  std::string text;
  for (const RowField& field : row) text += (text.empty() ? "" : ", ") + field.name + " " + field.type.to_string();
  return text;
}

/// Notes what states are asked for.
class DescribedKeyedState final : public KeyedStateDecorator {
 public:
  DescribedKeyedState(std::unique_ptr<state::KeyedStateBackend> states, std::vector<std::string>& states_asked_for)
      : KeyedStateDecorator(std::move(states)), asked_for_(states_asked_for) {}

  Result<state::ValueState*> value_state(state::ValueStateDescriptor descriptor) override {
    asked_for_.push_back(descriptor.name + ": " + columns_text(descriptor.value));
    return KeyedStateDecorator::value_state(std::move(descriptor));
  }
  Result<state::MapState*> map_state(state::MapStateDescriptor descriptor) override {
    asked_for_.push_back(descriptor.name + ": " + columns_text(descriptor.map_key) + " -> " +
                         columns_text(descriptor.value));
    return KeyedStateDecorator::map_state(std::move(descriptor));
  }

 private:
  std::vector<std::string>& asked_for_;
};

class DescribedStateBackend final : public state::StateBackend {
 public:
  Result<std::unique_ptr<state::KeyedStateBackend>> create_keyed(state::KeyedStateOptions options) const override {
    ASSIGN_OR_RETURN(std::unique_ptr<state::KeyedStateBackend> states, below_.create_keyed(std::move(options)));
    return std::make_unique<DescribedKeyedState>(std::move(states), asked_for_);
  }
  const std::vector<std::string>& asked_for() const { return asked_for_; }

 private:
  state::HashmapStateBackend below_;
  mutable std::vector<std::string> asked_for_;
};

class GroupAggregateOperatorTest : public testing::Test {
 protected:
  GroupAggregateOperatorTest() { expression::register_aggregate_functions(functions_); }

  expression::AggregateCall call(const std::string& function, bool distinct = false) {
    const expression::ResolvedAggregate resolved =
        functions_.resolve(function, std::vector{input_[1].type}, {distinct, false}).value();
    expression::AggregateCall made;
    made.function = resolved.function;
    made.type = resolved.type;
    made.arguments = {1};
    made.argument_types = {input_[1].type};
    made.distinct = distinct;
    return made;
  }

  /// The states of a GROUP BY of the calls.
  std::vector<std::string> states(const std::vector<expression::AggregateCall>& calls, bool retracting) {
    const DescribedStateBackend backend;
    tests::OperatorSurroundings surroundings({.states = &backend});
    GroupAggregateParameters parameters;
    parameters.input = input_;
    parameters.grouping = {0};
    parameters.calls = calls;
    parameters.retracting = retracting;
    const auto group_by = GroupAggregateOperator::make(parameters).value();
    EXPECT_TRUE(group_by->open(surroundings.context()).ok());
    return backend.asked_for();
  }

  const RowType input_{{"k", DataType::bigint()}, {"v", DataType::bigint()}};
  expression::AggregateFunctionRegistry functions_;
};

TEST_F(GroupAggregateOperatorTest, ItsStateDoesNotDependOnWhetherRowsAreTakenBack) {
  const std::vector<expression::AggregateCall> calls = {call("SUM"), call("COUNT"), call("AVG"), call("COUNT", true)};
  const std::vector<std::string> coming = states(calls, false);
  EXPECT_EQ(coming, states(calls, true));
  ASSERT_FALSE(coming.empty());
  EXPECT_EQ(coming[0].rfind("accState: records BIGINT NOT NULL, ", 0), 0U) << coming[0];
  EXPECT_EQ(states({}, false), std::vector<std::string>{"accState: records BIGINT NOT NULL"});
}

TEST_F(GroupAggregateOperatorTest, OnlyTheValuesOfExtremesComeOnTop) {
  std::vector<std::string> coming = states({call("MIN"), call("MAX")}, false);
  const std::vector<std::string> going = states({call("MIN"), call("MAX")}, true);
  coming.emplace_back("values_0: v BIGINT -> count BIGINT NOT NULL");
  coming.emplace_back("values_1: v BIGINT -> count BIGINT NOT NULL");
  EXPECT_EQ(coming, going);
}

}  // namespace
}  // namespace eddyline::operators

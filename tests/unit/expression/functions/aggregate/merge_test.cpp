// Accumulators that are merged must hold what one accumulator over all rows holds.
#include <gtest/gtest.h>

#include <array>
#include <list>
#include <new>

#include "common/base/random.hpp"
#include "common/columnar/stored_text.hpp"
#include "common/columnar/value.hpp"
#include "common/text/value_text.hpp"
#include "expression/aggregate_function.hpp"

namespace eddyline::expression {
namespace {

using Values = std::vector<Value>;

/// Texts of string fields, kept until the test ends.
class FieldTexts final : public TextStore {
 public:
  Status set_text(uint8_t* slot, const FieldPlace& place, std::string_view text) override {
    const std::string& copy = texts_.emplace_back(text);
    new (slot + place.offset) StoredText(copy, copy.data());
    slot[place.presence_byte] |= place.presence_mask;
    return Status();
  }

 private:
  std::list<std::string> texts_;
};

/// One call and the accumulators made for it.
class Aggregation {
 public:
  /// `argument` is null for COUNT(*).
  Aggregation(std::string_view function, const DataType* argument, AggregateUse use = {}) {
    register_aggregate_functions(registry_);
    if (argument != nullptr) {
      call_.arguments = {0};
      call_.argument_types = {*argument};
    }
    Result<ResolvedAggregate> resolved = registry_.resolve(function, call_.argument_types, use);
    CHECK(resolved.ok()) << resolved.status().to_string();
    call_.function = resolved->function;
    call_.type = resolved->type;
    Result<std::unique_ptr<Accumulator>> made = call_.function->make_accumulator(call_, false);
    CHECK(made.ok()) << made.status().to_string();
    accumulator_ = std::move(*made);
    // A byte of presence bits, then 16 bytes a field.
    std::vector<FieldPlace> places;
    for (size_t field = 0; field < accumulator_->fields().size(); ++field) {
      places.push_back({16 * (field + 1), 0, static_cast<uint8_t>(1U << field)});
    }
    accumulator_->bind(places, &texts_);
  }

  /// An accumulator over the values.
  uint8_t* over(const Values& values) {
    uint8_t* slot = slots_.emplace_back(std::make_unique<Slot>())->data();
    if (values.empty()) return slot;
    const std::vector<uint8_t*> slots(values.size(), slot);
    AccumulatorInput input;
    input.slots = slots.data();
    input.rows = SelectedRows::all(values.size());
    ColumnPtr column;
    DecodedColumn decoded;
    if (!call_.argument_types.empty()) {
      MutableColumn filled(call_.argument_types[0].physical_type(), values.size());
      for (size_t row = 0; row < values.size(); ++row) values[row].write_to(filled, row);
      column = filled.seal(values.size());
      decoded = DecodedColumn(*column);
      input.argument = &decoded;
    }
    EXPECT_TRUE(accumulator_->update(input).ok());
    return slot;
  }

  /// Folds `from` into `into`; answers `into`.
  uint8_t* merged(uint8_t* into, const uint8_t* from) {
    EXPECT_TRUE(accumulator_->merge(std::array{into}, std::array{from}).ok());
    return into;
  }

  std::string result(const uint8_t* slot) const {
    MutableColumn results(call_.type.physical_type(), 1);
    accumulator_->emit(std::array{slot}, results, 0);
    return text_of(Value::from(*results.seal(1), 0), call_.type, TextStyle::kCast);
  }

 private:
  using Slot = std::array<uint8_t, 64>;

  AggregateFunctionRegistry registry_;
  AggregateCall call_;
  std::unique_ptr<Accumulator> accumulator_;
  FieldTexts texts_;
  std::vector<std::unique_ptr<Slot>> slots_;
};

struct MergeCase {
  std::string name;
  std::string function;
  DataType type;
  /// The k-th value, k in [-100, 100].
  Value (*value)(int64_t k);
};

Value whole(int64_t k) { return Value::integer(k); }
// Sums of quarters are exact in binary.
Value quarters(int64_t k) { return Value::real(static_cast<double>(k) / 4); }
Value text(int64_t k) { return Value::string("value " + std::to_string(k) + (k % 2 == 0 ? "" : ", longer than inline")); }

std::vector<MergeCase> merge_cases() {
  return {{"CountBigint", "COUNT", DataType::bigint(), whole},
          {"SumTinyint", "SUM", DataType::tinyint(), whole},
          {"SumBigint", "SUM", DataType::bigint(), whole},
          {"SumDouble", "SUM", DataType::double_(), quarters},
          {"SumShortDecimal", "SUM", DataType::decimal(10, 2), whole},
          {"SumLongDecimal", "SUM", DataType::decimal(30, 2), whole},
          {"AvgInteger", "AVG", DataType::integer(), whole},
          {"AvgFloat", "AVG", DataType::float_(), quarters},
          {"AvgShortDecimal", "AVG", DataType::decimal(10, 2), whole},
          {"AvgLongDecimal", "AVG", DataType::decimal(30, 2), whole},
          {"MinSmallint", "MIN", DataType::smallint(), whole},
          {"MaxDouble", "MAX", DataType::double_(), quarters},
          {"MinDecimal", "MIN", DataType::decimal(30, 2), whole},
          {"MaxDate", "MAX", DataType::date(), whole},
          {"MinString", "MIN", DataType::string(), text},
          {"MaxString", "MAX", DataType::string(), text}};
}

class MergeTest : public testing::TestWithParam<MergeCase> {};

TEST_P(MergeTest, EqualsOneAccumulatorOverAllRows) {
  const MergeCase& param = GetParam();
  Aggregation aggregation(param.function, &param.type);
  Random random(1);
  const auto some_values = [&] {
    Values values(random.below(4));
    for (Value& value : values) {
      if (random.below(4) != 0) value = param.value(static_cast<int64_t>(random.below(201)) - 100);
    }
    return values;
  };
  for (int round = 0; round < 200; ++round) {
    const Values first = some_values();
    const Values second = some_values();
    Values all = first;
    all.insert(all.end(), second.begin(), second.end());
    uint8_t* merged = aggregation.merged(aggregation.over(first), aggregation.over(second));
    EXPECT_EQ(aggregation.result(merged), aggregation.result(aggregation.over(all))) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, MergeTest, testing::ValuesIn(merge_cases()),
                         [](const auto& info) { return info.param.name; });

TEST(MergeOfEmptyTest, IsWhatNoRowGives) {
  for (const MergeCase& param : merge_cases()) {
    Aggregation aggregation(param.function, &param.type);
    uint8_t* merged = aggregation.merged(aggregation.over({}), aggregation.over({Value::null()}));
    EXPECT_EQ(aggregation.result(merged), param.function == "COUNT" ? "0" : "NULL") << param.name;
    aggregation.merged(merged, aggregation.over({param.value(7)}));
    EXPECT_EQ(aggregation.result(merged), aggregation.result(aggregation.over({param.value(7)}))) << param.name;
  }
}

TEST(MergeOfCountTest, CountsRowsWithoutArgument) {
  Aggregation aggregation("COUNT", nullptr);
  EXPECT_EQ(aggregation.result(aggregation.merged(aggregation.over(Values(2)), aggregation.over(Values(3)))), "5");
}

TEST(MergeOfSumTest, AddsSumsThatHoldNoCount) {
  const DataType type = DataType::bigint().not_null();
  Aggregation aggregation("SUM", &type, {.may_see_no_row = false});
  uint8_t* merged = aggregation.merged(aggregation.over({whole(2), whole(3)}), aggregation.over({whole(-7)}));
  EXPECT_EQ(aggregation.result(merged), "-2");
}

/// 10^38 - 1, the greatest DECIMAL without fraction.
Value greatest_decimal() {
  int128_t value = 0;
  for (int digit = 0; digit < 38; ++digit) value = value * 10 + 9;
  return Value::integer(value);
}

TEST(MergeOfSumTest, BeginsAnewAfterItLeft38Digits) {
  const DataType type = DataType::decimal(38, 6);
  Aggregation aggregation("SUM", &type);
  const Values beyond{greatest_decimal(), whole(1)};
  uint8_t* merged = aggregation.merged(aggregation.over({greatest_decimal()}), aggregation.over({whole(1)}));
  EXPECT_EQ(aggregation.result(merged), "NULL");
  EXPECT_EQ(aggregation.result(aggregation.merged(merged, aggregation.over({whole(5)}))), "0.000005");
  EXPECT_EQ(aggregation.result(aggregation.merged(merged, aggregation.over(beyond))), "0.000005");
}

TEST(MergeOfAvgTest, StaysNullOnceItLeft38Digits) {
  const DataType type = DataType::decimal(38, 6);
  Aggregation aggregation("AVG", &type);
  const Values beyond{greatest_decimal(), whole(1)};
  uint8_t* merged = aggregation.merged(aggregation.over({greatest_decimal()}), aggregation.over({whole(1)}));
  EXPECT_EQ(aggregation.result(merged), "NULL");
  EXPECT_EQ(aggregation.result(aggregation.merged(merged, aggregation.over({whole(5)}))), "NULL");
  EXPECT_EQ(aggregation.result(aggregation.merged(aggregation.over({whole(5)}), aggregation.over(beyond))), "NULL");
  EXPECT_EQ(aggregation.result(aggregation.merged(aggregation.over({}), aggregation.over(beyond))), "NULL");
}

TEST(MergeOfExtremeTest, LetsNotANumberBeatNothing) {
  const DataType type = DataType::double_();
  const Value nan = Value::real(std::numeric_limits<double>::quiet_NaN());
  Aggregation greatest("MAX", &type);
  EXPECT_EQ(greatest.result(greatest.merged(greatest.over({nan}), greatest.over({quarters(4)}))), "NaN");
  Aggregation least("MIN", &type);
  EXPECT_EQ(least.result(least.merged(least.over({nan}), least.over({quarters(4)}))), "NaN");
  EXPECT_EQ(greatest.result(greatest.merged(greatest.over({quarters(4)}), greatest.over({nan}))), "1.0");
  EXPECT_EQ(least.result(least.merged(least.over({quarters(4)}), least.over({nan}))), "1.0");
}

}  // namespace
}  // namespace eddyline::expression

#include <gtest/gtest.h>

#include <filesystem>

#include "common/text/value_text.hpp"
#include "expression/evaluator.hpp"
#include "tests/unit/expression/case_file.hpp"

namespace eddyline::expression {
namespace {

constexpr size_t kRows = 131;

const FunctionRegistry& registry() {
  static const FunctionRegistry* const kRegistry = [] {
    auto* made = new FunctionRegistry();
    register_scalar_functions(*made);
    return made;
  }();
  return *kRegistry;
}

/// How the values of a case lie in their columns: every third row holds the value, the others NULL or something else.
enum class Layout { kLiteral, kConstant, kFlat, kFlatWithNulls, kDictionary, kSelection };

/// A flat column with the value in rows 0, 3, 6, ... and NULL in between where asked for, else the value everywhere.
ColumnPtr flat_column(const CaseInput& input, bool nulls) {
  MutableColumn column(input.type.physical_type(), kRows);
  for (size_t row = 0; row < kRows; ++row) (row % 3 == 0 || !nulls ? input.value : Value::null()).write_to(column, row);
  return column.seal(kRows);
}

ColumnPtr dictionary_column(const CaseInput& input) {
  MutableColumn base(input.type.physical_type(), 3);
  input.value.write_to(base, 0);
  Value::null().write_to(base, 1);
  input.value.write_to(base, 2);
  BufferPtr indices = allocate_buffer(kRows * sizeof(int32_t));
  for (size_t row = 0; row < kRows; ++row) indices->as<int32_t>()[row] = row % 3 == 0 ? 2 : static_cast<int32_t>(row % 3 - 1);
  return Column::dictionary(base.seal(3), std::move(indices), kRows);
}

ColumnPtr column_of(const CaseInput& input, Layout layout) {
  switch (layout) {
    case Layout::kConstant:
      return input.value.to_constant(input.type, kRows);
    case Layout::kFlat:
      return flat_column(input, false);
    case Layout::kFlatWithNulls:
    case Layout::kSelection:
      return flat_column(input, true);
    case Layout::kDictionary:
      return dictionary_column(input);
    case Layout::kLiteral:
      break;
  }
  return nullptr;
}

Batch batch_of(const std::vector<CaseInput>& inputs, Layout layout) {
  std::vector<ColumnPtr> columns;
  for (const CaseInput& input : inputs) columns.push_back(column_of(input, layout));
  if (layout != Layout::kSelection) return Batch(std::move(columns), kRows);
  BufferPtr rows = allocate_buffer(kRows * sizeof(int32_t));
  size_t count = 0;
  for (size_t row = 0; row < kRows; row += 6) rows->as<int32_t>()[count++] = static_cast<int32_t>(row);
  return Batch(std::move(columns), kRows, nullptr, Selection(std::move(rows), count));
}

std::string type_text(const DataType& type, const std::string& expected) {
  const bool with_nullability = expected.find("NOT NULL") != std::string::npos;
  return (with_nullability ? type : type.with_nullable(true)).to_short_string();
}

class CaseRun {
 public:
  CaseRun(const FunctionCase& test, Layout layout) : test_(test), layout_(layout) {}

  /// The result or error as the case writes it.
  std::string run() {
    std::vector<CaseInput> inputs;
    const auto expression = parse_case(registry(), test_.text, layout_ == Layout::kLiteral ? nullptr : &inputs);
    if (!expression.ok()) return "error " + expression.status().message();
    const auto zone = make_time_zone(test_.zone);
    if (!zone.ok()) return "error " + zone.status().message();
    EvaluationContext context(**zone, true, 1);
    context.start_batch(ProcessingTime(1'790'000'000'123), EventTime(1'790'000'000'000));
    auto evaluator = make_evaluator(*expression);
    if (!evaluator.ok()) return "error " + evaluator.status().message();
    // Twice: kernels keep scratch from batch to batch.
    std::string first = evaluate(**evaluator, **expression, context, inputs, **zone);
    std::string second = evaluate(**evaluator, **expression, context, inputs, **zone);
    return first == second ? first : first + " and then " + second;
  }

 private:
  std::string evaluate(Evaluator& evaluator, const Expression& expression, EvaluationContext& context,
                       const std::vector<CaseInput>& inputs, const TimeZone& zone) {
    const Batch batch = batch_of(inputs, layout_);
    const auto column = evaluator.evaluate(context, batch, batch.selected());
    if (!column.ok()) return "error " + column.status().message();
    const Status error = context.first_error();
    context.clear_errors_since(0);
    if (!error.ok()) return "error " + error.message();
    const UtcOffset offset = [&](int64_t second) { return zone.offset_of_instant_ms(second * 1000) / 1000; };
    const auto text = [&](size_t row) {
      return text_of(Value::from(**column, row), expression.type(), TextStyle::kDisplay, offset);
    };
    const std::string result = text(0);
    for (size_t row = 0; row < kRows; row += 6) {
      if (text(row) != result) return "row " + std::to_string(row) + " is " + text(row) + " but row 0 " + result;
    }
    const std::string shown = result == "<NULL>" ? "NULL" : result;
    return type_text(expression.type(), test_.expected) + " " + shown;
  }

  const FunctionCase& test_;
  Layout layout_;
};

std::vector<std::string> case_files() {
  std::vector<std::string> files;
  const std::filesystem::path folder = std::string(EDDYLINE_SOURCE_DIR) + "/tests/unit/expression/data";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path().filename());
  std::ranges::sort(files);
  return files;
}

class FunctionCases : public testing::TestWithParam<std::string> {};

TEST_P(FunctionCases, HoldInEveryLayout) {
  const std::vector<FunctionCase> cases = read_cases(GetParam());
  ASSERT_FALSE(cases.empty());
  for (const FunctionCase& test : cases) {
    for (const Layout layout : {Layout::kLiteral, Layout::kConstant, Layout::kFlat, Layout::kFlatWithNulls,
                                Layout::kDictionary, Layout::kSelection}) {
      const std::string actual = CaseRun(test, layout).run();
      const bool error = test.expected.starts_with("error ");
      const bool same = error ? actual.starts_with("error ") && actual.find(test.expected.substr(6)) != std::string::npos
                              : actual == test.expected;
      if (!same) ADD_FAILURE() << GetParam() << ":" << test.line << " in layout " << static_cast<int>(layout) << "\n  "
                        << test.text << "\n  expected " << test.expected << "\n  got      " << actual;
      if (!same) break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Data, FunctionCases, testing::ValuesIn(case_files()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace eddyline::expression

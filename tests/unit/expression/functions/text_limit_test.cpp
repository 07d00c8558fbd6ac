#include <gtest/gtest.h>

#include "expression/evaluator.hpp"
#include "expression/function_registry.hpp"

namespace eddyline::expression {
namespace {

constexpr size_t kLimit = size_t{256} << 20;

/// Calls with a text so long that the result would pass the limit: each is refused, and in good time.
class TextLimit : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    register_scalar_functions(functions_);
    long_text_ = std::make_shared<const std::string>(kLimit / 4 * 3 + 3, '/');
  }
  static void TearDownTestSuite() { long_text_.reset(); }

  /// An input of this text.
  ExpressionPtr long_text() { return Expression::input_ref(0, DataType::string()); }
  static ExpressionPtr text(std::string value) { return Expression::literal(Value::string(std::move(value)), DataType::string()); }
  static ExpressionPtr number(int64_t value) { return Expression::literal(Value::integer(value), DataType::bigint()); }

  static ExpressionPtr call(std::string_view name, std::vector<ExpressionPtr> operands) {
    auto made = functions_.make_call(name, std::move(operands));
    EXPECT_TRUE(made.ok()) << made.status().to_string();
    return *std::move(made);
  }

  static std::string error_of(const ExpressionPtr& expression) {
    if (batch_ == nullptr) {
      batch_ = std::make_unique<Batch>(std::vector<ColumnPtr>{Value::string(*long_text_).to_constant(DataType::string(), 1)}, 1);
    }
    EvaluationContext context(utc_time_zone(), true, 0);
    auto evaluator = make_evaluator(expression);
    EXPECT_TRUE(evaluator.ok()) << evaluator.status().to_string();
    const auto column = (*evaluator)->evaluate(context, *batch_, batch_->selected());
    EXPECT_TRUE(column.ok()) << column.status().to_string();
    const Status error = context.first_error();
    return error.ok() ? "" : error.message();
  }

  static std::string refusal(const std::string& name) {
    return name + " would make a value longer than the limit of 268435456 bytes";
  }

  static inline FunctionRegistry functions_;
  static inline std::shared_ptr<const std::string> long_text_;
  static inline std::unique_ptr<Batch> batch_;
};

TEST_F(TextLimit, TextsPutTogether) {
  EXPECT_EQ(error_of(call("||", {long_text(), long_text()})), refusal("||"));
  EXPECT_EQ(error_of(call("CONCAT", {text("a"), long_text(), long_text()})), refusal("CONCAT"));
  EXPECT_EQ(error_of(call("CONCAT_WS", {text(","), long_text(), long_text()})), refusal("CONCAT_WS"));
  EXPECT_EQ(error_of(call("CONCAT_WS", {long_text(), text("a"), text("b"), text("c")})), refusal("CONCAT_WS"));
  EXPECT_EQ(error_of(call("OVERLAY", {long_text(), long_text(), number(1)})), refusal("OVERLAY"));
  EXPECT_EQ(error_of(call("OVERLAY", {long_text(), long_text(), number(1), number(2)})), refusal("OVERLAY"));
}

TEST_F(TextLimit, Filling) {
  EXPECT_EQ(error_of(call("REPEAT", {text("ab"), number(1 << 28)})), refusal("REPEAT"));
  EXPECT_EQ(error_of(call("REPEAT", {text("ab"), number(INT64_MAX)})), refusal("REPEAT"));
  for (const std::string name : {"LPAD", "RPAD"}) {
    EXPECT_EQ(error_of(call(name, {text("ab"), number(kLimit + 1), text("c")})), refusal(name));
    EXPECT_EQ(error_of(call(name, {text("ab"), number(kLimit / 2), text("€")})), refusal(name));
    EXPECT_EQ(error_of(call(name, {text("ab"), number(INT64_MAX), text("\xf0\x9f\x98\x80")})), refusal(name));
  }
  auto cast = functions_.make_cast(text("ab"), DataType::char_(kMaxLength - 1));
  ASSERT_TRUE(cast.ok());
  EXPECT_EQ(error_of(*cast), refusal("CAST AS CHAR"));
  cast = functions_.make_cast(text("ab"), DataType::binary(kMaxLength - 1));
  ASSERT_TRUE(cast.ok());
  EXPECT_EQ(error_of(*cast), refusal("CAST AS BINARY"));
}

TEST_F(TextLimit, Replacing) {
  EXPECT_EQ(error_of(call("REPLACE", {text("aa"), text("a"), long_text()})), refusal("REPLACE"));
  EXPECT_EQ(error_of(call("REPLACE", {text("a"), text(""), long_text()})), refusal("REPLACE"));
  EXPECT_EQ(error_of(call("REGEXP_REPLACE", {text("aa"), text("a"), long_text()})), refusal("REGEXP_REPLACE"));
  EXPECT_EQ(error_of(call("REGEXP_REPLACE", {long_text(), text("^/"), long_text()})), refusal("REGEXP_REPLACE"));
}

TEST_F(TextLimit, Formats) {
  EXPECT_EQ(error_of(call("PRINTF", {text("%300000000d"), number(1)})), refusal("PRINTF"));
  EXPECT_EQ(error_of(call("PRINTF", {text("%s %1$s"), long_text()})), refusal("PRINTF"));
}

TEST_F(TextLimit, OtherWritings) {
  EXPECT_EQ(error_of(call("HEX", {long_text()})), refusal("HEX"));
  EXPECT_EQ(error_of(call("TO_BASE64", {long_text()})), refusal("TO_BASE64"));
}

TEST_F(TextLimit, ReplacingNearTheLimitIsCountedExactly) {
  EXPECT_EQ(error_of(call("REPLACE", {long_text(), text("ab"), text("abc")})), "");
}

}  // namespace
}  // namespace eddyline::expression

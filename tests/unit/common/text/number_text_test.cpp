#include "common/text/number_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace eddyline {
namespace {

std::string text(double value) {
  char out[kLongestReal];
  return {out, write_double(out, value)};
}
std::string text(float value) {
  char out[kLongestReal];
  return {out, write_float(out, value)};
}
std::string decimal(int128_t unscaled, int32_t scale, DecimalForm form = DecimalForm::kPlain) {
  char out[kLongestDecimal];
  return {out, write_decimal(out, unscaled, scale, form)};
}

TEST(NumberText, DoublesAsJavaPrintsThem) {
  EXPECT_EQ(text(1.0), "1.0");
  EXPECT_EQ(text(-0.0), "-0.0");
  EXPECT_EQ(text(0.001), "0.001");
  EXPECT_EQ(text(0.0001), "1.0E-4");
  EXPECT_EQ(text(0.00123), "0.00123");
  EXPECT_EQ(text(9999999.0), "9999999.0");
  EXPECT_EQ(text(1e7), "1.0E7");
  EXPECT_EQ(text(12345678.9), "1.23456789E7");
  EXPECT_EQ(text(3125.0), "3125.0");
  EXPECT_EQ(text(100.5), "100.5");
  EXPECT_EQ(text(2e23), "2.0E23");
  EXPECT_EQ(text(1e10), "1.0E10");
  EXPECT_EQ(text(std::numeric_limits<double>::max()), "1.7976931348623157E308");
  EXPECT_EQ(text(std::numeric_limits<double>::lowest()), "-1.7976931348623157E308");
  EXPECT_EQ(text(std::numeric_limits<double>::denorm_min()), "4.9E-324");
  EXPECT_EQ(text(std::numeric_limits<double>::min()), "2.2250738585072014E-308");
  EXPECT_EQ(text(std::nan("")), "NaN");
  EXPECT_EQ(text(-std::numeric_limits<double>::infinity()), "-Infinity");
}

TEST(NumberText, FloatsHaveDigitsOfTheirOwn) {
  EXPECT_EQ(text(0.1F), "0.1");
  EXPECT_EQ(text(3.4028235e38F), "3.4028235E38");
  EXPECT_EQ(text(std::numeric_limits<float>::denorm_min()), "1.4E-45");
  EXPECT_EQ(text(16777216.0F), "1.6777216E7");
}

TEST(NumberText, DecimalsKeepTheirScale) {
  EXPECT_EQ(decimal(1230, 2), "12.30");
  EXPECT_EQ(decimal(-5, 3), "-0.005");
  EXPECT_EQ(decimal(0, 2), "0.00");
  EXPECT_EQ(decimal(42, 0), "42");
  EXPECT_EQ(decimal(1, 10), "0.0000000001");
  const int128_t largest = power_of_ten(38) - 1;
  EXPECT_EQ(decimal(largest, 0), std::string(38, '9'));
  EXPECT_EQ(decimal(-largest, 38), "-0." + std::string(38, '9'));
  EXPECT_EQ(decimal(power_of_ten(19), 19), "1.0000000000000000000");
}

TEST(NumberText, SmallDecimalsGetJavasExponent) {
  EXPECT_EQ(decimal(1, 6, DecimalForm::kJava), "0.000001");
  EXPECT_EQ(decimal(1, 7, DecimalForm::kJava), "1E-7");
  EXPECT_EQ(decimal(-123, 10, DecimalForm::kJava), "-1.23E-8");
  EXPECT_EQ(decimal(0, 7, DecimalForm::kJava), "0E-7");
  EXPECT_EQ(decimal(0, 6, DecimalForm::kJava), "0.000000");
}

TEST(NumberText, Int128AtItsLimits) {
  char out[kLongestInteger];
  const int128_t smallest = static_cast<int128_t>(uint128_t{1} << 127);
  EXPECT_EQ(std::string(out, write_int128(out, smallest)), "-170141183460469231731687303715884105728");
}

}  // namespace
}  // namespace eddyline

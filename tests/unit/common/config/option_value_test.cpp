#include "common/config/option_value.hpp"

#include <gtest/gtest.h>

#include "common/config/execution_options.hpp"

namespace eddyline {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

template <class T>
T parsed(std::string_view text) {
  return OptionValue<T>::parse(text).value();
}

template <class T>
std::string refusal(std::string_view text) {
  const auto result = OptionValue<T>::parse(text);
  EXPECT_FALSE(result.ok()) << text;
  return result.ok() ? "" : result.status().message();
}

TEST(OptionValueTest, DurationTakesEveryUnitInAnyCase) {
  EXPECT_EQ(parsed<Duration>("3s"), seconds(3));
  EXPECT_EQ(parsed<Duration>("10 S"), seconds(10));
  EXPECT_EQ(parsed<Duration>("5min"), minutes(5));
  EXPECT_EQ(parsed<Duration>("5 m"), minutes(5));
  EXPECT_EQ(parsed<Duration>("2 Hours"), hours(2));
  EXPECT_EQ(parsed<Duration>("7d"), hours(7 * 24));
  EXPECT_EQ(parsed<Duration>("200 ms"), milliseconds(200));
  EXPECT_EQ(parsed<Duration>("4 micros"), microseconds(4));
  EXPECT_EQ(parsed<Duration>("4 µs"), microseconds(4));
  EXPECT_EQ(parsed<Duration>("1ns"), Duration(1));
}

TEST(OptionValueTest, DurationWithoutUnitIsMilliseconds) { EXPECT_EQ(parsed<Duration>(" 1500 "), milliseconds(1500)); }

TEST(OptionValueTest, DurationRefusesOtherTexts) {
  EXPECT_EQ(refusal<Duration>(""), "The text is empty.");
  EXPECT_EQ(refusal<Duration>("-3s"), "The text does not start with a number.");
  EXPECT_EQ(refusal<Duration>("PT5S"), "The text does not start with a number.");
  EXPECT_TRUE(refusal<Duration>("3 weeks").starts_with(
      "Time interval unit label 'weeks' does not match any of the recognized units: DAYS: (d | day | days), HOURS: "));
  EXPECT_TRUE(refusal<Duration>("1.5 s").starts_with("Time interval unit label '.5 s' does not match"));
  EXPECT_EQ(refusal<Duration>("99999999999999999999 s"),
            "The value '99999999999999999999' cannot be represented as 64bit number (numeric overflow).");
  EXPECT_EQ(refusal<Duration>("200000 d"),
            "The value '200000 d' cannot be represented as 64bit number of nanoseconds (numeric overflow).");
}

TEST(OptionValueTest, DurationIsWrittenWithItsHighestUnit) {
  EXPECT_EQ(OptionValue<Duration>::format(seconds(10)), "10 s");
  EXPECT_EQ(OptionValue<Duration>::format(seconds(60)), "1 min");
  EXPECT_EQ(OptionValue<Duration>::format(Duration(0)), "0 ms");
  EXPECT_EQ(OptionValue<Duration>::format(milliseconds(1500)), "1500 ms");
  EXPECT_EQ(OptionValue<Duration>::format(hours(48)), "2 d");
}

TEST(OptionValueTest, MemorySizeUnitsArePowersOf1024) {
  EXPECT_EQ(parsed<Bytes>("1728m"), Bytes(1728ULL << 20));
  EXPECT_EQ(parsed<Bytes>("64 kb"), Bytes(64 << 10));
  EXPECT_EQ(parsed<Bytes>("2 GibiBytes"), Bytes(2ULL << 30));
  EXPECT_EQ(parsed<Bytes>("1t"), Bytes(1ULL << 40));
  EXPECT_EQ(parsed<Bytes>("100"), Bytes(100));
  EXPECT_EQ(OptionValue<Bytes>::format(Bytes(32 << 10)), "32 kb");
  EXPECT_EQ(OptionValue<Bytes>::format(Bytes(1500)), "1500 bytes");
}

TEST(OptionValueTest, MemorySizeRefusesOtherTexts) {
  EXPECT_EQ(refusal<Bytes>("3 pb"),
            "Memory size unit 'pb' does not match any of the recognized units: (b | bytes) / (k | kb | kibibytes) / "
            "(m | mb | mebibytes) / (g | gb | gibibytes) / (t | tb | tebibytes)");
  EXPECT_EQ(refusal<Bytes>("9000000 t"),
            "The value '9000000 t' cannot be represented as 64bit number of bytes (numeric overflow).");
}

TEST(OptionValueTest, BooleanTakesAnyCase) {
  EXPECT_TRUE(parsed<bool>("TRUE"));
  EXPECT_FALSE(parsed<bool>("False"));
  EXPECT_EQ(refusal<bool>("yes"), "Expected either true or false (case insensitive).");
}

TEST(OptionValueTest, IntegersAreCheckedForRangeAndRest) {
  EXPECT_EQ(parsed<int32_t>("+12"), 12);
  EXPECT_EQ(parsed<int64_t>("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(refusal<int32_t>("2147483648"), "Expected an integer from -2147483648 to 2147483647.");
  EXPECT_EQ(refusal<int32_t>("+-1"), "Expected an integer from -2147483648 to 2147483647.");
  EXPECT_EQ(refusal<int32_t>("1 "), "Expected an integer from -2147483648 to 2147483647.");
  EXPECT_EQ(refusal<int32_t>(""), "Expected an integer from -2147483648 to 2147483647.");
  EXPECT_EQ(parsed<double>("0.25"), 0.25);
  EXPECT_EQ(refusal<double>("x"), "Expected a number.");
}

TEST(OptionValueTest, EnumeratorsTakeAnyCaseAndAreListed) {
  EXPECT_EQ(parsed<RuntimeMode>("batch"), RuntimeMode::kBatch);
  EXPECT_EQ(refusal<RuntimeMode>("fast"), "Expected one of: [STREAMING, BATCH, AUTOMATIC]");
  EXPECT_EQ(OptionValue<RuntimeMode>::format(RuntimeMode::kStreaming), "STREAMING");
}

TEST(OptionValueTest, ListsInBothForms) {
  EXPECT_EQ(parsed<StringList>("a; b ;'c;d'"), (StringList{"a", "b", "c;d"}));
  EXPECT_EQ(parsed<StringList>("[a, \"b, c\", 'it''s']"), (StringList{"a", "b, c", "it's"}));
  EXPECT_EQ(parsed<StringList>(""), StringList{});
  EXPECT_EQ(refusal<StringList>("'a"), "Could not split string. Quoting was not closed properly.");
  EXPECT_EQ(refusal<StringList>("'a'b"), "Could not split string. Illegal quoting in the middle of an item.");
}

TEST(OptionValueTest, MapsInBothForms) {
  EXPECT_EQ(parsed<StringMap>("k1:v1, 'k:2':'v,2'"), (StringMap{{"k1", "v1"}, {"k:2", "v,2"}}));
  EXPECT_EQ(parsed<StringMap>("{url: http://host, b: 2}"), (StringMap{{"url", "http://host"}, {"b", "2"}}));
  EXPECT_EQ(refusal<StringMap>("k1"), "Map item is not a key-value pair (missing ':'?)");
  EXPECT_EQ(refusal<StringMap>("k1:a:b"), "Map item is not a key-value pair (missing ':'?)");
}

TEST(OptionValueTest, ListsAndMapsReadBackWhatTheyWrite) {
  const StringList list{"a", "b;c", " blank ", "it's", ""};
  EXPECT_EQ(parsed<StringList>(OptionValue<StringList>::format(list)), list);
  const StringMap map{{"a:b", "c,d"}, {"e", ""}};
  EXPECT_EQ(parsed<StringMap>(OptionValue<StringMap>::format(map)), map);
}

}  // namespace
}  // namespace eddyline

#include <gtest/gtest.h>

#include "common/json/json_field.hpp"
#include "common/json/json_value.hpp"

namespace eddyline {
namespace {

std::string round_trip(std::string_view text, JsonLayout layout = JsonLayout::kCompact) {
  auto value = parse_json(text);
  return value.ok() ? to_text(*value, layout) : value.status().to_string();
}

TEST(Json, IsReadAndWrittenAgain) {
  for (const std::string_view text : {
           "null", "true", "[false,0,-7,9223372036854775807,-9223372036854775808]", "[1.5,1e+300,0.1]", "{}", "[]",
           R"({"b":1,"a":{"c":[[],{}]}})", R"("a \"quoted\" \\ \b\f\n\r\t \u0001 text ü 😀")"}) {
    EXPECT_EQ(round_trip(text), text);
  }
}

TEST(Json, RealNumbersStayReal) {
  EXPECT_EQ(round_trip("[1.0, -0.0, 3E0]"), "[1.0,-0.0,3.0]");
  EXPECT_EQ(round_trip(R"("\u00fc\ud83d\ude00\/")"), R"("ü😀/")");
}

TEST(Json, ThePrettyLayoutIsThatOfPlanFiles) {
  EXPECT_EQ(round_trip(R"({"a":[],"b":{},"c":[1,[2,3]],"d":[{"e":null},{"f":"x","g":{"h":true}}]})", JsonLayout::kPretty),
            R"({
  "a" : [ ],
  "b" : { },
  "c" : [ 1, [ 2, 3 ] ],
  "d" : [ {
    "e" : null
  }, {
    "f" : "x",
    "g" : {
      "h" : true
    }
  } ]
})");
}

TEST(Json, SaysWhereATextIsNoJson) {
  const auto place = [](std::string_view text) { return parse_json(text).status().position(); };
  EXPECT_EQ(place("{\"a\" : 1,\n  \"ü\" ; 2}"), (SourcePosition{2, 7}));
  EXPECT_EQ(place("[1, 2"), (SourcePosition{1, 6}));
  EXPECT_TRUE(place("").has_value());
  EXPECT_TRUE(place("1 2").has_value());
  EXPECT_TRUE(place("\"\xff\"").has_value());
  EXPECT_TRUE(place("[1e999]").has_value());
}

TEST(Json, RefusesWhatWouldBeReadDifferentlyElsewhere) {
  EXPECT_EQ(round_trip(R"({"a":1,"a":2})"), "ParseError: no JSON that can be read: the name 'a' stands twice in an object");
  EXPECT_EQ(round_trip("9223372036854775808"),
            "ParseError: no JSON that can be read: a number is beyond the range of 64-bit integers");
  EXPECT_EQ(round_trip(std::string(kJsonDepthMax, '[') + std::string(kJsonDepthMax, ']')).size(), 2 * kJsonDepthMax);
  EXPECT_FALSE(parse_json(std::string(kJsonDepthMax + 1, '[')).ok());
}

TEST(Json, WritesMalformedTextAsReplacementCharacters) {
  EXPECT_EQ(to_text(JsonValue("a\xff"), JsonLayout::kCompact), "\"a\xEF\xBF\xBD\"");
}

class JsonFieldTest : public testing::Test {
 protected:
  JsonFieldTest() : document_(*parse_json(R"({"nodes":[{"id":300,"name":null,"text":"x","flag":true}]})")) {}

  JsonField node() const { return (*(*JsonField(document_).member("nodes")).elements())[0]; }

  JsonValue document_;
};

TEST_F(JsonFieldTest, ReadsWhatIsThere) {
  EXPECT_EQ(*(*node().member("id")).as_integer<int16_t>(), 300);
  EXPECT_EQ(*(*node().member("text")).as_text(), "x");
  EXPECT_TRUE(*(*node().member("flag")).as_boolean());
  EXPECT_FALSE(node().optional_member("name")->has_value());
  EXPECT_FALSE(node().optional_member("absent")->has_value());
  EXPECT_EQ((*node().members())[2].second.place(), "nodes[0].text");
}

TEST_F(JsonFieldTest, NamesThePlaceOfWhatIsWrong) {
  EXPECT_EQ(node().member("kind").status().message(), "nodes[0]: there is no 'kind'");
  EXPECT_EQ((*node().member("id")).as_integer<uint8_t>().status().message(),
            "nodes[0].id: expected an integer from 0 to 255, found 300");
  EXPECT_EQ((*node().member("id")).as_text().status().message(), "nodes[0].id: expected a string, found 300");
  EXPECT_EQ((*node().member("text")).elements().status().message(), "nodes[0].text: expected an array, found \"x\"");
  EXPECT_EQ((*node().member("flag")).member("x").status().message(), "nodes[0].flag: expected an object, found true");
  EXPECT_EQ(JsonField(document_).as_boolean().status().message(), "expected true or false, found an object");
}

}  // namespace
}  // namespace eddyline

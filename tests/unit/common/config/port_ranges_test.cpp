#include "common/config/port_ranges.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

std::string read_back(std::string_view text) {
  const auto ports = OptionValue<PortRanges>::parse(text);
  return ports.ok() ? OptionValue<PortRanges>::format(*ports) : "refused";
}

TEST(PortRangesTest, TakesPortsListsAndRanges) {
  EXPECT_EQ(read_back("8081"), "8081");
  EXPECT_EQ(read_back("0"), "0");
  EXPECT_EQ(read_back("50100,50101"), "50100,50101");
  EXPECT_EQ(read_back("8080-8090"), "8080-8090");
  EXPECT_EQ(read_back(" 8080 - 8090 , 9000 "), "8080-8090,9000");
  EXPECT_EQ(read_back("65535"), "65535");
}

TEST(PortRangesTest, RefusesWhatIsNone) {
  for (const std::string_view text : {"", ",", "8081,", "x", "65536", "-1", "8090-8080", "1-2-3", "8080-", "80.5"}) {
    EXPECT_EQ(read_back(text), "refused") << text;
  }
}

}  // namespace
}  // namespace eddyline

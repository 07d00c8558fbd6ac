#include "common/config/whole_milliseconds.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(WholeMillisecondsTest, WaitsAreNeverShorterThanSet) {
  EXPECT_EQ(rounded_up_to_milliseconds(Duration(0)), milliseconds(0));
  EXPECT_EQ(rounded_up_to_milliseconds(Duration(1)), milliseconds(1)) << "0 would switch it off";
  EXPECT_EQ(rounded_up_to_milliseconds(milliseconds(7)), milliseconds(7));
  EXPECT_EQ(rounded_up_to_milliseconds(microseconds(7001)), milliseconds(8));
  EXPECT_EQ(rounded_up_to_milliseconds(Duration::max()), milliseconds(9'223'372'036'855));
}

TEST(WholeMillisecondsTest, WhatDecidesRowsIsCutAsInFlink) {
  EXPECT_EQ(cut_to_milliseconds(microseconds(999)), milliseconds(0));
  EXPECT_EQ(cut_to_milliseconds(milliseconds(7)), milliseconds(7));
  EXPECT_EQ(cut_to_milliseconds(microseconds(7999)), milliseconds(7));
  EXPECT_EQ(cut_to_milliseconds(Duration::max()), milliseconds(9'223'372'036'854));
}

}  // namespace
}  // namespace eddyline

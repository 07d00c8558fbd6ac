#include <gtest/gtest.h>

#include "tests/unit/jobmanager/core/core_script.hpp"

namespace eddyline::jobmanager::tests {
namespace {

/// Characters of two bytes behind one of one byte.
std::string two_byte_text(size_t characters) {
  std::string text = "x";
  for (size_t count = 0; count < characters; ++count) text += "\u00e4";
  return text;
}

/// What clients hear of a job whose only subtask fails so.
std::string told_of_failure(const std::string& cause) {
  const CoreScript script{"", {"e1 register slots=1", "c1 submit j1 source:1", "e1 deployed j1", "e1 all j1 RUNNING",
                               "e1 state j1 0 0 FAILED " + cause, "c1 list"}};
  return run_core_script(script).back();
}

TEST(FailureCauseTest, LongOnesAreCutBetweenCharacters) {
  EXPECT_TRUE(told_of_failure(two_byte_text(8000)).ends_with(": " + two_byte_text(8000)));
  EXPECT_TRUE(told_of_failure(two_byte_text(10'000)).ends_with(": " + two_byte_text(8191) + "... (20001 bytes)"));
}

}  // namespace
}  // namespace eddyline::jobmanager::tests

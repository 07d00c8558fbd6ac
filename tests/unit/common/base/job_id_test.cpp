#include "common/base/job_id.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

TEST(JobId, IsReadAsItIsWritten) {
  const JobId id(0x0c6f5a1f6f9d4c8e, 0x9a7b3d2e1f001122);
  EXPECT_EQ(id.to_string(), "0c6f5a1f6f9d4c8e9a7b3d2e1f001122");
  EXPECT_EQ(*JobId::parse(id.to_string()), id);
  EXPECT_EQ(*JobId::parse("0C6F5A1F6F9D4C8E9A7B3D2E1F001122"), id);
}

TEST(JobId, TakesNothingElse) {
  for (const std::string text : {"", "0c6f", "0c6f5a1f6f9d4c8e9a7b3d2e1f00112g", "0x6f5a1f6f9d4c8e9a7b3d2e1f001122",
                                 "0c6f5a1f6f9d4c8e9a7b3d2e1f0011220", " c6f5a1f6f9d4c8e9a7b3d2e1f001122",
                                 "-c6f5a1f6f9d4c8e9a7b3d2e1f001122"}) {
    const auto id = JobId::parse(text);
    ASSERT_FALSE(id.ok()) << text;
    EXPECT_EQ(id.status().message(), "Cannot parse JobID from \"" + text +
                                         "\". The expected format is [0-9a-fA-F]{32}, e.g. fd72014d4c864993a2e5a9287b4a9c5d.");
  }
}

}  // namespace
}  // namespace eddyline

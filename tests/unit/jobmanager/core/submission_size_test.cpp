#include <gtest/gtest.h>

#include "tests/unit/jobmanager/core/core_driver.hpp"

namespace eddyline::jobmanager::tests {
namespace {

schemas::SubmitJob submission(size_t plan_bytes) {
  return {schemas::RequestId(1), "job", std::string(plan_bytes, ' ') + "source:1", {}, false};
}

/// Why the submission was refused; empty if it was not answered.
std::string refusal(CoreDriver& driver, schemas::SubmitJob job) {
  driver.take();
  driver.say(driver.connect(), std::move(job));
  for (const Said& said : driver.take()) {
    const auto* message = std::get_if<schemas::ToClient>(&said.what);
    const auto* refused = message == nullptr ? nullptr : std::get_if<schemas::Refused>(message);
    if (refused != nullptr) return refused->reason.message();
  }
  return "";
}

TEST(SubmissionSizeTest, APlanBeyondTheLimitIsRefusedByItsSize) {
  CoreDriver driver(1);
  EXPECT_EQ(refusal(driver, submission(schemas::kPlanBytesMax.value())),
            "The plan of the job has 33554440 bytes; 33554432 are allowed.");
  schemas::SubmitJob job = submission(1);
  job.settings.set("key", std::string(schemas::kSettingsBytesMax.value(), 'v'));
  EXPECT_EQ(refusal(driver, job), "The settings of the job have 4194307 bytes; 4194304 are allowed.");
}

TEST(SubmissionSizeTest, PlansThatWaitToBeReadAreBounded) {
  CoreDriver driver(1);
  driver.hold_plans();
  constexpr size_t kLarge = size_t{30} << 20;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(refusal(driver, submission(kLarge)), "");
  const std::string refused = "The job manager has 4 plans to read, of 125833260 bytes: it takes no more of them at the moment.";
  EXPECT_EQ(refusal(driver, submission(kLarge)), refused);
  EXPECT_TRUE(driver.read_plan());
  EXPECT_EQ(refusal(driver, submission(kLarge)), "");
}

TEST(SubmissionSizeTest, SettingsThatWaitToBeReadAreBounded) {
  CoreDriver driver(1);
  driver.hold_plans();
  schemas::SubmitJob job = submission(0);
  job.settings.set("key", std::string(schemas::kSettingsBytesMax.value() - 3, 'v'));
  for (int i = 0; i < 31; ++i) EXPECT_EQ(refusal(driver, job), "");
  EXPECT_TRUE(refusal(driver, job).starts_with("The job manager has 31 plans to read, of 130"));
  schemas::SubmitJob many = submission(0);
  for (int i = 0; i < 35'000; ++i) many.settings.set(std::to_string(i), "");
  EXPECT_TRUE(refusal(driver, many).starts_with("The job manager has 31 plans to read")) << "a setting is more than its bytes";
}

TEST(SubmissionSizeTest, WhatNobodyWaitsForIsNotKept) {
  CoreDriver driver(1);
  driver.hold_plans();
  constexpr size_t kLarge = size_t{30} << 20;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(refusal(driver, submission(kLarge)), "");
  for (uint64_t client = 1; client <= 4; ++client) driver.cut(PeerId(client), "gone");
  // The first is being read.
  for (int i = 0; i < 3; ++i) EXPECT_EQ(refusal(driver, submission(kLarge)), "");
  EXPECT_NE(refusal(driver, submission(kLarge)), "");
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(driver.read_plan());
  EXPECT_FALSE(driver.read_plan());
  EXPECT_EQ(driver.core().dispatcher().jobs().size(), 3U);
}

TEST(SubmissionSizeTest, PlansOfJobsThatWaitForSlotsAreBounded) {
  CoreDriver driver(1);
  constexpr size_t kLarge = size_t{30} << 20;
  for (int i = 0; i < 8; ++i) EXPECT_EQ(refusal(driver, submission(kLarge)), "");
  EXPECT_EQ(refusal(driver, submission(kLarge)),
            "The job would have to wait for slots, and 8 jobs do so, of 251666584 bytes: the job manager takes no more of them at "
            "the moment.");
  EXPECT_EQ(driver.core().dispatcher().jobs().size(), 8U);
  // One that finds a slot does not wait.
  schemas::RegisterExecutor executor{{schemas::ExecutorId("e1"), "localhost", 4000}, 9, std::nullopt, 1, ""};
  driver.say(driver.connect(), std::move(executor));
  EXPECT_EQ(refusal(driver, submission(kLarge)), "");
}

}  // namespace
}  // namespace eddyline::jobmanager::tests

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
    const auto& message = std::get<schemas::ToClient>(said.what);
    if (const auto* refused = std::get_if<schemas::Refused>(&message)) return refused->reason.message();
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
  const std::string refused = "The job manager has 4 plans to read, of 125829152 bytes: it takes no more of them at the moment.";
  EXPECT_EQ(refusal(driver, submission(kLarge)), refused);
  EXPECT_TRUE(driver.read_plan());
  EXPECT_EQ(refusal(driver, submission(kLarge)), "");
}

}  // namespace
}  // namespace eddyline::jobmanager::tests

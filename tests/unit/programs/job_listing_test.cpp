#include "programs/eddyline/job_listing.hpp"

#include <gtest/gtest.h>
#include <time.h>

#include <cstdlib>

namespace eddyline::programs {
namespace {

using schemas::JobState;
using schemas::JobSummary;

JobSummary job(uint64_t number, std::string name, JobState state, int64_t start_ms) {
  return {JobId(0, number), std::move(name), state, {}, ProcessingTime(start_ms), {}};
}

class JobListingTest : public testing::Test {
 protected:
  JobListingTest() {
    setenv("TZ", "Europe/Berlin", 1);
    tzset();
  }
  ~JobListingTest() override {
    unsetenv("TZ");
    tzset();
  }

  const std::vector<JobSummary> jobs_{job(1, "later", JobState::kRunning, 1770786232000),
                                      job(2, "restarted", JobState::kRestarting, 1770786231000),
                                      job(3, "first\x1b", JobState::kRunning, 1770786231523),
                                      job(4, "done", JobState::kFinished, 1770786230000),
                                      job(5, "waits", JobState::kCreated, 1770786230000)};
};

TEST_F(JobListingTest, ShowsEachKindInItsSection) {
  EXPECT_EQ(job_listing(jobs_, {.running = true, .scheduled = true, .ended = true}),
            "------------------ Running/Restarting Jobs -------------------\n"
            "11.02.2026 06:03:51 : 00000000000000000000000000000002 : restarted (RESTARTING)\n"
            "11.02.2026 06:03:51 : 00000000000000000000000000000003 : first\\u001B (RUNNING)\n"
            "11.02.2026 06:03:52 : 00000000000000000000000000000001 : later (RUNNING)\n"
            "--------------------------------------------------------------\n"
            "----------------------- Scheduled Jobs -----------------------\n"
            "11.02.2026 06:03:50 : 00000000000000000000000000000005 : waits (CREATED)\n"
            "--------------------------------------------------------------\n"
            "---------------------- Terminated Jobs -----------------------\n"
            "11.02.2026 06:03:50 : 00000000000000000000000000000004 : done (FINISHED)\n"
            "--------------------------------------------------------------\n");
}

TEST_F(JobListingTest, ShowsWhatIsAskedFor) {
  EXPECT_EQ(job_listing({jobs_[3]}, {.running = true}), "No running jobs.\n");
  EXPECT_EQ(job_listing({jobs_[3]}, {.scheduled = true}), "No scheduled jobs.\n");
  EXPECT_EQ(job_listing({jobs_[0]}, {.ended = true}), "No terminated jobs.\n");
  EXPECT_EQ(job_listing(jobs_, {}), "");
}

}  // namespace
}  // namespace eddyline::programs

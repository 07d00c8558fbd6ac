#include "programs/eddyline/job_listing.hpp"

#include <time.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "sql/client/message_text.hpp"

namespace eddyline::programs {
namespace {

using schemas::JobState;
using schemas::JobSummary;

struct Section {
  std::string_view head;
  std::string_view nothing;
  bool (*holds)(const JobSummary& job);
};

bool is_scheduled(const JobSummary& job) { return job.state == JobState::kCreated || job.state == JobState::kInitializing; }
bool has_ended(const JobSummary& job) { return is_terminal(job.state); }
bool is_running(const JobSummary& job) { return !is_scheduled(job) && !has_ended(job); }

constexpr Section kRunning{"------------------ Running/Restarting Jobs -------------------\n", "No running jobs.\n", is_running};
constexpr Section kScheduled{"----------------------- Scheduled Jobs -----------------------\n", "No scheduled jobs.\n", is_scheduled};
constexpr Section kEnded{"---------------------- Terminated Jobs -----------------------\n", "No terminated jobs.\n", has_ended};
constexpr std::string_view kEndOfSection = "--------------------------------------------------------------\n";

std::string local_time_text(ProcessingTime time) {
  const time_t seconds = time.value() / 1000;
  tm fields{};
  char text[64];
  if (localtime_r(&seconds, &fields) == nullptr) return "?";
  return std::string(text, strftime(text, sizeof(text), "%d.%m.%Y %H:%M:%S", &fields));
}

std::string line_of(const JobSummary& job) {
  return local_time_text(job.start_time) + " : " + job.job.to_string() + " : " + sql::shown_message(job.name) + " (" +
         std::string(job_state_name(job.state)) + ")\n";
}

std::string section_text(std::vector<JobSummary> jobs, const Section& section) {
  std::erase_if(jobs, [&](const JobSummary& job) { return !section.holds(job); });
  if (jobs.empty()) return std::string(section.nothing);
  std::ranges::sort(jobs, [](const JobSummary& a, const JobSummary& b) {
    return std::tuple(job_state_name(a.state), a.start_time, a.job) < std::tuple(job_state_name(b.state), b.start_time, b.job);
  });
  std::string text(section.head);
  for (const JobSummary& job : jobs) text += line_of(job);
  return text + std::string(kEndOfSection);
}

}  // namespace

std::string job_listing(const std::vector<JobSummary>& jobs, const JobSelection& selection) {
  std::string text;
  if (selection.running) text += section_text(jobs, kRunning);
  if (selection.scheduled) text += section_text(jobs, kScheduled);
  if (selection.ended) text += section_text(jobs, kEnded);
  return text;
}

}  // namespace eddyline::programs

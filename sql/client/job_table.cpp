#include "sql/client/job_table.hpp"

#include <algorithm>
#include <tuple>

#include "common/text/temporal_text.hpp"
#include "sql/client/message_text.hpp"

namespace eddyline::sql {
namespace {

std::string utc_text(ProcessingTime time) {
  constexpr int32_t kMilliseconds = 3;
  char text[kLongestTemporal];
  return std::string(text, write_timestamp_iso(text, split_timestamp(time.value(), kMilliseconds)));
}

std::vector<std::string> row_of(const schemas::JobSummary& job) {
  return {job.job.to_string(), shown_message(job.name), std::string(schemas::job_state_name(job.state)),
          utc_text(job.start_time)};
}

}  // namespace

StaticTable jobs_table(std::vector<schemas::JobSummary> jobs) {
  std::ranges::sort(jobs, [](const schemas::JobSummary& a, const schemas::JobSummary& b) {
    return std::tie(b.start_time, a.job) < std::tie(a.start_time, b.job);
  });
  StaticTable table{{"job id", "job name", "status", "start time"}, {}};
  for (const schemas::JobSummary& job : jobs) table.rows.push_back(row_of(job));
  return table;
}

StaticTable job_description_table(const schemas::JobSummary& job) {
  StaticTable table = jobs_table({job});
  if (job.cause.ok()) return table;
  table.columns.emplace_back("cause");
  table.rows.front().push_back(shown_message(job.cause.message()));
  return table;
}

}  // namespace eddyline::sql

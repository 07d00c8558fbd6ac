// What a cluster costs at rest and how prompt it is: start, memory when idle, submission to RUNNING, and how long after its
// timer a printed row can be read. Real processes, started by the scripts.
//
//   cluster_bench [--rounds N] [--seconds S]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cluster/harness/test_cluster.hpp"

namespace {

using namespace eddyline::tests;
using Clock = std::chrono::system_clock;

struct Arguments {
  int rounds = 9;
  int seconds = 30;
};

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

double share(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values[std::min(values.size() - 1, static_cast<size_t>(part * static_cast<double>(values.size())))];
}

void print(const char* what, const std::vector<double>& values, const char* unit, const char* wanted) {
  std::printf("%-58s best %.1f, median %.1f, worst %.1f %s (%zu values; wanted %s)\n", what, share(values, 0),
              share(values, 0.5), share(values, 1), unit, values.size(), wanted);
}

double resident_megabytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmRSS:")) return std::strtod(line.c_str() + std::strlen("VmRSS:"), nullptr) / 1024;
  }
  return 0;
}

/// "2026-11-12 01:01:43,221 INFO ..." as milliseconds of the day.
double time_of(const TimedLine& line) {
  int hours = 0;
  int minutes = 0;
  int seconds = 0;
  int fraction = 0;
  std::sscanf(line.text.c_str() + std::strlen("2026-11-12 "), "%d:%d:%d,%d", &hours, &minutes, &seconds, &fraction);
  return ((hours * 60.0 + minutes) * 60 + seconds) * 1000 + fraction;
}

void measure_start(const Arguments& arguments) {
  std::vector<double> returned;
  std::vector<double> registered;
  std::vector<double> memory;
  for (int round = 0; round < arguments.rounds; ++round) {
    TestCluster cluster({});
    const auto start = Clock::now();
    cluster.script("start-cluster.sh");
    returned.push_back(milliseconds(Clock::now() - start));
    const auto line = cluster.logs().wait_for("Successful registration at resource manager");
    if (line.has_value()) registered.push_back(milliseconds(line->seen - start));
    double megabytes = 0;
    for (const char* daemon : {"standalonesession", "taskexecutor"}) {
      for (const pid_t process : cluster.processes(daemon)) megabytes += resident_megabytes(process);
    }
    memory.push_back(megabytes);
  }
  print("start-cluster.sh until it returns", returned, "ms", "at most 300");
  print("start-cluster.sh until the task executor is registered", registered, "ms", "at most 300");
  print("resident, job manager and task executor together", memory, "MB", "at most 60");
}

constexpr const char* kSmallJob =
    "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1');\n"
    "CREATE TABLE nowhere (n BIGINT, c BIGINT) WITH ('connector' = 'blackhole');\n";

void measure_submission(const Arguments& arguments) {
  TestCluster cluster({.slots = 64});
  cluster.start();
  std::string script = kSmallJob;
  for (int round = 0; round < arguments.rounds; ++round)
    script += "INSERT INTO nowhere SELECT n, COUNT(*) FROM numbers GROUP BY n;\n";
  cluster.script("sql-client.sh", {}, script);
  int running = 0;
  cluster.logs().wait_for([&](const TimedLine& line) {
    running += line.text.find("switched from state CREATED to RUNNING") != std::string::npos ? 1 : 0;
    return running == arguments.rounds;
  });
  std::vector<double> took;
  double received = 0;
  for (const TimedLine& line : cluster.logs().lines()) {
    if (line.file.find("standalonesession") == std::string::npos) continue;
    if (line.text.find("Received JobGraph submission") != std::string::npos) received = time_of(line);
    if (line.text.find("Job ") != std::string::npos && line.text.find("to RUNNING") != std::string::npos)
      took.push_back(time_of(line) - received);
  }
  print("submission to RUNNING", took, "ms", "at most 50");
}

/// Seconds of a TIMESTAMP(3) as print writes it.
double seconds_of(const char* text) {
  tm time{};
  double seconds = 0;
  std::sscanf(text, "%d-%d-%dT%d:%d:%lf", &time.tm_year, &time.tm_mon, &time.tm_mday, &time.tm_hour, &time.tm_min,
              &seconds);
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  return static_cast<double>(timegm(&time)) + seconds;
}

/// Orders without shipment, each padded by a processing-time timer three seconds after it was made.
constexpr const char* kTimerJob =
    "SET 'table.local-time-zone' = 'UTC';\n"
    "CREATE TABLE orders (id BIGINT, ot AS LOCALTIMESTAMP, WATERMARK FOR ot AS ot) WITH ('connector' = 'datagen', "
    "'rows-per-second' = '%d', 'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '1000000');\n"
    "CREATE TABLE shipments (id BIGINT, st AS LOCALTIMESTAMP, WATERMARK FOR st AS st) WITH ('connector' = 'datagen', "
    "'rows-per-second' = '1', 'fields.id.kind' = 'sequence', 'fields.id.start' = '-1000000', 'fields.id.end' = '-1');\n"
    "CREATE TABLE padded (id BIGINT, ot TIMESTAMP(3), st TIMESTAMP(3)) WITH ('connector' = 'print');\n"
    "INSERT INTO padded SELECT /*+ EARLY_FIRE('delay'='3s', 'time-mode'='proctime') */ o.id, CAST(o.ot AS "
    "TIMESTAMP(3)), "
    "CAST(s.st AS TIMESTAMP(3)) FROM orders o LEFT JOIN shipments s ON o.id = s.id AND o.ot BETWEEN s.st - INTERVAL "
    "'1' MINUTE AND "
    "s.st;\n";

void measure_print(const Arguments& arguments, int rows_per_second) {
  TestCluster cluster({});
  cluster.start();
  char script[2048];
  std::snprintf(script, sizeof(script), kTimerJob, rows_per_second);
  cluster.script("sql-client.sh", {}, script);
  const std::string last = "+I[" + std::to_string(rows_per_second * arguments.seconds) + ", ";
  cluster.rows().wait_for(last, std::chrono::seconds(arguments.seconds + 60));
  std::vector<double> late;
  for (const TimedLine& line : cluster.rows().lines()) {
    const size_t comma = line.text.find(", ");
    if (!line.text.starts_with("+I[") || comma == std::string::npos) continue;
    const double seen = std::chrono::duration<double>(line.seen.time_since_epoch()).count();
    late.push_back((seen - seconds_of(line.text.c_str() + comma + 2) - 3) * 1000);
  }
  if (late.empty()) return;
  std::printf(
      "print row after its timer was due, %d rows a second: median %.2f, 99th percentile %.2f, worst %.2f ms (%zu "
      "rows; wanted at most 5)\n",
      rows_per_second, share(late, 0.5), share(late, 0.99), share(late, 1), late.size());
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  for (int index = 1; index + 1 < argc; index += 2) {
    if (std::strcmp(argv[index], "--rounds") == 0) arguments.rounds = std::stoi(argv[index + 1]);
    if (std::strcmp(argv[index], "--seconds") == 0) arguments.seconds = std::stoi(argv[index + 1]);
  }
  measure_start(arguments);
  measure_submission(arguments);
  for (const int rows_per_second : {1, 100}) measure_print(arguments, rows_per_second);
}

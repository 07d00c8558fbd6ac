// A whole job in its own process against a bare program that does the same: two unthrottled generators, an interval join, results
// dropped. Measured in CPU seconds (user and system, all threads) of the finished processes.
//
// Input    rows id = 1, 2, ... on both sides, one a millisecond of event time; every row has one partner; the window holds 50 s to
//          either side, so that 100,000 rows are live.
// Usage    whole_job_bench <path of eddyline> [--rows <n>] [--rounds <n>]

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string_view>

#include "bench/bare_interval_join.hpp"
#include "bench/interleaved_runs.hpp"
#include "common/base/check.hpp"

namespace eddyline::bench {
namespace {

constexpr int64_t kWindowMs = 50'000;
constexpr int64_t kWatermarkLagMs = 1000;

struct Arguments {
  std::string program;
  size_t rows = 4'000'000;
  size_t rounds = 5;
};

/// CPU seconds of a child that runs `work`, which must end the process.
double child_cpu_seconds(const std::function<void()>& work) {
  const pid_t child = ::fork();
  CHECK(child >= 0) << "fork failed";
  if (child == 0) {
    work();
    ::_exit(127);
  }
  int status = 0;
  struct rusage usage = {};
  CHECK(::wait4(child, &status, 0, &usage) == child) << "wait4 failed";
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "a measured program failed";
  const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string side(std::string_view name, size_t rows) {
  const std::string count = std::to_string(rows);
  return "CREATE TABLE " + std::string(name) +
         " (id BIGINT, ts AS TIMESTAMP '2026-01-01 00:00:00.000' + id * INTERVAL '0.001' SECOND,\n"
         "  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen', 'rows-per-second' = '1000000000',\n"
         "  'number-of-rows' = '" + count + "', 'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '" +
         count + "');\n";
}

std::string write_script(size_t rows) {
  char path[] = "/tmp/eddyline_whole_job_XXXXXX";
  const int file = ::mkstemp(path);
  CHECK(file >= 0) << "cannot make a file for the script";
  ::close(file);
  std::ofstream(path) << side("l", rows) << side("r", rows)
                      << "CREATE TABLE gone (a BIGINT, b BIGINT, t TIMESTAMP(3), u TIMESTAMP(3)) WITH ('connector' = 'blackhole');\n"
                         "INSERT INTO gone SELECT l.id, r.id, CAST(l.ts AS TIMESTAMP(3)), CAST(r.ts AS TIMESTAMP(3)) FROM l JOIN r\n"
                         "  ON l.id = r.id AND l.ts BETWEEN r.ts - INTERVAL '50' SECOND AND r.ts + INTERVAL '50' SECOND;\n";
  return path;
}

[[noreturn]] void run_job(const std::string& program, const std::string& script) {
  ::setenv("TZ", "UTC", 1);
  CHECK(::freopen("/dev/null", "w", stderr) != nullptr) << "no /dev/null";
  ::execl(program.c_str(), program.c_str(), "local", "-f", script.c_str(), nullptr);
  ::_exit(127);
}

/// A batch of consecutive ids with their times.
Batch generate(int64_t first) {
  BatchBuilder builder({PhysicalType::kInt64, PhysicalType::kInt64, PhysicalType::kInt64}, {kBatchRows, SIZE_MAX});
  for (size_t i = 0; i < kBatchRows; ++i) {
    const int64_t id = first + static_cast<int64_t>(i);
    builder.column(0).values<int64_t>()[i] = id;
    builder.column(1).values<int64_t>()[i] = id;
    builder.column(2).values<int64_t>()[i] = id;
  }
  builder.add_rows(kBatchRows);
  return builder.take();
}

[[noreturn]] void run_bare(size_t rows) {
  BareSide left(kWindowMs);
  BareSide right(kWindowMs);
  Digest digest;
  for (size_t first = 0; first < rows; first += kBatchRows) {
    const auto at = static_cast<int64_t>(first);
    bare_batch(generate(at), left, right, kWindowMs, digest);
    bare_batch(generate(at), right, left, kWindowMs, digest);
    const int64_t limit = at + static_cast<int64_t>(kBatchRows) - 1 - kWatermarkLagMs - kWindowMs - 1;
    left.expire(limit);
    right.expire(limit);
  }
  ::_exit(digest.rows >= rows ? 0 : 1);
}

Arguments parse(int count, char** words) {
  CHECK(count >= 2) << "usage: whole_job_bench <path of eddyline> [--rows <n>] [--rounds <n>]";
  Arguments arguments;
  arguments.program = words[1];
  for (int i = 2; i + 1 < count; i += 2) {
    const std::string_view word = words[i];
    if (word == "--rows") arguments.rows = std::strtoull(words[i + 1], nullptr, 10);
    if (word == "--rounds") arguments.rounds = std::strtoull(words[i + 1], nullptr, 10);
  }
  return arguments;
}

int run(const Arguments& arguments) {
  const std::string script = write_script(arguments.rows);
  double job = 1e300;
  double bare = 1e300;
  for (size_t round = 0; round < arguments.rounds; ++round) {
    job = std::min(job, child_cpu_seconds([&] { run_job(arguments.program, script); }));
    bare = std::min(bare, child_cpu_seconds([&] { run_bare(arguments.rows); }));
  }
  ::unlink(script.c_str());
  std::printf("%zu rows a side, best of %zu\n", arguments.rows, arguments.rounds);
  std::printf("job  %8.3f CPU s  %7.1f ns a row\n", job, job / (2.0 * static_cast<double>(arguments.rows)) * 1e9);
  std::printf("bare %8.3f CPU s  %7.1f ns a row\n", bare, bare / (2.0 * static_cast<double>(arguments.rows)) * 1e9);
  std::printf("ratio %7.3f\n", bare / job);
  return 0;
}

}  // namespace
}  // namespace eddyline::bench

int main(int count, char** words) {
  return eddyline::bench::run(eddyline::bench::parse(count, words));
}

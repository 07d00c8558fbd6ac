#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace eddyline::bench {

/// One way of doing the measured work; run() does all of it once, after what prepare() sets up.
struct Contender {
  std::string name;
  std::function<void()> prepare;
  std::function<void()> run;
};

/// Seconds of the fastest run of each contender. They take turns, since machines change speed for minutes without
/// notice: only the ratio of interleaved runs says something.
inline std::vector<double> best_of_interleaved(const std::vector<Contender>& contenders, size_t rounds) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> best(contenders.size(), 1e300);
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < contenders.size(); ++i) {
      contenders[i].prepare();
      const Clock::time_point start = Clock::now();
      contenders[i].run();
      best[i] = std::min(best[i], std::chrono::duration<double>(Clock::now() - start).count());
    }
  }
  return best;
}

/// What a contender made, so that nothing is optimised away and contenders can be compared: rows, and a sum over them.
struct Digest {
  uint64_t rows = 0;
  uint64_t sum = 0;
  friend bool operator==(const Digest&, const Digest&) = default;
};

/// Whether two contenders made the same; says so where they did not.
inline bool agree(const Digest& a, const Digest& b) {
  if (a == b) return true;
  std::printf("the two disagree: %zu and %zu rows\n", static_cast<size_t>(a.rows), static_cast<size_t>(b.rows));
  return false;
}

/// Prints rates, and the ratio of the first contender's rate to the last's.
inline void report(const std::vector<Contender>& contenders, const std::vector<double>& seconds, size_t rows) {
  for (size_t i = 0; i < contenders.size(); ++i) {
    std::printf("%-24s %8.2f Mrows/s  %7.2f ns/row\n", contenders[i].name.c_str(),
                static_cast<double>(rows) / seconds[i] / 1e6, seconds[i] / static_cast<double>(rows) * 1e9);
  }
  std::printf("ratio                    %8.3f\n", seconds.back() / seconds.front());
}

}  // namespace eddyline::bench

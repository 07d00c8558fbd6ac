#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"

namespace eddyline::tests {

/// The interval join as its description says it, row by row and as plain as possible: the independent answer that the
/// operator is compared with. Values are their texts.
class IntervalJoinModel {
 public:
  using Words = std::vector<std::string>;

  struct Input {
    size_t columns = 0;
    std::vector<size_t> keys;
    size_t time = 0;
    bool pads = false;
    /// A row at t meets rows of the other input in [t - back, t + ahead].
    int64_t back = 0;
    int64_t ahead = 0;
  };
  struct Settings {
    Input inputs[2];
    std::vector<bool> filter_nulls;
    bool event_time = true;
    bool negative_span = false;
    int64_t min_cleanup = 0;
    std::optional<int64_t> early_fire_delay;
    bool early_fire_by_wall_clock = false;
    /// Of a left and a right row.
    std::function<bool(const Words&, const Words&)> condition;
  };
  explicit IntervalJoinModel(Settings settings) : settings_(std::move(settings)) {}

  /// Each gives the lines that come out.
  Words row(size_t input, const Words& values);
  Words watermark(int64_t watermark);
  Words time(int64_t now);

 private:
  struct Row {
    Words values;
    int64_t time;
    int64_t arrival;
    int64_t fires_at;
    bool fires;
    bool matched;
    bool padded;
  };
  /// A row to come back to, in the order of visits: instant, rank at that instant, arrival.
  struct Visit {
    int64_t instant;
    int rank;
    int64_t arrival;
    size_t input;
    Row* row;
  };
  using Rows = std::multimap<int64_t, Row>;

  bool keys_match(size_t input, const Words& values, const Words& other_values) const;
  bool passes(size_t input, const Words& values, const Words& other_values) const;
  std::string joined(const char* kind, size_t input, const Words* values, const Words* other_values) const;
  std::string padded(const char* kind, size_t input, const Words& values) const;
  bool join(size_t input, const Words& values, int64_t time, Words& lines);
  void keep(size_t input, const Words& values, int64_t time, bool matched);
  int64_t lifetime(size_t input) const { return settings_.inputs[input].ahead + settings_.min_cleanup + 1; }
  bool fires_by_wall_clock() const { return !settings_.event_time || settings_.early_fire_by_wall_clock; }
  void collect(int64_t until, bool fires, bool closes, std::vector<Visit>& visits);
  Words visit(int64_t until, bool fires, bool closes);
  void forget(int64_t until);

  Settings settings_;
  Rows rows_[2];
  int64_t watermark_ = kMinWatermark.value();
  int64_t now_ = 0;
  int64_t arrivals_ = 0;
};

}  // namespace eddyline::tests

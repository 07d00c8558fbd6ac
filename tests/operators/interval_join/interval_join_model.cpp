#include "tests/operators/interval_join/interval_join_model.hpp"

#include <algorithm>
#include <tuple>

namespace eddyline::tests {
namespace {

constexpr const char* kNull = "null";

std::string text_of(const IntervalJoinModel::Words* values, size_t columns) {
  std::string text;
  for (size_t i = 0; i < columns; ++i) text += std::string(" ") + (values == nullptr ? kNull : (*values)[i]);
  return text;
}

}  // namespace

bool IntervalJoinModel::keys_match(size_t input, const Words& values, const Words& other_values) const {
  const std::vector<size_t>& mine = settings_.inputs[input].keys;
  const std::vector<size_t>& others = settings_.inputs[1 - input].keys;
  for (size_t key = 0; key < mine.size(); ++key) {
    const std::string& value = values[mine[key]];
    if (value != other_values[others[key]]) return false;
    if (value == kNull && settings_.filter_nulls[key]) return false;
  }
  return true;
}

bool IntervalJoinModel::passes(size_t input, const Words& values, const Words& other_values) const {
  if (!settings_.condition) return true;
  return input == 0 ? settings_.condition(values, other_values) : settings_.condition(other_values, values);
}

std::string IntervalJoinModel::joined(const char* kind, size_t input, const Words* values,
                                      const Words* other_values) const {
  const Words* const left = input == 0 ? values : other_values;
  const Words* const right = input == 0 ? other_values : values;
  return kind + text_of(left, settings_.inputs[0].columns) + text_of(right, settings_.inputs[1].columns);
}

std::string IntervalJoinModel::padded(const char* kind, size_t input, const Words& values) const {
  return joined(kind, input, &values, nullptr);
}

IntervalJoinModel::Words IntervalJoinModel::row(size_t input, const Words& values) {
  const Input& mine = settings_.inputs[input];
  Words lines;
  const std::string& time_text = values[mine.time];
  const bool meets_nothing = settings_.negative_span || (settings_.event_time && time_text == kNull);
  if (meets_nothing) {
    if (mine.pads) lines.push_back(padded("+I", input, values));
    return lines;
  }
  const int64_t time = settings_.event_time ? std::stoll(time_text) : now_;
  const int64_t operator_time = settings_.event_time ? watermark_ : now_;
  const bool matched = join(input, values, time, lines);
  if (operator_time < time + mine.ahead) {
    keep(input, values, time, matched);
  } else if (!matched && mine.pads) {
    lines.push_back(padded("+I", input, values));
  }
  return lines;
}

bool IntervalJoinModel::join(size_t input, const Words& values, int64_t time, Words& lines) {
  const Input& mine = settings_.inputs[input];
  Rows& others = rows_[1 - input];
  bool matched = false;
  const auto end = others.upper_bound(time + mine.ahead);
  for (auto at = others.lower_bound(time - mine.back); at != end; ++at) {
    Row& other = at->second;
    if (!keys_match(input, values, other.values) || !passes(input, values, other.values)) continue;
    matched = true;
    if (other.padded && !other.matched) {
      lines.push_back(padded("-U", 1 - input, other.values));
      lines.push_back(joined("+U", input, &values, &other.values));
    } else {
      lines.push_back(joined("+I", input, &values, &other.values));
    }
    other.matched = true;
  }
  return matched;
}

void IntervalJoinModel::keep(size_t input, const Words& values, int64_t time, bool matched) {
  Row row{values, time, ++arrivals_, 0, false, matched, false};
  if (settings_.early_fire_delay.has_value()) {
    row.fires = true;
    row.fires_at = (fires_by_wall_clock() ? now_ : time) + *settings_.early_fire_delay;
  }
  rows_[input].emplace(time, std::move(row));
}

void IntervalJoinModel::collect(int64_t until, bool fires, bool closes, std::vector<Visit>& visits) {
  for (size_t input = 0; input < 2; ++input) {
    if (!settings_.inputs[input].pads) continue;
    for (auto& [time, row] : rows_[input]) {
      if (fires && row.fires && row.fires_at <= until) {
        visits.push_back({row.fires_at, static_cast<int>(input), row.arrival, input, &row});
      }
      const int64_t closes_at = time + lifetime(input);
      if (closes && closes_at <= until) {
        visits.push_back({closes_at, static_cast<int>(3 - input), row.arrival, input, &row});
      }
    }
  }
}

IntervalJoinModel::Words IntervalJoinModel::visit(int64_t until, bool fires, bool closes) {
  std::vector<Visit> visits;
  collect(until, fires, closes, visits);
  std::ranges::sort(visits, {},
                    [](const Visit& visit) { return std::tuple(visit.instant, visit.rank, visit.arrival); });
  Words lines;
  for (const Visit& visit : visits) {
    if (visit.row->matched || visit.row->padded) continue;
    lines.push_back(padded("+I", visit.input, visit.row->values));
    visit.row->padded = true;
  }
  return lines;
}

void IntervalJoinModel::forget(int64_t until) {
  for (size_t input = 0; input < 2; ++input) {
    std::erase_if(rows_[input], [&](const auto& entry) {
      return until == kMaxWatermark.value() || entry.first + lifetime(input) <= until;
    });
  }
}

IntervalJoinModel::Words IntervalJoinModel::watermark(int64_t watermark) {
  watermark_ = watermark;
  Words lines;
  if (settings_.event_time) {
    lines = visit(watermark, !fires_by_wall_clock(), true);
    forget(watermark);
  }
  int64_t delay = 0;
  if (settings_.event_time && !settings_.negative_span)
    delay = std::max(settings_.inputs[0].ahead, settings_.inputs[1].ahead);
  const bool last = watermark == kMaxWatermark.value();
  lines.push_back(last ? "watermark max" : "watermark " + std::to_string(watermark - delay));
  return lines;
}

IntervalJoinModel::Words IntervalJoinModel::time(int64_t now) {
  Words lines;
  const bool closes = !settings_.event_time;
  for (;;) {
    std::vector<Visit> visits;
    if (fires_by_wall_clock()) collect(now, true, closes, visits);
    std::erase_if(visits, [](const Visit& visit) { return visit.row->matched || visit.row->padded; });
    if (visits.empty()) break;
    now_ = std::ranges::min(visits, {}, &Visit::instant).instant;
    lines.push_back("at " + std::to_string(now_));
    const Words rows = visit(now_, true, closes);
    lines.insert(lines.end(), rows.begin(), rows.end());
    if (closes) forget(now_);
  }
  now_ = now;
  if (closes) forget(now);
  return lines;
}

}  // namespace eddyline::tests

#include "tests/operators/interval_join/random_history.hpp"

#include <algorithm>

#include "common/base/random.hpp"

namespace eddyline::tests {
namespace {

constexpr size_t kKey = 0;
constexpr size_t kTime = 1;
constexpr size_t kValue = 2;

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) { history_.script.path = "seed " + std::to_string(seed); }

  RandomHistory generate() {
    choose_join();
    choose_keys();
    choose_bounds();
    choose_extras();
    for (size_t events = between(4, 40); events > 0; --events) add_event();
    if (event_time_ && chance(90)) add("watermark", "max");
    if (chance(80)) add("time", std::to_string(now_ + 1000));
    return std::move(history_);
  }

 private:
  bool chance(uint64_t percent) { return random_.below(100) < percent; }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_.below(static_cast<uint64_t>(high - low + 1)));
  }
  void set(const std::string& key, const std::string& value) {
    history_.script.head[key] = value;
    history_.script.head_text.push_back(key + ": " + value);
  }
  IntervalJoinModel::Settings& settings() { return history_.settings; }

  void choose_join() {
    set("operator", "interval_join");
    const size_t type = random_.below(4);
    constexpr const char* kTypes[] = {"INNER", "LEFT", "RIGHT", "FULL"};
    set("join", kTypes[type]);
    event_time_ = chance(75);
    const std::string time = event_time_ ? "ROWTIME" : "PROCTIME";
    set("left", "k STRING, t " + time + ", v BIGINT");
    set("right", "k STRING, t " + time + ", w BIGINT");
    settings().event_time = event_time_;
    for (size_t input = 0; input < 2; ++input) {
      settings().inputs[input].columns = 3;
      settings().inputs[input].time = kTime;
    }
    settings().inputs[0].pads = type == 1 || type == 3;
    settings().inputs[1].pads = type == 2 || type == 3;
  }

  void choose_keys() {
    std::vector<size_t> keys;
    std::string on;
    const auto add_key = [&](size_t column, const char* left, const char* right) {
      const bool filters = chance(70);
      on += (on.empty() ? "" : ", ") + std::string(left) + (filters ? " = " : " IS ") + right;
      keys.push_back(column);
      settings().filter_nulls.push_back(filters);
    };
    if (chance(85)) add_key(kKey, "k", "k");
    if (chance(25)) add_key(kValue, "v", "w");
    if (!on.empty()) set("on", on);
    settings().inputs[0].keys = settings().inputs[1].keys = keys;
  }

  void choose_bounds() {
    const int64_t lower = between(-20, 15);
    const int64_t upper = lower + (chance(5) ? -between(1, 10) : between(0, 25));
    set("time", "t t");
    set("bounds", std::to_string(lower) + " " + std::to_string(upper));
    settings().negative_span = upper < lower;
    settings().inputs[0].ahead = settings().inputs[1].back = -lower;
    settings().inputs[0].back = settings().inputs[1].ahead = upper;
  }

  void choose_extras() {
    if (chance(60)) {
      const int64_t delay = between(1, 40);
      const bool by_wall_clock = !event_time_ || chance(50);
      set("early fire", std::to_string(delay) + (by_wall_clock ? " proctime" : " rowtime"));
      settings().early_fire_delay = delay;
      settings().early_fire_by_wall_clock = by_wall_clock;
    }
    if (chance(25)) {
      settings().min_cleanup = between(1, 15);
      set("min cleanup", std::to_string(settings().min_cleanup));
    }
    if (chance(30)) {
      set("condition", "(< l.v r.w)");
      settings().condition = [](const IntervalJoinModel::Words& left, const IntervalJoinModel::Words& right) {
        if (left[kValue] == "null" || right[kValue] == "null") return false;
        return std::stoll(left[kValue]) < std::stoll(right[kValue]);
      };
    }
    watermark_ = between(-60, 60);
    position_ = watermark_ + between(0, 30);
  }

  void add(const std::string& verb, const std::string& argument, std::vector<std::string> rows = {}) {
    std::vector<std::string> text = {argument.empty() ? verb : verb + " " + argument};
    text.insert(text.end(), rows.begin(), rows.end());
    history_.script.events.push_back({0, std::move(text), verb, argument, std::move(rows), {}});
  }

  void add_event() {
    position_ += between(0, 6);
    const uint64_t choice = random_.below(100);
    if (choice < 70) {
      std::vector<std::string> rows;
      for (int64_t count = chance(10) ? between(6, 20) : between(1, 4); count > 0; --count) rows.push_back(row());
      add(chance(50) ? "left" : "right", "", std::move(rows));
    } else if (choice < 88) {
      watermark_ += between(1, 15);
      add("watermark", std::to_string(watermark_));
    } else {
      now_ += between(1, 20);
      add("time", std::to_string(now_));
    }
  }

  std::string row() {
    constexpr const char* kKeys[] = {"a", "b", "a_key_of_more_than_twelve_bytes", "another_key_of_more_than_twelve"};
    const std::string key = chance(10) ? "null" : kKeys[random_.below(chance(50) ? 1 : 4)];
    const bool no_time = event_time_ && chance(2);
    const std::string time = no_time ? "null" : std::to_string(event_time_ ? position_ + between(-25, 10) : 0);
    const std::string value = chance(10) ? "null" : std::to_string(between(0, 3));
    return key + " " + time + " " + value;
  }

  Random random_;
  RandomHistory history_;
  bool event_time_ = true;
  int64_t watermark_ = 0;
  int64_t position_ = 0;
  int64_t now_ = 0;
};

}  // namespace

RandomHistory random_history(uint64_t seed) {
  return Generator(seed).generate();
}

std::vector<std::vector<std::string>> model_outputs(const RandomHistory& history) {
  IntervalJoinModel model(history.settings);
  std::vector<std::vector<std::string>> outputs;
  for (const ScriptEvent& event : history.script.events) {
    std::vector<std::string>& lines = outputs.emplace_back();
    if (event.verb == "watermark") {
      lines = model.watermark(event.argument == "max" ? kMaxWatermark.value() : std::stoll(event.argument));
    } else if (event.verb == "time") {
      lines = model.time(std::stoll(event.argument));
    }
    for (const std::string& row : event.rows) {
      const std::vector<std::string> of_row = model.row(event.verb == "left" ? 0 : 1, words_of(row));
      lines.insert(lines.end(), of_row.begin(), of_row.end());
    }
  }
  return outputs;
}

}  // namespace eddyline::tests

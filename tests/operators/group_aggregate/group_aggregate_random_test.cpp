#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "common/base/random.hpp"
#include "tests/operators/operator_driver.hpp"
#include "tests/operators/operator_families.hpp"
#include "tests/operators/row_text.hpp"

namespace eddyline::tests {
namespace {

/// A row of the input: key, value, name.
struct Row {
  int64_t key;
  std::optional<int64_t> value;
  std::optional<std::string> name;

  std::string text(std::string_view kind) const {
    return std::string(kind) + " " + std::to_string(key) + " " + (value ? std::to_string(*value) : "null") + " " +
           name.value_or("null");
  }
};

/// The naive answer: a group is the list of its rows, and every result is worked out from all of them.
class GroupModel {
 public:
  /// The lines that the row must give.
  std::vector<std::string> apply(const Row& row, bool adds) {
    std::vector<Row>& rows = groups_[row.key];
    const std::string before = rows.empty() ? "" : result(rows);
    if (adds) {
      rows.push_back(row);
    } else {
      const auto same = std::find_if(rows.begin(), rows.end(), [&](const Row& other) {
        return other.value == row.value && other.name == row.name;
      });
      if (same == rows.end()) return {};
      rows.erase(same);
    }
    const std::string head = std::to_string(row.key) + " ";
    if (rows.empty()) return {"-D " + head + before};
    const std::string after = result(rows);
    if (before.empty()) return {"+I " + head + after};
    if (before == after) return {};
    return {"-U " + head + before, "+U " + head + after};
  }

  const std::map<int64_t, std::vector<Row>>& groups() const { return groups_; }

 private:
  static std::string or_null(bool any, const std::string& text) { return any ? text : "null"; }

  /// SUM v; COUNT *; COUNT v; MIN v; MAX v; AVG v; MIN s; MAX s; COUNT DISTINCT v; SUM DISTINCT v
  static std::string result(const std::vector<Row>& rows) {
    std::vector<int64_t> values;
    std::vector<std::string> names;
    for (const Row& row : rows) {
      if (row.value) values.push_back(*row.value);
      if (row.name) names.push_back(*row.name);
    }
    const bool any = !values.empty();
    const std::set<int64_t> distinct(values.begin(), values.end());
    const std::set<std::string> names_in_order(names.begin(), names.end());
    const int64_t sum = std::accumulate(values.begin(), values.end(), int64_t{0});
    const int64_t distinct_sum = std::accumulate(distinct.begin(), distinct.end(), int64_t{0});
    const auto count = static_cast<int64_t>(values.size());
    std::string text = or_null(any, std::to_string(sum));
    text += " " + std::to_string(rows.size()) + " " + std::to_string(count);
    text += " " + or_null(any, any ? std::to_string(*distinct.begin()) : "");
    text += " " + or_null(any, any ? std::to_string(*distinct.rbegin()) : "");
    text += " " + or_null(any, any ? std::to_string(sum / count) : "");
    text += " " + (names.empty() ? "null" : *names_in_order.begin());
    text += " " + (names.empty() ? "null" : *names_in_order.rbegin());
    text += " " + std::to_string(distinct.size());
    return text + " " + or_null(any, std::to_string(distinct_sum));
  }

  std::map<int64_t, std::vector<Row>> groups_;
};

Script script_of(bool retracting) {
  Script script;
  script.head = {{"operator", "group_aggregate"},
                 {"input", "k BIGINT, v BIGINT, s STRING"},
                 {"group by", "k"},
                 {"calls",
                  "SUM v; COUNT *; COUNT v; MIN v; MAX v; AVG v; MIN s; MAX s; COUNT DISTINCT v; SUM DISTINCT v"},
                 {"retracting", retracting ? "yes" : "no"}};
  return script;
}

Row random_row(Random& random) {
  Row row{static_cast<int64_t>(random.below(12)), std::nullopt, std::nullopt};
  if (random.below(8) != 0) row.value = static_cast<int64_t>(random.below(20)) - 10;
  if (random.below(8) != 0) row.name = (random.below(2) == 0 ? "n" : "a-name-longer-than-12-") + std::to_string(random.below(9));
  return row;
}

class GroupAggregateRandomTest : public testing::TestWithParam<std::tuple<bool, size_t>> {};

TEST_P(GroupAggregateRandomTest, AgreesWithANaiveModel) {
  const auto& [retracting, mode_index] = GetParam();
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    auto test = make_operator(script_of(retracting)).value();
    const RowType input = test.inputs[0].row;
    OperatorDriver driver(std::move(test.instance), test.output, driver_modes()[mode_index], ProcessingTime(0));
    ASSERT_TRUE(driver.open().ok());
    GroupModel model;
    for (int step = 0; step < 40; ++step) {
      std::vector<std::string> lines;
      std::vector<std::string> expected;
      const size_t count = 1 + random.below(60);
      for (size_t i = 0; i < count; ++i) {
        Row row = random_row(random);
        const auto group = model.groups().find(row.key);
        const bool takes_back =
            retracting && group != model.groups().end() && !group->second.empty() && random.below(20) < 9;
        if (takes_back) row = group->second[random.below(group->second.size())];
        lines.push_back(row.text(takes_back ? "-D" : "+I"));
        for (std::string& line : model.apply(row, !takes_back)) expected.push_back(std::move(line));
      }
      const auto given = driver.feed(0, parse_rows(input, lines).value());
      ASSERT_TRUE(given.ok()) << given.status().to_string();
      ASSERT_EQ(*given, expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, GroupAggregateRandomTest,
                         testing::Combine(testing::Bool(), testing::Range(size_t{0}, driver_modes().size())));

}  // namespace
}  // namespace eddyline::tests

#include "plan/join_upsert_keys.hpp"

#include <algorithm>
#include <set>

namespace eddyline::plan {

namespace {

/// Keys whose rows meet on one subtask: those that contain the join keys.
std::vector<ColumnSet> keys_on_one_subtask(const std::vector<ColumnSet>& keys, const ColumnSet& join_keys) {
  std::vector<ColumnSet> kept;
  for (const ColumnSet& key : keys) {
    if (is_subset(join_keys, key)) kept.push_back(key);
  }
  return kept;
}

bool contains_a_key(const ColumnSet& columns, const std::vector<ColumnSet>& keys) {
  return std::ranges::any_of(keys, [&](const ColumnSet& key) { return is_subset(key, columns); });
}

ColumnSet shifted(ColumnSet columns, size_t offset) {
  for (size_t& column : columns) column += offset;
  return columns;
}

ColumnSet united(const ColumnSet& a, const ColumnSet& b) {
  ColumnSet both = a;
  both.insert(both.end(), b.begin(), b.end());
  return column_set(std::move(both));
}

}  // namespace

std::vector<ColumnSet> join_upsert_keys(const JoinSpec& join, const ExecNode& left, const ExecNode& right) {
  const ColumnSet left_join = column_set(join.left_keys);
  const ColumnSet right_join = column_set(join.right_keys);
  const std::vector<ColumnSet> left_keys = keys_on_one_subtask(left.upsert_keys, left_join);
  const std::vector<ColumnSet> right_keys = keys_on_one_subtask(right.upsert_keys, right_join);
  if (join.type == JoinType::kSemi || join.type == JoinType::kAnti) return left_keys;

  const size_t left_width = left.output_type.size();
  std::set<ColumnSet> keys;
  for (const ColumnSet& left_key : left_keys) {
    for (const ColumnSet& right_key : right_keys) keys.insert(united(left_key, shifted(right_key, left_width)));
  }
  // A right side of at most one row a join key leaves the left key unique, unless unmatched right rows have it all
  // NULL.
  if (contains_a_key(right_join, right.upsert_keys) && !pads_right(join.type))
    keys.insert(left_keys.begin(), left_keys.end());
  if (contains_a_key(left_join, left.upsert_keys) && !pads_left(join.type)) {
    for (const ColumnSet& right_key : right_keys) keys.insert(shifted(right_key, left_width));
  }
  return {keys.begin(), keys.end()};
}

}  // namespace eddyline::plan

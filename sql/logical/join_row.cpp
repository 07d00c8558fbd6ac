#include "sql/logical/join_row.hpp"

#include <algorithm>

namespace eddyline::sql {

std::string unused_name(const RowType& row, const std::string& name) {
  const auto is_used = [&row](const std::string& candidate) {
    return std::ranges::find(row, candidate, &RowField::name) != row.end();
  };
  std::string candidate = name;
  for (size_t number = 0; is_used(candidate); ++number) candidate = name + std::to_string(number);
  return candidate;
}

RowType join_row(const RowType& left, const RowType& right, plan::JoinType type) {
  RowType row = left;
  for (RowField& field : row) {
    if (plan::pads_right(type)) field.type = field.type.with_nullable(true);
  }
  if (type == plan::JoinType::kSemi || type == plan::JoinType::kAnti) return row;
  for (const RowField& field : right) {
    row.push_back({unused_name(row, field.name), plan::pads_left(type) ? field.type.with_nullable(true) : field.type});
  }
  return row;
}

}  // namespace eddyline::sql

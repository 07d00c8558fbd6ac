#include "plan/exec_node.hpp"

#include <algorithm>

namespace eddyline::plan {

std::string ExecNode::describe(expression::PrintStyle style, const NodeItems& extra) const {
  NodeItems all = items(style);
  all.insert(all.end(), extra.begin(), extra.end());
  std::string text(name());
  if (all.empty()) return text;
  text += '(';
  for (size_t i = 0; i < all.size(); ++i) {
    if (i > 0) text += ", ";
    text += all[i].first + "=[" + all[i].second + "]";
  }
  return text + ")";
}

std::vector<UpdateKind> ExecNode::same_from_inputs(UpdateKind wanted) const {
  std::vector<UpdateKind> demands;
  for (const ExecNodePtr& input : inputs) {
    demands.push_back(input->modify_kinds.has_update() ? wanted : UpdateKind::kNone);
  }
  return demands;
}

std::vector<std::string> column_names(const RowType& row) {
  std::vector<std::string> names;
  names.reserve(row.size());
  for (const RowField& field : row) names.push_back(field.name);
  return names;
}

std::string joined_names(const RowType& row) {
  std::string text;
  for (const RowField& field : row) text += (text.empty() ? "" : ", ") + field.name;
  return text;
}

std::string joined_names(const RowType& row, std::span<const size_t> columns) {
  std::string text;
  for (const size_t column : columns) text += (text.empty() ? "" : ", ") + row[column].name;
  return text;
}

ColumnSet column_set(std::vector<size_t> columns) {
  std::ranges::sort(columns);
  const auto [first, last] = std::ranges::unique(columns);
  columns.erase(first, last);
  return columns;
}

bool is_subset(const ColumnSet& part, const ColumnSet& whole) {
  return std::ranges::includes(whole, part);
}

}  // namespace eddyline::plan

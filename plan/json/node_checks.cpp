#include "plan/json/node_checks.hpp"

namespace eddyline::plan {

namespace {

template <class Fits>
Status check_columns(const JsonField& node, std::string_view what, const RowType& columns, const RowType& expected, Fits fits) {
  if (columns.size() != expected.size()) {
    return node.fail(std::string(what) + " has " + std::to_string(columns.size()) + " columns and not " +
                     std::to_string(expected.size()));
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    if (fits(columns[i].type, expected[i].type)) continue;
    return node.fail("column " + std::to_string(i) + " of " + std::string(what) + " is " + columns[i].type.to_string() +
                     " and not " + expected[i].type.to_string());
  }
  return {};
}

bool same_shape(const DataType& a, const DataType& b) { return a.same_shape(b); }

bool stored_alike(const DataType& a, const DataType& b) {
  return a.same_shape(b) || (a.is_character() && b.is_character()) || (a.is_binary() && b.is_binary());
}

}  // namespace

Status check_input_count(const JsonField& node, size_t count, size_t expected) {
  if (count == expected) return {};
  return node.fail("the node has " + std::to_string(count) + " inputs and not " + std::to_string(expected));
}

Status check_same_shape(const JsonField& node, std::string_view what, const RowType& columns, const RowType& expected) {
  return check_columns(node, what, columns, expected, same_shape);
}

Status check_stored_alike(const JsonField& node, std::string_view what, const RowType& columns, const RowType& expected) {
  return check_columns(node, what, columns, expected, stored_alike);
}

Status check_key_columns(const JsonField& node, const RowType& columns, const std::vector<size_t>& keys) {
  for (const size_t key : keys) {
    if (columns[key].type.is_nested()) return node.fail("key column " + std::to_string(key) + " is " + columns[key].type.to_string());
  }
  return {};
}

Status check_time_column(const JsonField& node, const RowType& columns, size_t column) {
  const DataType& type = columns[column].type;
  if (type.is_timestamp() && type.precision() <= 3) return {};
  return node.fail("time column " + std::to_string(column) + " is " + type.to_string() + " and no timestamp of milliseconds");
}

}  // namespace eddyline::plan

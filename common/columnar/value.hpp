#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "common/columnar/column.hpp"
#include "common/columnar/data_type.hpp"
#include "common/columnar/mutable_column.hpp"

namespace eddyline {

/// One value outside a column: a literal, an option, an expected cell of a test. Held in the widest form of its kind: integers,
/// temporal types, intervals and DECIMAL as int128 in the units of the DataType that goes with it.
class Value {
 public:
  /// NULL.
  Value() = default;
  static Value null() { return Value(); }
  static Value boolean(bool value) { return Value(value); }
  static Value integer(int128_t value) { return Value(value); }
  static Value real(double value) { return Value(value); }
  static Value string(std::string value) { return Value(std::move(value)); }

  bool is_null() const { return std::holds_alternative<std::monostate>(content_); }
  /// CHECK that the value is of the kind.
  bool as_boolean() const { return std::get<bool>(content_); }
  int128_t as_integer() const { return std::get<int128_t>(content_); }
  double as_real() const { return std::get<double>(content_); }
  const std::string& as_string() const { return std::get<std::string>(content_); }

  friend bool operator==(const Value& a, const Value& b);
  /// Equal values have equal hashes; not that of columns.
  size_t hash() const;

  /// Writes the value into a row of a column of the type's physical form.
  void write_to(MutableColumn& column, size_t row) const;
  /// Reads one cell.
  static Value from(const Column& column, size_t row);
  /// A constant column of `size` rows.
  ColumnPtr to_constant(const DataType& type, size_t size) const;

 private:
  template <class T>
  explicit Value(T value) : content_(std::move(value)) {}

  std::variant<std::monostate, bool, int128_t, double, std::string> content_;
};

}  // namespace eddyline

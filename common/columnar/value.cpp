#include "common/columnar/value.hpp"

#include <concepts>

#include "common/base/check.hpp"
#include "common/columnar/hash.hpp"

namespace eddyline {

bool operator==(const Value& a, const Value& b) { return a.content_ == b.content_; }

size_t Value::hash() const {
  const auto hash_content = [](const auto& content) -> uint64_t {
    using Content = std::decay_t<decltype(content)>;
    if constexpr (std::is_same_v<Content, std::monostate>) return kNullHash;
    if constexpr (std::is_same_v<Content, bool>) return hash_integer(content ? 1 : 0);
    if constexpr (std::is_same_v<Content, int128_t>) return hash_int128(content);
    if constexpr (std::is_same_v<Content, double>) return hash_double(content);
    if constexpr (std::is_same_v<Content, std::string>) return hash_string(content);
  };
  return static_cast<size_t>(std::visit(hash_content, content_));
}

void Value::write_to(MutableColumn& column, size_t row) const {
  if (is_null()) {
    std::memset(column.values<uint8_t>() + row * physical_width(column.type()), 0, physical_width(column.type()));
    column.set_null(row);
    return;
  }
  if (column.type() == PhysicalType::kString) {
    column.set_string(row, as_string());
    return;
  }
  if (column.type() == PhysicalType::kBool) {
    column.values<uint8_t>()[row] = as_boolean() ? 1 : 0;
    return;
  }
  visit_physical(column.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::floating_point<T>) {
      column.values<T>()[row] = static_cast<T>(as_real());
    } else if constexpr (!std::is_same_v<T, StringView>) {
      column.values<T>()[row] = static_cast<T>(as_integer());
    }
  });
}

Value Value::from(const Column& column, size_t row) {
  const DecodedColumn decoded(column);
  if (decoded.is_null(row)) return null();
  if (column.type() == PhysicalType::kString) return string(std::string(decoded.string(row)));
  if (column.type() == PhysicalType::kBool) return boolean(decoded.value<uint8_t>(row) != 0);
  return visit_physical(column.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::floating_point<T>) {
      return real(static_cast<double>(decoded.value<T>(row)));
    } else if constexpr (std::is_same_v<T, StringView>) {
      CHECK(false) << "nested values are not read by cell yet";
      return null();
    } else {
      return integer(static_cast<int128_t>(decoded.value<T>(row)));
    }
  });
}

ColumnPtr Value::to_constant(const DataType& type, size_t size) const {
  if (is_null()) return Column::null_constant(type.physical_type(), size);
  MutableColumn one(type.physical_type(), 1);
  write_to(one, 0);
  return Column::constant(one.seal(1), size);
}

}  // namespace eddyline

#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "common/base/int128.hpp"
#include "common/columnar/string_view.hpp"

namespace eddyline {

/// How the values of a column lie in memory.
enum class PhysicalType : uint8_t {
  kBool,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kInt128,
  kFloat,
  kDouble,
  kString,
  kArray,
  kMap,
  kRow,
};

/// Bytes of one value; 0 for nested types, whose values lie in their children.
constexpr size_t physical_width(PhysicalType type) {
  switch (type) {
    case PhysicalType::kBool:
    case PhysicalType::kInt8:
      return 1;
    case PhysicalType::kInt16:
      return 2;
    case PhysicalType::kInt32:
    case PhysicalType::kFloat:
      return 4;
    case PhysicalType::kInt64:
    case PhysicalType::kDouble:
      return 8;
    case PhysicalType::kInt128:
    case PhysicalType::kString:
      return 16;
    case PhysicalType::kArray:
    case PhysicalType::kMap:
    case PhysicalType::kRow:
      return 0;
  }
  return 0;
}

/// Calls visitor with std::type_identity<T> of the C++ type that holds a value. CHECKs against nested types elsewhere.
/// bool is held as uint8_t 0 or 1.
template <class Visitor>
constexpr decltype(auto) visit_physical(PhysicalType type, Visitor&& visitor) {
  switch (type) {
    case PhysicalType::kBool:
      return visitor(std::type_identity<uint8_t>());
    case PhysicalType::kInt8:
      return visitor(std::type_identity<int8_t>());
    case PhysicalType::kInt16:
      return visitor(std::type_identity<int16_t>());
    case PhysicalType::kInt32:
      return visitor(std::type_identity<int32_t>());
    case PhysicalType::kInt64:
      return visitor(std::type_identity<int64_t>());
    case PhysicalType::kInt128:
      return visitor(std::type_identity<int128_t>());
    case PhysicalType::kFloat:
      return visitor(std::type_identity<float>());
    case PhysicalType::kDouble:
      return visitor(std::type_identity<double>());
    case PhysicalType::kString:
    case PhysicalType::kArray:
    case PhysicalType::kMap:
    case PhysicalType::kRow:
      break;
  }
  return visitor(std::type_identity<StringView>());
}

}  // namespace eddyline

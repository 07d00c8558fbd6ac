#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

namespace eddyline::schemas {

namespace internal {

struct Anything {
  template <class T>
  operator T() const;  // NOLINT: never called
};

template <class T, class... Fields>
constexpr size_t field_count() {
  if constexpr (requires { T{Fields{}..., Anything{}}; }) {
    return field_count<T, Fields..., Anything>();
  } else {
    return sizeof...(Fields);
  }
}

}  // namespace internal

/// References to all fields of a message or of a part of one, so that a test which goes over them forgets none that is added.
template <class T>
auto fields(T& message) {
  constexpr size_t kCount = internal::field_count<std::remove_const_t<T>>();
  static_assert(kCount <= 9, "one more case is needed");
  if constexpr (kCount == 0) {
    return std::tuple<>();
  } else if constexpr (kCount == 1) {
    auto& [a] = message;
    return std::tie(a);
  } else if constexpr (kCount == 2) {
    auto& [a, b] = message;
    return std::tie(a, b);
  } else if constexpr (kCount == 3) {
    auto& [a, b, c] = message;
    return std::tie(a, b, c);
  } else if constexpr (kCount == 4) {
    auto& [a, b, c, d] = message;
    return std::tie(a, b, c, d);
  } else if constexpr (kCount == 5) {
    auto& [a, b, c, d, e] = message;
    return std::tie(a, b, c, d, e);
  } else if constexpr (kCount == 6) {
    auto& [a, b, c, d, e, f] = message;
    return std::tie(a, b, c, d, e, f);
  } else if constexpr (kCount == 7) {
    auto& [a, b, c, d, e, f, g] = message;
    return std::tie(a, b, c, d, e, f, g);
  } else if constexpr (kCount == 8) {
    auto& [a, b, c, d, e, f, g, h] = message;
    return std::tie(a, b, c, d, e, f, g, h);
  } else {
    auto& [a, b, c, d, e, f, g, h, i] = message;
    return std::tie(a, b, c, d, e, f, g, h, i);
  }
}

}  // namespace eddyline::schemas

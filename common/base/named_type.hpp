#pragma once

#include <compare>
#include <cstddef>
#include <functional>

namespace eddyline {

/// A number with a meaning: two of different tags never mix, nor with a bare number.
template <class Tag, class Rep>
class NamedType {
 public:
  using rep = Rep;
  constexpr NamedType() = default;
  explicit constexpr NamedType(Rep value) : value_(value) {}
  constexpr Rep value() const { return value_; }
  friend constexpr auto operator<=>(const NamedType&, const NamedType&) = default;

 private:
  Rep value_{};
};

}  // namespace eddyline

template <class Tag, class Rep>
struct std::hash<eddyline::NamedType<Tag, Rep>> {
  size_t operator()(const eddyline::NamedType<Tag, Rep>& named) const { return std::hash<Rep>()(named.value()); }
};

#include <algorithm>
#include <cctype>
#include <optional>

#include "expression/functions/cast/cast_kernels.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/vector_kernel.hpp"

namespace eddyline::expression {
namespace {

struct NotZero {
  template <class T>
  static uint8_t apply(T value) { return value != 0; }
};

std::optional<bool> parse_boolean(std::string_view text) {
  std::string word(text);
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view yes : {"t", "true", "y", "yes", "1"}) {
    if (word == yes) return true;
  }
  for (const std::string_view no : {"f", "false", "n", "no", "0"}) {
    if (word == no) return false;
  }
  return std::nullopt;
}

std::unique_ptr<Kernel> from_text(CastMode mode) {
  return row_kernel<std::string_view>([mode](ResultCell cell, std::string_view text) {
    if (const std::optional<bool> value = parse_boolean(text)) {
      cell.set(*value);
    } else if (mode == CastMode::kTry) {
      cell.set_null();
    } else {
      cell.fail(data_error("Cannot parse '" + std::string(text) + "' as BOOLEAN."));
    }
  });
}

}  // namespace

Result<std::unique_ptr<Kernel>> make_cast_to_boolean(const DataType& from, CastMode mode) {
  if (from.is_character()) return from_text(mode);
  return visit_physical(from.physical_type(), [](auto tag) -> Result<std::unique_ptr<Kernel>> {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, StringView>) {
      return not_supported("CAST to BOOLEAN from this type");
    } else {
      return unary_kernel<T, uint8_t, NotZero>();
    }
  });
}

}  // namespace eddyline::expression

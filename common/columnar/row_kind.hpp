#pragma once

#include <cstdint>
#include <string_view>

namespace eddyline {

/// What a row of a changelog does.
enum class RowKind : uint8_t { kInsert = 0, kUpdateBefore = 1, kUpdateAfter = 2, kDelete = 3 };

/// "+I", "-U", "+U" or "-D".
constexpr std::string_view row_kind_text(RowKind kind) {
  constexpr std::string_view kTexts[] = {"+I", "-U", "+U", "-D"};
  return kTexts[static_cast<uint8_t>(kind)];
}

/// True for +I and +U, which add a row; -U and -D take one back.
constexpr bool is_accumulate(RowKind kind) { return kind == RowKind::kInsert || kind == RowKind::kUpdateAfter; }

}  // namespace eddyline

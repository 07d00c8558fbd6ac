#pragma once

#include <cstdint>
#include <string>

#include "common/columnar/row_kind.hpp"

namespace eddyline {

/// The row kinds that a stream may carry, or that a consumer can take: a value of four bits.
class ChangelogMode {
 public:
  /// No kind at all: the mode of a node that has no output, or a consumer that still accepts nothing.
  constexpr ChangelogMode() = default;
  /// [I]
  static constexpr ChangelogMode insert_only() { return ChangelogMode().with(RowKind::kInsert); }
  /// [I,UA,D]
  static constexpr ChangelogMode upsert() { return all().without(RowKind::kUpdateBefore); }
  /// [I,UB,UA,D]
  static constexpr ChangelogMode all() { return ChangelogMode(0xf); }

  constexpr ChangelogMode with(RowKind kind) const { return ChangelogMode(kinds_ | bit(kind)); }
  constexpr ChangelogMode without(RowKind kind) const { return ChangelogMode(kinds_ & ~bit(kind)); }

  constexpr bool contains(RowKind kind) const { return (kinds_ & bit(kind)) != 0; }
  /// True if every kind of `other` is one of this.
  constexpr bool contains_all(ChangelogMode other) const { return (other.kinds_ & ~kinds_) == 0; }
  constexpr bool is_empty() const { return kinds_ == 0; }
  constexpr bool is_insert_only() const { return kinds_ == bit(RowKind::kInsert); }

  /// As EXPLAIN CHANGELOG_MODE prints it: "I,UB,UA,D" (brackets are the caller's).
  std::string to_string() const {
    constexpr std::string_view kNames[] = {"I", "UB", "UA", "D"};
    std::string text;
    for (uint8_t kind = 0; kind < 4; ++kind) {
      if (!contains(static_cast<RowKind>(kind))) continue;
      if (!text.empty()) text += ',';
      text += kNames[kind];
    }
    return text;
  }

  friend constexpr bool operator==(ChangelogMode, ChangelogMode) = default;

 private:
  explicit constexpr ChangelogMode(unsigned kinds) : kinds_(static_cast<uint8_t>(kinds)) {}
  static constexpr unsigned bit(RowKind kind) { return 1U << static_cast<uint8_t>(kind); }

  uint8_t kinds_ = 0;
};

}  // namespace eddyline

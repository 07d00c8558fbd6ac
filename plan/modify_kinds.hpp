#pragma once

#include <cstdint>
#include <string>

#include "common/columnar/row_kind.hpp"
#include "common/stream/changelog_mode.hpp"

namespace eddyline::plan {

/// How a stream is changed, before it is settled how updates are written: a set of {insert, update, delete}.
class ModifyKinds {
 public:
  constexpr ModifyKinds() = default;
  static constexpr ModifyKinds insert_only() { return ModifyKinds(kInsert); }
  static constexpr ModifyKinds insert_update() { return ModifyKinds(kInsert | kUpdate); }
  static constexpr ModifyKinds all() { return ModifyKinds(kInsert | kUpdate | kDelete); }
  static constexpr ModifyKinds of(ChangelogMode mode) {
    return ModifyKinds((mode.contains(RowKind::kInsert) ? kInsert : 0U) |
                       (mode.contains(RowKind::kUpdateAfter) || mode.contains(RowKind::kUpdateBefore) ? kUpdate : 0U) |
                       (mode.contains(RowKind::kDelete) ? kDelete : 0U));
  }

  constexpr bool has_insert() const { return (bits_ & kInsert) != 0; }
  constexpr bool has_update() const { return (bits_ & kUpdate) != 0; }
  constexpr bool has_delete() const { return (bits_ & kDelete) != 0; }
  constexpr bool is_insert_only() const { return bits_ == kInsert; }
  constexpr bool is_empty() const { return bits_ == 0; }

  constexpr ModifyKinds plus(ModifyKinds other) const { return ModifyKinds(bits_ | other.bits_); }
  /// What this has and `other` has not.
  constexpr ModifyKinds minus(ModifyKinds other) const { return ModifyKinds(bits_ & ~other.bits_); }

  /// "update and delete", as messages name kinds.
  std::string words() const;

  friend constexpr bool operator==(ModifyKinds, ModifyKinds) = default;

 private:
  static constexpr unsigned kInsert = 1;
  static constexpr unsigned kUpdate = 2;
  static constexpr unsigned kDelete = 4;
  explicit constexpr ModifyKinds(unsigned bits) : bits_(static_cast<uint8_t>(bits)) {}

  uint8_t bits_ = 0;
};

/// How an update is written: as the new row alone, or as the old row followed by the new one.
enum class UpdateKind : uint8_t { kNone, kOnlyUpdateAfter, kBeforeAndAfter };

/// The row kinds of a stream with these changes and updates written this way.
constexpr ChangelogMode changelog_mode_of(ModifyKinds kinds, UpdateKind updates) {
  ChangelogMode mode;
  if (kinds.has_insert()) mode = mode.with(RowKind::kInsert);
  if (kinds.has_update()) {
    mode = mode.with(RowKind::kUpdateAfter);
    if (updates == UpdateKind::kBeforeAndAfter) mode = mode.with(RowKind::kUpdateBefore);
  }
  if (kinds.has_delete()) mode = mode.with(RowKind::kDelete);
  return mode;
}

}  // namespace eddyline::plan

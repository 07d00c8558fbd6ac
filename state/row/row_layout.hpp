#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/columnar/physical_type.hpp"

namespace eddyline::state {

/// Where the columns of a row lie inside a row-major slot.
///
/// A slot starts with its container's header; columns follow from `start`, the widest first, so that all are aligned to
/// their width (16-byte values to 8). A set presence bit means that the value is there: a zeroed slot is a row of
/// NULLs. The bits lie in `spare` bytes of the header where they fit, else behind the columns.
class RowLayout {
 public:
  struct Spare {
    size_t offset = 0;
    size_t bytes = 0;
  };

  RowLayout() = default;
  RowLayout(std::vector<PhysicalType> types, size_t start, Spare spare = {0, 0});

  size_t column_count() const { return types_.size(); }
  PhysicalType type(size_t column) const { return types_[column]; }
  const std::vector<PhysicalType>& types() const { return types_; }
  /// Of a column, from the start of the slot.
  size_t offset(size_t column) const { return offsets_[column]; }
  size_t start() const { return start_; }
  /// First byte behind the row, rounded up to 8.
  size_t end() const { return end_; }
  bool has_strings() const { return has_strings_; }

  bool is_present(const uint8_t* slot, size_t column) const {
    return (slot[presence_[column].byte] & presence_[column].mask) != 0;
  }
  void set_present(uint8_t* slot, size_t column) const { slot[presence_[column].byte] |= presence_[column].mask; }
  void set_null(uint8_t* slot, size_t column) const {
    slot[presence_[column].byte] &= static_cast<uint8_t>(~presence_[column].mask);
  }
  /// Where a column's presence bit lies.
  struct Presence {
    size_t byte;
    uint8_t mask;
  };
  const Presence& presence(size_t column) const { return presence_[column]; }

  /// The same slots seen through some of the columns, in the order given.
  RowLayout project(const std::vector<size_t>& columns) const;

 private:
  std::vector<PhysicalType> types_;
  std::vector<size_t> offsets_;
  std::vector<Presence> presence_;
  size_t start_ = 0;
  size_t end_ = 0;
  bool has_strings_ = false;
};

}  // namespace eddyline::state

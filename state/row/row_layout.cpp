#include "state/row/row_layout.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"

namespace eddyline::state {
namespace {

constexpr size_t round_up_8(size_t bytes) {
  return (bytes + 7) / 8 * 8;
}

}  // namespace

RowLayout::RowLayout(std::vector<PhysicalType> types, size_t start, Spare spare)
    : types_(std::move(types)), offsets_(types_.size()), start_(start) {
  size_t at = start;
  for (const size_t width : std::array<size_t, 5>{16, 8, 4, 2, 1}) {
    for (size_t column = 0; column < types_.size(); ++column) {
      CHECK(physical_width(types_[column]) > 0) << "rows of nested types are not stored yet";
      if (physical_width(types_[column]) != width) continue;
      offsets_[column] = at;
      at += width;
    }
  }
  const size_t presence_bytes = (types_.size() + 7) / 8;
  size_t presence = spare.offset;
  if (presence_bytes > spare.bytes) {
    presence = at;
    at += presence_bytes;
  }
  for (size_t column = 0; column < types_.size(); ++column) {
    presence_.push_back({presence + column / 8, static_cast<uint8_t>(1u << (column % 8))});
  }
  end_ = round_up_8(at);
  has_strings_ = std::find(types_.begin(), types_.end(), PhysicalType::kString) != types_.end();
}

RowLayout RowLayout::project(const std::vector<size_t>& columns) const {
  RowLayout view;
  for (const size_t column : columns) {
    view.types_.push_back(types_[column]);
    view.offsets_.push_back(offsets_[column]);
    view.presence_.push_back(presence_[column]);
  }
  view.start_ = start_;
  view.end_ = end_;
  view.has_strings_ = std::find(view.types_.begin(), view.types_.end(), PhysicalType::kString) != view.types_.end();
  return view;
}

}  // namespace eddyline::state

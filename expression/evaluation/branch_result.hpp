#pragma once

#include "common/columnar/column.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/columnar/selection.hpp"

namespace eddyline::expression {

/// More branches than this are worth row lists even if each is cheap.
inline constexpr size_t kMaxBlendedBranches = 16;
/// Blending pays if at least one row in so many is wanted.
inline constexpr size_t kDenseFactor = 4;


/// Copies the rows `rows` of a branch's column to the same rows of the result, NULLs and text included.
void copy_rows(const Column& from, SelectedRows rows, MutableColumn& to);

/// Where a piece of a blended result lies: rows [first, first + count) of a batch of `size` rows; first is a multiple of 64.
struct Block {
  size_t first;
  size_t count;
  size_t size;
};

/// out[row] = mask[row - first] != 0 ? then[row] : otherwise[row] for the rows of a block, fixed-width types only.
/// Shapes   mask: 0 or 1 a row, readable up to whole words of 64; the columns and out: `size` rows. `otherwise` may be the column
///          that out already holds: null then.
void blend_rows(const uint8_t* mask, const Column& then, const Column* otherwise, Block block, MutableColumn& out);

}  // namespace eddyline::expression

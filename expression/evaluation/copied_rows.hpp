#pragma once

#include "common/columnar/column.hpp"
#include "common/columnar/mutable_column.hpp"
#include "common/columnar/selection.hpp"

namespace eddyline::expression {

/// Copies the rows `rows` of a branch's column to the same rows of the result, NULLs and text included.
void copy_rows(const Column& from, SelectedRows rows, MutableColumn& to);

}  // namespace eddyline::expression

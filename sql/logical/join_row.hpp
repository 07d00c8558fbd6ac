#pragma once

#include "common/columnar/data_type.hpp"
#include "plan/join_type.hpp"

namespace eddyline::sql {

/// The output of a join: the left columns, then (but for SEMI and ANTI) the right ones. Columns of a side that may be
/// padded are nullable; a right name that the left has already gets a number: a, a0.
RowType join_row(const RowType& left, const RowType& right, plan::JoinType type);

/// `name`, or with the first number behind it that makes it differ from all names of `row`.
std::string unused_name(const RowType& row, const std::string& name);

}  // namespace eddyline::sql

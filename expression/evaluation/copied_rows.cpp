#include "expression/evaluation/copied_rows.hpp"

namespace eddyline::expression {

void copy_rows(const Column& from, SelectedRows rows, MutableColumn& to) {
  const DecodedColumn column(from);
  if (column.may_have_nulls()) {
    rows.for_each([&](size_t row) {
      if (column.is_null(row)) to.set_null(row);
    });
  }
  if (to.type() == PhysicalType::kString) {
    rows.for_each([&](size_t row) {
      if (!column.is_null(row)) to.set_string(row, column.string(row));
    });
    return;
  }
  visit_physical(to.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* values = to.values<T>();
    rows.for_each([&](size_t row) { values[row] = column.value<T>(row); });
  });
}

}  // namespace eddyline::expression

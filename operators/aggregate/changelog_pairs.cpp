#include "operators/aggregate/changelog_pairs.hpp"

#include <cmath>
#include <limits>

#include "expression/accumulator.hpp"

namespace eddyline::operators {
namespace {

using expression::kWantsAfter;
using expression::kWantsBefore;

/// Values up to this width are copied; wider ones, and texts, are shared through a dictionary.
constexpr size_t kCopiedWidth = 8;

/// Input row of every output row.
BufferPtr twice(SelectedRows rows) {
  BufferPtr buffer = allocate_buffer(2 * rows.count * sizeof(int32_t));
  auto* out = buffer->as<int32_t>();
  for (size_t i = 0; i < rows.count; ++i) {
    out[2 * i] = static_cast<int32_t>(rows[i]);
    out[2 * i + 1] = out[2 * i];
  }
  return buffer;
}

/// One form for the values that are one group: 0.0 for -0.0, one NaN for all.
template <class T>
void make_canonical(T* values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    values[i] = std::isnan(values[i]) ? std::numeric_limits<T>::quiet_NaN() : values[i] + T{0};
  }
}

ColumnPtr repeat_key(const ColumnPtr& key, const BufferPtr& input_rows, size_t count) {
  if (physical_width(key->type()) > kCopiedWidth) return Column::dictionary(key, input_rows, count);
  MutableColumn copy(key->type(), count);
  copy.gather(*key, {input_rows->as<int32_t>(), count}, 0);
  if (key->type() == PhysicalType::kDouble) make_canonical(copy.values<double>(), count);
  if (key->type() == PhysicalType::kFloat) make_canonical(copy.values<float>(), count);
  return copy.seal(count);
}

}  // namespace

Batch ChangelogPairs::build(std::span<const ColumnPtr> keys, SelectedRows rows, std::vector<ColumnPtr> results) const {
  const size_t count = 2 * rows.count;
  BufferPtr kinds = allocate_buffer(count);
  BufferPtr shown = allocate_buffer(count * sizeof(int32_t));
  auto* kind = kinds->as<RowKind>();
  auto* next = shown->as<int32_t>();
  for (size_t i = 0; i < rows.count; ++i) {
    const bool updates = wanted[i] == (kWantsBefore | kWantsAfter);
    kind[2 * i] = updates ? RowKind::kUpdateBefore : RowKind::kDelete;
    kind[2 * i + 1] = updates ? RowKind::kUpdateAfter : RowKind::kInsert;
    const bool shows_update = updates && changed[i] != 0;
    *next = static_cast<int32_t>(2 * i);
    next += (shows_update && with_update_before) || wanted[i] == kWantsBefore ? 1 : 0;
    *next = static_cast<int32_t>(2 * i + 1);
    next += shows_update || wanted[i] == kWantsAfter ? 1 : 0;
  }
  const auto shown_count = static_cast<size_t>(next - shown->as<int32_t>());
  std::vector<ColumnPtr> columns;
  columns.reserve(keys.size() + results.size());
  if (!keys.empty()) {
    const BufferPtr input_rows = twice(rows);
    for (const ColumnPtr& key : keys) columns.push_back(repeat_key(key, input_rows, count));
  }
  for (ColumnPtr& result : results) columns.push_back(std::move(result));
  Selection selection;
  if (shown_count < count) selection = Selection(std::move(shown), shown_count);
  return {std::move(columns), count, std::move(kinds), std::move(selection)};
}

}  // namespace eddyline::operators

#include "operators/aggregate/bound_aggregate.hpp"

#include <algorithm>
#include <cstring>

#include "expression/functions/aggregate/field_access.hpp"

namespace eddyline::operators {
namespace {

/// True if every record of a group counts for the call.
bool counts_records(const expression::AggregateCall& call) {
  if (!call.function->counts_rows || call.distinct || call.filter.has_value()) return false;
  return std::none_of(call.argument_types.begin(), call.argument_types.end(),
                      [](const DataType& type) { return type.nullable(); });
}

RowType columns_of(const RowType& row, const std::vector<size_t>& columns) {
  RowType picked;
  for (const size_t column : columns) picked.push_back(row[column]);
  return picked;
}

}  // namespace

Result<BoundAggregate> BoundAggregate::make(expression::AggregateCall call, Setting setting) {
  BoundAggregate bound;
  if (call.function->ignores_duplicates) call.distinct = false;
  if (!counts_records(call)) {
    ASSIGN_OR_RETURN(bound.accumulator_, call.function->make_accumulator(call, setting.retracting));
  }
  bound.call_ = std::move(call);
  bound.setting_ = std::move(setting);
  return bound;
}

RowType BoundAggregate::fields() const {
  RowType named;
  if (accumulator_ == nullptr) return named;
  for (const RowField& field : accumulator_->fields()) {
    named.push_back({std::to_string(setting_.index) + "." + field.name, field.type});
  }
  return named;
}

Status BoundAggregate::open(state::KeyedStateBackend& states, state::ValueState& groups, size_t first_column) {
  if (accumulator_ == nullptr) return Status();
  const state::RowLayout& layout = groups.layout();
  for (size_t i = 0; i < accumulator_->fields().size(); ++i) {
    const state::RowLayout::Presence& presence = layout.presence(first_column + i);
    places_.push_back({layout.offset(first_column + i), presence.byte, presence.mask});
  }
  texts_ = std::make_unique<SlotTexts>(groups);
  accumulator_->bind(places_, texts_.get());
  const auto multiset = [&](const char* what, bool ordered) {
    return ValueMultiset::open(states, {what + std::to_string(setting_.index),
                                        columns_of(setting_.input, setting_.grouping),
                                        columns_of(setting_.input, call_.arguments), setting_.ttl, ordered});
  };
  if (call_.distinct) {
    ASSIGN_OR_RETURN(distinct_, multiset("distinctAcc_", false));
  }
  if (accumulator_->counts_values()) {
    ASSIGN_OR_RETURN(values_, multiset("values_", true));
  }
  return Status();
}

std::vector<ColumnPtr> BoundAggregate::argument_columns(const Batch& batch) const {
  std::vector<ColumnPtr> columns;
  for (const size_t argument : call_.arguments) columns.push_back(batch.column(argument));
  return columns;
}

Status BoundAggregate::update(const GroupedRows& rows, MutableColumn& results, std::vector<uint8_t>& changed) {
  if (is_record_count()) {
    write_record_counts(rows, results, changed);
    return Status();
  }
  RETURN_IF_ERROR(prepare_counts(rows));
  // With DISTINCT, NULLs are kept out already: COUNT(DISTINCT a, b) has two arguments and needs none.
  DecodedColumn argument;
  if (!call_.arguments.empty()) argument = DecodedColumn(*rows.batch.column(call_.arguments[0]));
  expression::AccumulatorInput input;
  input.slots = rows.groups.data();
  input.rows = rows.keys.rows();
  input.argument = call_.arguments.empty() ? nullptr : &argument;
  input.kinds = rows.batch.kinds();
  input.takes_part = all_take_part_ ? nullptr : takes_part_.data();
  if (values_ != nullptr) input.counts = values_->counts();
  const expression::ResultPairs pairs{results, rows.wanted.data(), changed.data()};
  const size_t count = input.rows.count;
  for (size_t run = 0; run <= rows.restarts.size(); ++run) {
    // A group that ended and begins again within the chunk begins with nothing.
    input.first = run == 0 ? 0 : rows.restarts[run - 1];
    input.rows.count = run == rows.restarts.size() ? count : rows.restarts[run];
    if (run > 0) RETURN_IF_ERROR(restart(rows.groups[input.first], input.first));
    if (distinct_ != nullptr) pass_distinct(rows, input.first, input.rows.count);
    RETURN_IF_ERROR(accumulator_->update_with_results(input, pairs));
  }
  return Status();
}

Status BoundAggregate::prepare_counts(const GroupedRows& rows) {
  all_take_part_ = !call_.filter.has_value() && distinct_ == nullptr;
  if (!all_take_part_) filter_rows(rows);
  const uint8_t* takes_part = all_take_part_ ? nullptr : takes_part_.data();
  for (ValueMultiset* counted : {distinct_.get(), values_.get()}) {
    if (counted == nullptr) continue;
    RETURN_IF_ERROR(
        counted->prepare(rows.keys, rows.groups, takes_part, argument_columns(rows.batch), rows.now));
  }
  return Status();
}

void BoundAggregate::filter_rows(const GroupedRows& rows) {
  const SelectedRows selected = rows.keys.rows();
  takes_part_.assign(selected.count, 1);
  if (!call_.filter.has_value()) return;
  const DecodedColumn filter(*rows.batch.column(*call_.filter));
  for (size_t i = 0; i < selected.count; ++i) {
    const size_t row = selected[i];
    takes_part_[i] = !filter.is_null(row) && filter.value<uint8_t>(row) != 0 ? 1 : 0;
  }
}

/// Lets the first copy of a value in and the last one out.
void BoundAggregate::pass_distinct(const GroupedRows& rows, size_t first, size_t end) {
  const SelectedRows selected = rows.keys.rows();
  const expression::ValueCounts counts = distinct_->counts();
  for (size_t i = first; i < end; ++i) {
    if (counts.entries[i] == nullptr) {
      takes_part_[i] = 0;
      continue;
    }
    const bool adds = is_accumulate(rows.batch.kind(selected[i]));
    const int64_t count = counts.add(i, adds ? 1 : -1);
    takes_part_[i] = count == (adds ? 1 : 0) ? 1 : 0;
  }
}

Status BoundAggregate::restart(uint8_t* slot, size_t position) {
  for (size_t i = 0; i < places_.size(); ++i) {
    const PhysicalType type = accumulator_->fields()[i].type.physical_type();
    if (type == PhysicalType::kString) {
      RETURN_IF_ERROR(texts_->set_text(slot, places_[i], {}));
    } else {
      std::memset(slot + places_[i].offset, 0, physical_width(type));
    }
    expression::set_present(slot, places_[i], false);
  }
  return end_groups({position});
}

Status BoundAggregate::end_groups(const std::vector<size_t>& positions) {
  for (ValueMultiset* counted : {distinct_.get(), values_.get()}) {
    if (counted == nullptr) continue;
    for (const size_t position : positions) RETURN_IF_ERROR(counted->clear_group(position));
  }
  return Status();
}

Status BoundAggregate::finish(ProcessingTime now) {
  for (ValueMultiset* counted : {distinct_.get(), values_.get()}) {
    if (counted != nullptr) RETURN_IF_ERROR(counted->finish(now));
  }
  return Status();
}

void BoundAggregate::write_record_counts(const GroupedRows& rows, MutableColumn& results,
                                         std::vector<uint8_t>& changed) const {
  auto* values = results.values<int64_t>();
  const SelectedRows selected = rows.keys.rows();
  const RowKind* kinds = rows.batch.kinds();
  for (size_t i = 0; i < selected.count; ++i) {
    const int64_t before = rows.records_before[i];
    const bool adds = kinds == nullptr || is_accumulate(kinds[selected[i]]);
    values[2 * i] = before;
    values[2 * i + 1] = adds ? before + 1 : before - 1;
    changed[i] = 1;
  }
}

}  // namespace eddyline::operators

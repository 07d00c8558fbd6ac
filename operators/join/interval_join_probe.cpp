#include "operators/join/interval_join_probe.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "operators/failing_rows.hpp"

namespace eddyline::operators {
namespace {

/// Searches in one call that may find nothing to emit, before the task gets a chance to look after its mail.
constexpr size_t kSearchesPerCall = 16;

/// More rows than any batch has.
constexpr int64_t kPastAllRows = std::numeric_limits<int64_t>::max();

}  // namespace

void IntervalJoinProbe::JoinedRows::add(RowKind kind, int32_t batch_row, state::RowHandle stored_row) {
  batch_rows.push_back(batch_row);
  stored_rows.push_back(stored_row);
  kinds.push_back(kind);
}

void IntervalJoinProbe::JoinedRows::clear() {
  batch_rows.clear();
  stored_rows.clear();
  kinds.clear();
}

IntervalJoinProbe::IntervalJoinProbe(Parts parts)
    : own_(*parts.own),
      other_(*parts.other),
      condition_(parts.condition),
      arrived_(std::move(parts.reading), parts.hashing),
      row_limit_(parts.limits),
      search_limit_(parts.limits.rows) {}

void IntervalJoinProbe::start(const Batch& batch, int64_t now, int64_t arrival) {
  active_ = true;
  arrival_ = arrival;
  arrived_.assign(batch, now);
  cursor_.reset();
  pairs_.clear();
  next_pair_ = 0;
  retracted_ = false;
  more_pairs_ = true;
  next_ending_ = own_.pads() ? 0 : arrived_.ending().size();
  if (own_.pads()) flags_.assign(batch.physical_rows(), 0);
}

Result<Progress> IntervalJoinProbe::advance(expression::EvaluationContext& context, Output& output) {
  for (size_t searches = 0; searches < kSearchesPerCall;) {
    if (!pairs_left() && more_pairs_) {
      if (room() == 0) break;
      RETURN_IF_ERROR(search(context));
      ++searches;
    }
    RETURN_IF_ERROR(join_pairs());
    if (pairs_left()) break;
    if (more_pairs_) continue;
    if (!pad_ending_before(failed_row_.value_or(kPastAllRows))) break;
    if (failed_row_.has_value()) {
      if (joined_.size() > 0) break;
      return context.first_error();
    }
    RETURN_IF_ERROR(keep());
    active_ = false;
    emit(output);
    return Progress::kDone;
  }
  emit(output);
  return Progress::kMore;
}

Status IntervalJoinProbe::search(expression::EvaluationContext& context) {
  pairs_.clear();
  next_pair_ = 0;
  // Without a condition every pair comes out, so that no more than fit need to be found.
  const size_t limit = condition_ == nullptr ? room() : search_limit_;
  const IntervalJoinWindow& window = own_.window();
  const state::TimeWindow times{arrived_.times(), -window.back_ms, window.ahead_ms};
  ASSIGN_OR_RETURN(more_pairs_, other_.rows().find(arrived_.searching_keys(), times, cursor_, limit, pairs_));
  if (condition_ == nullptr || pairs_.size() == 0) return Status();
  return keep_matching_pairs(context);
}

Status IntervalJoinProbe::keep_matching_pairs(expression::EvaluationContext& context) {
  const PairCondition::Pairs pairs{arrived_.batch(), own_.side(), pairs_.probe_rows, other_.rows(), pairs_.rows};
  ASSIGN_OR_RETURN(const Selection matching, condition_->matching(pairs, context));
  const auto* error = first_row_error(context);
  if (matching.is_all() && error == nullptr) return Status();
  const size_t computed = error == nullptr ? pairs_.size() : error->row;
  if (error != nullptr) {
    failed_row_ = pairs_.probe_rows[error->row];
    more_pairs_ = false;
  }
  size_t kept = 0;
  for (const size_t count = matching.is_all() ? pairs_.size() : matching.count(); kept < count; ++kept) {
    const size_t pair = matching.is_all() ? kept : static_cast<size_t>(matching.rows()[kept]);
    if (pair >= computed) break;
    pairs_.probe_rows[kept] = pairs_.probe_rows[pair];
    pairs_.rows[kept] = pairs_.rows[pair];
  }
  pairs_.probe_rows.resize(kept);
  pairs_.rows.resize(kept);
  return Status();
}

Status IntervalJoinProbe::join_pairs() {
  if (!other_.fires_early() && next_ending_ == arrived_.ending().size()) return join_pairs_at_once();
  RETURN_IF_ERROR(join_pairs_in_turn());
  RETURN_IF_ERROR(other_.rows().add_flags(matched_, kRowMatched));
  matched_.clear();
  return Status();
}

Status IntervalJoinProbe::join_pairs_in_turn() {
  for (; pairs_left(); ++next_pair_) {
    if (!pad_ending_before(pairs_.probe_rows[next_pair_])) break;
    ASSIGN_OR_RETURN(const bool joined, join_pair(pairs_.probe_rows[next_pair_], pairs_.rows[next_pair_]));
    if (!joined) break;
  }
  return Status();
}

Status IntervalJoinProbe::join_pairs_at_once() {
  const size_t count = std::min(room(), pairs_.size() - next_pair_);
  const auto batch_rows = std::span(pairs_.probe_rows).subspan(next_pair_, count);
  const auto stored_rows = std::span(pairs_.rows).subspan(next_pair_, count);
  joined_.batch_rows.insert(joined_.batch_rows.end(), batch_rows.begin(), batch_rows.end());
  joined_.stored_rows.insert(joined_.stored_rows.end(), stored_rows.begin(), stored_rows.end());
  joined_.kinds.resize(joined_.kinds.size() + count, RowKind::kInsert);
  if (own_.pads()) {
    for (const int32_t row : batch_rows) flags_[static_cast<size_t>(row)] = kRowMatched;
  }
  if (other_.pads()) RETURN_IF_ERROR(other_.rows().add_flags(stored_rows, kRowMatched));
  next_pair_ += count;
  return Status();
}

Result<bool> IntervalJoinProbe::join_pair(int32_t batch_row, state::RowHandle stored_row) {
  const bool corrects = stored_row.has_any(kRowPadded) && !stored_row.has_any(kRowMatched);
  if (corrects && !retracted_) {
    // The two stay in one batch unless a batch is limited to a single row.
    if (room() < 2 && (joined_.size() > 0 || row_limit_.rows() >= 2)) return false;
    joined_.add(RowKind::kUpdateBefore, kNoRow, stored_row);
    retracted_ = true;
  }
  if (room() == 0) return false;
  joined_.add(corrects ? RowKind::kUpdateAfter : RowKind::kInsert, batch_row, stored_row);
  retracted_ = false;
  if (own_.pads()) flags_[static_cast<size_t>(batch_row)] = kRowMatched;
  if (corrects) {
    // The row's next pair is to see that it was corrected.
    RETURN_IF_ERROR(other_.rows().add_flags({&stored_row, 1}, kRowMatched));
  } else if (other_.pads()) {
    matched_.push_back(stored_row);
  }
  return true;
}

/// Pads the rows that end here and found nothing, up to a physical row; false if there was no room for all.
bool IntervalJoinProbe::pad_ending_before(int64_t batch_row) {
  const std::span<const int32_t> ending = arrived_.ending();
  for (; next_ending_ < ending.size() && ending[next_ending_] < batch_row; ++next_ending_) {
    if (flags_[static_cast<size_t>(ending[next_ending_])] != 0) continue;
    if (room() == 0) return false;
    joined_.add(RowKind::kInsert, ending[next_ending_], state::RowHandle());
  }
  return true;
}

Status IntervalJoinProbe::keep() {
  if (arrived_.kept().count == 0) return Status();
  if (own_.fires_early()) {
    arrived_.kept().for_each([&](size_t row) { flags_[row] = own_.initial_flags(flags_[row] != 0); });
  }
  if (own_.fires_by_arrival()) {
    deadlines_.assign(arrived_.batch().physical_rows(), saturating_add(arrival_, own_.early_fire_delay_ms()));
  }
  return own_.rows().append({arrived_.kept_keys(), arrived_.batch().columns(), arrived_.times(),
                             own_.pads() ? flags_.data() : nullptr,
                             own_.fires_by_arrival() ? deadlines_.data() : nullptr});
}

void IntervalJoinProbe::emit(Output& output) {
  if (joined_.size() == 0) return;
  std::vector<ColumnPtr> mine = picked_columns(arrived_.batch(), joined_.batch_rows);
  std::vector<ColumnPtr> others = stored_columns(other_.rows(), joined_.stored_rows);
  std::vector<ColumnPtr> columns = own_.side() == JoinSide::kLeft ? side_by_side(std::move(mine), std::move(others))
                                                                  : side_by_side(std::move(others), std::move(mine));
  const size_t rows = joined_.size();
  row_limit_.learn(columns, rows);
  output.emit(Batch(std::move(columns), rows, kinds_buffer(joined_.kinds)));
  joined_.clear();
}

}  // namespace eddyline::operators

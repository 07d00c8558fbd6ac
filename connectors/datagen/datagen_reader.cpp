#include "connectors/datagen/datagen_reader.hpp"

#include <algorithm>

#include "common/base/random.hpp"
#include "common/columnar/hash.hpp"

namespace eddyline::connectors {
namespace {

constexpr int64_t kSecondMs = 1000;

int64_t batch_rows(const DatagenTable& table, const BatchLimits& limits) {
  size_t row_bytes = 1;
  for (const FieldGenerator& field : table.fields) row_bytes += field.value_bytes;
  return static_cast<int64_t>(std::clamp<size_t>(limits.bytes / row_bytes, 1, limits.rows));
}

int64_t divide_up(int64_t value, int64_t divisor) {
  return (value - 1) / divisor + 1;
}

}  // namespace

DatagenReader::DatagenReader(std::shared_ptr<const DatagenTable> table, const SourceReaderContext& context)
    : table_(std::move(table)),
      clock_(*context.clock),
      rows_per_second_(divide_up(table_->rows_per_second, context.parallelism.value())),
      rows_per_batch_(batch_rows(*table_, context.limits)) {
  const uint64_t seed = context.seed ? *context.seed : seed_from_system();
  for (size_t field = 0; field < table_->fields.size(); ++field) {
    const uint64_t stream = (uint64_t{context.subtask.value()} << 32) | field;
    generators_.push_back(table_->fields[field].make(combine_hashes(seed, stream)));
  }
}

Status DatagenReader::add_splits(std::vector<SourceSplit> splits) {
  for (const SourceSplit& split : splits) {
    ASSIGN_OR_RETURN(const DatagenSplit parsed, DatagenSplit::from(split));
    splits_.push_back(parsed);
  }
  return {};
}

DatagenSplit* DatagenReader::next_split() {
  for (size_t tried = 0; tried < splits_.size(); ++tried) {
    DatagenSplit& split = splits_[turn_];
    turn_ = (turn_ + 1) % splits_.size();
    if (split.remaining(table_->rows) > 0) return &split;
  }
  return nullptr;
}

bool DatagenReader::enter_second(ProcessingTime now) {
  if (!started_) {
    started_ = true;
    second_start_ = ProcessingTime(now.value() - kSecondMs);
  }
  if (left_in_second_ > 0) return true;
  const ProcessingTime next(second_start_.value() + kSecondMs);
  if (now < next) return false;
  second_start_ = next;
  left_in_second_ = rows_per_second_;
  return true;
}

Result<ReadOutcome> DatagenReader::read() {
  DatagenSplit* const split = next_split();
  if (split == nullptr) return ReadOutcome::end();
  const ProcessingTime now = clock_.now();
  Batch batch;
  if (enter_second(now)) {
    const int64_t count = std::min({rows_per_batch_, left_in_second_, split->remaining(table_->rows)});
    batch = generate(*split, static_cast<uint32_t>(split - splits_.data()), count, now);
    left_in_second_ -= count;
  } else {
    turn_ = static_cast<size_t>(split - splits_.data());
  }
  const bool finished =
      std::ranges::all_of(splits_, [&](const DatagenSplit& s) { return s.remaining(table_->rows) == 0; });
  if (finished) return ReadOutcome::end(std::move(batch));
  if (left_in_second_ > 0) return ReadOutcome::more(std::move(batch));
  return ReadOutcome::idle(std::move(batch), ProcessingTime(second_start_.value() + kSecondMs));
}

Batch DatagenReader::generate(DatagenSplit& split, uint32_t split_number, int64_t count, ProcessingTime now) {
  const GeneratedRows rows{.first = split.next, .step = split.step, .count = static_cast<size_t>(count), .now = now};
  std::vector<ColumnPtr> columns;
  columns.reserve(generators_.size());
  for (const auto& generator : generators_) columns.push_back(generator->generate(rows));
  split.next += count * split.step;
  return Batch(std::move(columns), rows.count).with_split(split_number);
}

Result<std::vector<SourceSplit>> DatagenReader::snapshot() {
  std::vector<SourceSplit> splits;
  for (const DatagenSplit& split : splits_) splits.push_back(split.to_source_split());
  return splits;
}

}  // namespace eddyline::connectors

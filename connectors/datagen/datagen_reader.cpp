#include "connectors/datagen/datagen_reader.hpp"

#include <algorithm>

#include "common/base/random.hpp"

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
      seed_(context.seed ? *context.seed : seed_from_system()),
      rows_per_second_(divide_up(table_->rows_per_second, context.parallelism.value())),
      rows_per_batch_(batch_rows(*table_, context.limits)) {}

Status DatagenReader::add_splits(std::vector<SourceSplit> splits) {
  for (const SourceSplit& split : splits) {
    ASSIGN_OR_RETURN(const DatagenSplit parsed, DatagenSplit::from(split));
    SplitReading& reading = splits_.emplace_back(SplitReading{parsed, {}});
    if (!reading.split.seed) reading.split.seed = seed_;
    for (size_t field = 0; field < table_->fields.size(); ++field) {
      reading.generators.push_back(table_->fields[field].make(reading.split.field_seed(field)));
    }
  }
  return {};
}

DatagenReader::SplitReading* DatagenReader::next_split() {
  for (size_t tried = 0; tried < splits_.size(); ++tried) {
    SplitReading& reading = splits_[turn_];
    turn_ = (turn_ + 1) % splits_.size();
    if (remaining(reading) > 0) return &reading;
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
  SplitReading* const reading = next_split();
  if (reading == nullptr) return ReadOutcome::end();
  const ProcessingTime now = clock_.now();
  Batch batch;
  if (enter_second(now)) {
    const int64_t count = std::min({rows_per_batch_, left_in_second_, remaining(*reading)});
    batch = generate(*reading, count, now);
    left_in_second_ -= count;
  } else {
    turn_ = static_cast<size_t>(reading - splits_.data());
  }
  const bool finished = std::ranges::all_of(splits_, [&](const SplitReading& each) { return remaining(each) == 0; });
  if (finished) return ReadOutcome::end(std::move(batch));
  if (left_in_second_ > 0) return ReadOutcome::more(std::move(batch));
  return ReadOutcome::idle(std::move(batch), ProcessingTime(second_start_.value() + kSecondMs));
}

Batch DatagenReader::generate(SplitReading& reading, int64_t count, ProcessingTime now) {
  DatagenSplit& split = reading.split;
  const GeneratedRows rows{.first = split.next, .step = split.step, .count = static_cast<size_t>(count), .now = now};
  std::vector<ColumnPtr> columns;
  columns.reserve(reading.generators.size());
  for (const auto& generator : reading.generators) columns.push_back(generator->generate(rows));
  split.next += count * split.step;
  return Batch(std::move(columns), rows.count).with_split(static_cast<uint32_t>(&reading - splits_.data()));
}

Result<std::vector<SourceSplit>> DatagenReader::snapshot() {
  std::vector<SourceSplit> splits;
  for (const SplitReading& reading : splits_) splits.push_back(reading.split.to_source_split());
  return splits;
}

}  // namespace eddyline::connectors

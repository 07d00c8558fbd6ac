#pragma once

#include <sys/resource.h>

#include <cstring>
#include <utility>
#include <vector>

#include "common/base/random.hpp"
#include "operators/operator.hpp"

namespace eddyline::bench {

/// Rows of random values: integers, numbers from 0 to 1, texts of up to nine digits.
inline Batch random_batch(const std::vector<PhysicalType>& types, size_t rows) {
  Random random(7);
  std::vector<ColumnPtr> columns;
  for (const PhysicalType type : types) {
    MutableColumn values(type, rows);
    for (size_t row = 0; row < rows; ++row) {
      if (type == PhysicalType::kString) {
        values.set_string(row, std::to_string(random.below(1'000'000'000)));
      } else if (type == PhysicalType::kDouble) {
        values.values<double>()[row] = random.unit();
      } else {
        values.values<int64_t>()[row] = static_cast<int64_t>(random.next());
      }
    }
    columns.push_back(values.seal(rows));
  }
  return Batch(std::move(columns), rows);
}

/// The same batch again and again.
class PreparedSource final : public operators::SourceOperator {
 public:
  PreparedSource(Batch batch, size_t batches) : batch_(std::move(batch)), left_(batches) {}
  Result<operators::SourceProgress> read(operators::Output& output) override {
    if (left_-- == 0) return operators::SourceProgress{operators::SourceProgress::Next::kEnd, {}};
    output.emit(batch_);
    return operators::SourceProgress{};
  }

 private:
  Batch batch_;
  size_t left_;
};

/// Every byte of it, as an operator that needs all its input touches it.
inline uint64_t sum_of_words(const uint8_t* bytes, size_t size) {
  uint64_t sum = 0;
  for (size_t at = 0; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, bytes + at, sizeof word);
    sum += word;
  }
  return sum;
}

struct Counted {
  size_t rows = 0;
  uint64_t sum = 0;
};

/// Counts rows, and looks at their values if it is asked to; flat batches without selection.
class CountingSink final : public operators::Operator {
 public:
  CountingSink(Counted& counted, bool looks) : counted_(counted), looks_(looks) {}
  Result<operators::Progress> on_batch(size_t, const Batch& batch, operators::Output&) override {
    counted_.rows += batch.rows();
    if (!looks_) return operators::Progress::kDone;
    for (const ColumnPtr& column : batch.columns()) {
      counted_.sum += sum_of_words(column->values<uint8_t>(), batch.rows() * physical_width(column->type()));
    }
    return operators::Progress::kDone;
  }

 private:
  Counted& counted_;
  const bool looks_;
};

/// Of this process, all threads.
inline double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace eddyline::bench

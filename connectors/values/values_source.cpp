#include "connectors/values/values_source.hpp"

#include <algorithm>
#include <charconv>

#include "common/base/check.hpp"

namespace eddyline::connectors {
namespace {

constexpr std::string_view kSplitId = "values";

class ValuesEnumerator final : public SplitEnumerator {
 public:
  Result<SplitAssignment> assign(Parallelism parallelism, const std::vector<SourceSplit>* restored) override {
    if (restored != nullptr) return deal_in_turn(*restored, parallelism);
    return deal_in_turn({{std::string(kSplitId), "0"}}, parallelism);
  }
};

/// The split's state is the number of rows given.
class ValuesReader final : public SourceReader {
 public:
  ValuesReader(const RowType& columns, std::shared_ptr<const ValuesSource::Rows> rows, BatchLimits limits)
      : builder_(physical_types(columns), limits), rows_(std::move(rows)) {}

  Status add_splits(std::vector<SourceSplit> splits) override {
    for (const SourceSplit& split : splits) {
      const char* end = split.state.data() + split.state.size();
      const auto parsed = std::from_chars(split.state.data(), end, next_);
      if (parsed.ec != std::errc() || parsed.ptr != end || next_ > rows_->size()) {
        return data_error("The position '" + split.state + "' is not one of " + std::to_string(rows_->size()) +
                          " rows of VALUES.");
      }
      owns_split_ = true;
    }
    return {};
  }

  Result<ReadOutcome> read() override {
    if (!owns_split_) return ReadOutcome::end();
    while (next_ < rows_->size() && !builder_.full()) append((*rows_)[next_++]);
    Batch batch = builder_.take();
    return next_ < rows_->size() ? ReadOutcome::more(std::move(batch)) : ReadOutcome::end(std::move(batch));
  }

  Result<std::vector<SourceSplit>> snapshot() override {
    std::vector<SourceSplit> splits;
    if (owns_split_) splits.push_back({std::string(kSplitId), std::to_string(next_)});
    return splits;
  }

 private:
  void append(const std::vector<Value>& row) {
    for (size_t column = 0; column < row.size(); ++column)
      row[column].write_to(builder_.column(column), builder_.rows());
    builder_.add_rows(1);
  }

  BatchBuilder builder_;
  std::shared_ptr<const ValuesSource::Rows> rows_;
  size_t next_ = 0;
  bool owns_split_ = false;
};

}  // namespace

ValuesSource::ValuesSource(RowType columns, std::shared_ptr<const Rows> rows)
    : columns_(std::move(columns)), rows_(std::move(rows)) {
  for (const std::vector<Value>& row : *rows_) CHECK(row.size() == columns_.size()) << row.size() << " values in a row";
}

SourceDescriptor ValuesSource::descriptor() const {
  return {.boundedness = Boundedness::kBounded,
          .changelog_mode = ChangelogMode::insert_only(),
          .abilities = {},
          .parallelism = Parallelism(1)};
}

std::unique_ptr<SplitEnumerator> ValuesSource::create_enumerator() const {
  return std::make_unique<ValuesEnumerator>();
}

Result<std::unique_ptr<SourceReader>> ValuesSource::create_reader(const SourceReaderContext& context) const {
  return std::make_unique<ValuesReader>(columns_, rows_, context.limits);
}

}  // namespace eddyline::connectors

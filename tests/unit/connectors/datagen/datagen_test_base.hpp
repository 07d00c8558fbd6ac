#pragma once

#include "tests/unit/connectors/connector_test_base.hpp"

namespace eddyline::connectors {

/// Readers of datagen tables.
class DatagenTestBase : public ConnectorTestBase {
 protected:
  std::unique_ptr<TableSource> source(const RowType& columns, Configuration::Entries options) const {
    options.emplace("connector", "datagen");
    auto source = registry_.create_source(table(columns, std::move(options)));
    CHECK(source.ok()) << source.status().to_string();
    return std::move(source).value();
  }
  std::string error(const RowType& columns, Configuration::Entries options) const {
    options.emplace("connector", "datagen");
    const auto source = registry_.create_source(table(columns, std::move(options)));
    return source.ok() ? "" : source.status().message();
  }

  std::unique_ptr<SourceReader> reader(const TableSource& source, const SourceReaderContext& context) const {
    const auto splits = source.create_enumerator()->assign(context.parallelism, nullptr);
    return reader(source, context, splits->at(context.subtask.value()));
  }
  std::unique_ptr<SourceReader> reader(const TableSource& source, const SourceReaderContext& context,
                                       std::vector<SourceSplit> splits) const {
    auto reader = source.create_reader(context);
    CHECK(reader.ok()) << reader.status().to_string();
    CHECK((*reader)->add_splits(std::move(splits)).ok());
    return std::move(reader).value();
  }

  /// Reads until the reader is idle or at its end; how it stopped is left in last_.
  std::vector<std::string> read_now(SourceReader& reader, const RowType& columns) {
    std::vector<std::string> rows;
    do {
      auto outcome = reader.read();
      CHECK(outcome.ok()) << outcome.status().to_string();
      last_ = std::move(outcome).value();
      for (std::string& row : rows_of(last_.batch, columns)) rows.push_back(std::move(row));
    } while (last_.next == ReadOutcome::Next::kMore);
    return rows;
  }
  void advance_ms(int64_t milliseconds) { clock_.advance_to(ProcessingTime(clock_.now().value() + milliseconds)); }

  ReadOutcome last_;
};

}  // namespace eddyline::connectors

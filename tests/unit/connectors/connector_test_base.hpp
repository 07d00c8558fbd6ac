#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/clock/clock.hpp"
#include "common/columnar/value.hpp"
#include "common/text/value_text.hpp"
#include "connectors/connector_registry.hpp"

namespace eddyline::connectors {

/// Keeps every write as one entry.
class CapturedOutput final : public TextOutput {
 public:
  Status write(std::string_view text) override {
    writes.emplace_back(text);
    return {};
  }
  std::string text() const {
    std::string all;
    for (const std::string& piece : writes) all += piece;
    return all;
  }
  std::vector<std::string> writes;
};

/// All connectors, a virtual clock and the text of rows.
class ConnectorTestBase : public testing::Test {
 protected:
  ConnectorTestBase() { register_connectors(registry_); }

  static TableDescription table(RowType columns, Configuration::Entries options) {
    return {.name = "default_catalog.default_database.t",
            .columns = std::move(columns),
            .primary_key = {},
            .options = Configuration(std::move(options)),
            .static_partition = {}};
  }

  SourceReaderContext reader_context(uint32_t subtask = 0, uint32_t parallelism = 1) const {
    return {.subtask = SubtaskIndex(subtask),
            .parallelism = Parallelism(parallelism),
            .limits = {},
            .clock = &clock_,
            .seed = 42,
            .wake = {}};
  }

  /// Each row as its fields in the style of print, joined by ", ".
  static std::vector<std::string> rows_of(const Batch& batch, const RowType& columns) {
    std::vector<std::string> rows;
    batch.selected().for_each([&](size_t row) {
      std::string text;
      for (size_t column = 0; column < columns.size(); ++column) {
        if (column > 0) text += ", ";
        text += text_of(Value::from(*batch.column(column), row), columns[column].type, TextStyle::kRow);
      }
      rows.push_back(text);
    });
    return rows;
  }

  VirtualClock clock_{ProcessingTime(1'794'445'303'221)};
  ConnectorRegistry registry_;
};

}  // namespace eddyline::connectors

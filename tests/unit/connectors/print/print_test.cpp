#include "tests/unit/connectors/connector_test_base.hpp"

namespace eddyline::connectors {
namespace {

class PrintTest : public ConnectorTestBase {
 protected:
  const RowType columns_{{"id", DataType::bigint()}, {"at", DataType::timestamp(3)}, {"name", DataType::string()}};

  std::unique_ptr<SinkWriter> writer(Configuration::Entries options, uint32_t subtask = 0, uint32_t parallelism = 1,
                                     std::vector<std::pair<std::string, std::string>> partition = {}) {
    options.emplace("connector", "print");
    TableDescription description = table(columns_, std::move(options));
    description.static_partition = std::move(partition);
    auto sink = registry_.create_sink(description);
    CHECK(sink.ok()) << sink.status().to_string();
    auto writer = (*sink)->create_writer({.subtask = SubtaskIndex(subtask),
                                          .parallelism = Parallelism(parallelism),
                                          .clock = &clock_,
                                          .standard_output = &out_,
                                          .standard_error = &error_});
    CHECK(writer.ok()) << writer.status().to_string();
    return std::move(writer).value();
  }

  /// Rows (i, 01:01:43.221, NULL) for the ids given, with kinds.
  Batch batch(const std::vector<std::pair<RowKind, int64_t>>& rows) const {
    BatchBuilder builder(physical_types(columns_));
    for (const auto& [kind, id] : rows) {
      const size_t row = builder.rows();
      Value::integer(id).write_to(builder.column(0), row);
      Value::integer(1'794'445'303'221).write_to(builder.column(1), row);
      Value::null().write_to(builder.column(2), row);
      builder.add_rows(1);
      builder.set_kind(row, kind);
    }
    return builder.take();
  }
  Batch one_row() const { return batch({{RowKind::kInsert, 2}}); }
  std::string line_of(SinkWriter& writer) {
    EXPECT_TRUE(writer.write(one_row()).ok());
    return out_.text();
  }

  CapturedOutput out_;
  CapturedOutput error_;
};

TEST_F(PrintTest, PrefixNamesIdentifierAndSubtask) {
  const std::string row = "+I[2, 2026-11-12T01:01:43.221, null]\n";
  EXPECT_EQ(line_of(*writer({})), row);
  out_.writes.clear();
  EXPECT_EQ(line_of(*writer({{"print-identifier", "early"}})), "early> " + row);
  out_.writes.clear();
  EXPECT_EQ(line_of(*writer({{"print-identifier", "early"}}, 1, 4)), "early:2> " + row);
  out_.writes.clear();
  EXPECT_EQ(line_of(*writer({}, 3, 4)), "4> " + row);
  out_.writes.clear();
  EXPECT_EQ(line_of(*writer({{"print-identifier", "id"}}, 0, 1, {{"k", "v"}, {"k2", "w"}})), "id:k=v:k2=w> " + row);
  out_.writes.clear();
  EXPECT_EQ(line_of(*writer({}, 0, 1, {{"k", "v"}})), "k=v> " + row);
}

TEST_F(PrintTest, ABatchIsOneWrite) {
  const auto print = writer({});
  ASSERT_TRUE(print->write(batch({{RowKind::kInsert, 1}, {RowKind::kDelete, 2}, {RowKind::kInsert, 3}})).ok());
  ASSERT_EQ(out_.writes.size(), 1U);
  EXPECT_EQ(out_.writes[0],
            "+I[1, 2026-11-12T01:01:43.221, null]\n-D[2, 2026-11-12T01:01:43.221, null]\n"
            "+I[3, 2026-11-12T01:01:43.221, null]\n");
}

TEST_F(PrintTest, AnUpdateIsOneWriteAlsoAcrossBatches) {
  const auto print = writer({});
  ASSERT_TRUE(print->write(batch({{RowKind::kInsert, 1}, {RowKind::kUpdateBefore, 2}})).ok());
  ASSERT_EQ(out_.writes.size(), 1U);
  EXPECT_EQ(out_.writes[0], "+I[1, 2026-11-12T01:01:43.221, null]\n");
  ASSERT_TRUE(print->write(batch({{RowKind::kUpdateAfter, 2}})).ok());
  ASSERT_EQ(out_.writes.size(), 2U);
  EXPECT_EQ(out_.writes[1], "-U[2, 2026-11-12T01:01:43.221, null]\n+U[2, 2026-11-12T01:01:43.221, null]\n");
}

TEST_F(PrintTest, FlushWritesALoneOldRow) {
  const auto print = writer({});
  ASSERT_TRUE(print->write(batch({{RowKind::kUpdateBefore, 2}})).ok());
  EXPECT_TRUE(out_.writes.empty());
  ASSERT_TRUE(print->flush().ok());
  EXPECT_EQ(out_.text(), "-U[2, 2026-11-12T01:01:43.221, null]\n");
  ASSERT_TRUE(print->close().ok());
  EXPECT_EQ(out_.writes.size(), 1U);
}

TEST_F(PrintTest, OnlySelectedRowsAreWritten) {
  const auto print = writer({});
  const Batch all = batch({{RowKind::kInsert, 1}, {RowKind::kInsert, 2}, {RowKind::kInsert, 3}});
  const BufferPtr rows = allocate_buffer(4);
  rows->as<int32_t>()[0] = 1;
  ASSERT_TRUE(print->write(all.with_selection(Selection(rows, 1))).ok());
  EXPECT_EQ(out_.text(), "+I[2, 2026-11-12T01:01:43.221, null]\n");
  ASSERT_TRUE(print->write(all.with_selection(Selection(rows, 0))).ok());
  EXPECT_EQ(out_.writes.size(), 1U);
}

TEST_F(PrintTest, StandardErrorOnRequest) {
  const auto print = writer({{"standard-error", "true"}});
  ASSERT_TRUE(print->write(one_row()).ok());
  EXPECT_TRUE(out_.writes.empty());
  EXPECT_EQ(error_.writes.size(), 1U);
}

TEST_F(PrintTest, AcceptsWhatTheQueryGivesAndHasAParallelism) {
  const auto sink = registry_.create_sink(table(columns_, {{"connector", "print"}, {"sink.parallelism", "3"}}));
  ASSERT_TRUE(sink.ok());
  EXPECT_EQ((*sink)->changelog_mode(ChangelogMode::all()), ChangelogMode::all());
  EXPECT_EQ((*sink)->changelog_mode(ChangelogMode::insert_only()), ChangelogMode::insert_only());
  EXPECT_EQ((*sink)->parallelism(), Parallelism(3));
}

TEST_F(PrintTest, BadOptionsAreNamed) {
  const auto error = [&](Configuration::Entries options) {
    options.emplace("connector", "print");
    return registry_.create_sink(table(columns_, std::move(options))).status().message();
  };
  EXPECT_TRUE(error({{"standard-error", "maybe"}}).starts_with("Invalid value for option 'standard-error'."));
  EXPECT_TRUE(error({{"sink.parallelism", "0"}}).starts_with("Invalid value for option 'sink.parallelism'."));
  EXPECT_TRUE(error({{"identifier", "x"}})
                  .starts_with("Unsupported options found for 'print'.\n\nUnsupported options:\n\nidentifier\n\n"
                               "Supported options:\n\nconnector\nprint-identifier\nproperty-version\n"
                               "scan.watermark.idle-timeout\nsink.parallelism\nstandard-error\n"));
}

TEST_F(PrintTest, NestedColumnsAreNotSupportedYet) {
  const auto sink =
      registry_.create_sink(table({{"tags", DataType::array(DataType::string())}}, {{"connector", "print"}}));
  EXPECT_EQ(sink.status().code(), ErrorCode::kNotSupported);
  EXPECT_NE(sink.status().message().find("column 'tags'"), std::string::npos);
}

}  // namespace
}  // namespace eddyline::connectors

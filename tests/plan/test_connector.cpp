#include "tests/plan/test_connector.hpp"

namespace eddyline::sql {
namespace {

using connectors::ConnectorFactory;
using connectors::SourceDescriptor;
using connectors::TableDescription;
using connectors::TableSink;
using connectors::TableSource;

struct TestTableOptions : OptionGroup {
  TestTableOptions() : OptionGroup("Connector 'changelog'", "Tables to plan with.") {}
  Option<std::string> mode{*this, "changelog-mode", {.text = "Row kinds: 'I,UB,UA,D'."}};
  Option<int32_t> scan_parallelism{*this, "scan.parallelism", {.min = 1, .text = "Subtasks of the source."}};
  Option<int32_t> sink_parallelism{*this, "sink.parallelism", {.min = 1, .text = "Subtasks of the sink."}};
};

const TestTableOptions& test_options() {
  static const TestTableOptions options;
  return options;
}

ChangelogMode parse_mode(const std::string& text) {
  ChangelogMode mode;
  const std::string padded = "," + text + ",";
  const std::pair<std::string_view, RowKind> names[] = {{",I,", RowKind::kInsert},
                                                        {",UB,", RowKind::kUpdateBefore},
                                                        {",UA,", RowKind::kUpdateAfter},
                                                        {",D,", RowKind::kDelete}};
  for (const auto& [name, kind] : names) {
    if (padded.find(name) != std::string::npos) mode = mode.with(kind);
  }
  return mode;
}

std::optional<Parallelism> parallelism(const TableDescription& table, const Option<int32_t>& option) {
  const auto value = table.options.find(option);
  if (!value.ok() || !value->has_value()) return std::nullopt;
  return Parallelism(static_cast<uint32_t>(**value));
}

std::optional<ChangelogMode> mode_of(const TableDescription& table) {
  const auto text = table.options.find(test_options().mode);
  if (!text.ok() || !text->has_value()) return std::nullopt;
  return parse_mode(**text);
}

class TestSource final : public TableSource {
 public:
  explicit TestSource(SourceDescriptor descriptor) : descriptor_(descriptor) {}
  SourceDescriptor descriptor() const override { return descriptor_; }
  std::unique_ptr<connectors::SplitEnumerator> create_enumerator() const override { return nullptr; }
  Result<std::unique_ptr<connectors::SourceReader>> create_reader(
      const connectors::SourceReaderContext&) const override {
    return not_supported("reading a table of connector 'changelog'");
  }

 private:
  SourceDescriptor descriptor_;
};

class TestSink final : public TableSink {
 public:
  TestSink(std::optional<ChangelogMode> mode, std::optional<Parallelism> parallelism)
      : mode_(mode), parallelism_(parallelism) {}
  ChangelogMode changelog_mode(ChangelogMode requested) const override { return mode_.value_or(requested); }
  std::optional<Parallelism> parallelism() const override { return parallelism_; }
  Result<std::unique_ptr<connectors::SinkWriter>> create_writer(const connectors::SinkWriterContext&) const override {
    return not_supported("writing into a table of connector 'changelog'");
  }

 private:
  std::optional<ChangelogMode> mode_;
  std::optional<Parallelism> parallelism_;
};

class TestFactory final : public ConnectorFactory {
 public:
  std::string_view identifier() const override { return "changelog"; }
  std::vector<OptionScope> option_scopes(const TableDescription&) const override { return {{&test_options(), {}}}; }
  bool has_source() const override { return true; }
  bool has_sink() const override { return true; }
  Result<std::unique_ptr<TableSource>> create_source(const TableDescription& table) const override {
    SourceDescriptor descriptor;
    descriptor.changelog_mode = mode_of(table).value_or(ChangelogMode::insert_only());
    descriptor.parallelism = parallelism(table, test_options().scan_parallelism);
    return std::make_unique<TestSource>(descriptor);
  }
  Result<std::unique_ptr<TableSink>> create_sink(const TableDescription& table) const override {
    return std::make_unique<TestSink>(mode_of(table), parallelism(table, test_options().sink_parallelism));
  }
};

}  // namespace

void register_test_connector(connectors::ConnectorRegistry& registry) {
  registry.add(std::make_unique<TestFactory>());
}

}  // namespace eddyline::sql

#include "connectors/connector_registry.hpp"

namespace eddyline::connectors {
namespace {

class BlackholeWriter final : public SinkWriter {
 public:
  Status write(const Batch&) override { return {}; }
  Status flush() override { return {}; }
};

/// Takes every row and keeps none.
class BlackholeSink final : public TableSink {
 public:
  /// Nothing is done with the row that an update replaces, so the query need not make it.
  ChangelogMode changelog_mode(ChangelogMode requested) const override {
    return requested.without(RowKind::kUpdateBefore);
  }
  Result<std::unique_ptr<SinkWriter>> create_writer(const SinkWriterContext&) const override {
    return std::make_unique<BlackholeWriter>();
  }
};

class BlackholeFactory final : public ConnectorFactory {
 public:
  std::string_view identifier() const override { return "blackhole"; }
  std::vector<OptionScope> option_scopes(const TableDescription&) const override { return {}; }
  bool has_sink() const override { return true; }
  Result<std::unique_ptr<TableSink>> create_sink(const TableDescription&) const override {
    return std::make_unique<BlackholeSink>();
  }
};

}  // namespace

void register_blackhole(ConnectorRegistry& registry) {
  registry.add(std::make_unique<BlackholeFactory>());
}

}  // namespace eddyline::connectors

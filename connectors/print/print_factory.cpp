#include "common/base/check.hpp"
#include "connectors/connector_registry.hpp"
#include "connectors/print/print_options.hpp"
#include "connectors/print/print_writer.hpp"

namespace eddyline::connectors {
namespace {

/// "id:k=v:k2=w": the identifier and the static partition; either may be missing.
std::string identifier_with_partition(const std::optional<std::string>& identifier, const TableDescription& table) {
  std::string text = identifier.value_or("");
  for (const auto& [key, value] : table.static_partition) text += (text.empty() ? "" : ":") + key + "=" + value;
  return text;
}

/// "id:2> " of the second of several subtasks, "id> " of a single one, "2> " and nothing without an identifier.
std::string line_prefix(const std::string& identifier, const SinkWriterContext& context) {
  std::string text = identifier;
  if (context.parallelism.value() > 1) {
    if (!text.empty()) text += ':';
    text += std::to_string(context.subtask.value() + 1);
  }
  return text.empty() ? text : text + "> ";
}

class PrintSink final : public TableSink {
 public:
  PrintSink(RowType columns, std::string identifier, bool standard_error, std::optional<Parallelism> parallelism)
      : columns_(std::move(columns)),
        identifier_(std::move(identifier)),
        standard_error_(standard_error),
        parallelism_(parallelism) {}

  ChangelogMode changelog_mode(ChangelogMode requested) const override { return requested; }
  std::optional<Parallelism> parallelism() const override { return parallelism_; }
  Result<std::unique_ptr<SinkWriter>> create_writer(const SinkWriterContext& context) const override {
    TextOutput* output = standard_error_ ? context.standard_error : context.standard_output;
    CHECK(output != nullptr) << "a print sink runs without the streams of its process";
    return std::make_unique<PrintWriter>(line_prefix(identifier_, context), columns_, *output);
  }

 private:
  RowType columns_;
  std::string identifier_;
  bool standard_error_;
  std::optional<Parallelism> parallelism_;
};

class PrintFactory final : public ConnectorFactory {
 public:
  std::string_view identifier() const override { return "print"; }
  std::vector<OptionScope> option_scopes(const TableDescription&) const override { return {{&print_options()}}; }
  bool has_sink() const override { return true; }

  Result<std::unique_ptr<TableSink>> create_sink(const TableDescription& table) const override {
    for (const RowField& column : table.columns) {
      if (column.type.is_nested())
        return not_supported("printing column '" + column.name + "' of type " + column.type.to_string());
    }
    ASSIGN_OR_RETURN(const auto identifier, table.options.find(print_options().identifier));
    ASSIGN_OR_RETURN(const bool standard_error, table.options.get(print_options().standard_error));
    ASSIGN_OR_RETURN(const auto parallelism, table.options.find(print_options().parallelism));
    return std::make_unique<PrintSink>(
        table.columns, identifier_with_partition(identifier, table), standard_error,
        parallelism ? std::optional(Parallelism(static_cast<uint32_t>(*parallelism))) : std::nullopt);
  }
};

}  // namespace

const PrintOptions& print_options() {
  static const PrintOptions options;
  return options;
}

void register_print(ConnectorRegistry& registry) {
  registry.add(std::make_unique<PrintFactory>());
}

}  // namespace eddyline::connectors

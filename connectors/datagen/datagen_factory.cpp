#include "connectors/connector_registry.hpp"
#include "connectors/datagen/datagen_options.hpp"
#include "connectors/datagen/datagen_source.hpp"

namespace eddyline::connectors {
namespace {

/// Which keys a field takes depends on its kind and type.
void add_field(const RowField& field, const Configuration& options, std::vector<OptionScope>& scopes) {
  const auto add = [&](const OptionGroup& group) { scopes.push_back({&group, {field.name}}); };
  add(datagen_field_options());
  const std::string* kind = options.raw(datagen_field_options().kind.key_of(field.name));
  if (kind != nullptr && *kind == "sequence") {
    // Types without sequences take its keys too, and have no use for them.
    add(datagen_sequence_options());
    if (is_sequence_type(field.type)) return;
  }
  add(datagen_random_options());
  if (field.type.is_character() || field.type.is_binary()) return add(datagen_length_options());
  if (field.type.is_timestamp()) return add(datagen_timestamp_options());
  if (field.type.is_numeric() || field.type.is_interval()) return add(datagen_range_options());
}

Result<DatagenTable> read_table(const TableDescription& description) {
  DatagenTable table;
  const Configuration& options = description.options;
  for (const RowField& field : description.columns) {
    ASSIGN_OR_RETURN(FieldGenerator generator, make_field_generator(field, options));
    if (generator.values && (!table.rows || *generator.values < *table.rows)) table.rows = generator.values;
    table.fields.push_back(std::move(generator));
  }
  ASSIGN_OR_RETURN(table.rows_per_second, options.get(datagen_options().rows_per_second));
  ASSIGN_OR_RETURN(table.number_of_rows, options.find(datagen_options().number_of_rows));
  ASSIGN_OR_RETURN(const auto parallelism, options.find(datagen_options().parallelism));
  if (parallelism) table.parallelism = Parallelism(static_cast<uint32_t>(*parallelism));
  if (table.number_of_rows && (!table.rows || *table.number_of_rows < *table.rows)) table.rows = table.number_of_rows;
  return table;
}

class DatagenFactory final : public ConnectorFactory {
 public:
  std::string_view identifier() const override { return "datagen"; }
  std::vector<OptionScope> option_scopes(const TableDescription& table) const override {
    // Without names, so that a table without columns shows all there is.
    std::vector<OptionScope> scopes{{&datagen_options()},          {&datagen_field_options()},
                                    {&datagen_sequence_options()}, {&datagen_random_options()},
                                    {&datagen_range_options()},    {&datagen_timestamp_options()},
                                    {&datagen_length_options()}};
    for (const RowField& field : table.columns) add_field(field, table.options, scopes);
    return scopes;
  }
  bool has_source() const override { return true; }
  Result<std::unique_ptr<TableSource>> create_source(const TableDescription& table) const override {
    ASSIGN_OR_RETURN(DatagenTable content, read_table(table));
    return std::make_unique<DatagenSource>(std::make_shared<const DatagenTable>(std::move(content)));
  }
};

}  // namespace

void register_datagen(ConnectorRegistry& registry) {
  registry.add(std::make_unique<DatagenFactory>());
}

}  // namespace eddyline::connectors

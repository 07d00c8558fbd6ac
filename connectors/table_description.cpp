#include "connectors/table_description.hpp"

#include <map>

namespace eddyline::connectors {

TableDescription describe_table(const plan::ResolvedTable& table) {
  TableDescription description;
  description.name = table.identifier.to_string();
  std::map<size_t, size_t> physical_index;
  for (size_t column = 0; column < table.columns.size(); ++column) {
    const plan::TableColumn& declared = table.columns[column];
    if (declared.kind != plan::ColumnKind::kPhysical) continue;
    physical_index[column] = description.columns.size();
    description.columns.push_back({declared.name, declared.type.with_time_attribute(TimeAttribute::kNone)});
  }
  if (table.primary_key.has_value()) {
    for (const size_t column : table.primary_key->columns) description.primary_key.push_back(physical_index.at(column));
  }
  description.options = Configuration({table.options.begin(), table.options.end()});
  return description;
}

}  // namespace eddyline::connectors

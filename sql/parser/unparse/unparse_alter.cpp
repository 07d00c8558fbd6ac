#include "common/base/quoting.hpp"
#include "sql/parser/unparse/unparse.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {

namespace {

void write_action(std::string& out, const RenameObject& rename) {
  out += "RENAME TO ";
  write(out, rename.new_name);
}

void write_action(std::string& out, const RenameColumn& rename) {
  out += "RENAME ";
  write(out, rename.column);
  out += " TO ";
  write(out, rename.new_name);
}

void write_action(std::string& out, const SetOptions& set) {
  out += "SET ";
  write(out, set.options);
}

void write_action(std::string& out, const ResetOptions& reset) {
  out += "RESET (";
  write_list(out, reset.keys, ", ", [](std::string& text, const StringLiteralNode& key) { write(text, key); });
  out += ')';
}

void write_action(std::string& out, const StringLiteralNode& comment) {
  out += "COMMENT ";
  write(out, comment);
}

void write_action(std::string& out, const ChangeElements& change) {
  out += change.modify ? "MODIFY (\n  " : "ADD (\n  ";
  write_list(out, element_texts(change.elements), ",\n  ",
             [](std::string& text, const std::string& element) { text += element; });
  out += "\n)";
}

void write_action(std::string& out, const DropColumns& drop) {
  out += "DROP (";
  write_list(out, drop.columns, ", ", [](std::string& text, const QualifiedName& column) { write(text, column); });
  out += ')';
}

void write_action(std::string& out, const DropConstraint& drop) {
  if (!drop.name) {
    out += "DROP PRIMARY KEY";
    return;
  }
  out += "DROP CONSTRAINT ";
  write(out, *drop.name);
}

void write_action(std::string& out, const DropWatermark&) {
  out += "DROP WATERMARK";
}

void write_action(std::string& out, const DropDistribution&) {
  out += "DROP DISTRIBUTION";
}

void write_action(std::string& out, const AddPartitions& add) {
  out += add.if_not_exists ? "ADD IF NOT EXISTS" : "ADD";
  for (const AddPartitions::Partition& partition : add.partitions) {
    out += " PARTITION ";
    write(out, partition.items);
    if (partition.options.empty()) continue;
    out += " WITH ";
    write(out, partition.options);
  }
}

void write_action(std::string& out, const DropPartitions& drop) {
  out += drop.if_exists ? "DROP IF EXISTS " : "DROP ";
  write_list(out, drop.partitions, ", ", [](std::string& text, const std::vector<PartitionItem>& partition) {
    text += "PARTITION ";
    write(text, partition);
  });
}

void write_view(std::string& out, const AlterView& view) {
  out += "ALTER VIEW ";
  write(out, view.name);
  if (view.new_name) {
    out += " RENAME TO ";
    return write(out, *view.new_name);
  }
  out += " AS ";
  write(out, *view.query);
}

void write_function(std::string& out, const AlterFunction& function) {
  out += "ALTER ";
  if (function.scope != FunctionScope::kCatalog) out += "TEMPORARY ";
  if (function.scope == FunctionScope::kTemporarySystem) out += "SYSTEM ";
  out += function.if_exists ? "FUNCTION IF EXISTS " : "FUNCTION ";
  write(out, function.name);
  out += " AS ";
  write(out, function.implementation);
  if (!function.language) return;
  out += " LANGUAGE " + (*function.language == "SCALA" ? *function.language : quote_identifier(*function.language));
}

}  // namespace

void write(std::string& out, const AlterTable& alter) {
  out += alter.if_exists ? "ALTER TABLE IF EXISTS " : "ALTER TABLE ";
  write(out, alter.name);
  out += ' ';
  std::visit([&](const auto& action) { write_action(out, action); }, alter.action);
}

void write_alter(std::string& out, const Statement& statement) {
  if (statement.is<AlterTable>()) return write(out, statement.as<AlterTable>());
  if (statement.is<AlterView>()) return write_view(out, statement.as<AlterView>());
  if (statement.is<AlterFunction>()) return write_function(out, statement.as<AlterFunction>());
  if (statement.is<AlterDatabase>()) {
    const auto& database = statement.as<AlterDatabase>();
    out += "ALTER DATABASE ";
    write(out, database.name);
    out += " SET ";
    return write(out, database.options);
  }
  const auto& catalog = statement.as<AlterCatalog>();
  out += "ALTER CATALOG ";
  write(out, catalog.name);
  out += ' ';
  std::visit([&](const auto& action) { write_action(out, action); }, catalog.action);
}

}  // namespace eddyline::sql

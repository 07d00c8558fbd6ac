#include "sql/parser/unparse/unparse.hpp"

namespace eddyline::sql {

namespace {

std::string_view show_text(ShowKind kind) {
  switch (kind) {
    case ShowKind::kCatalogs:
      return "CATALOGS";
    case ShowKind::kCurrentCatalog:
      return "CURRENT CATALOG";
    case ShowKind::kDatabases:
      return "DATABASES";
    case ShowKind::kCurrentDatabase:
      return "CURRENT DATABASE";
    case ShowKind::kTables:
      return "TABLES";
    case ShowKind::kViews:
      return "VIEWS";
    case ShowKind::kMaterializedTables:
      return "MATERIALIZED TABLES";
    case ShowKind::kColumns:
      return "COLUMNS";
    case ShowKind::kPartitions:
      return "PARTITIONS";
    case ShowKind::kFunctions:
      return "FUNCTIONS";
    case ShowKind::kProcedures:
      return "PROCEDURES";
    case ShowKind::kModules:
      return "MODULES";
    case ShowKind::kModels:
      return "MODELS";
    case ShowKind::kJars:
      return "JARS";
    case ShowKind::kJobs:
      return "JOBS";
    case ShowKind::kCreateTable:
      return "CREATE TABLE";
    case ShowKind::kCreateView:
      return "CREATE VIEW";
    case ShowKind::kCreateCatalog:
      return "CREATE CATALOG";
  }
  return "";
}

/// Whether the name is the statement's object rather than a place to list.
bool names_object(ShowKind kind) {
  return kind >= ShowKind::kCreateTable || kind == ShowKind::kPartitions;
}

void write_like(std::string& out, const LikePattern& like) {
  out += like.negated ? " NOT " : " ";
  out += like.case_insensitive ? "ILIKE " : "LIKE ";
  write(out, like.pattern);
}

}  // namespace

void write(std::string& out, const Show& show) {
  out += "SHOW ";
  if (show.user) out += "USER ";
  if (show.full) out += "FULL ";
  out += show_text(show.show);
  if (!show.name.parts.empty()) {
    out += names_object(show.show) ? " " : " FROM ";
    write(out, show.name);
  }
  if (!show.partition.empty()) {
    out += " PARTITION ";
    write(out, show.partition);
  }
  if (show.like) write_like(out, *show.like);
}

}  // namespace eddyline::sql

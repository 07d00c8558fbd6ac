// SHOW, DESCRIBE and STOP JOB.

#include <algorithm>

#include "common/base/quoting.hpp"
#include "expression/functions/kernel/character_case.hpp"
#include "expression/functions/kernel/like_pattern.hpp"
#include "sql/parser/unparser.hpp"
#include "sql/session/construct_name.hpp"
#include "sql/session/session.hpp"

namespace eddyline::sql {
namespace {

/// The names that SHOW ... [NOT] [I]LIKE asks for.
class NameFilter {
 public:
  static Result<NameFilter> of(const std::optional<LikePattern>& like) {
    NameFilter filter;
    if (!like) return filter;
    filter.case_insensitive_ = like->case_insensitive;
    filter.negated_ = like->negated;
    auto pattern = expression::LikePattern::parse(filter.in_case(like->pattern.text), /*escape=*/"");
    if (!pattern.ok()) return pattern.status().at(like->pattern.position);
    filter.pattern_ = *std::move(pattern);
    return filter;
  }

  bool takes(std::string_view name) const { return !pattern_ || pattern_->matches(in_case(name)) != negated_; }

 private:
  std::string in_case(std::string_view text) const {
    if (!case_insensitive_) return std::string(text);
    std::string lower;
    expression::append_lower(lower, text);
    return lower;
  }

  std::optional<expression::LikePattern> pattern_;
  bool case_insensitive_ = false;
  bool negated_ = false;
};

Result<StatementResult> name_table(std::string column, const std::vector<std::string>& names,
                                   const std::optional<LikePattern>& like) {
  ASSIGN_OR_RETURN(const NameFilter filter, NameFilter::of(like));
  StaticTable table{{std::move(column)}, {}};
  for (const std::string& name : names) {
    if (filter.takes(name)) table.rows.push_back({name});
  }
  return StatementResult(std::move(table));
}

StaticTable description_table(const std::vector<ColumnDescription>& columns) {
  bool comments = false;
  for (const ColumnDescription& column : columns) comments = comments || !column.comment.empty();
  StaticTable table{{"name", "type", "null", "key", "extras", "watermark"}, {}};
  if (comments) table.columns.push_back("comment");
  for (const ColumnDescription& column : columns) {
    std::vector<std::string> row{column.name, column.type, column.nullable, column.key, column.extras, column.watermark};
    if (comments) row.push_back(column.comment);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Result<StatementResult> job_command(JobCommand::Action action, const StringLiteralNode& id) {
  const auto job = JobId::parse(id.text);
  if (!job.ok()) return job.status().at(id.position);
  return StatementResult(JobCommand{action, *job});
}

std::string create_view_text(const View& view) {
  std::string text = view.temporary ? "CREATE TEMPORARY VIEW " : "CREATE VIEW ";
  text += view.identifier.quoted() + " (\n";
  for (size_t i = 0; i < view.columns.size(); ++i) {
    text += "  " + quote_identifier(view.columns[i].name) + (i + 1 < view.columns.size() ? ",\n" : "\n");
  }
  text += ")\n";
  if (view.comment) text += "COMMENT " + quote_string(*view.comment) + "\n";
  return text + "AS " + view.query_text + "\n";
}

}  // namespace

Result<StatementResult> Session::show(const Show& show) {
  const auto names = [&](const char* column, Result<std::vector<std::string>> found) -> Result<StatementResult> {
    if (!found.ok()) return found.status().at(show.position);
    return name_table(column, *found, show.like);
  };
  // FROM names a database, or a catalog and a database.
  std::string catalog = catalog_.current_catalog();
  std::string database = catalog_.current_database();
  if (!show.name.parts.empty()) {
    database = show.name.parts.back().text;
    if (show.name.parts.size() > 1) catalog = show.name.parts[show.name.parts.size() - 2].text;
  }
  switch (show.show) {
    case ShowKind::kTables:
      return names("table name", catalog_.tables(catalog, database));
    case ShowKind::kViews:
      return names("view name", catalog_.views(catalog, database));
    case ShowKind::kCatalogs:
      return names("catalog name", catalog_.catalogs());
    case ShowKind::kDatabases:
      return names("database name", catalog_.databases(show.name.parts.empty() ? catalog : database));
    case ShowKind::kCurrentCatalog:
      return names("current catalog name", std::vector<std::string>{catalog_.current_catalog()});
    case ShowKind::kCurrentDatabase:
      return names("current database name", std::vector<std::string>{catalog_.current_database()});
    case ShowKind::kFunctions: {
      std::vector<std::string> all;
      if (!show.user) {
        all = services_.functions.names();
        const std::vector<std::string> aggregates = services_.aggregate_functions.names();
        all.insert(all.end(), aggregates.begin(), aggregates.end());
        std::sort(all.begin(), all.end());
      }
      return names("function name", std::move(all));
    }
    case ShowKind::kCreateTable:
    case ShowKind::kCreateView:
      return show_create(show);
    case ShowKind::kColumns: {
      ASSIGN_OR_RETURN(const CatalogObject* object, described_object(show.name));
      ASSIGN_OR_RETURN(const NameFilter filter, NameFilter::of(show.like));
      std::vector<ColumnDescription> columns = describe_columns(*object);
      std::erase_if(columns, [&](const ColumnDescription& column) { return !filter.takes(column.name); });
      return StatementResult(description_table(columns));
    }
    case ShowKind::kJobs:
      return StatementResult(JobCommand{JobCommand::Action::kList, {}});
    case ShowKind::kMaterializedTables:
    case ShowKind::kPartitions:
    case ShowKind::kProcedures:
    case ShowKind::kModules:
    case ShowKind::kModels:
    case ShowKind::kJars:
    case ShowKind::kCreateCatalog:
      break;
  }
  return not_supported(construct_name(show)).at(show.position);
}

Result<StatementResult> Session::show_create(const Show& show) {
  const bool of_view = show.show == ShowKind::kCreateView;
  ASSIGN_OR_RETURN(const plan::ObjectIdentifier identifier, catalog_.qualify(show.name));
  const CatalogObject* object = catalog_.find(identifier);
  if (object == nullptr) {
    return validation_error("Could not execute SHOW CREATE " + std::string(of_view ? "VIEW. View" : "TABLE. Table") +
                            " with identifier " + identifier.quoted() + " does not exist.")
        .at(show.name.position());
  }
  const bool is_view = std::holds_alternative<ViewPtr>(*object);
  if (is_view != of_view) {
    const std::string_view wanted = of_view ? "VIEW" : "TABLE";
    const std::string_view other = of_view ? "TABLE" : "VIEW";
    return validation_error("SHOW CREATE " + std::string(wanted) + " is only supported for " +
                            (of_view ? "views" : "tables") + ", but " + identifier.quoted() + " is a " +
                            (of_view ? "table" : "view") + ". Please use SHOW CREATE " + std::string(other) + " instead.")
        .at(show.name.position());
  }
  const std::string text = is_view ? create_view_text(*std::get<ViewPtr>(*object))
                                   : create_table_text(*std::get<plan::ResolvedTablePtr>(*object));
  return StatementResult(StaticTable{{"result"}, {{text}}});
}

Result<const CatalogObject*> Session::described_object(const QualifiedName& name) const {
  ASSIGN_OR_RETURN(const plan::ObjectIdentifier identifier, catalog_.qualify(name));
  const CatalogObject* object = catalog_.find(identifier);
  if (object != nullptr) return object;
  return validation_error("Tables or views with the identifier '" + identifier.to_string() + "' doesn't exist.")
      .at(name.position());
}

Result<StatementResult> Session::describe(const Describe& describe) {
  if (describe.describe == DescribeKind::kJob) return job_command(JobCommand::Action::kDescribe, describe.job_id);
  if (describe.describe != DescribeKind::kTable) return not_supported(construct_name(describe)).at(describe.position);
  ASSIGN_OR_RETURN(const CatalogObject* object, described_object(describe.name));
  return StatementResult(description_table(describe_columns(*object)));
}

Result<StatementResult> Session::stop_job(const StopJob& stop) {
  if (stop.with_savepoint) {
    return not_supported(stop.with_drain ? "STOP JOB WITH SAVEPOINT WITH DRAIN" : "STOP JOB WITH SAVEPOINT").at(stop.position);
  }
  return job_command(JobCommand::Action::kCancel, stop.job_id);
}

}  // namespace eddyline::sql

#include "sql/session/session.hpp"

#include "common/config/engine_options.hpp"
#include "common/config/table_options.hpp"
#include "expression/time_zone.hpp"
#include "sql/binder/table_binder.hpp"
#include "sql/parser/parser.hpp"
#include "sql/session/construct_name.hpp"

namespace eddyline::sql {

Status check_time_zone(std::string_view key, const std::string& value) {
  if (!table_options().local_time_zone.matches(key)) return Status();
  return expression::make_time_zone(value).status();
}

Session::Session(const SessionServices& services, Configuration base)
    : services_(services), configuration_(std::move(base), engine_option_catalog()) {}

Result<StatementResult> Session::execute(std::string_view text, SourcePosition start) {
  ASSIGN_OR_RETURN(const StatementPtr statement, parse_statement(text, start));
  return execute(*statement);
}

Result<StatementResult> Session::execute(const Statement& statement) {
  Result<StatementResult> result = dispatch(statement);
  // What concerns the statement as a whole, such as a setting it reads, is reported at its start.
  if (!result.ok()) return result.status().at(statement.position);
  return result;
}

Result<StatementResult> Session::dispatch(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kCreateTable:
      return create_table(statement.as<CreateTable>());
    case StatementKind::kCreateView:
      return create_view(statement.as<CreateView>());
    case StatementKind::kDrop:
      return drop(statement.as<Drop>());
    case StatementKind::kUse:
      return use(statement.as<Use>());
    case StatementKind::kSet:
      return set(statement.as<Set>());
    case StatementKind::kReset:
      return reset(statement.as<Reset>());
    case StatementKind::kShow:
      return show(statement.as<Show>());
    case StatementKind::kDescribe:
      return describe(statement.as<Describe>());
    case StatementKind::kQuery:
      return query(statement.as<QueryStatement>());
    case StatementKind::kInsert:
      return insert(statement.as<Insert>());
    case StatementKind::kExplain:
      return explain(statement.as<Explain>());
    case StatementKind::kClientCommand:
      switch (statement.as<ClientCommand>().command) {
        case ClientCommandKind::kHelp:
          return StatementResult(ClientAction::kHelp);
        case ClientCommandKind::kClear:
          return StatementResult(ClientAction::kClear);
        case ClientCommandKind::kQuit:
        case ClientCommandKind::kExit:
          return StatementResult(ClientAction::kQuit);
      }
      break;
    case StatementKind::kStopJob:
      return stop_job(statement.as<StopJob>());
    case StatementKind::kStatementSet:
    case StatementKind::kUpdate:
    case StatementKind::kDelete:
    case StatementKind::kTruncateTable:
    case StatementKind::kCreateDatabase:
    case StatementKind::kCreateCatalog:
    case StatementKind::kCreateFunction:
    case StatementKind::kAlterTable:
    case StatementKind::kAlterView:
    case StatementKind::kAlterDatabase:
    case StatementKind::kAlterCatalog:
    case StatementKind::kAlterFunction:
    case StatementKind::kCompilePlan:
    case StatementKind::kExecutePlan:
    case StatementKind::kLoadModule:
    case StatementKind::kUnloadModule:
    case StatementKind::kJar:
    case StatementKind::kCall:
    case StatementKind::kAnalyzeTable:
    case StatementKind::kBeginStatementSet:
    case StatementKind::kEndStatementSet:
      break;
  }
  return not_supported(construct_name(statement)).at(statement.position);
}

Result<BinderContext> Session::binder_context(const expression::TimeZone& zone) const {
  ASSIGN_OR_RETURN(const bool dynamic_options,
                   configuration_.effective().get(table_options().dynamic_table_options_enabled));
  ASSIGN_OR_RETURN(const bool lenient_cast, configuration_.effective().get(table_options().legacy_bytes_to_string_cast));
  return BinderContext{catalog_,
                       {catalog_.current_catalog(), catalog_.current_database()},
                       services_.functions,
                       services_.aggregate_functions,
                       zone,
                       dynamic_options,
                       lenient_cast};
}

Result<StatementResult> Session::create_table(const CreateTable& create) {
  ASSIGN_OR_RETURN(const auto zone, time_zone());
  ASSIGN_OR_RETURN(const BinderContext context, binder_context(*zone));
  ASSIGN_OR_RETURN(plan::ResolvedTablePtr table, TableBinder(context).bind(create));
  RETURN_IF_ERROR(catalog_.create(std::move(table), create.if_not_exists).at(create.name.position()));
  return StatementResult(Succeeded());
}

Result<StatementResult> Session::create_view(const CreateView& create) {
  ASSIGN_OR_RETURN(const auto zone, time_zone());
  ASSIGN_OR_RETURN(const BinderContext context, binder_context(*zone));
  // The view outlives the statement, so it owns a tree of its own.
  auto query = parse_query(create.query_text, create.query->position);
  CHECK(query.ok()) << "a view's query was parsed before: " << query.status().to_string();
  ASSIGN_OR_RETURN(ViewPtr view, bind_view_definition(context, create, *std::move(query)));
  RETURN_IF_ERROR(catalog_.create(std::move(view), create.if_not_exists).at(create.name.position()));
  return StatementResult(Succeeded());
}

Result<StatementResult> Session::drop(const Drop& drop) {
  if (drop.object != ObjectKind::kTable && drop.object != ObjectKind::kView) {
    return not_supported(construct_name(drop)).at(drop.position);
  }
  const ObjectType type = drop.object == ObjectKind::kView ? ObjectType::kView : ObjectType::kTable;
  ASSIGN_OR_RETURN(const plan::ObjectIdentifier identifier, catalog_.qualify(drop.name));
  RETURN_IF_ERROR(catalog_.drop(identifier, type, drop.temporary, drop.if_exists).at(drop.name.position()));
  return StatementResult(Succeeded());
}

Result<StatementResult> Session::use(const Use& use) {
  switch (use.target) {
    case Use::Target::kCatalog:
      RETURN_IF_ERROR(catalog_.use_catalog(use.name.parts[0].text).at(use.name.position()));
      break;
    case Use::Target::kDatabase: {
      const bool qualified = use.name.parts.size() > 1;
      RETURN_IF_ERROR(catalog_.use_database(qualified ? use.name.parts[0].text : "", use.name.parts.back().text)
                          .at(use.name.position()));
      break;
    }
    case Use::Target::kModules:
      return not_supported("USE MODULES").at(use.position);
  }
  return StatementResult(Succeeded());
}

Result<StatementResult> Session::set(const Set& set) {
  if (set.option) {
    const std::string& key = set.option->key.text;
    const std::string& value = set.option->value.text;
    const Status read = check_time_zone(key, value);
    if (!read.ok()) {
      return read.with_context("Failed to set key " + key + " with value " + value).at(set.option->value.position);
    }
    RETURN_IF_ERROR(configuration_.set(key, value).at(set.option->key.position));
    Succeeded succeeded;
    if (auto warning = configuration_.warning(key)) succeeded.warnings.push_back(*std::move(warning));
    return StatementResult(std::move(succeeded));
  }
  StaticTable table{{"key", "value"}, {}};
  for (auto& [key, value] : configuration_.displayed()) table.rows.push_back({key, value});
  return StatementResult(std::move(table));
}

Result<StatementResult> Session::reset(const Reset& reset) {
  if (reset.key) {
    configuration_.reset(reset.key->text);
  } else {
    configuration_.reset();
  }
  return StatementResult(Succeeded());
}

}  // namespace eddyline::sql

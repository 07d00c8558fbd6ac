#include "sql/parser/unparse/unparse.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {

namespace {

std::string_view conflict_text(ConflictAction action) {
  switch (action) {
    case ConflictAction::kError:
      return "\nON CONFLICT DO ERROR";
    case ConflictAction::kNothing:
      return "\nON CONFLICT DO NOTHING";
    case ConflictAction::kDeduplicate:
      return "\nON CONFLICT DO DEDUPLICATE";
  }
  return "";
}

void write_insert(std::string& out, const Insert& insert) {
  out += insert.overwrite ? "INSERT OVERWRITE " : "INSERT INTO ";
  write(out, insert.table);
  if (!insert.hints.empty()) {
    out += ' ';
    write(out, insert.hints);
  }
  if (!insert.partition.empty()) {
    out += " PARTITION ";
    write(out, insert.partition);
  }
  if (!insert.columns.empty()) {
    out += ' ';
    write(out, insert.columns);
  }
  out += '\n';
  write(out, *insert.query);
  if (insert.on_conflict) out += conflict_text(*insert.on_conflict);
}

void write_statement_set(std::string& out, const StatementSet& set) {
  out += "STATEMENT SET BEGIN\n";
  for (const StatementPtr& member : set.statements) {
    write(out, *member);
    out += ";\n";
  }
  out += "END";
}

void write_alias(std::string& out, const std::optional<Identifier>& alias) {
  if (!alias) return;
  out += " AS ";
  write(out, *alias);
}

void write_where(std::string& out, const ExpressionPtr& where) {
  if (!where) return;
  out += "\nWHERE ";
  write(out, *where);
}

void write_update(std::string& out, const Update& update) {
  out += "UPDATE ";
  write(out, update.table);
  write_alias(out, update.alias);
  out += " SET ";
  write_list(out, update.assignments, ", ", [](std::string& text, const Assignment& assignment) {
    write(text, assignment.column);
    text += " = ";
    write(text, *assignment.value);
  });
  write_where(out, update.where);
}

void write_delete(std::string& out, const Delete& statement) {
  out += "DELETE FROM ";
  write(out, statement.table);
  write_alias(out, statement.alias);
  write_where(out, statement.where);
}

std::string_view object_text(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kTable:
      return "TABLE ";
    case ObjectKind::kView:
      return "VIEW ";
    case ObjectKind::kDatabase:
      return "DATABASE ";
    case ObjectKind::kCatalog:
      return "CATALOG ";
    case ObjectKind::kFunction:
      return "FUNCTION ";
    case ObjectKind::kModel:
      return "MODEL ";
  }
  return "";
}

void write_drop(std::string& out, const Drop& drop) {
  out += "DROP ";
  if (drop.temporary) out += "TEMPORARY ";
  if (drop.system) out += "SYSTEM ";
  out += object_text(drop.object);
  if (drop.if_exists) out += "IF EXISTS ";
  write(out, drop.name);
  if (drop.cascade) out += " CASCADE";
}

void write_describe(std::string& out, const Describe& describe) {
  out += "DESCRIBE ";
  switch (describe.describe) {
    case DescribeKind::kTable:
      break;
    case DescribeKind::kCatalog:
      out += "CATALOG ";
      break;
    case DescribeKind::kDatabase:
      out += "DATABASE ";
      break;
    case DescribeKind::kFunction:
      out += "FUNCTION ";
      break;
    case DescribeKind::kModel:
      out += "MODEL ";
      break;
    case DescribeKind::kJob:
      out += "JOB ";
      return write(out, describe.job_id);
  }
  if (describe.extended) out += "EXTENDED ";
  write(out, describe.name);
}

void write_use(std::string& out, const Use& use) {
  switch (use.target) {
    case Use::Target::kDatabase:
      out += "USE ";
      return write(out, use.name);
    case Use::Target::kCatalog:
      out += "USE CATALOG ";
      return write(out, use.name);
    case Use::Target::kModules:
      out += "USE MODULES ";
      return write_list(out, use.modules, ", ", [](std::string& text, const Identifier& name) { write(text, name); });
  }
}

void write_set(std::string& out, const Set& set) {
  out += "SET";
  if (!set.option) return;
  out += ' ';
  write(out, set.option->key);
  out += " = ";
  write(out, set.option->value);
}

std::string_view detail_text(ExplainDetail detail) {
  switch (detail) {
    case ExplainDetail::kEstimatedCost:
      return "ESTIMATED_COST";
    case ExplainDetail::kChangelogMode:
      return "CHANGELOG_MODE";
    case ExplainDetail::kJsonExecutionPlan:
      return "JSON_EXECUTION_PLAN";
    case ExplainDetail::kPlanAdvice:
      return "PLAN_ADVICE";
  }
  return "";
}

void write_explain(std::string& out, const Explain& explain) {
  out += "EXPLAIN ";
  write_list(out, explain.details, ", ", [](std::string& text, const Explain::Detail& detail) { text += detail_text(detail.detail); });
  if (!explain.details.empty()) out += ' ';
  write(out, *explain.statement);
}

void write_compile(std::string& out, const CompilePlan& compile) {
  out += compile.execute ? "COMPILE AND EXECUTE PLAN " : "COMPILE PLAN ";
  write(out, compile.path);
  if (compile.if_not_exists) out += " IF NOT EXISTS";
  out += " FOR ";
  write(out, *compile.statement);
}

void write_stop(std::string& out, const StopJob& stop) {
  out += "STOP JOB ";
  write(out, stop.job_id);
  if (stop.with_savepoint) out += " WITH SAVEPOINT";
  if (stop.with_drain) out += " WITH DRAIN";
}

void write_analyze(std::string& out, const AnalyzeTable& analyze) {
  out += "ANALYZE TABLE ";
  write(out, analyze.table);
  if (!analyze.partition.empty()) {
    out += " PARTITION ";
    write(out, analyze.partition);
  }
  out += " COMPUTE STATISTICS";
  if (analyze.all_columns) out += " FOR ALL COLUMNS";
  if (analyze.columns.empty()) return;
  out += " FOR COLUMNS ";
  write_list(out, analyze.columns, ", ", [](std::string& text, const Identifier& column) { write(text, column); });
}

void write_load(std::string& out, const LoadModule& load) {
  out += "LOAD MODULE ";
  write(out, load.name);
  if (load.options.empty()) return;
  out += " WITH ";
  write(out, load.options);
}

std::string_view command_text(ClientCommandKind command) {
  switch (command) {
    case ClientCommandKind::kHelp:
      return "HELP";
    case ClientCommandKind::kClear:
      return "CLEAR";
    case ClientCommandKind::kQuit:
      return "QUIT";
    case ClientCommandKind::kExit:
      return "EXIT";
  }
  return "";
}

void write_text(std::string& out, std::string_view words, const StringLiteralNode& text) {
  out += words;
  write(out, text);
}

void write_name(std::string& out, std::string_view words, const QualifiedName& name) {
  out += words;
  write(out, name);
}

}  // namespace

void write(std::string& out, const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kQuery:
      return write(out, *statement.as<QueryStatement>().query);
    case StatementKind::kInsert:
      return write_insert(out, statement.as<Insert>());
    case StatementKind::kStatementSet:
      return write_statement_set(out, statement.as<StatementSet>());
    case StatementKind::kUpdate:
      return write_update(out, statement.as<Update>());
    case StatementKind::kDelete:
      return write_delete(out, statement.as<Delete>());
    case StatementKind::kTruncateTable:
      return write_name(out, "TRUNCATE TABLE ", statement.as<TruncateTable>().table);
    case StatementKind::kCreateTable:
    case StatementKind::kCreateView:
    case StatementKind::kCreateDatabase:
    case StatementKind::kCreateCatalog:
    case StatementKind::kCreateFunction:
      return write_create(out, statement);
    case StatementKind::kDrop:
      return write_drop(out, statement.as<Drop>());
    case StatementKind::kAlterTable:
    case StatementKind::kAlterView:
    case StatementKind::kAlterDatabase:
    case StatementKind::kAlterCatalog:
    case StatementKind::kAlterFunction:
      return write_alter(out, statement);
    case StatementKind::kShow:
      return write(out, statement.as<Show>());
    case StatementKind::kDescribe:
      return write_describe(out, statement.as<Describe>());
    case StatementKind::kUse:
      return write_use(out, statement.as<Use>());
    case StatementKind::kSet:
      return write_set(out, statement.as<Set>());
    case StatementKind::kReset:
      out += "RESET";
      if (statement.as<Reset>().key) write_text(out, " ", *statement.as<Reset>().key);
      return;
    case StatementKind::kExplain:
      return write_explain(out, statement.as<Explain>());
    case StatementKind::kCompilePlan:
      return write_compile(out, statement.as<CompilePlan>());
    case StatementKind::kExecutePlan:
      return write_text(out, "EXECUTE PLAN ", statement.as<ExecutePlan>().path);
    case StatementKind::kStopJob:
      return write_stop(out, statement.as<StopJob>());
    case StatementKind::kLoadModule:
      return write_load(out, statement.as<LoadModule>());
    case StatementKind::kUnloadModule:
      out += "UNLOAD MODULE ";
      return write(out, statement.as<UnloadModule>().name);
    case StatementKind::kJar:
      return write_text(out, statement.as<Jar>().remove ? "REMOVE JAR " : "ADD JAR ", statement.as<Jar>().path);
    case StatementKind::kCall:
      out += "CALL ";
      return write(out, *statement.as<Call>().procedure);
    case StatementKind::kAnalyzeTable:
      return write_analyze(out, statement.as<AnalyzeTable>());
    case StatementKind::kBeginStatementSet:
      out += "BEGIN STATEMENT SET";
      return;
    case StatementKind::kEndStatementSet:
      out += "END";
      return;
    case StatementKind::kClientCommand:
      out += command_text(statement.as<ClientCommand>().command);
      return;
  }
}

std::string to_sql(const Statement& statement) {
  std::string out;
  write(out, statement);
  return out;
}

std::string to_sql(const Query& query) {
  std::string out;
  write(out, query);
  return out;
}

std::string to_sql(const Expression& expression) {
  std::string out;
  write(out, expression);
  return out;
}

std::string to_sql(const TypeNode& type) {
  std::string out;
  write(out, type);
  return out;
}

}  // namespace eddyline::sql

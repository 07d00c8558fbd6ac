#include <algorithm>

#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

Result<StatementPtr> parse_use(TokenStream& tokens) {
  auto use = make_node<Use>(tokens);
  tokens.advance();
  if (tokens.accept(Keyword::kModules)) {
    use->target = Use::Target::kModules;
    do {
      ASSIGN_OR_RETURN(Identifier module, tokens.name());
      use->modules.push_back(std::move(module));
    } while (tokens.accept(TokenKind::kComma));
    return use;
  }
  if (tokens.current().keyword == Keyword::kCatalog && tokens.is_name(tokens.peek())) {
    tokens.advance();
    use->target = Use::Target::kCatalog;
    ASSIGN_OR_RETURN(Identifier catalog, tokens.name());
    use->name.parts.push_back(std::move(catalog));
    return use;
  }
  ASSIGN_OR_RETURN(use->name, tokens.qualified_name());
  return use;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

bool at_statement_end(TokenStream& tokens) {
  return tokens.at_end() || tokens.at(TokenKind::kSemicolon);
}

/// The key of an unquoted `SET a.b-c = value`: the text up to the equals sign, which may hold what is no token.
Result<StringLiteralNode> parse_bare_key(TokenStream& tokens) {
  const Token first = tokens.current();
  while (!tokens.at(TokenKind::kEqual)) {
    if (at_statement_end(tokens)) return tokens.unexpected();
    tokens.advance();
  }
  return StringLiteralNode{std::string(trimmed(tokens.text_since(first))), first.position};
}

Result<StatementPtr> parse_set(TokenStream& tokens) {
  auto set = make_node<Set>(tokens);
  tokens.advance();
  if (at_statement_end(tokens)) return set;
  OptionNode option;
  if (tokens.at_string()) {
    ASSIGN_OR_RETURN(option.key, tokens.string());
  } else {
    if (tokens.at(TokenKind::kEqual)) return tokens.unexpected();
    ASSIGN_OR_RETURN(option.key, parse_bare_key(tokens));
  }
  RETURN_IF_ERROR(tokens.expect(TokenKind::kEqual));
  if (tokens.at_string()) {
    ASSIGN_OR_RETURN(option.value, tokens.string());
  } else {
    if (at_statement_end(tokens)) return tokens.unexpected();
    const SourcePosition position = tokens.position();
    option.value = StringLiteralNode{std::string(tokens.take_rest()), position};
  }
  set->option = std::move(option);
  return set;
}

Result<StatementPtr> parse_reset(TokenStream& tokens) {
  auto reset = make_node<Reset>(tokens);
  tokens.advance();
  if (at_statement_end(tokens)) return reset;
  if (tokens.at_string()) {
    ASSIGN_OR_RETURN(reset->key, tokens.string());
  } else {
    const SourcePosition position = tokens.position();
    reset->key = StringLiteralNode{std::string(tokens.take_rest()), position};
  }
  return reset;
}

Status parse_details(TokenStream& tokens, Explain& explain) {
  struct DetailWord {
    Keyword word;
    ExplainDetail detail;
  };
  constexpr DetailWord kDetails[] = {{Keyword::kEstimatedCost, ExplainDetail::kEstimatedCost},
                                     {Keyword::kChangelogMode, ExplainDetail::kChangelogMode},
                                     {Keyword::kJsonExecutionPlan, ExplainDetail::kJsonExecutionPlan},
                                     {Keyword::kPlanAdvice, ExplainDetail::kPlanAdvice}};
  bool more = true;
  while (more) {
    const size_t before = explain.details.size();
    const SourcePosition position = tokens.position();
    for (const DetailWord& entry : kDetails) {
      if (!tokens.accept(entry.word)) continue;
      if (std::ranges::count(explain.details, entry.detail, &Explain::Detail::detail) > 0) {
        return parse_error("Duplicate EXPLAIN DETAIL is not allowed.", position);
      }
      explain.details.push_back({entry.detail, position});
    }
    if (explain.details.size() == before) return before == 0 ? Status() : tokens.unexpected();
    more = tokens.accept(TokenKind::kComma);
  }
  return {};
}

/// A statement a plan can be made for.
Result<StatementPtr> parse_planned(TokenStream& tokens) {
  if (tokens.at(Keyword::kStatement)) return parse_statement_set(tokens);
  if (tokens.at(Keyword::kInsert) || tokens.at(Keyword::kUpsert)) return parse_insert(tokens);
  if (tokens.at(Keyword::kUpdate)) return parse_update(tokens);
  if (tokens.at(Keyword::kDelete)) return parse_delete(tokens);
  if (tokens.at(Keyword::kCreate)) return parse_create(tokens);
  if (tokens.at(Keyword::kReplace)) return parse_replace_table(tokens);
  if (tokens.at(Keyword::kExecute)) return parse_execute(tokens);
  return parse_query_statement(tokens);
}

Result<StatementPtr> parse_explain(TokenStream& tokens) {
  auto explain = make_node<Explain>(tokens);
  tokens.advance();
  if (tokens.accept(Keyword::kPlan)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kFor));
  } else {
    RETURN_IF_ERROR(parse_details(tokens, *explain));
  }
  ASSIGN_OR_RETURN(explain->statement, parse_planned(tokens));
  return explain;
}

/// INSERT or STATEMENT SET, behind FOR.
Result<StatementPtr> parse_compiled(TokenStream& tokens) {
  RETURN_IF_ERROR(tokens.expect(Keyword::kFor));
  return tokens.at(Keyword::kStatement) ? parse_statement_set(tokens) : parse_insert(tokens);
}

Result<StatementPtr> parse_compile_plan(TokenStream& tokens) {
  auto compile = make_node<CompilePlan>(tokens);
  tokens.advance();
  if (tokens.accept(Keyword::kAnd)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kExecute));
    compile->execute = true;
  }
  RETURN_IF_ERROR(tokens.expect(Keyword::kPlan));
  ASSIGN_OR_RETURN(compile->path, tokens.string());
  if (!compile->execute) {
    compile->if_not_exists = tokens.accept({Keyword::kIf, Keyword::kNot, Keyword::kExists});
  }
  ASSIGN_OR_RETURN(compile->statement, parse_compiled(tokens));
  return compile;
}

Result<StatementPtr> parse_stop_job(TokenStream& tokens) {
  auto stop = make_node<StopJob>(tokens);
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(Keyword::kJob));
  ASSIGN_OR_RETURN(stop->job_id, tokens.string());
  stop->with_savepoint = tokens.accept({Keyword::kWith, Keyword::kSavepoint});
  const SourcePosition position = tokens.position();
  stop->with_drain = tokens.accept({Keyword::kWith, Keyword::kDrain});
  if (stop->with_drain && !stop->with_savepoint) {
    return parse_error("WITH DRAIN could only be used after WITH SAVEPOINT.", position);
  }
  return stop;
}

Result<StatementPtr> parse_load_module(TokenStream& tokens) {
  auto load = make_node<LoadModule>(tokens);
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(Keyword::kModule));
  ASSIGN_OR_RETURN(load->name, tokens.name());
  ASSIGN_OR_RETURN(load->options, parse_with_options(tokens));
  return load;
}

Result<StatementPtr> parse_unload_module(TokenStream& tokens) {
  auto unload = make_node<UnloadModule>(tokens);
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(Keyword::kModule));
  ASSIGN_OR_RETURN(unload->name, tokens.name());
  return unload;
}

Result<StatementPtr> parse_jar(TokenStream& tokens) {
  auto jar = make_node<Jar>(tokens);
  jar->remove = tokens.current().keyword == Keyword::kRemove;
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(Keyword::kJar));
  ASSIGN_OR_RETURN(jar->path, tokens.string());
  return jar;
}

Result<StatementPtr> parse_call_statement(TokenStream& tokens) {
  auto call = make_node<Call>(tokens);
  tokens.advance();
  ASSIGN_OR_RETURN(QualifiedName name, tokens.qualified_name());
  ASSIGN_OR_RETURN(call->procedure, parse_call(tokens, std::move(name)));
  return call;
}

/// ANALYZE TABLE t [PARTITION (..)] COMPUTE STATISTICS [FOR COLUMNS a, b | FOR ALL COLUMNS].
Result<StatementPtr> parse_analyze(TokenStream& tokens) {
  auto analyze = make_node<AnalyzeTable>(tokens);
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect(Keyword::kTable));
  ASSIGN_OR_RETURN(analyze->table, tokens.qualified_name());
  if (tokens.accept(Keyword::kPartition)) {
    ASSIGN_OR_RETURN(analyze->partition, parse_partition(tokens));
  }
  RETURN_IF_ERROR(tokens.expect({Keyword::kCompute, Keyword::kStatistics}));
  if (!tokens.accept(Keyword::kFor)) return analyze;
  analyze->all_columns = tokens.accept(Keyword::kAll);
  RETURN_IF_ERROR(tokens.expect(Keyword::kColumns));
  if (analyze->all_columns) return analyze;
  do {
    ASSIGN_OR_RETURN(Identifier column, tokens.name());
    analyze->columns.push_back(std::move(column));
  } while (tokens.accept(TokenKind::kComma));
  return analyze;
}

Result<StatementPtr> parse_begin(TokenStream& tokens) {
  auto begin = make_node<BeginStatementSet>(tokens);
  tokens.advance();
  RETURN_IF_ERROR(tokens.expect({Keyword::kStatement, Keyword::kSet}));
  return begin;
}

Result<StatementPtr> parse_end(TokenStream& tokens) {
  auto end = make_node<EndStatementSet>(tokens);
  tokens.advance();
  return end;
}

Result<StatementPtr> parse_client_command(TokenStream& tokens, ClientCommandKind command) {
  auto node = make_node<ClientCommand>(tokens);
  node->command = command;
  tokens.advance();
  return node;
}

Status unexpected_statement(TokenStream& tokens) {
  for (const Keyword word : {Keyword::kAlter, Keyword::kCreate, Keyword::kDescribe, Keyword::kDrop, Keyword::kExecute,
                             Keyword::kExplain, Keyword::kInsert, Keyword::kSelect, Keyword::kSet, Keyword::kShow,
                             Keyword::kUse, Keyword::kValues, Keyword::kWith}) {
    tokens.at(word);
  }
  return tokens.unexpected();
}

using ParseStatement = Result<StatementPtr> (*)(TokenStream&);

ParseStatement statement_at(Keyword word) {
  switch (word) {
    case Keyword::kSelect:
    case Keyword::kValues:
    case Keyword::kWith:
    case Keyword::kTable:
      return parse_query_statement;
    case Keyword::kInsert:
    case Keyword::kUpsert:
      return parse_insert;
    case Keyword::kUpdate:
      return parse_update;
    case Keyword::kDelete:
      return parse_delete;
    case Keyword::kTruncate:
      return parse_truncate;
    case Keyword::kCreate:
      return parse_create;
    case Keyword::kReplace:
      return parse_replace_table;
    case Keyword::kDrop:
      return parse_drop;
    case Keyword::kAlter:
      return parse_alter;
    case Keyword::kExecute:
      return parse_execute;
    case Keyword::kStatement:
      return parse_statement_set;
    case Keyword::kShow:
      return parse_show;
    case Keyword::kDescribe:
    case Keyword::kDesc:
      return parse_describe;
    case Keyword::kUse:
      return parse_use;
    case Keyword::kSet:
      return parse_set;
    case Keyword::kReset:
      return parse_reset;
    case Keyword::kExplain:
      return parse_explain;
    case Keyword::kCompile:
      return parse_compile_plan;
    case Keyword::kStop:
      return parse_stop_job;
    case Keyword::kLoad:
      return parse_load_module;
    case Keyword::kUnload:
      return parse_unload_module;
    case Keyword::kAdd:
    case Keyword::kRemove:
      return parse_jar;
    case Keyword::kCall:
      return parse_call_statement;
    case Keyword::kAnalyze:
      return parse_analyze;
    case Keyword::kBegin:
      return parse_begin;
    case Keyword::kEnd:
      return parse_end;
    case Keyword::kHelp:
      return [](TokenStream& tokens) { return parse_client_command(tokens, ClientCommandKind::kHelp); };
    case Keyword::kClear:
      return [](TokenStream& tokens) { return parse_client_command(tokens, ClientCommandKind::kClear); };
    case Keyword::kQuit:
      return [](TokenStream& tokens) { return parse_client_command(tokens, ClientCommandKind::kQuit); };
    case Keyword::kExit:
      return [](TokenStream& tokens) { return parse_client_command(tokens, ClientCommandKind::kExit); };
    default:
      return nullptr;
  }
}

}  // namespace

Result<StatementPtr> parse_execute(TokenStream& tokens) {
  const SourcePosition position = tokens.position();
  RETURN_IF_ERROR(tokens.expect(Keyword::kExecute));
  if (tokens.accept(Keyword::kPlan)) {
    auto execute = std::make_unique<ExecutePlan>(position);
    ASSIGN_OR_RETURN(execute->path, tokens.string());
    return execute;
  }
  if (tokens.at(Keyword::kStatement)) return parse_statement_set(tokens);
  if (tokens.at(Keyword::kInsert)) return parse_insert(tokens);
  return parse_query_statement(tokens);
}

Result<StatementPtr> parse_statement(TokenStream& tokens) {
  if (tokens.current().kind == TokenKind::kLeftParenthesis) return parse_query_statement(tokens);
  const ParseStatement parse = statement_at(tokens.current().keyword);
  return parse == nullptr ? Result<StatementPtr>(unexpected_statement(tokens)) : parse(tokens);
}

}  // namespace eddyline::sql

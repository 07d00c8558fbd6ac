#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

/// `[NOT] LIKE 'p'`, `[NOT] ILIKE 'p'`, nothing if there is none.
Status parse_like_pattern(TokenStream& tokens, Show& show) {
  LikePattern like;
  like.negated = tokens.accept(Keyword::kNot);
  like.case_insensitive = tokens.accept(Keyword::kIlike);
  if (!like.case_insensitive && !tokens.accept(Keyword::kLike)) {
    return like.negated ? tokens.unexpected() : Status();
  }
  ASSIGN_OR_RETURN(like.pattern, tokens.string());
  show.like = std::move(like);
  return {};
}

/// `[FROM | IN name] [[NOT] LIKE 'p']`.
Status parse_scope(TokenStream& tokens, Show& show) {
  if (tokens.accept(Keyword::kFrom) || tokens.accept(Keyword::kIn)) {
    ASSIGN_OR_RETURN(show.name, tokens.qualified_name());
  }
  return parse_like_pattern(tokens, show);
}

Status parse_show_create(TokenStream& tokens, Show& show) {
  if (tokens.accept(Keyword::kTable)) {
    show.show = ShowKind::kCreateTable;
  } else if (tokens.accept(Keyword::kView)) {
    show.show = ShowKind::kCreateView;
  } else if (tokens.accept(Keyword::kCatalog)) {
    show.show = ShowKind::kCreateCatalog;
  } else {
    const bool later = tokens.at(Keyword::kModel) || tokens.at(Keyword::kMaterialized);
    if (!later) return tokens.unexpected();
    return not_supported("SHOW CREATE " + std::string(keyword_text(tokens.current().keyword))).at(tokens.position());
  }
  ASSIGN_OR_RETURN(show.name, tokens.qualified_name());
  return {};
}

Status parse_show_current(TokenStream& tokens, Show& show) {
  if (tokens.accept(Keyword::kCatalog)) {
    show.show = ShowKind::kCurrentCatalog;
    return {};
  }
  show.show = ShowKind::kCurrentDatabase;
  return tokens.expect(Keyword::kDatabase);
}

Status parse_show_columns(TokenStream& tokens, Show& show) {
  show.show = ShowKind::kColumns;
  if (!tokens.accept(Keyword::kFrom)) RETURN_IF_ERROR(tokens.expect(Keyword::kIn));
  ASSIGN_OR_RETURN(show.name, tokens.qualified_name());
  return parse_like_pattern(tokens, show);
}

Status parse_show_partitions(TokenStream& tokens, Show& show) {
  show.show = ShowKind::kPartitions;
  ASSIGN_OR_RETURN(show.name, tokens.qualified_name());
  if (tokens.accept(Keyword::kPartition)) {
    ASSIGN_OR_RETURN(show.partition, parse_partition(tokens));
  }
  return {};
}

struct ListWord {
  Keyword word;
  ShowKind kind;
};

/// Lists that take FROM and LIKE.
constexpr ListWord kLists[] = {
    {Keyword::kCatalogs, ShowKind::kCatalogs},   {Keyword::kDatabases, ShowKind::kDatabases},
    {Keyword::kTables, ShowKind::kTables},       {Keyword::kViews, ShowKind::kViews},
    {Keyword::kFunctions, ShowKind::kFunctions}, {Keyword::kProcedures, ShowKind::kProcedures},
    {Keyword::kModels, ShowKind::kModels},
};

Status parse_show_body(TokenStream& tokens, Show& show) {
  for (const ListWord& list : kLists) {
    if (!tokens.accept(list.word)) continue;
    show.show = list.kind;
    return parse_scope(tokens, show);
  }
  if (tokens.accept({Keyword::kUser, Keyword::kFunctions})) {
    show.show = ShowKind::kFunctions;
    show.user = true;
    return parse_scope(tokens, show);
  }
  if (tokens.accept(Keyword::kMaterialized)) {
    show.show = ShowKind::kMaterializedTables;
    RETURN_IF_ERROR(tokens.expect(Keyword::kTables));
    return parse_scope(tokens, show);
  }
  if (tokens.accept(Keyword::kCreate)) return parse_show_create(tokens, show);
  if (tokens.accept(Keyword::kCurrent)) return parse_show_current(tokens, show);
  if (tokens.accept(Keyword::kColumns)) return parse_show_columns(tokens, show);
  if (tokens.accept(Keyword::kPartitions)) return parse_show_partitions(tokens, show);
  show.show = ShowKind::kJars;
  if (tokens.accept(Keyword::kJars)) return {};
  show.show = ShowKind::kJobs;
  if (tokens.accept(Keyword::kJobs)) return {};
  show.show = ShowKind::kModules;
  show.full = tokens.accept(Keyword::kFull);
  return tokens.expect(Keyword::kModules);
}

}  // namespace

Result<StatementPtr> parse_show(TokenStream& tokens) {
  auto show = make_node<Show>(tokens);
  RETURN_IF_ERROR(tokens.expect(Keyword::kShow));
  RETURN_IF_ERROR(parse_show_body(tokens, *show));
  return show;
}

Result<StatementPtr> parse_describe(TokenStream& tokens) {
  auto describe = make_node<Describe>(tokens);
  if (!tokens.accept(Keyword::kDesc)) RETURN_IF_ERROR(tokens.expect(Keyword::kDescribe));
  if (tokens.at(Keyword::kJob) && tokens.peek_is(1, TokenKind::kString)) {
    tokens.advance();
    describe->describe = DescribeKind::kJob;
    ASSIGN_OR_RETURN(describe->job_id, tokens.string());
    return describe;
  }
  struct DescribeWord {
    Keyword word;
    DescribeKind kind;
  };
  constexpr DescribeWord kWords[] = {{Keyword::kCatalog, DescribeKind::kCatalog},
                                     {Keyword::kDatabase, DescribeKind::kDatabase},
                                     {Keyword::kFunction, DescribeKind::kFunction},
                                     {Keyword::kModel, DescribeKind::kModel}};
  for (const DescribeWord& entry : kWords) {
    // CATALOG and DATABASE are names too: they are the words when something follows.
    const bool word = tokens.current().keyword == entry.word &&
                      (tokens.is_name(tokens.peek()) || tokens.peek_is(1, Keyword::kExtended));
    if (!word) continue;
    tokens.advance();
    describe->describe = entry.kind;
    break;
  }
  describe->extended = tokens.accept(Keyword::kExtended);
  ASSIGN_OR_RETURN(describe->name, tokens.qualified_name());
  return describe;
}

}  // namespace eddyline::sql

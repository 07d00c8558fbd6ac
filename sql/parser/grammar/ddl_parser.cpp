#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

/// What stands between CREATE and the object's word.
struct CreatePrefix {
  SourcePosition position;
  bool temporary = false;
  bool system = false;
  bool or_replace = false;
};

bool accept_if_not_exists(TokenStream& tokens) {
  return tokens.accept({Keyword::kIf, Keyword::kNot, Keyword::kExists});
}

Result<TableLike> parse_like(TokenStream& tokens) {
  TableLike like;
  ASSIGN_OR_RETURN(like.source, tokens.qualified_name());
  if (!tokens.accept(TokenKind::kLeftParenthesis)) return like;
  struct FeatureWord {
    Keyword word;
    LikeFeature feature;
  };
  constexpr FeatureWord kFeatures[] = {
      {Keyword::kAll, LikeFeature::kAll},
      {Keyword::kConstraints, LikeFeature::kConstraints},
      {Keyword::kDistribution, LikeFeature::kDistribution},
      {Keyword::kGenerated, LikeFeature::kGenerated},
      {Keyword::kMetadata, LikeFeature::kMetadata},
      {Keyword::kOptions, LikeFeature::kOptions},
      {Keyword::kPartitions, LikeFeature::kPartitions},
      {Keyword::kWatermarks, LikeFeature::kWatermarks},
  };
  while (!tokens.accept(TokenKind::kRightParenthesis)) {
    LikeOption option;
    option.position = tokens.position();
    if (tokens.accept(Keyword::kExcluding)) {
      option.merge = LikeMerge::kExcluding;
    } else if (tokens.accept(Keyword::kOverwriting)) {
      option.merge = LikeMerge::kOverwriting;
    } else {
      RETURN_IF_ERROR(tokens.expect(Keyword::kIncluding));
    }
    bool known = false;
    for (const FeatureWord& entry : kFeatures) {
      if (known || !tokens.accept(entry.word)) continue;
      option.feature = entry.feature;
      known = true;
    }
    if (!known) return tokens.unexpected();
    like.options.push_back(option);
  }
  return like;
}

Status parse_elements(TokenStream& tokens, CreateTable& table) {
  if (!tokens.accept(TokenKind::kLeftParenthesis)) return {};
  do {
    RETURN_IF_ERROR(parse_table_element(tokens, ElementContext::kCreate, table.elements));
  } while (tokens.accept(TokenKind::kComma));
  return tokens.expect(TokenKind::kRightParenthesis);
}

Status parse_partitioning(TokenStream& tokens, CreateTable& table) {
  ASSIGN_OR_RETURN(table.comment, parse_comment(tokens));
  if (tokens.accept(Keyword::kDistributed)) {
    ASSIGN_OR_RETURN(table.distribution, parse_distribution(tokens));
  }
  if (tokens.accept(Keyword::kPartitioned)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kBy));
    ASSIGN_OR_RETURN(table.partitioned_by, parse_name_list(tokens));
  }
  return {};
}

/// Columns without types need a query that gives them.
Status check_columns(const CreateTable& table) {
  if (table.query) return {};
  for (const ColumnDefinition& column : table.elements.columns) {
    if (column.kind != ColumnKind::kNameOnly) continue;
    return parse_error(
        "Column '" + column.name.to_string() + "' has no type. Only CREATE TABLE .. AS takes a list of names alone.",
        column.name.position());
  }
  return {};
}

/// From behind the word TABLE.
Result<StatementPtr> parse_table_body(TokenStream& tokens, std::unique_ptr<CreateTable> table) {
  table->if_not_exists = accept_if_not_exists(tokens);
  ASSIGN_OR_RETURN(table->name, tokens.qualified_name());
  RETURN_IF_ERROR(parse_elements(tokens, *table));
  RETURN_IF_ERROR(parse_partitioning(tokens, *table));
  ASSIGN_OR_RETURN(table->options, parse_with_options(tokens));
  if (tokens.accept(Keyword::kLike)) {
    ASSIGN_OR_RETURN(table->like, parse_like(tokens));
  } else if (tokens.accept(Keyword::kAs)) {
    ASSIGN_OR_RETURN(table->query, parse_query(tokens));
  }
  RETURN_IF_ERROR(check_columns(*table));
  if ((table->or_replace || table->replace) && !table->query) return tokens.unexpected();
  return table;
}

Result<StatementPtr> parse_create_table(TokenStream& tokens, const CreatePrefix& prefix) {
  auto table = std::make_unique<CreateTable>(prefix.position);
  table->temporary = prefix.temporary;
  table->or_replace = prefix.or_replace;
  return parse_table_body(tokens, std::move(table));
}

Result<StatementPtr> parse_create_view(TokenStream& tokens, const CreatePrefix& prefix) {
  auto view = std::make_unique<CreateView>(prefix.position);
  view->temporary = prefix.temporary;
  view->if_not_exists = accept_if_not_exists(tokens);
  ASSIGN_OR_RETURN(view->name, tokens.qualified_name());
  if (tokens.at(TokenKind::kLeftParenthesis)) {
    ASSIGN_OR_RETURN(view->columns, parse_name_list(tokens));
  }
  ASSIGN_OR_RETURN(view->comment, parse_comment(tokens));
  RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
  const Token first = tokens.current();
  ASSIGN_OR_RETURN(view->query, parse_query(tokens));
  view->query_text = tokens.text_since(first);
  return view;
}

Result<StatementPtr> parse_create_database(TokenStream& tokens, const CreatePrefix& prefix) {
  auto database = std::make_unique<CreateDatabase>(prefix.position);
  database->if_not_exists = accept_if_not_exists(tokens);
  ASSIGN_OR_RETURN(database->name, tokens.qualified_name());
  ASSIGN_OR_RETURN(database->comment, parse_comment(tokens));
  ASSIGN_OR_RETURN(database->options, parse_with_options(tokens));
  return database;
}

Result<StatementPtr> parse_create_catalog(TokenStream& tokens, const CreatePrefix& prefix) {
  auto catalog = std::make_unique<CreateCatalog>(prefix.position);
  catalog->if_not_exists = accept_if_not_exists(tokens);
  ASSIGN_OR_RETURN(catalog->name, tokens.name());
  ASSIGN_OR_RETURN(catalog->comment, parse_comment(tokens));
  ASSIGN_OR_RETURN(catalog->options, parse_with_options(tokens));
  return catalog;
}

/// USING JAR 'a', JAR 'b'.
Status parse_resources(TokenStream& tokens, CreateFunction& function) {
  if (!tokens.accept(Keyword::kUsing)) return {};
  do {
    FunctionResource resource;
    ASSIGN_OR_RETURN(const Identifier kind, tokens.name());
    resource.kind = kind.text;
    ASSIGN_OR_RETURN(resource.uri, tokens.string());
    function.resources.push_back(std::move(resource));
  } while (tokens.accept(TokenKind::kComma));
  return {};
}

FunctionScope scope_of(bool temporary, bool system) {
  if (!temporary) return FunctionScope::kCatalog;
  return system ? FunctionScope::kTemporarySystem : FunctionScope::kTemporary;
}

Result<StatementPtr> parse_create_function(TokenStream& tokens, const CreatePrefix& prefix) {
  auto function = std::make_unique<CreateFunction>(prefix.position);
  function->scope = scope_of(prefix.temporary, prefix.system);
  function->if_not_exists = accept_if_not_exists(tokens);
  ASSIGN_OR_RETURN(function->name, tokens.qualified_name());
  RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
  ASSIGN_OR_RETURN(function->implementation, tokens.string());
  ASSIGN_OR_RETURN(function->language, parse_language(tokens));
  RETURN_IF_ERROR(parse_resources(tokens, *function));
  return function;
}

/// The object's word behind DROP; TEMPORARY belongs to three of them.
Result<ObjectKind> parse_object_kind(TokenStream& tokens, bool temporary) {
  if (tokens.accept(Keyword::kTable)) return ObjectKind::kTable;
  if (tokens.accept(Keyword::kView)) return ObjectKind::kView;
  if (tokens.accept(Keyword::kFunction)) return ObjectKind::kFunction;
  if (tokens.accept(Keyword::kModel)) return ObjectKind::kModel;
  if (!temporary && tokens.accept(Keyword::kDatabase)) return ObjectKind::kDatabase;
  if (!temporary && tokens.accept(Keyword::kCatalog)) return ObjectKind::kCatalog;
  if (!temporary && tokens.at(Keyword::kMaterialized)) {
    return not_supported("materialized tables").at(tokens.position());
  }
  return tokens.unexpected();
}

}  // namespace

Result<std::optional<std::string>> parse_language(TokenStream& tokens) {
  if (!tokens.accept(Keyword::kLanguage)) return std::optional<std::string>();
  if (tokens.accept(Keyword::kScala)) return std::optional<std::string>("SCALA");
  ASSIGN_OR_RETURN(const Identifier language, tokens.name());
  return std::optional<std::string>(language.text);
}

Result<StatementPtr> parse_create(TokenStream& tokens) {
  CreatePrefix prefix;
  prefix.position = tokens.position();
  RETURN_IF_ERROR(tokens.expect(Keyword::kCreate));
  if (tokens.accept(Keyword::kOr)) {
    RETURN_IF_ERROR(tokens.expect(Keyword::kReplace));
    prefix.or_replace = true;
    if (tokens.at(Keyword::kMaterialized)) return not_supported("materialized tables").at(tokens.position());
    RETURN_IF_ERROR(tokens.expect(Keyword::kTable));
    return parse_create_table(tokens, prefix);
  }
  prefix.temporary = tokens.accept(Keyword::kTemporary);
  prefix.system = prefix.temporary && tokens.accept(Keyword::kSystem);
  if (tokens.accept(Keyword::kFunction)) return parse_create_function(tokens, prefix);
  if (prefix.system) return tokens.unexpected();
  if (tokens.accept(Keyword::kTable)) return parse_create_table(tokens, prefix);
  if (tokens.accept(Keyword::kView)) return parse_create_view(tokens, prefix);
  if (tokens.at(Keyword::kModel)) return not_supported("CREATE MODEL").at(tokens.position());
  if (prefix.temporary) return tokens.unexpected();
  if (tokens.accept(Keyword::kDatabase)) return parse_create_database(tokens, prefix);
  if (tokens.accept(Keyword::kCatalog)) return parse_create_catalog(tokens, prefix);
  if (tokens.at(Keyword::kMaterialized)) return not_supported("materialized tables").at(tokens.position());
  return tokens.unexpected();
}

Result<StatementPtr> parse_replace_table(TokenStream& tokens) {
  auto table = make_node<CreateTable>(tokens);
  RETURN_IF_ERROR(tokens.expect({Keyword::kReplace, Keyword::kTable}));
  table->replace = true;
  return parse_table_body(tokens, std::move(table));
}

Result<StatementPtr> parse_drop(TokenStream& tokens) {
  auto drop = make_node<Drop>(tokens);
  RETURN_IF_ERROR(tokens.expect(Keyword::kDrop));
  drop->temporary = tokens.accept(Keyword::kTemporary);
  drop->system = drop->temporary && tokens.accept(Keyword::kSystem);
  if (drop->system && !tokens.at(Keyword::kFunction)) return tokens.unexpected();
  ASSIGN_OR_RETURN(drop->object, parse_object_kind(tokens, drop->temporary));
  drop->if_exists = tokens.accept({Keyword::kIf, Keyword::kExists});
  ASSIGN_OR_RETURN(drop->name, tokens.qualified_name());
  if (drop->object == ObjectKind::kDatabase && !tokens.accept(Keyword::kRestrict)) {
    drop->cascade = tokens.accept(Keyword::kCascade);
  }
  return drop;
}

}  // namespace eddyline::sql

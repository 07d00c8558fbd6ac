#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

Result<OptionNode> parse_option(TokenStream& tokens) {
  OptionNode option;
  ASSIGN_OR_RETURN(option.key, tokens.string());
  RETURN_IF_ERROR(tokens.expect(TokenKind::kEqual));
  ASSIGN_OR_RETURN(option.value, tokens.string());
  return option;
}

bool at_hint_key_value(const TokenStream& tokens) {
  return tokens.peek_is(1, TokenKind::kEqual);
}

/// A hint's key, or an item of its list.
Result<StringLiteralNode> parse_hint_word(TokenStream& tokens) {
  if (tokens.at_string()) return tokens.string();
  ASSIGN_OR_RETURN(const QualifiedName name, tokens.qualified_name());
  return StringLiteralNode{name.to_string(), name.position()};
}

Result<StringLiteralNode> parse_hint_item(TokenStream& tokens) {
  const Token& token = tokens.current();
  const bool number =
      token.kind == TokenKind::kInteger || token.kind == TokenKind::kDecimal || token.kind == TokenKind::kApproximate;
  if (!number) return parse_hint_word(tokens);
  StringLiteralNode item{std::string(tokens.text(token)), token.position};
  tokens.advance();
  return item;
}

Status parse_hint_arguments(TokenStream& tokens, Hint& hint) {
  if (tokens.accept(TokenKind::kRightParenthesis)) return {};
  hint.form = at_hint_key_value(tokens) ? Hint::Form::kKeyValues : Hint::Form::kItems;
  do {
    if (hint.form == Hint::Form::kKeyValues) {
      OptionNode option;
      ASSIGN_OR_RETURN(option.key, parse_hint_word(tokens));
      RETURN_IF_ERROR(tokens.expect(TokenKind::kEqual));
      ASSIGN_OR_RETURN(option.value, tokens.string());
      hint.options.push_back(std::move(option));
    } else {
      ASSIGN_OR_RETURN(StringLiteralNode item, parse_hint_item(tokens));
      hint.items.push_back(std::move(item));
    }
  } while (tokens.accept(TokenKind::kComma));
  return tokens.expect(TokenKind::kRightParenthesis);
}

Result<Hint> parse_hint(TokenStream& tokens) {
  Hint hint;
  ASSIGN_OR_RETURN(hint.name, tokens.name());
  if (tokens.accept(TokenKind::kLeftParenthesis)) RETURN_IF_ERROR(parse_hint_arguments(tokens, hint));
  return hint;
}

}  // namespace

Result<std::vector<Identifier>> parse_name_list(TokenStream& tokens) {
  std::vector<Identifier> names;
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  do {
    ASSIGN_OR_RETURN(Identifier name, tokens.name());
    names.push_back(std::move(name));
  } while (tokens.accept(TokenKind::kComma));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return names;
}

Result<std::vector<OptionNode>> parse_options(TokenStream& tokens) {
  std::vector<OptionNode> options;
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  if (tokens.accept(TokenKind::kRightParenthesis)) return options;
  do {
    ASSIGN_OR_RETURN(OptionNode option, parse_option(tokens));
    options.push_back(std::move(option));
  } while (tokens.accept(TokenKind::kComma));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return options;
}

Result<std::vector<OptionNode>> parse_with_options(TokenStream& tokens) {
  if (!tokens.accept(Keyword::kWith)) return std::vector<OptionNode>();
  return parse_options(tokens);
}

Result<std::vector<PartitionItem>> parse_partition(TokenStream& tokens) {
  std::vector<PartitionItem> items;
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  do {
    PartitionItem item;
    ASSIGN_OR_RETURN(item.key, tokens.name());
    if (tokens.accept(TokenKind::kEqual)) {
      ASSIGN_OR_RETURN(item.value, parse_literal(tokens));
    }
    items.push_back(std::move(item));
  } while (tokens.accept(TokenKind::kComma));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return items;
}

Result<std::optional<std::string>> parse_comment(TokenStream& tokens) {
  if (!tokens.accept(Keyword::kComment)) return std::optional<std::string>();
  ASSIGN_OR_RETURN(StringLiteralNode comment, tokens.string());
  return std::optional<std::string>(std::move(comment.text));
}

bool at_hints(TokenStream& tokens) {
  return tokens.at(TokenKind::kHintBegin);
}

Result<std::vector<Hint>> parse_hints(TokenStream& tokens) {
  std::vector<Hint> hints;
  RETURN_IF_ERROR(tokens.expect(TokenKind::kHintBegin));
  bool more = true;
  while (more) {
    ASSIGN_OR_RETURN(Hint hint, parse_hint(tokens));
    hints.push_back(std::move(hint));
    more = tokens.accept(TokenKind::kComma) || !tokens.at(TokenKind::kHintEnd);
  }
  tokens.advance();
  return hints;
}

}  // namespace eddyline::sql

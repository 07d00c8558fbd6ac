#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

Result<SelectItem> parse_select_item(TokenStream& tokens) {
  SelectItem item;
  if (at_star(tokens)) {
    ASSIGN_OR_RETURN(item.expression, parse_star(tokens));
    return item;
  }
  ASSIGN_OR_RETURN(item.expression, parse_expression(tokens));
  if (tokens.accept(Keyword::kAs) || tokens.at_name()) {
    ASSIGN_OR_RETURN(item.alias, tokens.name());
  }
  return item;
}

Status parse_select_items(TokenStream& tokens, Select& select) {
  do {
    ASSIGN_OR_RETURN(SelectItem item, parse_select_item(tokens));
    select.items.push_back(std::move(item));
  } while (tokens.accept(TokenKind::kComma));
  return {};
}

Result<GroupingItem> parse_grouping_item(TokenStream& tokens);

/// `(item, item)`.
Result<std::vector<GroupingItem>> parse_grouping_items(TokenStream& tokens) {
  std::vector<GroupingItem> items;
  RETURN_IF_ERROR(tokens.expect(TokenKind::kLeftParenthesis));
  do {
    ASSIGN_OR_RETURN(GroupingItem item, parse_grouping_item(tokens));
    items.push_back(std::move(item));
  } while (tokens.accept(TokenKind::kComma));
  RETURN_IF_ERROR(tokens.expect(TokenKind::kRightParenthesis));
  return items;
}

Result<GroupingItem> parse_grouping_item(TokenStream& tokens) {
  Nesting nesting(tokens);
  RETURN_IF_ERROR(nesting.check());
  GroupingItem item;
  item.position = tokens.position();
  if (tokens.accept({Keyword::kGrouping, Keyword::kSets})) {
    item.kind = GroupingKind::kGroupingSets;
  } else if (tokens.accept(Keyword::kCube)) {
    item.kind = GroupingKind::kCube;
  } else if (tokens.accept(Keyword::kRollup)) {
    item.kind = GroupingKind::kRollup;
  } else if (tokens.current().kind == TokenKind::kLeftParenthesis && tokens.peek_is(1, TokenKind::kRightParenthesis)) {
    item.kind = GroupingKind::kEmpty;
    tokens.advance();
    tokens.advance();
    return item;
  } else {
    ASSIGN_OR_RETURN(item.expression, parse_expression(tokens));
    return item;
  }
  ASSIGN_OR_RETURN(item.items, parse_grouping_items(tokens));
  return item;
}

Status parse_group_by(TokenStream& tokens, Select& select) {
  if (!tokens.accept(Keyword::kGroup)) return {};
  RETURN_IF_ERROR(tokens.expect(Keyword::kBy));
  select.group_by_distinct = tokens.accept(Keyword::kDistinct);
  if (!select.group_by_distinct) tokens.accept(Keyword::kAll);
  do {
    ASSIGN_OR_RETURN(GroupingItem item, parse_grouping_item(tokens));
    select.group_by.push_back(std::move(item));
  } while (tokens.accept(TokenKind::kComma));
  return {};
}

Status parse_windows(TokenStream& tokens, Select& select) {
  if (!tokens.accept(Keyword::kWindow)) return {};
  do {
    NamedWindow window;
    ASSIGN_OR_RETURN(window.name, tokens.name());
    RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
    ASSIGN_OR_RETURN(window.specification, parse_window_specification(tokens));
    select.windows.push_back(std::move(window));
  } while (tokens.accept(TokenKind::kComma));
  return {};
}

/// A clause of one condition, null if its word is not there.
Result<ExpressionPtr> parse_condition(TokenStream& tokens, Keyword word) {
  if (!tokens.accept(word)) return ExpressionPtr();
  return parse_expression(tokens);
}

SetQuantifier parse_quantifier(TokenStream& tokens) {
  if (tokens.accept(Keyword::kDistinct)) return SetQuantifier::kDistinct;
  return tokens.accept(Keyword::kAll) ? SetQuantifier::kAll : SetQuantifier::kNone;
}

}  // namespace

Result<Select> parse_select(TokenStream& tokens) {
  Select select;
  RETURN_IF_ERROR(tokens.expect(Keyword::kSelect));
  if (at_hints(tokens)) {
    ASSIGN_OR_RETURN(select.hints, parse_hints(tokens));
  }
  if (tokens.current().keyword == Keyword::kStream) return not_supported("SELECT STREAM").at(tokens.position());
  select.quantifier = parse_quantifier(tokens);
  RETURN_IF_ERROR(parse_select_items(tokens, select));
  if (!tokens.accept(Keyword::kFrom)) return select;
  ASSIGN_OR_RETURN(select.from, parse_from(tokens));
  ASSIGN_OR_RETURN(select.where, parse_condition(tokens, Keyword::kWhere));
  RETURN_IF_ERROR(parse_group_by(tokens, select));
  ASSIGN_OR_RETURN(select.having, parse_condition(tokens, Keyword::kHaving));
  RETURN_IF_ERROR(parse_windows(tokens, select));
  ASSIGN_OR_RETURN(select.qualify, parse_condition(tokens, Keyword::kQualify));
  return select;
}

}  // namespace eddyline::sql

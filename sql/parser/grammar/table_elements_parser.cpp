#include "sql/parser/grammar/grammar.hpp"

namespace eddyline::sql {

namespace {

/// ENFORCED, NOT ENFORCED, or nothing.
std::optional<bool> parse_enforced(TokenStream& tokens) {
  if (tokens.accept(Keyword::kEnforced)) return true;
  if (tokens.accept({Keyword::kNot, Keyword::kEnforced})) return false;
  return std::nullopt;
}

bool at_constraint(TokenStream& tokens) {
  return tokens.at(Keyword::kConstraint) || tokens.at(Keyword::kPrimary) || tokens.at(Keyword::kUnique);
}

/// `[CONSTRAINT name] PRIMARY KEY | UNIQUE`, up to the columns.
Result<ConstraintDefinition> parse_constraint_head(TokenStream& tokens) {
  ConstraintDefinition constraint;
  constraint.position = tokens.position();
  if (tokens.accept(Keyword::kConstraint)) {
    ASSIGN_OR_RETURN(constraint.name, tokens.name());
  }
  if (tokens.accept(Keyword::kUnique)) {
    constraint.kind = ConstraintKind::kUnique;
  } else {
    RETURN_IF_ERROR(tokens.expect({Keyword::kPrimary, Keyword::kKey}));
  }
  return constraint;
}

Result<ConstraintDefinition> parse_table_constraint(TokenStream& tokens) {
  ASSIGN_OR_RETURN(ConstraintDefinition constraint, parse_constraint_head(tokens));
  ASSIGN_OR_RETURN(constraint.columns, parse_name_list(tokens));
  constraint.enforced = parse_enforced(tokens);
  return constraint;
}

Result<WatermarkDefinition> parse_watermark(TokenStream& tokens) {
  WatermarkDefinition watermark;
  watermark.position = tokens.position();
  RETURN_IF_ERROR(tokens.expect({Keyword::kWatermark, Keyword::kFor}));
  ASSIGN_OR_RETURN(watermark.column, tokens.qualified_name());
  RETURN_IF_ERROR(tokens.expect(Keyword::kAs));
  ASSIGN_OR_RETURN(watermark.strategy, parse_expression(tokens));
  return watermark;
}

Status parse_metadata(TokenStream& tokens, ColumnDefinition& column) {
  if (!tokens.accept(Keyword::kMetadata)) return {};
  column.kind = ColumnKind::kMetadata;
  if (tokens.accept(Keyword::kFrom)) {
    ASSIGN_OR_RETURN(StringLiteralNode key, tokens.string());
    column.metadata_key = std::move(key.text);
  }
  column.is_virtual = tokens.accept(Keyword::kVirtual);
  return {};
}

Status parse_typed_column(TokenStream& tokens, ColumnDefinition& column) {
  if (tokens.at(Keyword::kNull)) return tokens.unexpected();
  ASSIGN_OR_RETURN(column.type, parse_type(tokens));
  RETURN_IF_ERROR(parse_metadata(tokens, column));
  if (column.kind != ColumnKind::kPhysical || !at_constraint(tokens)) return {};
  ASSIGN_OR_RETURN(column.constraint, parse_constraint_head(tokens));
  column.constraint->enforced = parse_enforced(tokens);
  return {};
}

/// FIRST, AFTER column.
Status parse_placement(TokenStream& tokens, ColumnDefinition& column) {
  if (tokens.accept(Keyword::kFirst)) {
    column.placement = ColumnPlacement{.first = true, .after = std::nullopt};
  } else if (tokens.accept(Keyword::kAfter)) {
    ASSIGN_OR_RETURN(QualifiedName after, tokens.qualified_name());
    column.placement = ColumnPlacement{.first = false, .after = std::move(after)};
  }
  return {};
}

Result<ColumnDefinition> parse_column(TokenStream& tokens, ElementContext context) {
  ColumnDefinition column;
  if (context == ElementContext::kAlter) {
    ASSIGN_OR_RETURN(column.name, tokens.qualified_name());
  } else {
    ASSIGN_OR_RETURN(Identifier name, tokens.name());
    column.name.parts.push_back(std::move(name));
  }
  const bool list_goes_on = tokens.at(TokenKind::kComma) || tokens.at(TokenKind::kRightParenthesis);
  if (context == ElementContext::kCreate && list_goes_on) {
    column.kind = ColumnKind::kNameOnly;
    return column;
  }
  if (tokens.accept(Keyword::kAs)) {
    column.kind = ColumnKind::kComputed;
    ASSIGN_OR_RETURN(column.expression, parse_expression(tokens));
  } else {
    RETURN_IF_ERROR(parse_typed_column(tokens, column));
  }
  ASSIGN_OR_RETURN(column.comment, parse_comment(tokens));
  if (context == ElementContext::kAlter) RETURN_IF_ERROR(parse_placement(tokens, column));
  return column;
}

Status parse_buckets(TokenStream& tokens, Distribution& distribution) {
  const SourcePosition position = tokens.position();
  ASSIGN_OR_RETURN(distribution.bucket_count, tokens.small_integer());
  if (*distribution.bucket_count < 1) {
    return validation_error("Invalid bucket count '" + std::to_string(*distribution.bucket_count) +
                            "'. The number of buckets for a distributed table must be at least 1.")
        .at(position);
  }
  return tokens.expect(Keyword::kBuckets);
}

}  // namespace

Result<Distribution> parse_distribution(TokenStream& tokens) {
  Distribution distribution;
  distribution.position = tokens.position();
  if (tokens.accept(Keyword::kInto)) {
    RETURN_IF_ERROR(parse_buckets(tokens, distribution));
    return distribution;
  }
  RETURN_IF_ERROR(tokens.expect(Keyword::kBy));
  if (tokens.accept(Keyword::kHash)) {
    distribution.kind = DistributionKind::kHash;
  } else if (tokens.accept(Keyword::kRange)) {
    distribution.kind = DistributionKind::kRange;
  }
  ASSIGN_OR_RETURN(distribution.columns, parse_name_list(tokens));
  if (tokens.accept(Keyword::kInto)) RETURN_IF_ERROR(parse_buckets(tokens, distribution));
  return distribution;
}

Status parse_table_element(TokenStream& tokens, ElementContext context, TableElements& elements) {
  if (at_constraint(tokens)) {
    ASSIGN_OR_RETURN(ConstraintDefinition constraint, parse_table_constraint(tokens));
    elements.constraints.push_back(std::move(constraint));
  } else if (tokens.at(Keyword::kWatermark)) {
    ASSIGN_OR_RETURN(WatermarkDefinition watermark, parse_watermark(tokens));
    elements.watermarks.push_back(std::move(watermark));
  } else if (context == ElementContext::kAlter && tokens.accept(Keyword::kDistribution)) {
    ASSIGN_OR_RETURN(elements.distribution, parse_distribution(tokens));
  } else {
    ASSIGN_OR_RETURN(ColumnDefinition column, parse_column(tokens, context));
    elements.columns.push_back(std::move(column));
  }
  return {};
}

}  // namespace eddyline::sql

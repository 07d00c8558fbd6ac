#include "sql/parser/unparse/unparse.hpp"

namespace eddyline::sql {

namespace {

void write_alias(std::string& out, const TableReference& table) {
  if (!table.alias) return;
  out += " AS ";
  write(out, *table.alias);
  if (table.column_aliases.empty()) return;
  out += ' ';
  write(out, table.column_aliases);
}

void write_named(std::string& out, const NamedTable& table) {
  write(out, table.name);
  if (!table.hints.empty()) {
    out += ' ';
    write(out, table.hints);
  }
  if (!table.system_time) return;
  out += " FOR SYSTEM_TIME AS OF ";
  write(out, *table.system_time);
}

void write_function(std::string& out, const TableFunction& table) {
  if (table.lateral) out += "LATERAL ";
  if (table.table_keyword) out += "TABLE(";
  write(out, *table.call);
  if (table.table_keyword) out += ')';
}

void write_unnest(std::string& out, const Unnest& unnest) {
  out += "UNNEST(";
  write(out, unnest.collections);
  out += unnest.with_ordinality ? ") WITH ORDINALITY" : ")";
}

std::string_view join_text(JoinKind kind) {
  switch (kind) {
    case JoinKind::kInner:
      return "INNER JOIN ";
    case JoinKind::kLeft:
      return "LEFT JOIN ";
    case JoinKind::kRight:
      return "RIGHT JOIN ";
    case JoinKind::kFull:
      return "FULL JOIN ";
    case JoinKind::kCross:
      return "CROSS JOIN ";
    case JoinKind::kComma:
      return "";
  }
  return "";
}

void write_join(std::string& out, const Join& join) {
  write(out, *join.left);
  if (join.join_kind == JoinKind::kComma) {
    out += ",\n";
    return write(out, *join.right);
  }
  out += join.natural ? "\nNATURAL " : "\n";
  out += join_text(join.join_kind);
  const bool parentheses = join.right->is<Join>();
  out += parentheses ? "(" : "";
  write(out, *join.right);
  out += parentheses ? ")" : "";
  if (join.condition) {
    out += " ON ";
    write(out, *join.condition);
  } else if (!join.using_columns.empty()) {
    out += " USING ";
    write(out, join.using_columns);
  }
}

void write_quantified(std::string& out, const PatternNode& pattern) {
  if (!pattern.maximum && pattern.minimum <= 1) {
    out += pattern.minimum == 0 ? "*" : "+";
  } else if (pattern.minimum == 0 && pattern.maximum == 1) {
    out += "?";
  } else {
    out += '{' + std::to_string(pattern.minimum);
    if (pattern.maximum != pattern.minimum) {
      out += ',';
      if (pattern.maximum) out += std::to_string(*pattern.maximum);
    }
    out += '}';
  }
  if (pattern.reluctant) out += '?';
}

void write_pattern(std::string& out, const PatternNode& pattern);

void write_pattern_part(std::string& out, const PatternNode& part, bool parentheses) {
  out += parentheses ? "(" : "";
  write_pattern(out, part);
  out += parentheses ? ")" : "";
}

void write_concatenation(std::string& out, const PatternNode& pattern) {
  write_list(out, pattern.children, " ", [](std::string& text, const PatternNode& part) {
    write_pattern_part(text, part, part.kind == PatternKind::kConcatenation || part.kind == PatternKind::kAlternation);
  });
}

void write_pattern(std::string& out, const PatternNode& pattern) {
  switch (pattern.kind) {
    case PatternKind::kVariable:
      return write(out, pattern.variable);
    case PatternKind::kConcatenation:
      return write_concatenation(out, pattern);
    case PatternKind::kAlternation:
      return write_list(out, pattern.children, " | ", [](std::string& text, const PatternNode& part) {
        write_pattern_part(text, part, part.kind == PatternKind::kAlternation);
      });
    case PatternKind::kQuantified: {
      const PatternNode& part = pattern.children.front();
      const bool plain = part.kind == PatternKind::kVariable || part.kind == PatternKind::kPermute ||
                         part.kind == PatternKind::kExclusion;
      write_pattern_part(out, part, !plain);
      return write_quantified(out, pattern);
    }
    case PatternKind::kPermute:
      out += "PERMUTE(";
      write_list(out, pattern.children, ", ", write_pattern);
      out += ')';
      return;
    case PatternKind::kExclusion:
      out += "{- ";
      write_pattern(out, pattern.children.front());
      out += " -}";
      return;
  }
}

void write_skip(std::string& out, const MatchRecognize& match) {
  switch (match.skip) {
    case AfterMatchSkip::kUnspecified:
      return;
    case AfterMatchSkip::kNextRow:
      out += "\nAFTER MATCH SKIP TO NEXT ROW";
      return;
    case AfterMatchSkip::kPastLastRow:
      out += "\nAFTER MATCH SKIP PAST LAST ROW";
      return;
    case AfterMatchSkip::kFirst:
      out += "\nAFTER MATCH SKIP TO FIRST ";
      break;
    case AfterMatchSkip::kLast:
      out += "\nAFTER MATCH SKIP TO LAST ";
      break;
  }
  write(out, *match.skip_variable);
}

void write_measure(std::string& out, const NamedExpression& measure) {
  write(out, *measure.expression);
  out += " AS ";
  write(out, measure.name);
}

void write_definition(std::string& out, const NamedExpression& definition) {
  write(out, definition.name);
  out += " AS ";
  write(out, *definition.expression);
}

void write_subset(std::string& out, const PatternSubset& subset) {
  write(out, subset.name);
  out += " = ";
  write(out, subset.variables);
}

void write_pattern_clause(std::string& out, const MatchRecognize& match) {
  out += match.anchored_at_start ? "\nPATTERN (^ " : "\nPATTERN (";
  write_pattern(out, match.pattern);
  out += match.anchored_at_end ? " $)" : ")";
  if (!match.within) return;
  out += " WITHIN ";
  write(out, *match.within);
}

void write_match(std::string& out, const MatchRecognize& match) {
  write(out, *match.input);
  out += " MATCH_RECOGNIZE (";
  if (!match.partition_by.empty()) {
    out += "\nPARTITION BY ";
    write(out, match.partition_by);
  }
  if (!match.order_by.empty()) {
    out += "\nORDER BY ";
    write(out, match.order_by);
  }
  if (!match.measures.empty()) {
    out += "\nMEASURES ";
    write_list(out, match.measures, ", ", write_measure);
  }
  if (match.rows_per_match == RowsPerMatch::kOneRow) out += "\nONE ROW PER MATCH";
  if (match.rows_per_match == RowsPerMatch::kAllRows) out += "\nALL ROWS PER MATCH";
  write_skip(out, match);
  write_pattern_clause(out, match);
  if (!match.subsets.empty()) {
    out += "\nSUBSET ";
    write_list(out, match.subsets, ", ", write_subset);
  }
  out += "\nDEFINE ";
  write_list(out, match.definitions, ", ", write_definition);
  out += ')';
}

void write_derived(std::string& out, const DerivedTable& table) {
  if (table.lateral) out += "LATERAL ";
  write_parenthesized(out, *table.query);
}

}  // namespace

void write(std::string& out, const TableReference& table) {
  switch (table.kind) {
    case TableReferenceKind::kNamed:
      write_named(out, table.as<NamedTable>());
      break;
    case TableReferenceKind::kDerived:
      write_derived(out, table.as<DerivedTable>());
      break;
    case TableReferenceKind::kFunction:
      write_function(out, table.as<TableFunction>());
      break;
    case TableReferenceKind::kUnnest:
      write_unnest(out, table.as<Unnest>());
      break;
    case TableReferenceKind::kJoin:
      write_join(out, table.as<Join>());
      break;
    case TableReferenceKind::kMatchRecognize:
      write_match(out, table.as<MatchRecognize>());
      break;
  }
  write_alias(out, table);
}

}  // namespace eddyline::sql

#include "sql/parser/unparse/unparse.hpp"

namespace eddyline::sql {

namespace {

void write_select_item(std::string& out, const SelectItem& item) {
  write(out, *item.expression);
  if (!item.alias) return;
  out += " AS ";
  write(out, *item.alias);
}

void write_grouping(std::string& out, const GroupingItem& item) {
  switch (item.kind) {
    case GroupingKind::kExpression:
      return write(out, *item.expression);
    case GroupingKind::kEmpty:
      out += "()";
      return;
    case GroupingKind::kGroupingSets:
      out += "GROUPING SETS (";
      break;
    case GroupingKind::kCube:
      out += "CUBE (";
      break;
    case GroupingKind::kRollup:
      out += "ROLLUP (";
      break;
  }
  write_list(out, item.items, ", ", write_grouping);
  out += ')';
}

void write_window(std::string& out, const NamedWindow& window) {
  write(out, window.name);
  out += " AS ";
  write(out, window.specification);
}

void write_clause(std::string& out, std::string_view word, const ExpressionPtr& condition) {
  if (!condition) return;
  out += word;
  write(out, *condition);
}

void write_body(std::string& out, const Select& select) {
  out += "SELECT ";
  if (!select.hints.empty()) {
    write(out, select.hints);
    out += ' ';
  }
  if (select.quantifier == SetQuantifier::kDistinct) out += "DISTINCT ";
  write_list(out, select.items, ", ", write_select_item);
  if (select.from) {
    out += "\nFROM ";
    write(out, *select.from);
  }
  write_clause(out, "\nWHERE ", select.where);
  if (!select.group_by.empty()) {
    out += select.group_by_distinct ? "\nGROUP BY DISTINCT " : "\nGROUP BY ";
    write_list(out, select.group_by, ", ", write_grouping);
  }
  write_clause(out, "\nHAVING ", select.having);
  if (!select.windows.empty()) {
    out += "\nWINDOW ";
    write_list(out, select.windows, ", ", write_window);
  }
  write_clause(out, "\nQUALIFY ", select.qualify);
}

std::string_view operator_text(const SetOperation& operation) {
  switch (operation.op) {
    case SetOperator::kUnion:
      return operation.all ? "\nUNION ALL\n" : "\nUNION\n";
    case SetOperator::kIntersect:
      return operation.all ? "\nINTERSECT ALL\n" : "\nINTERSECT\n";
    case SetOperator::kExcept:
      return operation.all ? "\nEXCEPT ALL\n" : "\nEXCEPT\n";
  }
  return "";
}

void write_body(std::string& out, const SetOperation& operation) {
  write_list(out, operation.inputs, operator_text(operation), [](std::string& text, const QueryPtr& input) {
    const bool bare = input->is_plain() && !std::holds_alternative<SetOperation>(input->body);
    if (bare) {
      write(text, *input);
    } else {
      write_parenthesized(text, *input);
    }
  });
}

void write_body(std::string& out, const Values& values) {
  out += "VALUES ";
  write(out, values.rows);
}

void write_body(std::string& out, const ExplicitTable& table) {
  out += "TABLE ";
  write(out, table.name);
}

void write_common_table(std::string& out, const CommonTableExpression& table) {
  write(out, table.name);
  if (!table.columns.empty()) {
    out += ' ';
    write(out, table.columns);
  }
  out += " AS ";
  write_parenthesized(out, *table.query);
}

}  // namespace

void write(std::string& out, const Query& query) {
  if (!query.with.empty()) {
    out += query.recursive ? "WITH RECURSIVE " : "WITH ";
    write_list(out, query.with, ", ", write_common_table);
    out += '\n';
  }
  std::visit([&](const auto& body) { write_body(out, body); }, query.body);
  if (!query.order_by.empty()) {
    out += "\nORDER BY ";
    write(out, query.order_by);
  }
  if (query.offset) {
    out += "\nOFFSET ";
    write(out, *query.offset);
    out += " ROWS";
  }
  if (query.fetch) {
    out += "\nFETCH NEXT ";
    write(out, *query.fetch);
    out += " ROWS ONLY";
  }
}

void write_parenthesized(std::string& out, const Query& query) {
  out += '(';
  write(out, query);
  out += ')';
}

}  // namespace eddyline::sql

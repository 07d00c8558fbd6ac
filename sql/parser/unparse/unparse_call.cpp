#include "sql/parser/unparse/unparse.hpp"

namespace eddyline::sql {

std::string_view function_text(JsonFunctionType type) {
  switch (type) {
    case JsonFunctionType::kExists:
      return "JSON_EXISTS";
    case JsonFunctionType::kValue:
      return "JSON_VALUE";
    case JsonFunctionType::kQuery:
      return "JSON_QUERY";
    case JsonFunctionType::kObject:
      return "JSON_OBJECT";
    case JsonFunctionType::kArray:
      return "JSON_ARRAY";
    case JsonFunctionType::kObjectAgg:
      return "JSON_OBJECTAGG";
    case JsonFunctionType::kArrayAgg:
      return "JSON_ARRAYAGG";
  }
  return "";
}

namespace {

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

bool is_bare_word(const QualifiedName& name) {
  return name.parts.size() == 1 && !name.parts[0].quoted;
}

/// Functions are looked up without regard to case, so a bare name is written as the built-in ones are.
void write_function_name(std::string& out, const QualifiedName& name) {
  if (is_bare_word(name)) {
    out += upper_case(name.parts[0].text);
  } else {
    write(out, name);
  }
}

void write_order_item(std::string& out, const OrderItem& item) {
  write(out, *item.expression);
  if (item.descending) out += " DESC";
  if (item.nulls_first) out += *item.nulls_first ? " NULLS FIRST" : " NULLS LAST";
}

void write_argument(std::string& out, const FunctionArgument& argument) {
  if (argument.name) {
    write(out, *argument.name);
    out += " => ";
  }
  write(out, *argument.value);
}

/// The words between the arguments of a function with a syntax of its own; empty for a comma-separated list.
std::vector<std::string_view> argument_words(const FunctionCall& call) {
  if (!is_bare_word(call.name)) return {};
  const std::string name = upper_case(call.name.parts[0].text);
  const auto symbol_at = [&](size_t i) { return call.arguments.size() > i && call.arguments[i].value->is<Symbol>(); };
  if (name == "EXTRACT") return {" FROM "};
  if ((name == "FLOOR" || name == "CEIL" || name == "CEILING") && symbol_at(1)) return {" TO "};
  if (name == "TRIM") return {" ", " FROM "};
  if (name == "POSITION") return {" IN ", " FROM "};
  if (name == "OVERLAY") return {" PLACING ", " FROM ", " FOR "};
  return {};
}

/// What Flink writes in parentheses before the TO of FLOOR and CEIL.
bool is_call(const Expression& expression) {
  return !expression.is<ColumnReference>() && !expression.is<Literal>() && !expression.is<IntervalLiteral>() &&
         !expression.is<CaseExpression>();
}

bool is_null_if(const FunctionCall& call) {
  return is_bare_word(call.name) && upper_case(call.name.parts[0].text) == "NULLIF" && call.arguments.size() == 2 &&
         !call.arguments[0].name && !call.arguments[1].name;
}

/// NULLIF is short for a CASE, and written as that.
void write_null_if(std::string& out, const FunctionCall& call) {
  out += "CASE WHEN ";
  write(out, *call.arguments[0].value, precedence::kComparison);
  out += " = ";
  write(out, *call.arguments[1].value, precedence::kComparison + 1);
  out += " THEN NULL ELSE ";
  write(out, *call.arguments[0].value);
  out += " END";
}

void write_arguments(std::string& out, const FunctionCall& call) {
  const std::vector<std::string_view> words = argument_words(call);
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (i > 0) out += i <= words.size() ? words[i - 1] : std::string_view(", ");
    // The needle of POSITION must leave the IN alone.
    const bool operand = i == 0 && !words.empty() && words[0] == " IN ";
    if (operand) {
      write(out, *call.arguments[i].value, precedence::kRange + 1);
    } else if (i == 0 && words.size() == 1 && words[0] == " TO " && is_call(*call.arguments[i].value)) {
      out += '(';
      write_argument(out, call.arguments[i]);
      out += ')';
    } else {
      write_argument(out, call.arguments[i]);
    }
  }
}

void write_bound(std::string& out, const FrameBound& bound) {
  if (bound.offset) write(out, *bound.offset, precedence::kAnd + 1);
  switch (bound.kind) {
    case FrameBoundKind::kUnboundedPreceding:
      out += "UNBOUNDED PRECEDING";
      return;
    case FrameBoundKind::kPreceding:
      out += " PRECEDING";
      return;
    case FrameBoundKind::kCurrentRow:
      out += "CURRENT ROW";
      return;
    case FrameBoundKind::kFollowing:
      out += " FOLLOWING";
      return;
    case FrameBoundKind::kUnboundedFollowing:
      out += "UNBOUNDED FOLLOWING";
      return;
  }
}

void write_frame(std::string& out, const WindowFrame& frame) {
  out += frame.rows ? "ROWS " : "RANGE ";
  if (frame.end) out += "BETWEEN ";
  write_bound(out, frame.start);
  if (!frame.end) return;
  out += " AND ";
  write_bound(out, *frame.end);
}

void write_filter(std::string& out, const ExpressionPtr& filter) {
  if (!filter) return;
  out += " FILTER (WHERE ";
  write(out, *filter);
  out += ')';
}

void write_quantifier(std::string& out, SetQuantifier quantifier) {
  if (quantifier == SetQuantifier::kAll) out += "ALL ";
  if (quantifier == SetQuantifier::kDistinct) out += "DISTINCT ";
}

std::string_view behavior_text(JsonBehavior behavior) {
  switch (behavior) {
    case JsonBehavior::kNone:
      return "";
    case JsonBehavior::kError:
      return "ERROR";
    case JsonBehavior::kNull:
      return "NULL";
    case JsonBehavior::kDefault:
      return "DEFAULT ";
    case JsonBehavior::kTrue:
      return "TRUE";
    case JsonBehavior::kFalse:
      return "FALSE";
    case JsonBehavior::kUnknown:
      return "UNKNOWN";
    case JsonBehavior::kEmptyArray:
      return "EMPTY ARRAY";
    case JsonBehavior::kEmptyObject:
      return "EMPTY OBJECT";
  }
  return "";
}

void write_behavior(std::string& out, JsonBehavior behavior, const ExpressionPtr& value, std::string_view event) {
  if (behavior == JsonBehavior::kNone) return;
  out += ' ';
  out += behavior_text(behavior);
  if (value) write(out, *value);
  out += event;
}

std::string_view wrapper_text(JsonWrapper wrapper) {
  switch (wrapper) {
    case JsonWrapper::kNone:
      return "";
    case JsonWrapper::kWithout:
      return " WITHOUT ARRAY WRAPPER";
    case JsonWrapper::kConditional:
      return " WITH CONDITIONAL ARRAY WRAPPER";
    case JsonWrapper::kUnconditional:
      return " WITH UNCONDITIONAL ARRAY WRAPPER";
  }
  return "";
}

/// `KEY k VALUE v, ...`.
void write_pairs(std::string& out, const std::vector<ExpressionPtr>& arguments) {
  for (size_t i = 0; i + 1 < arguments.size(); i += 2) {
    if (i > 0) out += ", ";
    std::string key;
    write(key, *arguments[i]);
    // Before these KEY would be read as a name.
    const bool word = std::string_view("(-+").find(key.front()) == std::string_view::npos;
    out += word ? "KEY " + key : key;
    out += " VALUE ";
    write(out, *arguments[i + 1]);
  }
}

}  // namespace

void write(std::string& out, const std::vector<OrderItem>& items) {
  write_list(out, items, ", ", write_order_item);
}

void write(std::string& out, const FunctionCall& call) {
  if (is_null_if(call)) return write_null_if(out, call);
  write_function_name(out, call.name);
  if (call.bare) return;
  out += '(';
  write_quantifier(out, call.quantifier);
  write_arguments(out, call);
  if (!call.order_by.empty()) {
    out += " ORDER BY ";
    write(out, call.order_by);
  }
  out += ')';
  if (call.null_treatment == NullTreatment::kIgnore) out += " IGNORE NULLS";
  if (call.null_treatment == NullTreatment::kRespect) out += " RESPECT NULLS";
  if (!call.within_group.empty()) {
    out += " WITHIN GROUP (ORDER BY ";
    write(out, call.within_group);
    out += ')';
  }
  write_filter(out, call.filter);
  if (!call.over) return;
  out += " OVER ";
  if (call.over->name) {
    write(out, *call.over->name);
  } else {
    write(out, call.over->specification);
  }
}

void write(std::string& out, const JsonFunction& call) {
  out += function_text(call.type);
  out += '(';
  const bool pairs = call.type == JsonFunctionType::kObject || call.type == JsonFunctionType::kObjectAgg;
  if (pairs) {
    write_pairs(out, call.arguments);
  } else {
    write(out, call.arguments);
  }
  if (call.returning) {
    out += " RETURNING ";
    write(out, *call.returning);
  }
  out += wrapper_text(call.wrapper);
  write_behavior(out, call.on_empty, call.default_on_empty, " ON EMPTY");
  write_behavior(out, call.on_error, call.default_on_error, " ON ERROR");
  if (!call.order_by.empty()) {
    out += " ORDER BY ";
    write(out, call.order_by);
  }
  if (call.null_clause != JsonNullClause::kNone && !call.arguments.empty()) out += ' ';
  if (call.null_clause == JsonNullClause::kNullOnNull) out += "NULL ON NULL";
  if (call.null_clause == JsonNullClause::kAbsentOnNull) out += "ABSENT ON NULL";
  out += ')';
  write_filter(out, call.filter);
}

void write(std::string& out, const TableArgument& argument) {
  out += "TABLE ";
  if (argument.table) {
    write(out, *argument.table);
  } else {
    write_parenthesized(out, *argument.query);
  }
  if (!argument.partition_by.empty()) {
    out += " PARTITION BY (";
    write(out, argument.partition_by);
    out += ')';
  }
  if (!argument.order_by.empty()) {
    out += " ORDER BY (";
    write(out, argument.order_by);
    out += ')';
  }
}

void write(std::string& out, const WindowSpecification& specification) {
  std::vector<std::string> parts;
  if (specification.base) write(parts.emplace_back(), *specification.base);
  if (!specification.partition_by.empty()) {
    write(parts.emplace_back("PARTITION BY "), specification.partition_by);
  }
  if (!specification.order_by.empty()) write(parts.emplace_back("ORDER BY "), specification.order_by);
  if (specification.frame) write_frame(parts.emplace_back(), *specification.frame);
  out += '(';
  write_list(out, parts, " ", [](std::string& text, const std::string& part) { text += part; });
  out += ')';
}

}  // namespace eddyline::sql

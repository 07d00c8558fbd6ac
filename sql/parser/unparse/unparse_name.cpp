#include "common/base/quoting.hpp"
#include "sql/parser/lexical/literal_value.hpp"
#include "sql/parser/unparse/unparse.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {

namespace {

std::string_view type_word(TypeName name) {
  switch (name) {
    case TypeName::kBoolean:
      return "BOOLEAN";
    case TypeName::kTinyint:
      return "TINYINT";
    case TypeName::kSmallint:
      return "SMALLINT";
    case TypeName::kInteger:
      return "INT";
    case TypeName::kBigint:
      return "BIGINT";
    case TypeName::kFloat:
      return "FLOAT";
    case TypeName::kDouble:
      return "DOUBLE";
    case TypeName::kDecimal:
      return "DECIMAL";
    case TypeName::kChar:
      return "CHAR";
    case TypeName::kVarchar:
      return "VARCHAR";
    case TypeName::kString:
      return "STRING";
    case TypeName::kBinary:
      return "BINARY";
    case TypeName::kVarbinary:
      return "VARBINARY";
    case TypeName::kBytes:
      return "BYTES";
    case TypeName::kDate:
      return "DATE";
    case TypeName::kTime:
      return "TIME";
    case TypeName::kTimestamp:
    case TypeName::kTimestampWithTimeZone:
      return "TIMESTAMP";
    case TypeName::kTimestampLtz:
      return "TIMESTAMP_LTZ";
    case TypeName::kInterval:
      return "INTERVAL";
    case TypeName::kArray:
      return "ARRAY";
    case TypeName::kMap:
      return "MAP";
    case TypeName::kMultiset:
      return "MULTISET";
    case TypeName::kRow:
      return "ROW";
    case TypeName::kRaw:
      return "RAW";
    case TypeName::kNull:
      return "NULL";
    case TypeName::kVariant:
      return "VARIANT";
    case TypeName::kDescriptor:
      return "DESCRIPTOR";
    case TypeName::kNamed:
      return "";
  }
  return "";
}

void write_field(std::string& out, const TypeFieldNode& field) {
  if (!field.name.text.empty()) {
    write(out, field.name);
    out += ' ';
  }
  write(out, field.type);
  if (field.comment) out += ' ' + quote_string(*field.comment);
}

void write_hint(std::string& out, const Hint& hint) {
  write(out, hint.name);
  if (hint.form == Hint::Form::kKeyValues) write(out, hint.options);
  if (hint.form != Hint::Form::kItems) return;
  out += '(';
  write_list(out, hint.items, ", ", [](std::string& text, const StringLiteralNode& item) { write(text, item); });
  out += ')';
}

}  // namespace

void write(std::string& out, const Identifier& name) {
  out += quote_identifier(name.text);
}

void write(std::string& out, const QualifiedName& name) {
  write_list(out, name.parts, ".", [](std::string& text, const Identifier& part) { write(text, part); });
}

void write(std::string& out, const std::vector<Identifier>& names) {
  out += '(';
  write_list(out, names, ", ", [](std::string& text, const Identifier& name) { write(text, name); });
  out += ')';
}

void write(std::string& out, const StringLiteralNode& text) {
  out += quote_string(text.text);
}

void write(std::string& out, const TypeNode& type) {
  out += type_word(type.name);
  if (type.name == TypeName::kNamed) write(out, type.type_name);
  if (type.name == TypeName::kInterval) out += ' ' + to_string(type.interval);
  if (type.precision) {
    out += '(' + std::to_string(*type.precision);
    if (type.scale) out += ", " + std::to_string(*type.scale);
    out += ')';
  }
  if (!type.children.empty() || type.name == TypeName::kRow) {
    out += '<';
    write_list(out, type.children, ", ", write_field);
    out += '>';
  }
  if (type.name == TypeName::kRaw) {
    out += '(';
    write_list(out, type.raw_arguments, ", ",
               [](std::string& text, const StringLiteralNode& item) { write(text, item); });
    out += ')';
  }
  if (type.name == TypeName::kTimestampWithTimeZone) out += " WITH TIME ZONE";
  if (type.not_null) out += " NOT NULL";
}

void write(std::string& out, const std::vector<Hint>& hints) {
  out += "/*+ ";
  write_list(out, hints, ", ", write_hint);
  out += " */";
}

void write(std::string& out, const std::vector<OptionNode>& options) {
  out += '(';
  write_list(out, options, ", ", [](std::string& text, const OptionNode& option) {
    write(text, option.key);
    text += " = ";
    write(text, option.value);
  });
  out += ')';
}

void write(std::string& out, const std::vector<PartitionItem>& partition) {
  out += '(';
  write_list(out, partition, ", ", [](std::string& text, const PartitionItem& item) {
    write(text, item.key);
    if (!item.value) return;
    text += " = ";
    write(text, *item.value);
  });
  out += ')';
}

}  // namespace eddyline::sql

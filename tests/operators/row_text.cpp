#include "tests/operators/row_text.hpp"

#include <charconv>
#include <optional>

#include "common/columnar/value.hpp"
#include "common/text/value_text.hpp"
#include "tests/operators/script.hpp"

namespace eddyline::tests {
namespace {

std::optional<DataType> simple_type(const std::string& name) {
  if (name == "BOOLEAN") return DataType::boolean();
  if (name == "TINYINT") return DataType::tinyint();
  if (name == "SMALLINT") return DataType::smallint();
  if (name == "INT") return DataType::integer();
  if (name == "BIGINT") return DataType::bigint();
  if (name == "FLOAT") return DataType::float_();
  if (name == "DOUBLE") return DataType::double_();
  if (name == "STRING") return DataType::string();
  if (name == "DATE") return DataType::date();
  if (name == "TIMESTAMP(3)") return DataType::timestamp(3);
  if (name == "ROWTIME") return DataType::timestamp(3).with_time_attribute(TimeAttribute::kRowtime);
  if (name == "PROCTIME") return DataType::timestamp_ltz(3).with_time_attribute(TimeAttribute::kProctime);
  return std::nullopt;
}

/// "DECIMAL(10/2)": a slash, as commas separate columns.
std::optional<DataType> decimal_type(const std::string& name) {
  constexpr std::string_view kHead = "DECIMAL(";
  const size_t slash = name.find('/');
  if (!name.starts_with(kHead) || slash == std::string::npos) return std::nullopt;
  return DataType::decimal(std::stoi(name.substr(kHead.size())), std::stoi(name.substr(slash + 1)));
}

Result<Value> parse_integer(const std::string& word) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return validation_error("not an integer: " + word);
  return Value::integer(number);
}

/// Unscaled: "1.5" of DECIMAL(_, 2) is 150.
Result<Value> parse_decimal(std::string word, int32_t scale) {
  const size_t point = word.find('.');
  size_t digits = point == std::string::npos ? 0 : word.size() - point - 1;
  if (point != std::string::npos) word.erase(point, 1);
  for (; digits < static_cast<size_t>(scale); ++digits) word += '0';
  return parse_integer(word);
}

Result<Value> parse_value(const std::string& word, const DataType& type) {
  if (word == "null") return Value::null();
  if (type.is_character()) {
    const bool quoted = word.size() >= 2 && word.front() == '\'' && word.back() == '\'';
    return Value::string(quoted ? word.substr(1, word.size() - 2) : word);
  }
  if (type.is(TypeRoot::kBoolean)) return Value::boolean(word == "true");
  if (type.is_approximate()) return Value::real(std::stod(word));
  if (type.is(TypeRoot::kDecimal)) return parse_decimal(word, type.scale());
  return parse_integer(word);
}

std::optional<RowKind> parse_kind(const std::string& word) {
  for (const RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete}) {
    if (word == row_kind_text(kind)) return kind;
  }
  return std::nullopt;
}

std::string value_text(const Value& value, const DataType& type) {
  if (value.is_null()) return "null";
  if (type.is_timestamp()) return text_of(value, DataType::bigint(), TextStyle::kRow);
  const std::string text = text_of(value, type, TextStyle::kRow);
  const bool plain = !text.empty() && text != "null" && text.find(' ') == std::string::npos;
  return plain ? text : "'" + text + "'";
}

}  // namespace

Result<RowType> parse_columns(const std::string& text) {
  RowType row;
  for (size_t at = 0; at < text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const std::vector<std::string> words = words_of(text.substr(at, comma - at));
    at = comma + 1;
    const bool not_null = words.size() == 4 && words[2] == "NOT" && words[3] == "NULL";
    if (words.size() != 2 && !not_null) return validation_error("a column is a name and a type: " + text);
    std::optional<DataType> type = simple_type(words[1]);
    if (!type.has_value()) type = decimal_type(words[1]);
    if (!type.has_value()) return validation_error("unknown type " + words[1]);
    row.push_back({words[0], type->with_nullable(!not_null)});
  }
  return row;
}

Result<Batch> parse_rows(const RowType& row, const std::vector<std::string>& lines) {
  BatchBuilder builder(physical_types(row), {lines.size(), SIZE_MAX});
  for (const std::string& line : lines) {
    std::vector<std::string> words = words_of(line);
    const size_t at = builder.rows();
    if (const auto kind = words.empty() ? std::nullopt : parse_kind(words[0]); kind.has_value()) {
      builder.set_kind(at, *kind);
      words.erase(words.begin());
    }
    if (words.size() != row.size())
      return validation_error("row of " + std::to_string(words.size()) + " values: " + line);
    for (size_t i = 0; i < row.size(); ++i) {
      ASSIGN_OR_RETURN(const Value value, parse_value(words[i], row[i].type));
      value.write_to(builder.column(i), at);
    }
    builder.add_rows(1);
  }
  return builder.take();
}

std::string row_text(const Batch& batch, size_t physical_row, const RowType& row) {
  std::string text(row_kind_text(batch.kind(physical_row)));
  for (size_t i = 0; i < row.size(); ++i) {
    text += ' ';
    text += value_text(Value::from(*batch.column(i), physical_row), row[i].type);
  }
  return text;
}

}  // namespace eddyline::tests

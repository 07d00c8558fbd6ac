#include "tests/sql/harness/row_text.hpp"

#include <charconv>
#include <optional>

#include "common/base/civil.hpp"
#include "common/config/option_value.hpp"
#include "common/text/value_text.hpp"

namespace eddyline::sql_tests {
namespace {

constexpr int64_t kDayMs = 86'400'000;

Status not_a(const std::string& kind, const std::string& text) {
  return validation_error("'" + text + "' is not " + kind);
}

/// All of the text as one number.
template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Digits behind a point, as a number of `digits` digits.
int64_t fraction_of(std::string text, size_t digits) {
  text.resize(digits, '0');
  return number<int64_t>(text).value_or(0);
}

Result<int64_t> parse_day(const std::string& text) {
  const size_t second = text.rfind('-');
  const size_t first = text.rfind('-', second - 1);
  if (second == std::string::npos || first == std::string::npos) return not_a("a date", text);
  const auto year = number<int64_t>(text.substr(0, first));
  const auto month = number<uint32_t>(text.substr(first + 1, second - first - 1));
  const auto day = number<uint32_t>(text.substr(second + 1));
  if (!year || !month || !day) return not_a("a date", text);
  return days_from_civil({*year, *month, *day});
}

/// Nanoseconds of "hh:mm[:ss[.f]]".
Result<int64_t> parse_time_of_day(const std::string& text) {
  const auto hour = number<int64_t>(text.substr(0, 2));
  const auto minute = text.size() >= 5 ? number<int64_t>(text.substr(3, 2)) : std::nullopt;
  const auto second = text.size() >= 8 ? number<int64_t>(text.substr(6, 2)) : std::optional<int64_t>(0);
  if (!hour || !minute || !second || text[2] != ':') return not_a("a time", text);
  const int64_t fraction = text.size() > 9 ? fraction_of(text.substr(9), 9) : 0;
  return ((*hour * 60 + *minute) * 60 + *second) * 1'000'000'000 + fraction;
}

/// Nanoseconds since 1970.
Result<int128_t> parse_timestamp(std::string text) {
  if (const auto milliseconds = number<int64_t>(text)) return static_cast<int128_t>(*milliseconds) * 1'000'000;
  if (text.ends_with('Z')) text.pop_back();
  const size_t divider = text.find_first_of("T ");
  int64_t day = 0;
  if (divider != std::string::npos) {
    ASSIGN_OR_RETURN(day, parse_day(text.substr(0, divider)));
  }
  ASSIGN_OR_RETURN(const int64_t time,
                   parse_time_of_day(divider == std::string::npos ? text : text.substr(divider + 1)));
  return static_cast<int128_t>(day) * kDayMs * 1'000'000 + time;
}

Result<Value> parse_decimal(const std::string& text, int32_t scale) {
  const size_t point = text.find('.');
  std::string digits = text.substr(0, point);
  std::string fraction = point == std::string::npos ? "" : text.substr(point + 1);
  fraction.resize(static_cast<size_t>(scale), '0');
  digits += fraction;
  const bool negative = digits.starts_with('-');
  int128_t value = 0;
  for (const char digit : digits.substr(negative ? 1 : 0)) {
    if (digit < '0' || digit > '9') return not_a("a decimal number", text);
    value = value * 10 + (digit - '0');
  }
  return Value::integer(negative ? -value : value);
}

Result<Value> parse_bytes(const std::string& text) {
  if (!text.starts_with("x'") || text.size() % 2 == 0) return not_a("bytes like x'68ff'", text);
  std::string bytes;
  for (size_t at = 2; at + 1 < text.size(); at += 2) {
    uint8_t byte = 0;
    std::from_chars(text.data() + at, text.data() + at + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return Value::string(bytes);
}

Result<Value> parse_temporal(const std::string& text, const DataType& type) {
  if (type.is(TypeRoot::kDate)) {
    ASSIGN_OR_RETURN(const int64_t day, parse_day(text));
    return Value::integer(day);
  }
  if (type.is(TypeRoot::kTime)) {
    ASSIGN_OR_RETURN(const int64_t time, parse_time_of_day(text));
    return Value::integer(time / 1'000'000);
  }
  ASSIGN_OR_RETURN(const int128_t nanoseconds, parse_timestamp(text));
  const int128_t unit = type.precision() <= 3 ? 1'000'000 : type.precision() <= 6 ? 1'000 : 1;
  return Value::integer(floor_divide(nanoseconds, unit));
}

std::optional<RowKind> parse_kind(const Word& word) {
  for (const RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete}) {
    if (!word.quoted && word.text == row_kind_text(kind)) return kind;
  }
  return std::nullopt;
}

std::string cell_text(const Value& value, const DataType& type) {
  if (value.is_null()) return "NULL";
  return quoted_if_needed(text_of(value, type, type.is_binary() ? TextStyle::kDisplay : TextStyle::kRow));
}

char unescaped(char character) {
  return character == 'n' ? '\n' : character == 't' ? '\t' : character;
}

}  // namespace

std::string quoted_if_needed(const std::string& text) {
  const bool plain = !text.empty() && text != "NULL" && text.find_first_of(" \"\\\n\t") == std::string::npos;
  if (plain) return text;
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') quoted += '\\';
    quoted += character == '\n'   ? std::string("\\n")
              : character == '\t' ? std::string("\\t")
                                  : std::string(1, character);
  }
  return quoted + '"';
}

Result<std::vector<Word>> split_words(const std::string& line) {
  std::vector<Word> words;
  for (size_t at = 0; at < line.size();) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    Word& word = words.emplace_back();
    if (line[at] != '"') {
      const size_t end = std::min(line.find(' ', at), line.size());
      word.text = line.substr(at, end - at);
      at = end;
      continue;
    }
    word.quoted = true;
    for (++at; at < line.size() && line[at] != '"'; ++at) {
      if (line[at] == '\\' && at + 1 < line.size()) {
        word.text += unescaped(line[++at]);
      } else {
        word.text += line[at];
      }
    }
    if (at == line.size()) return validation_error("a quote is not closed: " + line);
    ++at;
  }
  return words;
}

Result<Value> parse_cell(const Word& word, const DataType& type) {
  if (!word.quoted && word.text == "NULL") return Value::null();
  const std::string& text = word.text;
  if (type.is_character()) return Value::string(text);
  if (type.is_binary()) return parse_bytes(text);
  if (type.is_temporal()) return parse_temporal(text, type);
  if (type.is(TypeRoot::kDecimal)) return parse_decimal(text, type.scale());
  if (type.is(TypeRoot::kBoolean)) {
    if (text != "true" && text != "false") return not_a("true or false", text);
    return Value::boolean(text == "true");
  }
  if (type.is_approximate()) {
    const auto value = number<double>(text);
    return value ? Result<Value>(Value::real(*value)) : not_a("a number", text);
  }
  const auto value = number<int64_t>(text);
  return value ? Result<Value>(Value::integer(*value)) : not_a("an integer", text);
}

Result<Batch> parse_rows(const RowType& columns, const std::vector<std::string>& lines) {
  BatchBuilder builder(physical_types(columns), {lines.size(), SIZE_MAX});
  for (const std::string& line : lines) {
    ASSIGN_OR_RETURN(std::vector<Word> words, split_words(line));
    const size_t row = builder.rows();
    if (const auto kind = words.empty() ? std::nullopt : parse_kind(words[0])) {
      builder.set_kind(row, *kind);
      words.erase(words.begin());
    }
    if (words.size() != columns.size()) {
      return validation_error("a row of " + std::to_string(words.size()) + " values for " +
                              std::to_string(columns.size()) + " columns: " + line);
    }
    for (size_t column = 0; column < columns.size(); ++column) {
      ASSIGN_OR_RETURN(const Value value, parse_cell(words[column], columns[column].type));
      value.write_to(builder.column(column), row);
    }
    builder.add_rows(1);
  }
  return builder.take();
}

std::string row_text(const Batch& batch, size_t physical_row, const RowType& columns, bool with_kind) {
  std::string text(with_kind ? row_kind_text(batch.kind(physical_row)) : "");
  for (size_t column = 0; column < columns.size(); ++column) {
    if (!text.empty()) text += ' ';
    text += cell_text(Value::from(*batch.column(column), physical_row), columns[column].type);
  }
  return text;
}

Result<int64_t> parse_time_ms(const std::string& text) {
  ASSIGN_OR_RETURN(const int128_t nanoseconds, parse_timestamp(text));
  return static_cast<int64_t>(floor_divide<int128_t>(nanoseconds, 1'000'000));
}

Result<int64_t> parse_duration_ms(const std::string& text) {
  ASSIGN_OR_RETURN(const Duration duration, OptionValue<Duration>::parse(text));
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

}  // namespace eddyline::sql_tests

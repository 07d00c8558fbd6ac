#include "tests/unit/expression/case_file.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>

#include "common/base/civil.hpp"
#include "expression/functions/kernel/calendar.hpp"

namespace eddyline::expression {
namespace {

/// Reads the call syntax of a case from left to right.
class CaseParser {
 public:
  CaseParser(const FunctionRegistry& registry, std::string_view text, std::vector<CaseInput>* inputs)
      : registry_(registry), text_(text), inputs_(inputs) {}

  Result<ExpressionPtr> parse() {
    ASSIGN_OR_RETURN(ExpressionPtr expression, parse_expression());
    skip_blanks();
    if (at_ != text_.size()) return validation_error("text behind the expression: " + std::string(text_.substr(at_)));
    return expression;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view token) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  std::string take_name() {
    skip_blanks();
    if (take("`")) {
      const size_t end = text_.find('`', at_);
      const std::string name(text_.substr(at_, end - at_));
      at_ = end + 1;
      return name;
    }
    const size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) ++at_;
    return std::string(text_.substr(start, at_ - start));
  }
  int32_t take_number() {
    skip_blanks();
    int32_t number = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      number = number * 10 + (text_[at_++] - '0');
    }
    return number;
  }
  /// "(3)" or "(10, 2)" behind a type; the defaults if there is none.
  std::pair<int32_t, int32_t> take_precision(int32_t precision, int32_t scale) {
    if (!take("(")) return {precision, scale};
    precision = take_number();
    scale = take(",") ? take_number() : 0;
    take(")");
    return {precision, scale};
  }

  Result<ExpressionPtr> parse_expression() {
    const bool literal = take("!");
    const size_t start = at_;
    const std::string name = take_name();
    const bool quoted = text_[start] == '`' || (text_[start] == ' ' && text_[text_.find_first_not_of(' ', start)] == '`');
    if (name == "CAST" || name == "TRY_CAST") return parse_cast(name == "TRY_CAST");
    DataType type;
    if (!quoted && type_of(name, type)) return parse_value(type, literal);
    return parse_call(name);
  }

  Result<ExpressionPtr> parse_cast(bool try_cast) {
    take("(");
    ASSIGN_OR_RETURN(ExpressionPtr operand, parse_expression());
    if (!take("AS")) return validation_error("AS is missing");
    DataType type;
    if (!type_of(take_name(), type)) return validation_error("no such type in " + std::string(text_));
    if (!take(")")) return validation_error("CAST without end");
    return registry_.make_cast(std::move(operand), type, try_cast);
  }

  Result<ExpressionPtr> parse_call(const std::string& name) {
    if (!take("(")) return validation_error("no type and no call: " + name);
    std::vector<ExpressionPtr> operands;
    while (!take(")")) {
      if (!operands.empty() && !take(",")) return validation_error("comma missing at " + std::string(text_.substr(at_)));
      ASSIGN_OR_RETURN(ExpressionPtr operand, parse_expression());
      operands.push_back(std::move(operand));
    }
    return registry_.make_call(name, std::move(operands));
  }

  bool interval_of(DataType& type) {
    const std::string unit = take_name();
    if (unit == "MONTH") type = DataType::interval_year_month(IntervalUnit::kMonth, IntervalUnit::kMonth);
    if (unit == "YEAR") type = DataType::interval_year_month(IntervalUnit::kYear, IntervalUnit::kMonth);
    if (unit == "DAY") type = DataType::interval_day_time(IntervalUnit::kDay, IntervalUnit::kSecond);
    if (unit == "SECOND") type = DataType::interval_day_time(IntervalUnit::kSecond, IntervalUnit::kSecond, 2, 3);
    return type.is_interval();
  }

  bool type_of(const std::string& name, DataType& type) {
    if (name == "NULL") type = DataType::null();
    else if (name == "BOOLEAN") type = DataType::boolean();
    else if (name == "TINYINT") type = DataType::tinyint();
    else if (name == "SMALLINT") type = DataType::smallint();
    else if (name == "INT") type = DataType::integer();
    else if (name == "BIGINT") type = DataType::bigint();
    else if (name == "FLOAT") type = DataType::float_();
    else if (name == "DOUBLE") type = DataType::double_();
    else if (name == "STRING") type = DataType::string();
    else if (name == "BYTES") type = DataType::bytes();
    else if (name == "CHAR") type = DataType::char_(take_precision(1, 0).first);
    else if (name == "VARCHAR") type = DataType::varchar(take_precision(1, 0).first);
    else if (name == "BINARY") type = DataType::binary(take_precision(1, 0).first);
    else if (name == "VARBINARY") type = DataType::varbinary(take_precision(1, 0).first);
    else if (name == "DATE") type = DataType::date();
    else if (name == "TIME") type = DataType::time(take_precision(0, 0).first);
    else if (name == "TIMESTAMP") type = DataType::timestamp(take_precision(6, 0).first);
    else if (name == "TIMESTAMP_LTZ") type = DataType::timestamp_ltz(take_precision(6, 0).first);
    else if (name == "INTERVAL") return interval_of(type);
    else if (name == "DECIMAL") {
      const auto [precision, scale] = take_precision(10, 0);
      type = DataType::decimal(precision, scale);
    } else {
      return false;
    }
    if (take("NOT NULL")) type = type.not_null();
    if (take("*ROWTIME*")) type = type.with_time_attribute(TimeAttribute::kRowtime);
    if (take("*PROCTIME*")) type = type.with_time_attribute(TimeAttribute::kProctime);
    return true;
  }

  Result<ExpressionPtr> parse_value(const DataType& type, bool literal) {
    if (type.is(TypeRoot::kNull)) return Expression::literal(Value::null(), type);
    ASSIGN_OR_RETURN(Value value, value_of(type));
    if (literal || inputs_ == nullptr) return Expression::literal(std::move(value), type);
    inputs_->push_back({type, std::move(value)});
    return Expression::input_ref(inputs_->size() - 1, type);
  }

  std::string take_quoted() {
    std::string text;
    take("'");
    while (at_ < text_.size()) {
      if (text_[at_] == '\'') {
        if (at_ + 1 >= text_.size() || text_[at_ + 1] != '\'') break;
        ++at_;
      } else if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == 'n') {
        text += '\n';
        at_ += 2;
        continue;
      }
      text += text_[at_++];
    }
    ++at_;
    return text;
  }

  std::string take_word() {
    skip_blanks();
    const size_t start = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')' && text_[at_] != ' ') ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  Result<Value> value_of(const DataType& type) {
    if (take("NULL")) return Value::null();
    if (type.is_binary()) {
      take("x");
      const std::string digits = take_quoted();
      std::string bytes;
      for (size_t i = 0; i + 1 < digits.size(); i += 2) bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
      return Value::string(bytes);
    }
    if (type.is_character()) return Value::string(take_quoted());
    if (type.is_temporal()) return temporal_value(type, take_quoted());
    const std::string word = take_word();
    if (type.is(TypeRoot::kBoolean)) return Value::boolean(word == "TRUE");
    if (type.is_approximate()) return Value::real(std::strtod(word.c_str(), nullptr));
    return Value::integer(integer_of(word, type.is(TypeRoot::kDecimal) ? type.scale() : 0));
  }

  static int128_t integer_of(const std::string& word, int32_t scale) {
    int128_t number = 0;
    int32_t digits = -1;
    for (const char c : word) {
      if (c == '.') digits = 0;
      if (std::isdigit(static_cast<unsigned char>(c)) == 0) continue;
      number = number * 10 + (c - '0');
      if (digits >= 0) ++digits;
    }
    for (int32_t i = digits < 0 ? 0 : digits; i < scale; ++i) number *= 10;
    return word[0] == '-' ? -number : number;
  }

  static Value temporal_value(const DataType& type, const std::string& text) {
    int64_t day = 0;
    std::string time = text;
    if (!type.is(TypeRoot::kTime)) {
      const size_t dash = text.find('-', 1);
      const int64_t year = std::stoll(text.substr(0, dash));
      const auto month = static_cast<uint32_t>(std::stoi(text.substr(dash + 1, 2)));
      day = days_from_civil({year, month, static_cast<uint32_t>(std::stoi(text.substr(dash + 4, 2)))});
      time = text.size() > dash + 7 ? text.substr(dash + 7) : "";
    }
    if (type.is(TypeRoot::kDate)) return Value::integer(day);
    const auto part = [&](size_t at, size_t count) -> int64_t {
      return at < time.size() ? std::stoll(time.substr(at, count)) : 0;
    };
    const int64_t second = (part(0, 2) * 60 + part(3, 2)) * 60 + part(6, 2);
    std::string fraction = time.size() > 9 ? time.substr(9) : "";
    fraction.resize(9, '0');
    const int128_t nanosecond = (int128_t{day} * 86400 + second) * 1'000'000'000 + std::stoll(fraction);
    if (type.is(TypeRoot::kTime)) return Value::integer(nanosecond / 1'000'000);
    const int128_t divisor = 1'000'000 / units_per_millisecond(type.precision());
    return Value::integer(floor_divide<int128_t>(nanosecond, divisor));
  }

  const FunctionRegistry& registry_;
  std::string_view text_;
  std::vector<CaseInput>* inputs_;
  size_t at_ = 0;
};

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \r") - first + 1);
}

}  // namespace

std::vector<FunctionCase> read_cases(const std::string& name) {
  std::vector<FunctionCase> cases;
  std::ifstream file(std::string(EDDYLINE_SOURCE_DIR) + "/tests/unit/expression/data/" + name);
  std::string zone = "UTC";
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    if (line.starts_with("zone ")) {
      zone = trimmed(line.substr(5));
      continue;
    }
    const size_t arrow = line.rfind(" => ");
    const size_t end = arrow == std::string::npos ? line.size() : arrow;
    const std::string expected = arrow == std::string::npos ? "?" : line.substr(arrow + 4);
    cases.push_back({name, number, trimmed(line.substr(0, end)), zone, expected});
  }
  return cases;
}

Result<ExpressionPtr> parse_case(const FunctionRegistry& registry, std::string_view text, std::vector<CaseInput>* inputs) {
  return CaseParser(registry, text, inputs).parse();
}

}  // namespace eddyline::expression

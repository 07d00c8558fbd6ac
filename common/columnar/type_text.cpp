#include "common/columnar/type_text.hpp"

#include <charconv>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "common/base/quoting.hpp"

namespace eddyline {
namespace {

constexpr std::string_view kWithLocalTimeZone = " WITH LOCAL TIME ZONE";

struct NamedType {
  std::string_view name;
  DataType type;
};

/// Types without parameters.
const DataType* find_plain_type(std::string_view name) {
  static const NamedType kTypes[] = {
      {"NULL", DataType::null()},       {"BOOLEAN", DataType::boolean()}, {"TINYINT", DataType::tinyint()},
      {"SMALLINT", DataType::smallint()}, {"INT", DataType::integer()},     {"BIGINT", DataType::bigint()},
      {"FLOAT", DataType::float_()},    {"DOUBLE", DataType::double_()},  {"DATE", DataType::date()},
      {"STRING", DataType::string()},   {"BYTES", DataType::bytes()},
  };
  for (const NamedType& candidate : kTypes) {
    if (candidate.name == name) return &candidate.type;
  }
  return nullptr;
}

struct ParameterRange {
  int32_t least;
  int32_t most;
};

/// Types with one number.
struct SizedType {
  std::string_view name;
  DataType (*make)(int32_t);
  ParameterRange range;
};

const SizedType* find_sized_type(std::string_view name) {
  static constexpr SizedType kTypes[] = {
      {"CHAR", &DataType::char_, {0, kMaxLength}},          {"VARCHAR", &DataType::varchar, {0, kMaxLength}},
      {"BINARY", &DataType::binary, {0, kMaxLength}},       {"VARBINARY", &DataType::varbinary, {0, kMaxLength}},
      {"TIME", &DataType::time, {0, 9}},                    {"TIMESTAMP", &DataType::timestamp, {0, 9}},
      {"TIMESTAMP_LTZ", &DataType::timestamp_ltz, {0, 9}},
  };
  for (const SizedType& candidate : kTypes) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

std::optional<IntervalUnit> find_unit(std::string_view name) {
  for (int unit = 0; unit <= static_cast<int>(IntervalUnit::kSecond); ++unit) {
    if (interval_unit_name(static_cast<IntervalUnit>(unit)) == name) return static_cast<IntervalUnit>(unit);
  }
  return std::nullopt;
}

std::string nested_text(const DataType& type) {
  std::string text = "ROW<";
  if (type.is(TypeRoot::kArray)) text = "ARRAY<";
  if (type.is(TypeRoot::kMap)) text = "MAP<";
  if (type.is(TypeRoot::kMultiset)) text = "MULTISET<";
  for (const RowField& child : type.children()) {
    if (text.back() != '<') text += ", ";
    if (type.is(TypeRoot::kRow)) text += quote_identifier(child.name) + " ";
    text += serializable_text(child.type);
  }
  return text + ">";
}

class TypeParser {
 public:
  explicit TypeParser(std::string_view text) : text_(text) {}

  Result<DataType> parse() {
    ASSIGN_OR_RETURN(DataType type, parse_type());
    if (at_ != text_.size()) return expected("the end");
    return type;
  }

 private:
  Result<DataType> parse_type() {
    if (depth_ == kTypeDepthMax) return expected("fewer types within each other");
    ++depth_;
    ASSIGN_OR_RETURN(DataType type, parse_root());
    --depth_;
    if (take(" NOT NULL")) type = type.not_null();
    if (type.is_timestamp() && take(" *ROWTIME*")) return type.with_time_attribute(TimeAttribute::kRowtime);
    if (type.is_timestamp() && take(" *PROCTIME*")) return type.with_time_attribute(TimeAttribute::kProctime);
    return type;
  }

  Result<DataType> parse_root() {
    const std::string_view name = take_word();
    if (const DataType* plain = find_plain_type(name)) return *plain;
    if (const SizedType* sized = find_sized_type(name)) {
      ASSIGN_OR_RETURN(const int32_t size, parse_parameter(sized->range));
      if (name == "TIMESTAMP" && take(kWithLocalTimeZone)) return DataType::timestamp_ltz(size);
      return sized->make(size);
    }
    if (name == "DECIMAL") return parse_decimal();
    if (name == "INTERVAL") return parse_interval();
    if (name == "ROW") return parse_row();
    if (name == "ARRAY" || name == "MULTISET") return parse_collection(name);
    if (name == "MAP") return parse_map();
    at_ -= name.size();
    return expected("a type");
  }

  Result<DataType> parse_decimal() {
    RETURN_IF_ERROR(require("("));
    ASSIGN_OR_RETURN(const int32_t precision, parse_number({1, kMaxDecimalPrecision}));
    RETURN_IF_ERROR(require(", "));
    ASSIGN_OR_RETURN(const int32_t scale, parse_number({0, precision}));
    RETURN_IF_ERROR(require(")"));
    return DataType::decimal(precision, scale);
  }

  /// A unit with its digits: those before the point, or after it for SECOND.
  struct Field {
    IntervalUnit unit = IntervalUnit::kYear;
    std::optional<int32_t> digits;
  };

  Result<Field> parse_field() {
    const std::string_view name = take_word();
    const std::optional<IntervalUnit> unit = find_unit(name);
    if (!unit.has_value()) {
      at_ -= name.size();
      return expected("YEAR, MONTH, DAY, HOUR, MINUTE or SECOND");
    }
    Field field{.unit = *unit, .digits = {}};
    if (at_ < text_.size() && text_[at_] == '(') {
      ASSIGN_OR_RETURN(field.digits, parse_parameter({0, 9}));
    }
    return field;
  }

  Result<DataType> parse_interval() {
    RETURN_IF_ERROR(require(" "));
    ASSIGN_OR_RETURN(const Field first, parse_field());
    Field last = first;
    if (take(" TO ")) {
      ASSIGN_OR_RETURN(last, parse_field());
    }
    const bool year_month = first.unit <= IntervalUnit::kMonth;
    if (last.unit < first.unit || (last.unit <= IntervalUnit::kMonth) != year_month) return expected("a smaller unit");
    if (year_month) return DataType::interval_year_month(first.unit, last.unit, first.digits.value_or(2));
    const int32_t days = first.unit == IntervalUnit::kDay ? first.digits.value_or(2) : 2;
    const int32_t fraction = last.unit == IntervalUnit::kSecond ? last.digits.value_or(6) : 6;
    return DataType::interval_day_time(first.unit, last.unit, days, fraction);
  }

  Result<DataType> parse_row() {
    RETURN_IF_ERROR(require("<"));
    std::vector<RowField> fields;
    while (!take(">")) {
      if (!fields.empty()) RETURN_IF_ERROR(require(", "));
      RowField field;
      ASSIGN_OR_RETURN(field.name, parse_name());
      RETURN_IF_ERROR(require(" "));
      ASSIGN_OR_RETURN(field.type, parse_type());
      fields.push_back(std::move(field));
    }
    return DataType::row(std::move(fields));
  }

  Result<DataType> parse_collection(std::string_view name) {
    RETURN_IF_ERROR(require("<"));
    ASSIGN_OR_RETURN(DataType element, parse_type());
    RETURN_IF_ERROR(require(">"));
    return name == "ARRAY" ? DataType::array(std::move(element)) : DataType::multiset(std::move(element));
  }

  Result<DataType> parse_map() {
    RETURN_IF_ERROR(require("<"));
    ASSIGN_OR_RETURN(DataType key, parse_type());
    RETURN_IF_ERROR(require(", "));
    ASSIGN_OR_RETURN(DataType value, parse_type());
    RETURN_IF_ERROR(require(">"));
    return DataType::map(std::move(key), std::move(value));
  }

  /// In backticks, those inside doubled.
  Result<std::string> parse_name() {
    RETURN_IF_ERROR(require("`"));
    std::string name;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c != '`') {
        name += c;
      } else if (take("`")) {
        name += '`';
      } else {
        return name;
      }
    }
    return expected("a backtick");
  }

  Result<int32_t> parse_parameter(ParameterRange range) {
    RETURN_IF_ERROR(require("("));
    ASSIGN_OR_RETURN(const int32_t number, parse_number(range));
    RETURN_IF_ERROR(require(")"));
    return number;
  }

  Result<int32_t> parse_number(ParameterRange range) {
    int32_t number = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (error != std::errc() || number < range.least || number > range.most) {
      return expected("a number from " + std::to_string(range.least) + " to " + std::to_string(range.most));
    }
    at_ += static_cast<size_t>(end - begin);
    return number;
  }

  std::string_view take_word() {
    const size_t end = text_.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", at_);
    const std::string_view word = text_.substr(at_, end == std::string_view::npos ? end : end - at_);
    at_ += word.size();
    return word;
  }

  bool take(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  Status require(std::string_view token) {
    return take(token) ? Status() : expected("'" + std::string(token) + "'");
  }

  Status expected(const std::string& what) const {
    return data_error("'" + std::string(text_) + "' is no type: expected " + what + " at character " + std::to_string(at_ + 1));
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t depth_ = 0;
};

}  // namespace

std::string serializable_text(const DataType& type) {
  const bool with_zone = type.is(TypeRoot::kTimestampLtz);
  if (!with_zone && !type.is_nested()) return type.with_time_attribute(TimeAttribute::kNone).to_string();
  const std::string text = with_zone ? "TIMESTAMP(" + std::to_string(type.precision()) + ")" + std::string(kWithLocalTimeZone)
                                     : nested_text(type);
  return type.nullable() ? text : text + " NOT NULL";
}

Result<DataType> parse_data_type(std::string_view text) { return TypeParser(text).parse(); }

}  // namespace eddyline

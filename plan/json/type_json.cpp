#include "plan/json/type_json.hpp"

#include <algorithm>

#include "common/columnar/type_text.hpp"

namespace eddyline::plan {
namespace {

constexpr std::string_view kWithoutZone = "TIMESTAMP_WITHOUT_TIME_ZONE";
constexpr std::string_view kWithZone = "TIMESTAMP_WITH_LOCAL_TIME_ZONE";

Result<DataType> with_place(Result<DataType> type, const JsonField& field) {
  return type.ok() ? type : field.fail(type.status().message());
}

bool has_time_attribute(const DataType& type) {
  return type.time_attribute() != TimeAttribute::kNone ||
         std::ranges::any_of(type.children(), [](const RowField& field) { return has_time_attribute(field.type); });
}

JsonValue time_attribute_to_json(const DataType& type) {
  JsonValue::Object object{{"type", type.is(TypeRoot::kTimestamp) ? kWithoutZone : kWithZone}};
  if (!type.nullable()) object.emplace_back("nullable", false);
  object.emplace_back("precision", type.precision());
  object.emplace_back("kind", type.is_rowtime() ? "ROWTIME" : "PROCTIME");
  return object;
}

JsonValue row_to_json(const RowType& columns, bool nullable) {
  JsonValue::Array fields;
  for (const RowField& column : columns) {
    fields.emplace_back(JsonValue::Object{{"name", column.name}, {"fieldType", to_json(column.type)}});
  }
  JsonValue::Object object{{"type", "ROW"}};
  if (!nullable) object.emplace_back("nullable", false);
  object.emplace_back("fields", std::move(fields));
  return object;
}

Result<DataType> read_time_attribute(const JsonField& field, bool with_zone) {
  ASSIGN_OR_RETURN(const JsonField precision_field, field.member("precision"));
  ASSIGN_OR_RETURN(const auto precision, precision_field.as_integer<uint8_t>());
  if (precision > 9) return precision_field.expected("0 to 9");
  ASSIGN_OR_RETURN(const JsonField kind_field, field.member("kind"));
  ASSIGN_OR_RETURN(const std::string kind, kind_field.as_text());
  if (kind != "ROWTIME" && kind != "PROCTIME") return kind_field.expected("ROWTIME or PROCTIME");
  const DataType type = with_zone ? DataType::timestamp_ltz(precision) : DataType::timestamp(precision);
  return type.with_time_attribute(kind == "ROWTIME" ? TimeAttribute::kRowtime : TimeAttribute::kProctime);
}

Result<DataType> read_row(const JsonField& field) {
  RowType columns;
  ASSIGN_OR_RETURN(const JsonField list, field.member("fields"));
  ASSIGN_OR_RETURN(const auto elements, list.elements());
  for (const JsonField& element : elements) {
    RowField& column = columns.emplace_back();
    ASSIGN_OR_RETURN(const JsonField name, element.member("name"));
    ASSIGN_OR_RETURN(column.name, name.as_text());
    ASSIGN_OR_RETURN(const JsonField type, element.member("fieldType"));
    ASSIGN_OR_RETURN(column.type, read_type(type));
  }
  return DataType::row(std::move(columns));
}

/// No value has the type NULL.
bool has_values(const DataType& type) {
  return !type.is(TypeRoot::kNull) &&
         std::ranges::all_of(type.children(), [](const RowField& field) { return has_values(field.type); });
}

/// Only as to_json() writes it, so that a plan that is written again is the same.
Result<DataType> read_type_text(const JsonField& field) {
  const std::string& text = field.value().as_text();
  ASSIGN_OR_RETURN(const DataType type, with_place(parse_data_type(text), field));
  if (!has_values(type)) return field.expected("a type with values");
  const std::string written = serializable_text(type);
  return written == text ? Result<DataType>(type) : field.expected("the type written as " + written);
}

Result<DataType> read_type_object(const JsonField& field) {
  ASSIGN_OR_RETURN(const JsonField root, field.member("type"));
  ASSIGN_OR_RETURN(const std::string name, root.as_text());
  if (name == kWithoutZone || name == kWithZone) return read_time_attribute(field, name == kWithZone);
  if (name == "ROW") return read_row(field);
  return root.expected("ROW or a timestamp type with a time attribute");
}

}  // namespace

JsonValue to_json(const DataType& type) {
  if (!has_time_attribute(type)) return serializable_text(type);
  if (type.is_timestamp()) return time_attribute_to_json(type);
  CHECK(type.is(TypeRoot::kRow)) << "a time attribute inside " << type.to_string();
  return row_to_json(type.children(), type.nullable());
}

Result<DataType> read_type(const JsonField& field) {
  if (field.value().kind() == JsonValue::Kind::kText) return read_type_text(field);
  ASSIGN_OR_RETURN(DataType type, read_type_object(field));
  ASSIGN_OR_RETURN(const auto nullable, field.optional_member("nullable"));
  if (!nullable.has_value()) return type;
  ASSIGN_OR_RETURN(const bool may_be_null, nullable->as_boolean());
  return type.with_nullable(may_be_null);
}

JsonValue row_type_to_json(const RowType& columns) { return to_json(DataType::row(columns)); }

Result<RowType> read_row_type(const JsonField& field) {
  ASSIGN_OR_RETURN(const DataType type, read_type(field));
  if (!type.is(TypeRoot::kRow)) return field.expected("a ROW type");
  return type.children();
}

}  // namespace eddyline::plan

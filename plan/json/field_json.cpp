#include "plan/json/field_json.hpp"

namespace eddyline::plan {
namespace {

constexpr std::array<std::string_view, 4> kRowKindNames{"INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"};
constexpr std::array<std::string_view, 3> kModifyKindNames{"INSERT", "UPDATE", "DELETE"};
constexpr std::array<ModifyKinds, 3> kSingleKinds{ModifyKinds::insert_only(),
                                                  ModifyKinds::insert_update().minus(ModifyKinds::insert_only()),
                                                  ModifyKinds::all().minus(ModifyKinds::insert_update())};

/// In the order of Distribution::Type.
constexpr std::array<std::string_view, 4> kDistributionNames{"UNKNOWN", "HASH", "SINGLETON", "BROADCAST"};

}  // namespace

JsonValue to_json(const std::vector<size_t>& columns) { return JsonValue::Array(columns.begin(), columns.end()); }

Result<size_t> read_column(const JsonField& field, size_t end) {
  ASSIGN_OR_RETURN(const auto column, field.as_integer<uint32_t>());
  if (column >= end) return field.expected("one of the " + std::to_string(end) + " columns");
  return size_t{column};
}

Result<std::vector<size_t>> read_columns(const JsonField& field, size_t end) {
  ASSIGN_OR_RETURN(const auto elements, field.elements());
  std::vector<size_t> columns;
  for (const JsonField& element : elements) {
    ASSIGN_OR_RETURN(columns.emplace_back(), read_column(element, end));
  }
  return columns;
}

JsonValue to_json(ChangelogMode mode) {
  JsonValue::Array kinds;
  for (size_t i = 0; i < kRowKindNames.size(); ++i) {
    if (mode.contains(static_cast<RowKind>(i))) kinds.emplace_back(kRowKindNames[i]);
  }
  return kinds;
}

Result<ChangelogMode> read_changelog_mode(const JsonField& field) {
  ASSIGN_OR_RETURN(const auto elements, field.elements());
  ChangelogMode mode;
  for (const JsonField& element : elements) {
    ASSIGN_OR_RETURN(const auto kind, read_name<RowKind>(element, kRowKindNames));
    mode = mode.with(kind);
  }
  return mode;
}

JsonValue to_json(ModifyKinds kinds) {
  JsonValue::Array names;
  if (kinds.has_insert()) names.emplace_back(kModifyKindNames[0]);
  if (kinds.has_update()) names.emplace_back(kModifyKindNames[1]);
  if (kinds.has_delete()) names.emplace_back(kModifyKindNames[2]);
  return names;
}

Result<ModifyKinds> read_modify_kinds(const JsonField& field) {
  ASSIGN_OR_RETURN(const auto elements, field.elements());
  ModifyKinds kinds;
  for (const JsonField& element : elements) {
    ASSIGN_OR_RETURN(const auto kind, read_name<size_t>(element, kModifyKindNames));
    kinds = kinds.plus(kSingleKinds[kind]);
  }
  return kinds;
}

JsonValue to_json(const Distribution& distribution) {
  JsonValue::Object object{{"type", kDistributionNames[static_cast<size_t>(distribution.type)]}};
  if (distribution.type == Distribution::Type::kHash) object.emplace_back("keys", to_json(distribution.keys));
  return object;
}

Result<Distribution> read_distribution(const JsonField& field, size_t end) {
  Distribution distribution;
  ASSIGN_OR_RETURN(const JsonField type, field.member("type"));
  ASSIGN_OR_RETURN(distribution.type, read_name<Distribution::Type>(type, kDistributionNames));
  if (distribution.type != Distribution::Type::kHash) return distribution;
  ASSIGN_OR_RETURN(const JsonField keys, field.member("keys"));
  ASSIGN_OR_RETURN(distribution.keys, read_columns(keys, end));
  return distribution;
}

Result<std::optional<Parallelism>> read_parallelism(const JsonField& node) {
  ASSIGN_OR_RETURN(const auto field, node.optional_member("parallelism"));
  if (!field.has_value()) return std::optional<Parallelism>();
  ASSIGN_OR_RETURN(const auto count, field->as_integer<uint32_t>());
  if (count == 0 || count > kMaxMaxParallelism) return field->expected("1 to " + std::to_string(kMaxMaxParallelism));
  return std::optional(Parallelism(count));
}

Result<std::chrono::milliseconds> read_milliseconds(const JsonField& field) {
  ASSIGN_OR_RETURN(const auto count, field.as_integer<int64_t>());
  if (count < 0 || count > kMillisecondsMax) return field.expected("milliseconds from 0 to " + std::to_string(kMillisecondsMax));
  return std::chrono::milliseconds(count);
}

}  // namespace eddyline::plan

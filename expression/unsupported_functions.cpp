#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "expression/function_registry.hpp"

namespace eddyline::expression {
namespace {

// Built-in scalar functions of Flink SQL that need nested types, JSON, models or a catalog, sorted.
constexpr std::array kUnsupported = std::to_array<std::string_view>({
    "ARRAY_APPEND",    "ARRAY_CONCAT",  "ARRAY_CONTAINS", "ARRAY_DISTINCT",  "ARRAY_EXCEPT",
    "ARRAY_INTERSECT", "ARRAY_JOIN",     "ARRAY_MAX",     "ARRAY_MIN",      "ARRAY_POSITION",  "ARRAY_PREPEND",
    "ARRAY_REMOVE",   "ARRAY_REVERSE",   "ARRAY_SLICE",   "ARRAY_SORT",     "ARRAY_UNION",     "CARDINALITY",
    "CURRENT_DATABASE", "ELEMENT",       "FLATTEN",       "GROUPING",       "GROUPING_ID",     "GROUP_ID",
    "JSON",            "JSON_ARRAY",    "JSON_EXISTS",    "JSON_OBJECT",     "JSON_QUERY",
    "JSON_QUOTE",     "JSON_STRING",     "JSON_UNQUOTE",  "JSON_VALUE",     "MAP_ENTRIES",     "MAP_FROM_ARRAYS",
    "MAP_KEYS",       "MAP_UNION",       "MAP_VALUES",    "MATCH_ROWTIME",  "OBJECT_OF",       "OBJECT_UPDATE",
    "PARSE_JSON",     "PRINTF",           "REGEXP_EXTRACT_ALL", "SOURCE_WATERMARK", "SPLIT",    "STR_TO_MAP",      "TRY_PARSE_JSON",
});

}  // namespace

bool is_known_unsupported(std::string_view name) {
  std::string key(name);
  std::ranges::transform(key, key.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return std::ranges::find(kUnsupported, key) != kUnsupported.end();
}

}  // namespace eddyline::expression

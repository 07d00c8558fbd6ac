#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "expression/function_registry.hpp"

namespace eddyline::expression {
namespace {

// Built-in functions of Flink SQL that are not there: those of nested types, JSON, bitmaps, models and group windows, ranks, and all
// aggregates but the registered ones. Sorted.
constexpr std::array kUnsupported = std::to_array<std::string_view>({
    "APPROX_COUNT_DISTINCT", "ARRAY_AGG", "ARRAY_APPEND", "ARRAY_CONCAT", "ARRAY_CONTAINS", "ARRAY_DISTINCT",
    "ARRAY_EXCEPT", "ARRAY_INTERSECT", "ARRAY_JOIN", "ARRAY_MAX", "ARRAY_MIN", "ARRAY_POSITION", "ARRAY_PREPEND",
    "ARRAY_REMOVE", "ARRAY_REVERSE", "ARRAY_SLICE", "ARRAY_SORT", "ARRAY_UNION", "BITMAP_AND", "BITMAP_ANDNOT",
    "BITMAP_AND_AGG", "BITMAP_AND_CARDINALITY_AGG", "BITMAP_BUILD", "BITMAP_BUILD_AGG",
    "BITMAP_BUILD_CARDINALITY_AGG", "BITMAP_CARDINALITY", "BITMAP_FROM_BYTES", "BITMAP_OR", "BITMAP_OR_AGG",
    "BITMAP_OR_CARDINALITY_AGG", "BITMAP_TO_ARRAY", "BITMAP_TO_BYTES", "BITMAP_TO_STRING", "BITMAP_XOR",
    "BITMAP_XOR_AGG", "BITMAP_XOR_CARDINALITY_AGG", "CARDINALITY", "CLASSIFIER", "COLLECT", "CUME_DIST", "CUMULATE",
    "CURRENT_DATABASE", "DENSE_RANK", "ELEMENT", "FIRST_VALUE", "FLATTEN", "FROM_CHANGELOG", "GROUPING",
    "GROUPING_ID", "GROUP_ID", "HOP", "HOP_END", "HOP_PROCTIME", "HOP_ROWTIME", "HOP_START", "JSON", "JSON_ARRAY",
    "JSON_ARRAYAGG", "JSON_EXISTS", "JSON_OBJECT", "JSON_OBJECTAGG", "JSON_QUERY", "JSON_STRING",
    "JSON_VALUE", "LAG", "LAST_VALUE", "LEAD", "LISTAGG", "MAP_ENTRIES", "MAP_FROM_ARRAYS",
    "MAP_KEYS", "MAP_UNION", "MAP_VALUES", "MATCH_PROCTIME", "MATCH_ROWTIME", "ML_EVALUATE", "ML_PREDICT", "NTILE",
    "OBJECT_OF", "OBJECT_UPDATE", "PARSE_JSON", "PERCENTILE", "PERCENTILE_CONT", "PERCENTILE_DISC", "PERCENT_RANK",
    "RANK", "REGEXP_EXTRACT_ALL", "ROW_NUMBER", "SESSION", "SESSION_END", "SESSION_PROCTIME",
    "SESSION_ROWTIME", "SESSION_START", "SINGLE_VALUE", "SOURCE_WATERMARK", "SPLIT", "STDDEV", "STDDEV_POP",
    "STDDEV_SAMP", "STREAMRECORD_TIMESTAMP", "STR_TO_MAP", "TO_CHANGELOG", "TRY_PARSE_JSON", "TUMBLE", "TUMBLE_END",
    "TUMBLE_PROCTIME", "TUMBLE_ROWTIME", "TUMBLE_START", "VARIANCE", "VAR_POP", "VAR_SAMP", "VECTOR_SEARCH",
});

}  // namespace

bool is_known_unsupported(std::string_view name) {
  std::string key(name);
  std::ranges::transform(key, key.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return std::ranges::find(kUnsupported, key) != kUnsupported.end();
}

}  // namespace eddyline::expression

#pragma once

#include <optional>
#include <span>
#include <string>

#include "common/columnar/data_type.hpp"

namespace eddyline::expression {

/// The type that values of all given types are converted to in CASE, COALESCE, IN, UNION and VALUES; none if they do not mix. Untyped
/// NULLs take part only by making the result nullable.
/// Source   leastRestrictive of Flink's type system: sql-language reference 2.3.
std::optional<DataType> common_type(std::span<const DataType> types);
std::optional<DataType> common_type(const DataType& a, const DataType& b);

/// DECIMAL that holds every value of an exact numeric type: INT gives DECIMAL(10, 0).
DataType exact_decimal_of(const DataType& type);

/// DECIMAL(p, s) cut to 38 digits: integer digits are kept before fraction digits, of which up to 6 stay.
DataType adjusted_decimal(int32_t precision, int32_t scale);

// Results of DECIMAL arithmetic.
DataType decimal_sum_type(const DataType& a, const DataType& b);
DataType decimal_product_type(const DataType& a, const DataType& b);
DataType decimal_quotient_type(const DataType& a, const DataType& b);
DataType decimal_remainder_type(const DataType& a, const DataType& b);

/// The type as validator messages and casts in plans write it: INTEGER, VARCHAR(10), TIMESTAMP_WITH_LOCAL_TIME_ZONE(3).
/// A time attribute is marked: TIMESTAMP_LTZ(3) *ROWTIME*. `with_character_set` adds CHARACTER SET "UTF-16LE" to CHAR and VARCHAR, as physical plans print.
std::string type_digest(const DataType& type, bool with_character_set);

/// The root's name in messages: "VARCHAR", "INTEGER", "TIMESTAMP_WITH_LOCAL_TIME_ZONE".
std::string_view type_root_digest(const DataType& type);

/// The family in "No match found for function signature f(<NUMERIC>)".
std::string_view type_family_digest(const DataType& type);

}  // namespace eddyline::expression

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/columnar/data_type.hpp"
#include "sql/parser/ast_name.hpp"

namespace eddyline::sql {

enum class TypeName {
  kBoolean,
  kTinyint,
  kSmallint,
  kInteger,
  kBigint,
  kFloat,
  kDouble,
  kDecimal,
  kChar,
  kVarchar,
  kString,
  kBinary,
  kVarbinary,
  kBytes,
  kDate,
  kTime,
  kTimestamp,
  kTimestampLtz,
  kTimestampWithTimeZone,
  kInterval,
  kArray,
  kMap,
  kMultiset,
  kRow,
  kRaw,
  kNull,
  kVariant,
  kDescriptor,
  /// A catalog's structured type, by name.
  kNamed,
};

/// `YEAR(2) TO MONTH`, `DAY`, `SECOND(3)` ...; `last` equals `first` when there is no TO.
struct IntervalQualifier {
  IntervalUnit first = IntervalUnit::kSecond;
  IntervalUnit last = IntervalUnit::kSecond;
  std::optional<int32_t> leading_precision;
  std::optional<int32_t> fraction_precision;
  SourcePosition position;
};

struct TypeFieldNode;

/// A type as written. resolve_type() makes a DataType of it.
struct TypeNode {
  TypeName name = TypeName::kNull;
  SourcePosition position;
  bool not_null = false;
  /// Length, precision (DECIMAL, TIME, TIMESTAMP); absent when not written.
  std::optional<int32_t> precision;
  std::optional<int32_t> scale;
  /// kInterval.
  IntervalQualifier interval;
  /// kArray, kMultiset: one; kMap: key and value; kRow: its fields. Only those of kRow have names.
  std::vector<TypeFieldNode> children;
  /// kRaw: class name and serializer snapshot.
  std::vector<StringLiteralNode> raw_arguments;
  /// kNamed.
  QualifiedName type_name;
};

struct TypeFieldNode {
  Identifier name;
  TypeNode type;
  std::optional<std::string> comment;
};

/// The engine's type; checks length, precision and scale in Flink's words.
/// Errors: kValidationError for a bad range, kNotSupported for a type the engine doesn't hold; both with the position.
Result<DataType> resolve_type(const TypeNode& node);

}  // namespace eddyline::sql

#include "sql/binder/implicit_cast.hpp"

namespace eddyline::sql {

bool is_implicit_cast(const DataType& source, const DataType& target) {
  if (source.is(TypeRoot::kNull)) return true;
  switch (target.root()) {
    case TypeRoot::kTinyint:
    case TypeRoot::kSmallint:
    case TypeRoot::kInteger:
    case TypeRoot::kBigint:
      return source.is_integer() && source.root() <= target.root();
    case TypeRoot::kDecimal:
      return source.is_numeric();
    case TypeRoot::kFloat:
      return source.is_exact_numeric() || source.is(TypeRoot::kFloat);
    case TypeRoot::kDouble:
      return source.is_numeric();
    case TypeRoot::kVarchar:
      return source.is_character();
    case TypeRoot::kVarbinary:
      return source.is_binary();
    case TypeRoot::kDate:
      return source.is(TypeRoot::kDate) || source.is(TypeRoot::kTimestamp);
    case TypeRoot::kTime:
      return source.is(TypeRoot::kTime) || source.is(TypeRoot::kTimestamp);
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return source.is_timestamp();
    case TypeRoot::kNull:
    case TypeRoot::kBoolean:
    case TypeRoot::kChar:
    case TypeRoot::kBinary:
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      return source.root() == target.root();
    case TypeRoot::kArray:
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
    case TypeRoot::kRow:
      return source.same_shape(target);
  }
  return false;
}

}  // namespace eddyline::sql

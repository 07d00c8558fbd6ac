#pragma once

#include <functional>
#include <string>

#include "common/columnar/column.hpp"
#include "common/columnar/data_type.hpp"
#include "common/columnar/value.hpp"
#include "common/text/temporal_text.hpp"
#include "common/text/text_buffer.hpp"

namespace eddyline {

/// The three ways in which SQL values become text.
///   kRow      rows of the print sink, Java's toString: "true", "2026-11-12T01:01:43.221", bytes "[104, -1]"
///   kCast     CAST(x AS STRING): "TRUE", "2026-11-12 01:01:43.221", TIME without fraction, bytes as they are
///   kDisplay  results in the client: as kCast, but TIME with its fraction and bytes "x'68ff'"
/// Source   Flink's RowUtils and external classes; its cast rules; its PrintStyle.
enum class TextStyle : uint8_t { kRow, kCast, kDisplay };

/// Seconds that local time is ahead of UTC at an instant, given in seconds since 1970-01-01T00:00:00Z.
using UtcOffset = std::function<int64_t(int64_t epoch_second)>;

/// Writes the values of one column type: made once a column, called for each value.
class ValueText {
 public:
  /// CHECKs that the type is not nested. `offset` is the session time zone for TIMESTAMP_LTZ in the styles kCast and
  /// kDisplay; without one they print UTC. kRow prints instants and does not ask.
  ValueText(DataType type, TextStyle style, UtcOffset offset = nullptr);

  /// Appends the text of one row's value, which is not NULL. `column` holds values of the type.
  void append(const DecodedColumn& column, size_t row, TextBuffer& out) const { append_(*this, column, row, out); }

  const DataType& type() const { return type_; }

 private:
  using Append = void (*)(const ValueText& self, const DecodedColumn& column, size_t row, TextBuffer& out);
  friend struct ValueTextWriters;
  static Append choose(const DataType& type, TextStyle style);
  DayTime local_time(DayTime utc) const;

  DataType type_;
  TextStyle style_;
  UtcOffset offset_;
  Append append_;
};

/// What stands for NULL: "null" (kRow), "NULL" (kCast, inside nested values), "<NULL>" (kDisplay).
std::string_view null_text(TextStyle style);

/// The text of a single value, NULL included.
std::string text_of(const Value& value, const DataType& type, TextStyle style, const UtcOffset& offset = nullptr);

}  // namespace eddyline

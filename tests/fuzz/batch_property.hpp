#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/columnar/batch_codec.hpp"

namespace eddyline {

inline uint64_t sum_of_value(const Column& column, const DecodedColumn& decoded, size_t row) {
  switch (column.type()) {
    case PhysicalType::kString: {
      uint64_t sum = 0;
      for (const char letter : decoded.string(row)) sum = sum * 31 + static_cast<uint8_t>(letter);
      return sum;
    }
    default:
      return visit_physical(column.type(), [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T value = decoded.value<T>(row);
        uint8_t bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        uint64_t sum = 0;
        for (const uint8_t byte : bytes) sum = sum * 31 + byte;
        return sum;
      });
  }
}

/// Adds up everything that can be read of a column's rows, so that no access may lie outside.
inline uint64_t sum_of_all(const Column& column) {
  const DecodedColumn decoded(column);
  uint64_t sum = column.size();
  for (size_t row = 0; row < column.size(); ++row) {
    sum = sum * 31 + (decoded.is_null(row) ? 7 : sum_of_value(column, decoded, row));
  }
  return sum;
}

inline uint64_t sum_of_all(const Batch& batch) {
  uint64_t sum = batch.split();
  for (size_t row = 0; row < batch.physical_rows(); ++row) sum = sum * 31 + static_cast<uint64_t>(batch.kind(row));
  for (const ColumnPtr& column : batch.columns()) sum = sum * 31 + sum_of_all(*column);
  return sum;
}

/// What must hold of the decoder for any bytes: nothing crashes, what it gives can be read in every row, and is encoded to
/// bytes that decode to the same. Returns what is broken, empty if nothing.
inline std::string broken_batch_property(std::span<const uint8_t> bytes, std::span<const PhysicalType> types) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto first = decode_batch(text, types);
  if (!first.ok()) return first.status().code() == ErrorCode::kIoError ? "" : "refused with another code";
  const uint64_t sum = sum_of_all(*first);
  const std::string encoded = encode_batch(*first);
  const auto second = decode_batch(encoded, types);
  if (!second.ok()) return "what was decoded is encoded to what is refused: " + second.status().to_string();
  if (sum_of_all(*second) != sum) return "what was decoded is encoded to another batch";
  return encode_batch(*second) == encoded ? "" : "what was decoded is encoded in two ways";
}

/// The same for an input that names its columns' types first: their number, then a byte each.
inline std::string broken_batch_property(std::span<const uint8_t> input) {
  if (input.empty()) return "";
  const size_t count = std::min<size_t>(input[0] % 8, input.size() - 1);
  std::vector<PhysicalType> types;
  for (const uint8_t type : input.subspan(1, count)) types.push_back(static_cast<PhysicalType>(type % 12));
  return broken_batch_property(input.subspan(1 + count), types);
}

}  // namespace eddyline

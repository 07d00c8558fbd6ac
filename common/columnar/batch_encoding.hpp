#pragma once

#include <cstddef>
#include <cstdint>

namespace eddyline {

// What both sides of batch_codec.hpp know of the layout.

/// Before the columns: rows, columns, split, whether there are kinds.
inline constexpr size_t kEncodedBatchHead = 16;
/// Where buffers begin, from the encoded batch's first byte.
inline constexpr size_t kEncodedAlignment = 16;

/// One column in the head; the values' length follows from type and rows.
struct EncodedColumn {
  uint8_t type = 0;
  uint8_t has_validity = 0;
  /// 0, as long as nested columns are not sent.
  uint16_t children = 0;
  uint32_t rows = 0;
  uint32_t heap_buffers = 0;
  /// 0.
  uint32_t unused = 0;
};
static_assert(sizeof(EncodedColumn) == 16);

constexpr size_t align_encoded(size_t bytes) {
  return (bytes + kEncodedAlignment - 1) / kEncodedAlignment * kEncodedAlignment;
}

}  // namespace eddyline

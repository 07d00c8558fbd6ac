#pragma once

#include "common/columnar/physical_type.hpp"
#include "expression/block_values.hpp"

namespace eddyline::expression {

/// More branches than this are worth row lists even if each is cheap.
inline constexpr size_t kMaxBlendedBranches = 16;
/// Computing every row of a batch, rather than those wanted one by one, pays if at least one in so many is wanted.
inline constexpr size_t kDenseFactor = 4;

/// Types whose values are copied as they are.
constexpr bool is_blendable(PhysicalType type) {
  return type != PhysicalType::kString && physical_width(type) > 0;
}

/// out[i] = mask[i] != 0 ? then[i] : otherwise[i] for the rows of a block, fixed-width types only. `otherwise` may lie
/// in `out`.
void blend_values(PhysicalType type, const uint8_t* mask, const BlockValues& then, const BlockValues& otherwise,
                  size_t count, void* out);

/// The same for validity, 64 rows a word: mask bits set take then's bit. `out` may be otherwise's.
void blend_validity(const uint64_t* mask, const BlockValues& then, const BlockValues& otherwise, size_t count,
                    uint64_t* out);

/// Bits of the bytes that are 1; with `validity` only of rows that are present. `bytes` is readable up to whole words
/// of 64.
void truth_bits(const uint8_t* bytes, const uint64_t* validity, size_t count, uint64_t* bits);

/// The inverse: bytes 0 or 1, written up to whole words of 64.
void truth_bytes(const uint64_t* bits, size_t count, uint8_t* bytes);

}  // namespace eddyline::expression

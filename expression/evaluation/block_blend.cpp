#include "expression/evaluation/block_blend.hpp"

#include "common/columnar/bitmap.hpp"
#include "expression/evaluation/bit_bytes.hpp"

namespace eddyline::expression {
namespace {

uint64_t validity_word(const BlockValues& block, size_t word) {
  return block.validity == nullptr ? ~uint64_t{0} : block.validity[word];
}

}  // namespace

void blend_values(PhysicalType type, const uint8_t* mask, const BlockValues& then, const BlockValues& otherwise,
                  size_t count, void* out) {
  visit_physical(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, StringView>) {
      const T* chosen = then.as<T>();
      const T* other = otherwise.as<T>();
      T* target = static_cast<T*>(out);
      // Bytes may alias anything; of what is written only the same row of `otherwise` is read.
#pragma GCC ivdep
      for (size_t i = 0; i < count; ++i) {
        const T one = chosen[i];
        const T rest = other[i];
        target[i] = mask[i] != 0 ? one : rest;
      }
    }
  });
}

void blend_validity(const uint64_t* mask, const BlockValues& then, const BlockValues& otherwise, size_t count,
                    uint64_t* out) {
  for (size_t word = 0; word < bitmap_words(count); ++word) {
    out[word] = (mask[word] & validity_word(then, word)) | (~mask[word] & validity_word(otherwise, word));
  }
}

void truth_bits(const uint8_t* bytes, const uint64_t* validity, size_t count, uint64_t* bits) {
  for (size_t word = 0; word < bitmap_words(count); ++word) {
    bits[word] = truth_word(bytes, word);
    if (validity != nullptr) bits[word] &= validity[word];
  }
}

void truth_bytes(const uint64_t* bits, size_t count, uint8_t* bytes) {
  for (size_t word = 0; word < bitmap_words(count); ++word) store_truth_word(bytes, word, bits[word]);
}

}  // namespace eddyline::expression

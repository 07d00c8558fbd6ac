#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace eddyline::expression {

/// Values of a piece of a batch. Borrowed.
struct BlockValues {
  /// One value for each row, also where all are the same.
  const void* values = nullptr;
  bool is_constant = false;
  /// A bit a row that is not NULL; null pointer if no row is NULL.
  const uint64_t* validity = nullptr;

  template <class T>
  const T* as() const {
    return static_cast<const T*>(values);
  }
};

/// out[i] = the function of the operands' values i, whether they are NULL or not, for `count` rows.
using BlockFunction = void (*)(std::span<const BlockValues> operands, size_t count, void* out);

/// A choice between two values of 8 bytes by a comparison of two others: what CASE WHEN a < b THEN x ELSE y END needs,
/// in one pass over the vector registers. Everything is of the same `count` rows.
///
/// Shapes   then, otherwise: null pointers without `out`.
///          present: a bit a row whose comparison is not NULL; null pointer if no comparison is NULL.
///          out: may be the place of otherwise; null pointer if only the truth is asked.
///          truth: gets a bit a row whose comparison is TRUE; null pointer if nobody asks.
struct Choice {
  const BlockValues* left = nullptr;
  const BlockValues* right = nullptr;
  const BlockValues* then = nullptr;
  const BlockValues* otherwise = nullptr;
  const uint64_t* present = nullptr;
  size_t count = 0;
  uint64_t* out = nullptr;
  uint64_t* truth = nullptr;
};
using ChoiceFunction = void (*)(const Choice& choice);

}  // namespace eddyline::expression

#pragma once

#include <array>
#include <span>
#include <vector>

#include "common/columnar/column.hpp"
#include "common/columnar/mutable_column.hpp"
#include "expression/scalar_function.hpp"

namespace eddyline::expression {

/// What a call site of choose_words keeps from batch to batch.
struct ChoiceScratch {
  std::vector<uint64_t> present;
  std::vector<uint64_t> truth;
  /// 64 copies of each constant: operands, then branches.
  alignas(64) std::array<std::array<uint64_t, 64>, 4> constants;
};

/// out = (operands[0] compared with operands[1]) ? then : otherwise by a kernel's choice function; values of 8 bytes throughout.
/// False, and nothing done, if a column is neither flat nor constant.
bool choose_words(ChoiceFunction function, std::span<const DecodedColumn> operands, const Column& then,
                  const Column& otherwise, size_t size, ChoiceScratch& scratch, MutableColumn& out);

}  // namespace eddyline::expression

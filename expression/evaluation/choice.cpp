#include "expression/evaluation/choice.hpp"

namespace eddyline::expression {
namespace {

constexpr size_t kBlockRows = 64;

bool is_plain(const DecodedColumn& column) { return column.is_identity() || column.is_constant(); }

/// Where the words of a column lie, and how far its blocks are apart.
struct Words {
  const uint64_t* values;
  size_t step;
};

Words words_of(const DecodedColumn& column, std::array<uint64_t, kBlockRows>& copies) {
  if (column.is_identity()) return {column.values<uint64_t>(), kBlockRows};
  copies.fill(column.values<uint64_t>()[0]);
  return {copies.data(), 0};
}

uint64_t validity_word(const DecodedColumn& column, size_t word) {
  if (!column.may_have_nulls()) return ~uint64_t{0};
  if (column.is_constant()) return column.is_null(0) ? 0 : ~uint64_t{0};
  return column.row_validity()[word];
}

}  // namespace

bool choose_words(ChoiceFunction function, std::span<const DecodedColumn> operands, const Column& then,
                  const Column& otherwise, size_t size, ChoiceScratch& scratch, MutableColumn& out) {
  const std::array<DecodedColumn, 4> columns = {operands[0], operands[1], DecodedColumn(then), DecodedColumn(otherwise)};
  for (const DecodedColumn& column : columns) {
    if (!is_plain(column)) return false;
  }
  const bool condition_nulls = columns[0].may_have_nulls() || columns[1].may_have_nulls();
  const bool branch_nulls = columns[2].may_have_nulls() || columns[3].may_have_nulls();
  const size_t words = bitmap_words(size);
  std::array<Words, 4> parts;
  for (size_t i = 0; i < 4; ++i) parts[i] = words_of(columns[i], scratch.constants[i]);
  if (condition_nulls) {
    scratch.present.resize(words);
    for (size_t word = 0; word < words; ++word) {
      scratch.present[word] = validity_word(columns[0], word) & validity_word(columns[1], word);
    }
  }
  if (branch_nulls) scratch.truth.resize(words);
  function(ChoiceBlocks{{parts[0].values, parts[1].values},
                        {parts[0].step, parts[1].step},
                        {parts[2].values, parts[3].values},
                        {parts[2].step, parts[3].step},
                        condition_nulls ? scratch.present.data() : nullptr,
                        size,
                        out.values<uint64_t>(),
                        branch_nulls ? scratch.truth.data() : nullptr});
  if (!branch_nulls) return true;
  uint64_t* validity = out.validity();
  for (size_t word = 0; word < words; ++word) {
    const uint64_t truth = scratch.truth[word];
    validity[word] = (truth & validity_word(columns[2], word)) | (~truth & validity_word(columns[3], word));
  }
  return true;
}

}  // namespace eddyline::expression

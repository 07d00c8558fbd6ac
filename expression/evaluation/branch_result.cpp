#include "expression/evaluation/branch_result.hpp"

#include "expression/evaluation/bit_bytes.hpp"

namespace eddyline::expression {
namespace {

template <class T>
struct Flat {
  const T* values;
  T operator()(size_t row) const { return values[row]; }
};
template <class T>
struct Constant {
  T value;
  T operator()(size_t) const { return value; }
};
template <class T>
struct Indirect {
  const DecodedColumn& column;
  size_t first;
  T operator()(size_t row) const { return column.value<T>(first + row); }
};

/// Calls use(reader) with the cheapest reader of the column's rows from `first` on.
template <class T, class Use>
void with_values(const DecodedColumn& column, size_t first, Use&& use) {
  if (column.is_identity()) {
    use(Flat<T>{column.values<T>() + first});
  } else if (column.is_constant()) {
    use(Constant<T>{column.values<T>()[0]});
  } else {
    use(Indirect<T>{column, first});
  }
}

template <class T>
void blend_values(const uint8_t* mask, const DecodedColumn& then, const DecodedColumn* otherwise, Block block, T* out) {
  // Bytes may alias anything: the promises stand right before the loops.
  with_values<T>(then, block.first, [&](auto a) {
    if (otherwise == nullptr) {
      const uint8_t* __restrict truth = mask;
      T* __restrict target = out;
      for (size_t i = 0; i < block.count; ++i) target[i] = truth[i] != 0 ? a(i) : target[i];
      return;
    }
    with_values<T>(*otherwise, block.first, [&](auto b) {
      const uint8_t* __restrict truth = mask;
      T* __restrict target = out;
      const size_t end = block.count;
      for (size_t i = 0; i < end; ++i) {
        const T chosen = a(i);
        const T other = b(i);
        target[i] = truth[i] != 0 ? chosen : other;
      }
    });
  });
}

/// 64 validity bits of a column in any encoding.
uint64_t validity_word(const DecodedColumn& column, size_t word, size_t size) {
  if (!column.may_have_nulls()) return ~uint64_t{0};
  if (const uint64_t* bits = column.row_validity()) return bits[word];
  if (column.is_constant()) return column.is_null(0) ? 0 : ~uint64_t{0};
  uint64_t bits = 0;
  for (size_t row = word * 64; row < size && row < word * 64 + 64; ++row) {
    bits |= uint64_t{column.is_null(row) ? 0u : 1u} << (row & 63);
  }
  return bits;
}

}  // namespace

void copy_rows(const Column& from, SelectedRows rows, MutableColumn& to) {
  const DecodedColumn column(from);
  if (column.may_have_nulls()) {
    rows.for_each([&](size_t row) {
      if (column.is_null(row)) to.set_null(row);
    });
  }
  if (to.type() == PhysicalType::kString) {
    rows.for_each([&](size_t row) {
      if (!column.is_null(row)) to.set_string(row, column.string(row));
    });
    return;
  }
  visit_physical(to.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* values = to.values<T>();
    rows.for_each([&](size_t row) { values[row] = column.value<T>(row); });
  });
}

void blend_rows(const uint8_t* mask, const Column& then, const Column* otherwise, Block block, MutableColumn& out) {
  const DecodedColumn chosen(then);
  const DecodedColumn other(otherwise == nullptr ? then : *otherwise);
  visit_physical(out.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, StringView>) {
      blend_values<T>(mask, chosen, otherwise == nullptr ? nullptr : &other, block, out.values<T>() + block.first);
    }
  });
  const bool other_nulls = otherwise == nullptr ? out.has_validity() : other.may_have_nulls();
  if (!chosen.may_have_nulls() && !other_nulls) return;
  uint64_t* validity = out.validity();
  const size_t first_word = block.first / 64;
  for (size_t i = 0; i < bitmap_words(block.count); ++i) {
    const size_t word = first_word + i;
    const uint64_t truth = truth_word(mask, i);
    const uint64_t rest = otherwise == nullptr ? validity[word] : validity_word(other, word, block.size);
    validity[word] = (truth & validity_word(chosen, word, block.size)) | (~truth & rest);
  }
}

}  // namespace eddyline::expression

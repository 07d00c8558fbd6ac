#include "common/columnar/column.hpp"

#include "common/base/check.hpp"

namespace eddyline {

ColumnPtr Column::flat(PhysicalType type, size_t size, BufferPtr values, BufferPtr validity,
                       std::vector<BufferPtr> heap, std::vector<ColumnPtr> children) {
  auto column = std::make_shared<Column>();
  column->type_ = type;
  column->size_ = size;
  column->values_ = std::move(values);
  column->validity_ = std::move(validity);
  column->heap_ = std::move(heap);
  column->children_ = std::move(children);
  return column;
}

ColumnPtr Column::constant(ColumnPtr one, size_t size) {
  CHECK(one->is_flat() && one->size() == 1) << "a constant is made of a flat column of one row";
  auto column = std::make_shared<Column>(*one);
  column->encoding_ = Encoding::kConstant;
  column->size_ = size;
  return column;
}

ColumnPtr Column::null_constant(PhysicalType type, size_t size) {
  BufferPtr values = allocate_buffer(physical_width(type) + 8);
  std::memset(values->data(), 0, physical_width(type) + 8);
  BufferPtr validity = allocate_buffer(8);
  *validity->as<uint64_t>() = 0;
  return constant(flat(type, 1, std::move(values), std::move(validity)), size);
}

ColumnPtr Column::dictionary(ColumnPtr base, BufferPtr indices, size_t size, BufferPtr validity) {
  if (base->encoding() != Encoding::kFlat) {
    const DecodedColumn decoded(*base);
    BufferPtr composed = allocate_buffer(size * sizeof(int32_t));
    const int32_t* outer = indices->as<int32_t>();
    for (size_t row = 0; row < size; ++row) {
      composed->as<int32_t>()[row] = static_cast<int32_t>(decoded.index(static_cast<size_t>(outer[row])));
    }
    if (base->encoding() == Encoding::kDictionary && base->validity() != nullptr) {
      BufferPtr merged = allocate_buffer(bitmap_words(size) * 8);
      for (size_t row = 0; row < size; ++row) {
        const bool present = (validity == nullptr || bit_is_set(validity->as<uint64_t>(), row)) &&
                             bit_is_set(base->validity(), static_cast<size_t>(outer[row]));
        assign_bit(merged->as<uint64_t>(), row, present);
      }
      validity = std::move(merged);
    }
    indices = std::move(composed);
    if (base->is_constant()) {
      base = flat(base->type_, 1, base->values_, base->validity_, base->heap_, base->children_);
    } else {
      base = base->base_;
    }
  }
  auto column = std::make_shared<Column>();
  column->encoding_ = Encoding::kDictionary;
  column->type_ = base->type();
  column->size_ = size;
  column->indices_ = std::move(indices);
  column->validity_ = std::move(validity);
  column->base_ = std::move(base);
  return column;
}

bool Column::is_null(size_t row) const { return DecodedColumn(*this).is_null(row); }

bool Column::has_no_nulls() const {
  return validity_ == nullptr && (base_ == nullptr || base_->validity_ == nullptr);
}

size_t Column::bytes() const {
  const auto capacity = [](const BufferPtr& buffer) { return buffer == nullptr ? size_t{0} : buffer->capacity(); };
  size_t bytes = capacity(values_) + capacity(validity_) + capacity(indices_);
  for (const BufferPtr& buffer : heap_) bytes += buffer->capacity();
  for (const ColumnPtr& child : children_) bytes += child->bytes();
  return bytes + (base_ == nullptr ? 0 : base_->bytes());
}

DecodedColumn::DecodedColumn(const Column& column) {
  const Column* base = &column;
  if (column.encoding() == Encoding::kDictionary) {
    indices_ = column.indices();
    own_validity_ = column.validity();
    base = column.base().get();
  }
  constant_ = column.is_constant();
  values_ = base->values<uint8_t>();
  base_validity_ = base->validity();
  heap_ = &base->heap();
}

}  // namespace eddyline

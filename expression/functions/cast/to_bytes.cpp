#include "common/text/utf8.hpp"
#include "common/text/value_text.hpp"
#include "expression/functions/cast/cast_kernels.hpp"
#include "expression/functions/kernel/text.hpp"
#include "expression/functions/kernel/text_limit.hpp"

namespace eddyline::expression {
namespace {

/// CHAR(n), VARCHAR(n), BINARY(n) and VARBINARY(n) of a text: cut to the length, CHAR and BINARY filled up to it.
class LengthFitter {
 public:
  explicit LengthFitter(const DataType& to)
      : length_(static_cast<size_t>(to.length())),
        characters_(to.is_character()),
        fills_(to.is(TypeRoot::kChar) || to.is(TypeRoot::kBinary)),
        unlimited_(to.length() == kMaxLength) {}

  void write(std::string_view text, EvaluationContext& context, MutableColumn& out, size_t row) {
    if (!unlimited_) text = text.substr(0, characters_ ? bytes_of_characters(text, length_) : length_);
    const size_t length = fills_ ? (characters_ ? count_characters(text) : text.size()) : length_;
    if (length >= length_) {
      out.set_string(row, text);
      return;
    }
    if (text.size() + (length_ - length) > kMadeTextBytesMax) {
      out.set_null(row);
      return context.fail(row, made_text_too_long(characters_ ? "CAST AS CHAR" : "CAST AS BINARY"));
    }
    filled_.assign(text);
    filled_.append(length_ - length, characters_ ? ' ' : '\0');
    out.set_string(row, filled_);
  }

 private:
  size_t length_;
  bool characters_;
  bool fills_;
  bool unlimited_;
  std::string filled_;
};

class TextCastKernel final : public Kernel {
 public:
  TextCastKernel(const DataType& from, const DataType& to) : from_(from), fitter_(to) {}

  Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn column(*arguments[0]);
    if (from_.physical_type() == PhysicalType::kString) {
      rows.for_each([&](size_t row) { fitter_.write(column.string(row), context, out, row); });
      return {};
    }
    const TimeZone& zone = context.time_zone();
    const ValueText writer(from_, TextStyle::kCast, [&zone](int64_t second) {
      return zone.offset_of_instant_ms(second * 1000) / 1000;
    });
    rows.for_each([&](size_t row) {
      text_.clear();
      writer.append(column, row, text_);
      fitter_.write(text_.view(), context, out, row);
    });
    return {};
  }

 private:
  DataType from_;
  LengthFitter fitter_;
  TextBuffer text_;
};

/// Bytes as text: they must be well-formed UTF-8.
class DecodingCastKernel final : public Kernel {
 public:
  DecodingCastKernel(const DataType& to, CastMode mode) : fitter_(to), mode_(mode) {}

  Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn column(*arguments[0]);
    rows.for_each([&](size_t row) {
      const std::string_view bytes = column.string(row);
      const std::optional<size_t> malformed = first_malformed_utf8_byte(bytes);
      if (!malformed) return fitter_.write(bytes, context, out, row);
      out.set_null(row);
      if (mode_ == CastMode::kTry) return;
      context.fail(row, data_error("Invalid UTF-8 byte at index " + std::to_string(*malformed) + " of " +
                                   std::to_string(bytes.size()) + "."));
    });
    return {};
  }

 private:
  LengthFitter fitter_;
  CastMode mode_;
};

}  // namespace

Result<std::unique_ptr<Kernel>> make_cast_to_bytes(const DataType& from, const DataType& to, CastMode mode) {
  if (from.is_binary() && to.is_character()) return std::make_unique<DecodingCastKernel>(to, mode);
  if (from.is_nested()) return not_supported("CAST from " + from.to_string() + " to " + to.to_string());
  return std::make_unique<TextCastKernel>(from, to);
}

}  // namespace eddyline::expression

#include <algorithm>
#include <cstring>

#include "common/base/random.hpp"
#include "common/columnar/mutable_column.hpp"
#include "connectors/datagen/column_generator.hpp"
#include "connectors/datagen/datagen_options.hpp"

namespace eddyline::connectors {
namespace {

constexpr int32_t kDefaultLength = 100;

/// The eight hex characters of 32 bits, one a byte: nibbles are spread over the bytes, then all turned into text at
/// once.
uint64_t hex_characters(uint32_t bits) {
  uint64_t spread = bits;
  spread = (spread | (spread << 16)) & 0x0000ffff0000ffffULL;
  spread = (spread | (spread << 8)) & 0x00ff00ff00ff00ffULL;
  spread = (spread | (spread << 4)) & 0x0f0f0f0f0f0f0f0fULL;
  const uint64_t is_letter = ((spread + 0x0606060606060606ULL) >> 4) & 0x0101010101010101ULL;
  return spread + 0x3030303030303030ULL + is_letter * ('a' - '0' - 10);
}

void fill_hex(Random& random, char* out, size_t length) {
  for (size_t at = 0; at < length; at += 16) {
    const uint64_t bits = random.next();
    const uint64_t text[2] = {hex_characters(static_cast<uint32_t>(bits)),
                              hex_characters(static_cast<uint32_t>(bits >> 32))};
    std::memcpy(out + at, text, std::min<size_t>(16, length - at));
  }
}

void fill_bytes(Random& random, char* out, size_t length) {
  for (size_t at = 0; at < length; at += 8) {
    const uint64_t bits = random.next();
    std::memcpy(out + at, &bits, std::min<size_t>(8, length - at));
  }
}

/// Hex characters or arbitrary bytes, of one length or of lengths from 1 to it.
class RandomString final : public ColumnGenerator {
 public:
  RandomString(bool binary, size_t length, bool variable, uint64_t seed)
      : fill_(binary ? fill_bytes : fill_hex), length_(length), variable_(variable), random_(seed) {}
  ColumnPtr generate(const GeneratedRows& rows) override {
    MutableColumn column(PhysicalType::kString, rows.count);
    StringView* const values = column.values<StringView>();
    for (size_t row = 0; row < rows.count; ++row) {
      values[row] = make(column, variable_ ? 1 + random_.below(length_) : length_);
    }
    return column.seal(rows.count);
  }

 private:
  StringView make(MutableColumn& column, size_t length) {
    if (length > StringView::kInlineLength) {
      char* const text = column.reserve_string(length);
      fill_(random_, text, length);
      return column.string_in_heap(text, length);
    }
    char text[StringView::kInlineLength];
    fill_(random_, text, length);
    return StringView::inlined({text, length});
  }

  void (*fill_)(Random&, char*, size_t);
  size_t length_;
  bool variable_;
  Random random_;
};

Status check_fixed(const RowField& field, const Configuration& options) {
  if (options.contains(datagen_length_options().length, field.name)) {
    return validation_error("Custom length for fixed-length type (CHAR/BINARY) field '" + field.name +
                            "' is not supported.");
  }
  if (options.contains(datagen_length_options().variable_length, field.name)) {
    return validation_error(
        "Only supports specifying 'fields.#.var-len' option for variable-length types "
        "(VARCHAR/STRING/VARBINARY/BYTES). The "
        "type of field '" +
        field.name + "' is not within this range.");
  }
  return {};
}

Result<int32_t> read_length(const RowField& field, const Configuration& options) {
  const int32_t declared = field.type.length();
  ASSIGN_OR_RETURN(const std::optional<int32_t> custom, options.find(datagen_length_options().length, field.name));
  if (!custom) return declared == kMaxLength ? kDefaultLength : declared;
  if (*custom > declared) {
    return validation_error("Custom length '" + std::to_string(*custom) +
                            "' for variable-length type (VARCHAR/STRING/VARBINARY/BYTES) field '" + field.name +
                            "' should be shorter than '" + std::to_string(declared) + "' defined in the schema.");
  }
  return *custom;
}

}  // namespace

Result<FieldGenerator> make_string_generator(const RowField& field, const Configuration& options) {
  if (field.type.is(TypeRoot::kChar) || field.type.is(TypeRoot::kBinary)) RETURN_IF_ERROR(check_fixed(field, options));
  ASSIGN_OR_RETURN(const int32_t length, read_length(field, options));
  ASSIGN_OR_RETURN(const bool variable, options.get(datagen_length_options().variable_length, field.name));
  const auto size = static_cast<size_t>(length);
  return FieldGenerator{
      .make = [binary = field.type.is_binary(), size,
               variable](uint64_t seed) { return std::make_unique<RandomString>(binary, size, variable, seed); },
      .value_bytes = sizeof(StringView) + (size > StringView::kInlineLength ? size : 0),
      .values = {},
  };
}

}  // namespace eddyline::connectors

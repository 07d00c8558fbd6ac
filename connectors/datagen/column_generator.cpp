#include "connectors/datagen/column_generator.hpp"

#include <cmath>

#include "common/base/random.hpp"
#include "common/columnar/bitmap.hpp"
#include "connectors/datagen/datagen_options.hpp"

namespace eddyline::connectors {
namespace {

/// A generator with NULLs put over some of its values.
class NullableGenerator final : public ColumnGenerator {
 public:
  NullableGenerator(std::unique_ptr<ColumnGenerator> values, double null_rate, uint64_t seed)
      : values_(std::move(values)), null_rate_(null_rate), random_(seed) {}

  ColumnPtr generate(const GeneratedRows& rows) override {
    const ColumnPtr values = values_->generate(rows);
    BufferPtr validity = allocate_buffer(bitmap_words(rows.count) * 8);
    fill(validity->as<uint64_t>(), rows.count);
    return Column::flat(values->type(), rows.count, values->values_buffer(), std::move(validity), values->heap());
  }

 private:
  void fill(uint64_t* bits, size_t count) {
    for (size_t word = 0; word < bitmap_words(count); ++word) {
      const size_t rest = std::min<size_t>(64, count - word * 64);
      uint64_t mask = 0;
      for (size_t bit = 0; bit < rest; ++bit) mask |= uint64_t{random_.unit() >= null_rate_} << bit;
      bits[word] = mask;
    }
  }

  std::unique_ptr<ColumnGenerator> values_;
  double null_rate_;
  Random random_;
};

Result<FieldGenerator> make_random_generator(const RowField& field, const Configuration& options) {
  if (field.type.is_character() || field.type.is_binary()) return make_string_generator(field, options);
  if (field.type.is_temporal()) return make_temporal_generator(field, options);
  return make_number_generator(field, options);
}

Status check_kind(const std::string& kind) {
  if (kind == "random" || kind == "sequence") return {};
  return validation_error("Unsupported generator kind: " + kind);
}

}  // namespace

bool is_sequence_type(const DataType& type) {
  return type.is_numeric() || type.is_character() || type.is_binary();
}

Result<FieldGenerator> make_field_generator(const RowField& field, const Configuration& options) {
  if (field.type.is_nested() || field.type.is(TypeRoot::kNull)) {
    return not_supported("generating field '" + field.name + "' of type " + field.type.to_string());
  }
  ASSIGN_OR_RETURN(const std::string kind, options.get(datagen_field_options().kind, field.name));
  RETURN_IF_ERROR(check_kind(kind));
  if (kind == "sequence" && is_sequence_type(field.type)) return make_sequence_generator(field, options);
  if (kind == "sequence" && (field.type.is_timestamp() || field.type.is_interval())) {
    return validation_error("Unsupported type: " + field.type.to_string());
  }
  ASSIGN_OR_RETURN(FieldGenerator generator, make_random_generator(field, options));
  ASSIGN_OR_RETURN(const double null_rate, options.get(datagen_random_options().null_rate, field.name));
  if (null_rate == 0) return generator;
  if (!field.type.nullable()) {
    return validation_error("Field '" + field.name + "' is NOT NULL and cannot have a 'fields." + field.name +
                            ".null-rate' of " + OptionValue<double>::format(null_rate) + ".");
  }
  generator.make = [make = generator.make, null_rate](uint64_t seed) -> std::unique_ptr<ColumnGenerator> {
    return std::make_unique<NullableGenerator>(make(seed), null_rate, ~seed);
  };
  return generator;
}

}  // namespace eddyline::connectors

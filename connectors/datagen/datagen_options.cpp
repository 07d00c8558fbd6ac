#include "connectors/datagen/datagen_options.hpp"

namespace eddyline::connectors {

const DatagenOptions& datagen_options() {
  static const DatagenOptions options;
  return options;
}
const DatagenFieldOptions& datagen_field_options() {
  static const DatagenFieldOptions options;
  return options;
}
const DatagenSequenceOptions& datagen_sequence_options() {
  static const DatagenSequenceOptions options;
  return options;
}
const DatagenRandomOptions& datagen_random_options() {
  static const DatagenRandomOptions options;
  return options;
}
const DatagenRangeOptions& datagen_range_options() {
  static const DatagenRangeOptions options;
  return options;
}
const DatagenTimestampOptions& datagen_timestamp_options() {
  static const DatagenTimestampOptions options;
  return options;
}
const DatagenLengthOptions& datagen_length_options() {
  static const DatagenLengthOptions options;
  return options;
}

}  // namespace eddyline::connectors

#include "connectors/datagen/datagen_source.hpp"

#include "connectors/datagen/datagen_reader.hpp"
#include "connectors/datagen/datagen_split.hpp"

namespace eddyline::connectors {

SourceDescriptor DatagenSource::descriptor() const {
  return {.boundedness = table_->number_of_rows ? Boundedness::kBounded : Boundedness::kUnbounded,
          .changelog_mode = ChangelogMode::insert_only(),
          .abilities = {},
          .parallelism = table_->parallelism};
}

std::unique_ptr<SplitEnumerator> DatagenSource::create_enumerator() const {
  return std::make_unique<DatagenEnumerator>();
}

Result<std::unique_ptr<SourceReader>> DatagenSource::create_reader(const SourceReaderContext& context) const {
  return std::make_unique<DatagenReader>(table_, context);
}

}  // namespace eddyline::connectors

#include "connectors/source.hpp"

#include <charconv>

#include "common/base/check.hpp"

namespace eddyline::connectors {
namespace {

/// A length in decimal digits, a colon, and so many bytes.
void append_text(std::string& bytes, std::string_view text) {
  bytes += std::to_string(text.size()) + ":";
  bytes += text;
}

std::optional<std::string_view> take_text(std::string_view& bytes) {
  size_t size = 0;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), size);
  if (error != std::errc() || end == bytes.data() + bytes.size() || *end != ':') return std::nullopt;
  bytes.remove_prefix(static_cast<size_t>(end - bytes.data()) + 1);
  if (size > bytes.size()) return std::nullopt;
  const std::string_view text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return text;
}

}  // namespace

std::string encode_splits(const std::vector<SourceSplit>& splits) {
  std::string bytes;
  for (const SourceSplit& split : splits) {
    append_text(bytes, split.id);
    append_text(bytes, split.state);
  }
  return bytes;
}

Result<std::vector<SourceSplit>> decode_splits(std::string_view bytes) {
  std::vector<SourceSplit> splits;
  while (!bytes.empty()) {
    const auto id = take_text(bytes);
    const auto state = id.has_value() ? take_text(bytes) : std::nullopt;
    if (!state.has_value()) return data_error("The saved splits of a source are torn or altered");
    splits.push_back({std::string(*id), std::string(*state)});
  }
  return splits;
}

SplitAssignment deal_in_turn(std::vector<SourceSplit> splits, Parallelism parallelism) {
  CHECK(parallelism.value() > 0);
  SplitAssignment assignment(parallelism.value());
  for (size_t split = 0; split < splits.size(); ++split) {
    assignment[split % parallelism.value()].push_back(std::move(splits[split]));
  }
  return assignment;
}

}  // namespace eddyline::connectors

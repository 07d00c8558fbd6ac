#include "connectors/datagen/datagen_split.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "common/base/check.hpp"
#include "common/columnar/hash.hpp"

namespace eddyline::connectors {
namespace {

/// "a/b" with nothing around.
std::optional<std::array<int64_t, 2>> parse_pair(std::string_view text) {
  std::array<int64_t, 2> numbers{};
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, numbers[0]);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, numbers[1]);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  return numbers;
}

template <class T>
std::optional<T> parse_number(std::string_view text) {
  T number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  return parsed.ec == std::errc() && parsed.ptr == end ? std::optional(number) : std::nullopt;
}

/// "next" or "next/seed"; false for anything else.
bool parse_state(std::string_view text, DatagenSplit& split) {
  const size_t slash = text.find('/');
  const auto next = parse_number<int64_t>(text.substr(0, slash));
  if (!next || *next < 0) return false;
  split.next = *next;
  if (slash == std::string_view::npos) return true;
  split.seed = parse_number<uint64_t>(text.substr(slash + 1));
  return split.seed.has_value();
}

}  // namespace

int64_t DatagenSplit::remaining(std::optional<int64_t> rows) const {
  if (!rows) return std::numeric_limits<int64_t>::max();
  return next >= *rows ? 0 : (*rows - next - 1) / step + 1;
}

uint64_t DatagenSplit::field_seed(size_t field) const {
  CHECK(seed.has_value()) << "a split that no reader has had";
  const auto given = static_cast<uint64_t>(next - residue);
  return combine_hashes(*seed + given, (static_cast<uint64_t>(residue) << 32) | field);
}

DatagenSplit DatagenSplit::split_off_half() {
  DatagenSplit half{.residue = 0, .step = step * 2, .next = next + step, .seed = seed};
  step *= 2;
  residue = next % step;
  half.residue = half.next % step;
  return half;
}

SourceSplit DatagenSplit::to_source_split() const {
  return {std::to_string(residue) + "/" + std::to_string(step),
          std::to_string(next) + (seed ? "/" + std::to_string(*seed) : "")};
}

Result<DatagenSplit> DatagenSplit::from(const SourceSplit& split) {
  const auto id = parse_pair(split.id);
  DatagenSplit parsed;
  if (id) parsed = {.residue = (*id)[0], .step = (*id)[1]};
  const bool valid = id && parsed.residue >= 0 && parsed.step > parsed.residue && parse_state(split.state, parsed) &&
                     parsed.next % parsed.step == parsed.residue;
  if (!valid)
    return data_error("The split '" + split.id + "' at '" + split.state + "' is not one of a datagen source.");
  return parsed;
}

Result<SplitAssignment> DatagenEnumerator::assign(Parallelism parallelism, const std::vector<SourceSplit>* restored) {
  std::vector<DatagenSplit> splits;
  if (restored == nullptr) {
    for (uint32_t subtask = 0; subtask < parallelism.value(); ++subtask) {
      splits.push_back({.residue = subtask, .step = parallelism.value(), .next = subtask});
    }
  } else {
    for (const SourceSplit& split : *restored) {
      ASSIGN_OR_RETURN(const DatagenSplit parsed, DatagenSplit::from(split));
      splits.push_back(parsed);
    }
  }
  while (!splits.empty() && splits.size() < parallelism.value()) {
    const auto most_rows =
        std::min_element(splits.begin(), splits.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    const DatagenSplit half = most_rows->split_off_half();
    splits.push_back(half);
  }
  std::vector<SourceSplit> dealt;
  for (const DatagenSplit& split : splits) dealt.push_back(split.to_source_split());
  return deal_in_turn(std::move(dealt), parallelism);
}

}  // namespace eddyline::connectors

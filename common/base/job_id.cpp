#include "common/base/job_id.hpp"

#include <algorithm>
#include <charconv>

#include "common/base/random.hpp"

namespace eddyline {

JobId JobId::draw(Random& random) {
  const uint64_t high = random.next();
  return JobId(high, random.next());
}

Result<JobId> JobId::parse(std::string_view text) {
  constexpr size_t kHalf = 16;
  const auto is_hex_digit = [](char c) {
    return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F');
  };
  if (text.size() != 2 * kHalf || !std::ranges::all_of(text, is_hex_digit)) {
    return validation_error("Cannot parse JobID from \"" + std::string(text) + "\". The expected format is [0-9a-fA-F]{32}, e.g. " +
                            JobId(0xfd72014d4c864993, 0xa2e5a9287b4a9c5d).to_string() + ".");
  }
  JobId id;
  std::from_chars(text.data(), text.data() + kHalf, id.high_, 16);
  std::from_chars(text.data() + kHalf, text.data() + 2 * kHalf, id.low_, 16);
  return id;
}

std::string JobId::to_string() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const uint64_t half : {high_, low_}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(half >> shift) & 15];
  }
  return text;
}

}  // namespace eddyline

#include "common/base/job_id.hpp"

#include "common/base/random.hpp"

namespace eddyline {

JobId JobId::draw(Random& random) {
  const uint64_t high = random.next();
  return JobId(high, random.next());
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

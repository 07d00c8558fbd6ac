#include "plan/job_graph/text_hash.hpp"

#include <array>
#include <cstdio>

namespace eddyline::plan {

// FNV-1a over 128 bits.
std::string text_hash(std::string_view text) {
  using uint128_t = unsigned __int128;
  constexpr uint128_t kPrime = (uint128_t{1} << 88) + 0x13b;
  uint128_t hash = (uint128_t{0x6c62272e07bb0142} << 64) + 0x62b821756295c58d;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= kPrime;
  }
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx", static_cast<unsigned long long>(hash >> 64),
                static_cast<unsigned long long>(hash));
  return digits.data();
}

}  // namespace eddyline::plan

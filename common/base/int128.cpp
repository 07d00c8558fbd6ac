#include "common/base/int128.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"

namespace eddyline {

std::string to_string(int128_t value) {
  const bool negative = value < 0;
  // Negated as unsigned, so that the smallest value has a magnitude too.
  uint128_t magnitude = negative ? -static_cast<uint128_t>(value) : static_cast<uint128_t>(value);
  std::string text;
  do {
    text += static_cast<char>('0' + static_cast<int>(magnitude % 10));
    magnitude /= 10;
  } while (magnitude != 0);
  if (negative) text += '-';
  std::reverse(text.begin(), text.end());
  return text;
}

int128_t power_of_ten(int exponent) {
  static constexpr auto kPowers = [] {
    std::array<int128_t, 39> powers{};
    powers[0] = 1;
    for (size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
    return powers;
  }();
  DCHECK(exponent >= 0 && exponent <= 38) << exponent;
  return kPowers[static_cast<size_t>(exponent)];
}

}  // namespace eddyline

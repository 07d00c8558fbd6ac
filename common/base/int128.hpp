#pragma once

#include <cstdint>
#include <string>

namespace eddyline {

// Named once, so that -Wpedantic has one place to complain about.
__extension__ typedef __int128 int128_t;
__extension__ typedef unsigned __int128 uint128_t;

/// Decimal digits with a leading minus where negative.
std::string to_string(int128_t value);

/// 10^exponent for exponent in [0, 38].
int128_t power_of_ten(int exponent);

}  // namespace eddyline

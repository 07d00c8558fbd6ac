#pragma once

#include <cstdint>

namespace eddyline {

/// Seeded pseudo-random numbers (xoshiro256**): the same seed gives the same sequence on every machine.
/// Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators"; seeding by splitmix64.
class Random {
 public:
  explicit Random(uint64_t seed) {
    for (uint64_t& word : state_) word = splitmix(seed);
  }

  uint64_t next() {
    const uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform in [0, bound); bound > 0. The bias of the multiply-shift is below 2^-32 for bounds up to 2^32.
  uint64_t below(uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static uint64_t splitmix(uint64_t& seed) {
    seed += 0x9e3779b97f4a7c15ULL;
    uint64_t mixed = seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31);
  }
  static uint64_t rotate(uint64_t value, int bits) { return (value << bits) | (value >> (64 - bits)); }

  uint64_t state_[4];
};

/// Unpredictable bits, where nobody asked for repeatable ones.
uint64_t seed_from_system();

}  // namespace eddyline

#include "expression/functions/kernel/digest.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace eddyline::expression {
namespace {

template <class Word>
Word read_big_end(const char* bytes) {
  Word word = 0;
  for (size_t i = 0; i < sizeof(Word); ++i) word = static_cast<Word>(word << 8) | static_cast<unsigned char>(bytes[i]);
  return word;
}

/// The bytes with a one bit, zeros and their length in bits, filled up to whole blocks.
std::string padded(std::string_view bytes, size_t block, size_t length_bytes, bool big_end) {
  std::string text(bytes);
  text += '\x80';
  while (text.size() % block != block - length_bytes) text += '\0';
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  for (size_t i = 0; i < length_bytes; ++i) {
    const size_t place = big_end ? length_bytes - 1 - i : i;
    text += place < 8 ? static_cast<char>(bits >> (8 * place)) : '\0';
  }
  return text;
}

template <class Word>
std::string hex_of(const Word* words, size_t bytes, bool big_end) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < bytes; ++i) {
    const size_t place = big_end ? sizeof(Word) - 1 - i % sizeof(Word) : i % sizeof(Word);
    const auto byte = static_cast<unsigned char>(words[i / sizeof(Word)] >> (8 * place));
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string md5(std::string_view bytes) {
  static const std::array<uint32_t, 64> kSines = [] {
    std::array<uint32_t, 64> sines{};
    for (size_t i = 0; i < 64; ++i) {
      sines[i] = static_cast<uint32_t>(std::floor(std::fabs(std::sin(static_cast<double>(i + 1))) * 4294967296.0));
    }
    return sines;
  }();
  constexpr int kShifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::string text = padded(bytes, 64, 8, false);
  for (size_t block = 0; block < text.size(); block += 64) {
    uint32_t words[16];
    std::memcpy(words, text.data() + block, 64);
    auto [a, b, c, d] = std::array{state[0], state[1], state[2], state[3]};
    for (size_t i = 0; i < 64; ++i) {
      uint32_t mixed = 0;
      size_t word = i;
      switch (i / 16) {
        case 0:
          mixed = (b & c) | (~b & d);
          break;
        case 1:
          mixed = (d & b) | (~d & c);
          word = (5 * i + 1) % 16;
          break;
        case 2:
          mixed = b ^ c ^ d;
          word = (3 * i + 5) % 16;
          break;
        default:
          mixed = c ^ (b | ~d);
          word = (7 * i) % 16;
      }
      const uint32_t next = b + std::rotl(a + mixed + kSines[i] + words[word], kShifts[i / 16][i % 4]);
      a = d;
      d = c;
      c = b;
      b = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
  }
  return hex_of(state, 16, false);
}

std::string sha1(std::string_view bytes) {
  uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  const std::string text = padded(bytes, 64, 8, true);
  for (size_t block = 0; block < text.size(); block += 64) {
    uint32_t words[80];
    for (size_t i = 0; i < 16; ++i) words[i] = read_big_end<uint32_t>(text.data() + block + 4 * i);
    for (size_t i = 16; i < 80; ++i) words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    auto [a, b, c, d, e] = std::array{state[0], state[1], state[2], state[3], state[4]};
    for (size_t i = 0; i < 80; ++i) {
      constexpr uint32_t kConstants[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
      const size_t round = i / 20;
      const uint32_t mixed = round == 0 ? (b & c) | (~b & d) : (round == 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d);
      const uint32_t next = std::rotl(a, 5) + mixed + e + kConstants[round] + words[i];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    const uint32_t sums[] = {a, b, c, d, e};
    for (size_t i = 0; i < 5; ++i) state[i] += sums[i];
  }
  return hex_of(state, 20, true);
}

/// Rotations of the two sizes of SHA-2, in the order of the standard: sums 0 and 1, then schedules 0 and 1 with a last shift.
template <class Word>
struct Sha2Shape;
template <>
struct Sha2Shape<uint32_t> {
  static constexpr size_t kRounds = 64;
  static constexpr int kRotations[4][3] = {{2, 13, 22}, {6, 11, 25}, {7, 18, 3}, {17, 19, 10}};
};
template <>
struct Sha2Shape<uint64_t> {
  static constexpr size_t kRounds = 80;
  static constexpr int kRotations[4][3] = {{28, 34, 39}, {14, 18, 41}, {1, 8, 7}, {19, 61, 6}};
};

/// First bits of the fractions of cube roots of the first 80 primes. Words of 32 bits take the upper half.
constexpr uint64_t kSha2Constants[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

template <class Word>
std::string sha2(std::string_view bytes, std::array<Word, 8> state, size_t digest_bytes) {
  using Shape = Sha2Shape<Word>;
  constexpr size_t kBlock = 16 * sizeof(Word);
  constexpr int kHalf = 64 - 8 * static_cast<int>(sizeof(Word));
  const auto sum = [](Word word, const int (&by)[3]) {
    return static_cast<Word>(std::rotr(word, by[0]) ^ std::rotr(word, by[1]) ^ std::rotr(word, by[2]));
  };
  const auto schedule = [](Word word, const int (&by)[3]) {
    return static_cast<Word>(std::rotr(word, by[0]) ^ std::rotr(word, by[1]) ^ (word >> by[2]));
  };
  const std::string text = padded(bytes, kBlock, 2 * sizeof(Word), true);
  for (size_t block = 0; block < text.size(); block += kBlock) {
    Word words[Shape::kRounds];
    for (size_t i = 0; i < 16; ++i) words[i] = read_big_end<Word>(text.data() + block + sizeof(Word) * i);
    for (size_t i = 16; i < Shape::kRounds; ++i) {
      words[i] = words[i - 16] + schedule(words[i - 15], Shape::kRotations[2]) + words[i - 7] +
                 schedule(words[i - 2], Shape::kRotations[3]);
    }
    std::array<Word, 8> v = state;
    for (size_t i = 0; i < Shape::kRounds; ++i) {
      const Word choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
      const Word majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
      const auto constant = static_cast<Word>(kSha2Constants[i] >> kHalf);
      const Word first = v[7] + sum(v[4], Shape::kRotations[1]) + choice + constant + words[i];
      const Word second = sum(v[0], Shape::kRotations[0]) + majority;
      v = {static_cast<Word>(first + second), v[0], v[1], v[2], static_cast<Word>(v[3] + first), v[4], v[5], v[6]};
    }
    for (size_t i = 0; i < 8; ++i) state[i] += v[i];
  }
  return hex_of(state.data(), digest_bytes, true);
}

}  // namespace

std::string digest_hex(DigestAlgorithm algorithm, std::string_view bytes) {
  switch (algorithm) {
    case DigestAlgorithm::kMd5:
      return md5(bytes);
    case DigestAlgorithm::kSha1:
      return sha1(bytes);
    case DigestAlgorithm::kSha224:
      return sha2<uint32_t>(bytes, {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4}, 28);
    case DigestAlgorithm::kSha256:
      return sha2<uint32_t>(bytes, {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 32);
    case DigestAlgorithm::kSha384:
      return sha2<uint64_t>(bytes, {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
                                    0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4}, 48);
    case DigestAlgorithm::kSha512:
      return sha2<uint64_t>(bytes, {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}, 64);
  }
  return "";
}

}  // namespace eddyline::expression

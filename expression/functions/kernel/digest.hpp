#pragma once

#include <string>
#include <string_view>

namespace eddyline::expression {

enum class DigestAlgorithm : uint8_t { kMd5, kSha1, kSha224, kSha256, kSha384, kSha512 };

/// The digest of some bytes in lower-case hexadecimal digits.
/// Source   RFC 1321 (MD5), FIPS 180-4 (SHA).
std::string digest_hex(DigestAlgorithm algorithm, std::string_view bytes);

}  // namespace eddyline::expression

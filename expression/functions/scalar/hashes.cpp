// MD5, SHA1, SHA2 and its sizes.
#include <optional>

#include "expression/functions/kernel/digest.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;

void add_digest(FunctionRegistry& registry, std::string name, DigestAlgorithm algorithm, int32_t length) {
  registry.add(make_function(name, "The " + name + " digest in hexadecimal digits.",
                             {{{Family::kBytes}, always(DataType::char_(length))}},
                             make_row_kernel<Text>([algorithm](ResultCell cell, Text bytes) {
                               cell.set(Text(digest_hex(algorithm, bytes)));
                             })));
}

std::optional<DigestAlgorithm> sha2_of_length(int64_t bits) {
  switch (bits) {
    case 224:
      return DigestAlgorithm::kSha224;
    case 256:
      return DigestAlgorithm::kSha256;
    case 384:
      return DigestAlgorithm::kSha384;
    case 512:
      return DigestAlgorithm::kSha512;
    default:
      return std::nullopt;
  }
}

}  // namespace

void register_hashes(FunctionRegistry& registry);
void register_hashes(FunctionRegistry& registry) {
  add_digest(registry, "MD5", DigestAlgorithm::kMd5, 32);
  add_digest(registry, "SHA1", DigestAlgorithm::kSha1, 40);
  add_digest(registry, "SHA224", DigestAlgorithm::kSha224, 56);
  add_digest(registry, "SHA256", DigestAlgorithm::kSha256, 64);
  add_digest(registry, "SHA384", DigestAlgorithm::kSha384, 96);
  add_digest(registry, "SHA512", DigestAlgorithm::kSha512, 128);
  registry.add(make_function("SHA2", "The SHA-2 digest of 224, 256, 384 or 512 bits in hexadecimal digits.",
                             {{{Family::kBytes, Family::kInteger}, always(DataType::varchar(128))}},
                             make_row_kernel<Text, int64_t>([](ResultCell cell, Text bytes, int64_t bits) {
                               const auto algorithm = sha2_of_length(bits);
                               if (!algorithm) return cell.fail(data_error("Unsupported algorithm."));
                               cell.set(Text(digest_hex(*algorithm, bytes)));
                             })));
}

}  // namespace eddyline::expression

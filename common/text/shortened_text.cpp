#include "common/text/shortened_text.hpp"

namespace eddyline {
namespace {

bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// Where the character begins that the byte at `at` belongs to; `at` itself within what is no UTF-8.
size_t start_of_character(std::string_view text, size_t at) {
  constexpr size_t kContinuationsMax = 3;
  for (size_t back = 0; back <= kContinuationsMax && back <= at; ++back) {
    if (!continues_character(text[at - back])) return at - back;
  }
  return at;
}

}  // namespace

std::string shortened_text(std::string_view text, size_t bytes_max) {
  if (text.size() <= bytes_max) return std::string(text);
  std::string shortened(text.substr(0, start_of_character(text, bytes_max)));
  return shortened + "... (" + std::to_string(text.size()) + " bytes)";
}

std::string excerpt(std::string_view text) {
  constexpr size_t kBytesMax = 60;
  if (text.size() <= kBytesMax) return std::string(text);
  return std::string(text.substr(0, start_of_character(text, kBytesMax))) + "...";
}

}  // namespace eddyline

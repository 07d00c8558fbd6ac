#include "sql/session/like_pattern.hpp"

#include <cctype>
#include <cstddef>

namespace eddyline::sql {
namespace {

/// Bytes of the UTF-8 character at `at`.
size_t character_length(std::string_view text, size_t at) {
  size_t length = 1;
  while (at + length < text.size() && (static_cast<unsigned char>(text[at + length]) & 0xc0) == 0x80) ++length;
  return length;
}

bool same(char a, char b, bool case_insensitive) {
  if (a == b) return true;
  return case_insensitive && std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

bool matches_like(std::string_view text, std::string_view pattern, bool case_insensitive) {
  // Greedy with one point to come back to: the last '%' may always be stretched, earlier ones never need to be.
  size_t at = 0;
  size_t in_pattern = 0;
  size_t retry_at = std::string_view::npos;
  size_t retry_pattern = 0;
  while (at < text.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '%') {
      retry_pattern = ++in_pattern;
      retry_at = at;
      continue;
    }
    const bool escaped = in_pattern + 1 < pattern.size() && pattern[in_pattern] == '\\';
    if (in_pattern < pattern.size() && pattern[in_pattern] == '_') {
      at += character_length(text, at);
      ++in_pattern;
      continue;
    }
    const size_t literal = escaped ? in_pattern + 1 : in_pattern;
    if (literal < pattern.size() && same(pattern[literal], text[at], case_insensitive)) {
      ++at;
      in_pattern = literal + 1;
      continue;
    }
    if (retry_at == std::string_view::npos) return false;
    retry_at += character_length(text, retry_at);
    at = retry_at;
    in_pattern = retry_pattern;
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '%') ++in_pattern;
  return in_pattern == pattern.size();
}

}  // namespace eddyline::sql

#include "sql/client/display_width.hpp"

#include <locale.h>
#include <wchar.h>

#include <algorithm>

namespace eddyline::sql {
namespace {

/// Makes wcwidth() of this thread know all of Unicode, whatever the process's locale is.
class UnicodeLocale {
 public:
  UnicodeLocale() : previous_(::uselocale(shared())) {}
  ~UnicodeLocale() { ::uselocale(previous_); }
  UnicodeLocale(const UnicodeLocale&) = delete;
  UnicodeLocale& operator=(const UnicodeLocale&) = delete;

 private:
  static locale_t shared() {
    // Made once and kept: C.UTF-8 is part of every Debian. Without it uselocale keeps the current locale.
    static const locale_t kLocale = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return kLocale;
  }
  locale_t previous_;
};

struct Character {
  wchar_t code;
  size_t bytes;
};

/// The UTF-8 character at the start of `text`; a byte that starts none stands for itself.
Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t bytes = lead < 0x80 ? 1 : lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (bytes == 1 || bytes > text.size()) return {static_cast<wchar_t>(lead), 1};
  auto code = static_cast<wchar_t>(lead & (0xff >> (bytes + 1)));
  for (size_t i = 1; i < bytes; ++i) code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3f);
  return {code, bytes};
}

size_t width_of(wchar_t code) {
  if (code < 0x80) return 1;
  const int width = ::wcwidth(code);
  return width < 0 ? 1 : static_cast<size_t>(width);
}

}  // namespace

size_t display_width(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return text.size();
  const UnicodeLocale locale;
  size_t width = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    width += width_of(character.code);
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string fit_to_width(std::string_view text, size_t width) {
  if (display_width(text) <= width) return std::string(text);
  const UnicodeLocale locale;
  constexpr size_t kDots = 3;
  size_t used = 0;
  size_t bytes = 0;
  while (bytes < text.size()) {
    const Character character = first_character(text.substr(bytes));
    if (used + width_of(character.code) + kDots > width) break;
    used += width_of(character.code);
    bytes += character.bytes;
  }
  return std::string(text.substr(0, bytes)) + "...";
}

}  // namespace eddyline::sql

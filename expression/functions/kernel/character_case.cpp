#include "expression/functions/kernel/character_case.hpp"

#include <locale.h>
#include <wctype.h>

#include "expression/functions/kernel/text.hpp"

namespace eddyline::expression {
namespace {

constexpr uint32_t kSharpS = 0xdf;

/// The C library's own Unicode tables; always there, whatever the machine's locale.
locale_t unicode_locale() {
  static const locale_t kLocale = newlocale(LC_CTYPE_MASK, "C.UTF-8", static_cast<locale_t>(nullptr));
  return kLocale;
}

template <class Ascii, class Wide>
void append_mapped(std::string& out, std::string_view text, Ascii&& ascii, Wide&& wide) {
  if (is_ascii(text)) {
    for (const char c : text) out += ascii(c);
    return;
  }
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const bool broken = point.value == 0xfffd && point.bytes == 1;
    if (broken) {
      out += text.front();
    } else {
      wide(point.value);
    }
    text.remove_prefix(point.bytes);
  }
}

}  // namespace

void append_upper(std::string& out, std::string_view text) {
  append_mapped(
      out, text, [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; },
      [&](uint32_t point) {
        if (point == kSharpS) {
          out += "SS";
        } else {
          append_code_point(out, static_cast<uint32_t>(towupper_l(static_cast<wint_t>(point), unicode_locale())));
        }
      });
}

void append_lower(std::string& out, std::string_view text) {
  append_mapped(
      out, text, [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; },
      [&](uint32_t point) {
        append_code_point(out, static_cast<uint32_t>(towlower_l(static_cast<wint_t>(point), unicode_locale())));
      });
}

bool is_letter(uint32_t code_point) { return iswalpha_l(static_cast<wint_t>(code_point), unicode_locale()) != 0; }

bool is_decimal_digit(uint32_t code_point) { return code_point >= '0' && code_point <= '9'; }

}  // namespace eddyline::expression

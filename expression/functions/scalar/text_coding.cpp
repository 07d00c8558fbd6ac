// Other writings of a value: BIN, HEX, UNHEX, base 64, URLs, ENCODE and DECODE, UTF-8, TYPEOF.
#include <array>
#include <optional>

#include "common/text/base64.hpp"
#include "common/text/utf8.hpp"
#include "expression/functions/kernel/character_set.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/text_limit.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;

constexpr Text kUpperDigits = "0123456789ABCDEF";

FunctionTraits may_be_null() {
  FunctionTraits traits;
  traits.may_be_null = true;
  return traits;
}

/// For results that are a few times longer than what they are made of, which has its own limit.
void set_within_limit(ResultCell& cell, Text function, Text made) {
  if (made.size() > kMadeTextBytesMax) return cell.fail(made_text_too_long(function));
  cell.set(made);
}

void set_utf8(ResultCell& cell, Text function, Text bytes) {
  std::string text;
  append_as_utf8(text, bytes);
  set_within_limit(cell, function, text);
}

/// Value of a hexadecimal digit, -1 for another character.
int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Digits of a number in base 2^bits, without leading zeros; negative numbers in 64 bits.
std::string digits_of(int64_t value, int bits) {
  auto rest = static_cast<uint64_t>(value);
  std::string digits;
  do {
    digits.insert(digits.begin(), kUpperDigits[rest & ((1u << bits) - 1)]);
    rest >>= bits;
  } while (rest != 0);
  return digits;
}

void add_radix(FunctionRegistry& registry) {
  registry.add(make_function("BIN", "The number in binary digits.", {{{Family::kInteger}, always(DataType::string())}},
                             make_row_kernel<int64_t>([](ResultCell cell, int64_t value) {
                               cell.set(Text(digits_of(value, 1)));
                             })));
  registry.add(make_function(
      "HEX", "A number, or the bytes of a text, in hexadecimal digits.",
      {{{Family::kInteger}, always(DataType::string())}, {{Family::kCharacter}, always(DataType::string())}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types[0].is(TypeRoot::kBigint)) {
          return row_kernel<int64_t>([](ResultCell cell, int64_t value) { cell.set(Text(digits_of(value, 4))); });
        }
        return row_kernel<Text>([](ResultCell cell, Text text) {
          if (text.size() > kMadeTextBytesMax / 2) return cell.fail(made_text_too_long("HEX"));
          std::string valid;
          append_as_utf8(valid, text);
          std::string digits;
          for (const char byte : valid) {
            digits += kUpperDigits[static_cast<unsigned char>(byte) >> 4];
            digits += kUpperDigits[static_cast<unsigned char>(byte) & 15];
          }
          cell.set(Text(digits));
        });
      }));
  registry.add(make_function("UNHEX", "The bytes that hexadecimal digits name, NULL for other characters.",
                             {{{Family::kCharacter}, always(DataType::bytes())}},
                             make_row_kernel<Text>([](ResultCell cell, Text text) {
                               std::string bytes;
                               // As in Flink, the first digit of an odd number of them gives a zero byte.
                               if (text.size() % 2 == 1) {
                                 if (hex_value(text[0]) < 0) return cell.set_null();
                                 bytes += '\0';
                                 text.remove_prefix(1);
                               }
                               for (size_t i = 0; i < text.size(); i += 2) {
                                 const int high = hex_value(text[i]);
                                 const int low = hex_value(text[i + 1]);
                                 if (high < 0 || low < 0) return cell.set_null();
                                 bytes += static_cast<char>(high * 16 + low);
                               }
                               cell.set(Text(bytes));
                             }),
                             may_be_null()));
}

void add_base64(FunctionRegistry& registry) {
  registry.add(make_function("TO_BASE64", "The bytes of a text in base 64.", {{{Family::kBytes}, always(DataType::string())}},
                             make_row_kernel<Text>([](ResultCell cell, Text text) {
                               if (text.size() / 3 >= kMadeTextBytesMax / 4) return cell.fail(made_text_too_long("TO_BASE64"));
                               cell.set(Text(to_base64(text)));
                             })));
  // As in Flink, the bytes are kept even where they are no UTF-8, so that CAST(FROM_BASE64(x) AS BYTES) gives them back.
  registry.add(make_function("FROM_BASE64", "The text that base 64 stands for.",
                             {{{Family::kCharacter}, always(DataType::string())}},
                             make_row_kernel<Text>([](ResultCell cell, Text text) {
                               const std::optional<std::string> bytes = from_base64(text);
                               if (!bytes.has_value()) return cell.fail(data_error("Illegal base64 character"));
                               cell.set(Text(*bytes));
                             })));
}

void add_url_coding(FunctionRegistry& registry) {
  registry.add(make_function("URL_ENCODE", "The text as part of a URL.", {{{Family::kCharacter}, always(DataType::string())}},
                             make_row_kernel<Text>([](ResultCell cell, Text text) {
                               std::string url;
                               for (const char c : text) {
                                 if (url.size() > kMadeTextBytesMax - 3) return cell.fail(made_text_too_long("URL_ENCODE"));
                                 const auto byte = static_cast<unsigned char>(c);
                                 const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                                                    (c >= 'A' && c <= 'Z') || Text("*-._").find(c) != Text::npos;
                                 if (plain) {
                                   url += c;
                                 } else if (c == ' ') {
                                   url += '+';
                                 } else {
                                   url += '%';
                                   url += kUpperDigits[byte >> 4];
                                   url += kUpperDigits[byte & 15];
                                 }
                               }
                               cell.set(Text(url));
                             }),
                             may_be_null()));
  registry.add(make_function("URL_DECODE", "The text that a part of a URL stands for, NULL if it is malformed.",
                             {{{Family::kCharacter}, always(DataType::string())}},
                             make_row_kernel<Text>([](ResultCell cell, Text url) {
                               std::string bytes;
                               for (size_t i = 0; i < url.size(); ++i) {
                                 if (url[i] != '%') {
                                   bytes += url[i] == '+' ? ' ' : url[i];
                                   continue;
                                 }
                                 const int high = i + 2 < url.size() ? hex_value(url[i + 1]) : -1;
                                 const int low = i + 2 < url.size() ? hex_value(url[i + 2]) : -1;
                                 if (high < 0 || low < 0) return cell.set_null();
                                 bytes += static_cast<char>(high * 16 + low);
                                 i += 2;
                               }
                               set_utf8(cell, "URL_DECODE", bytes);
                             }),
                             may_be_null()));
}

/// The parts of a URL; missing ones are nullopt.
struct UrlParts {
  std::optional<Text> protocol, authority, user, host, path, query, fragment;
  std::string file;
};

std::optional<UrlParts> split_url(Text url) {
  UrlParts parts;
  const size_t colon = url.find("://");
  if (colon == Text::npos || colon == 0) return std::nullopt;
  parts.protocol = url.substr(0, colon);
  url.remove_prefix(colon + 3);
  if (const size_t hash = url.find('#'); hash != Text::npos) {
    parts.fragment = url.substr(hash + 1);
    url = url.substr(0, hash);
  }
  const size_t end = url.find_first_of("/?");
  parts.authority = url.substr(0, end);
  url = end == Text::npos ? Text() : url.substr(end);
  parts.file = url;
  const size_t question = url.find('?');
  parts.path = url.substr(0, question);
  if (question != Text::npos) parts.query = url.substr(question + 1);
  Text host = *parts.authority;
  if (const size_t at = host.rfind('@'); at != Text::npos) {
    parts.user = host.substr(0, at);
    host.remove_prefix(at + 1);
  }
  parts.host = host.substr(0, host.starts_with('[') ? host.find(']') + 1 : host.find(':'));
  return parts;
}

std::optional<Text> url_part(const UrlParts& parts, Text name) {
  if (name == "HOST") return parts.host;
  if (name == "PATH") return parts.path;
  if (name == "QUERY") return parts.query;
  if (name == "REF") return parts.fragment;
  if (name == "PROTOCOL") return parts.protocol;
  if (name == "FILE") return parts.file;
  if (name == "AUTHORITY") return parts.authority;
  if (name == "USERINFO") return parts.user;
  return std::nullopt;
}

/// The value of key=value between ampersands.
std::optional<Text> query_value(Text query, Text key) {
  while (true) {
    const size_t end = query.find('&');
    const Text pair = query.substr(0, end);
    if (pair.starts_with(key) && pair.substr(key.size()).starts_with('=')) return pair.substr(key.size() + 1);
    if (end == Text::npos) return std::nullopt;
    query.remove_prefix(end + 1);
  }
}

void set_part(ResultCell& cell, std::optional<Text> part) {
  if (!part) return cell.set_null();
  cell.set(*part);
}

void add_parse_url(FunctionRegistry& registry) {
  registry.add(make_function(
      "PARSE_URL", "A part of a URL, or the value of a key of its query.",
      {{{Family::kCharacter, Family::kCharacter}, always(DataType::string())},
       {{Family::kCharacter, Family::kCharacter, Family::kCharacter}, always(DataType::string())}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 2) {
          return row_kernel<Text, Text>([](ResultCell cell, Text url, Text name) {
            const auto parts = split_url(url);
            if (!parts) return cell.set_null();
            set_part(cell, url_part(*parts, name));
          });
        }
        return row_kernel<Text, Text, Text>([](ResultCell cell, Text url, Text name, Text key) {
          const auto parts = split_url(url);
          if (!parts || !parts->query || name != "QUERY") return cell.set_null();
          set_part(cell, query_value(*parts->query, key));
        });
      },
      may_be_null()));
}

void add_character_sets(FunctionRegistry& registry) {
  registry.add(make_function("ENCODE", "The bytes of a text in a character set.",
                             {{{Family::kCharacter, Family::kCharacter}, always(DataType::bytes())}},
                             make_row_kernel<Text, Text>([](ResultCell cell, Text text, Text name) {
                               const auto set = find_character_set(name);
                               if (!set) return cell.fail(data_error(std::string(name)));
                               set_within_limit(cell, "ENCODE", encode_text(text, *set));
                             })));
  registry.add(make_function("DECODE", "The text that bytes stand for in a character set.",
                             {{{Family::kBinary, Family::kCharacter}, always(DataType::string())}},
                             make_row_kernel<Text, Text>([](ResultCell cell, Text bytes, Text name) {
                               const auto set = find_character_set(name);
                               if (!set) return cell.fail(data_error(std::string(name)));
                               set_within_limit(cell, "DECODE", decode_text(bytes, *set));
                             })));
}

void add_utf8(FunctionRegistry& registry) {
  registry.add(make_function("IS_VALID_UTF8", "Whether bytes are well-formed UTF-8.",
                             {{{Family::kBinary}, always(DataType::boolean())}},
                             make_row_kernel<Text>([](ResultCell cell, Text bytes) {
                               cell.set(!first_malformed_utf8_byte(bytes).has_value());
                             })));
  registry.add(make_function("MAKE_VALID_UTF8", "The bytes as text; what is no UTF-8 becomes U+FFFD.",
                             {{{Family::kBinary}, always(DataType::string())}},
                             make_row_kernel<Text>([](ResultCell cell, Text bytes) {
                               set_utf8(cell, "MAKE_VALID_UTF8", bytes);
                             })));
}

void add_typeof(FunctionRegistry& registry) {
  FunctionTraits traits;
  traits.null_handling = NullHandling::kKernel;
  traits.may_be_null = true;
  ScalarFunction function = make_function(
      "TYPEOF", "The type of an expression.",
      {{{Family::kAny}, always(DataType::string())}, {{Family::kAny, Family::kBoolean}, always(DataType::string())}}, nullptr,
      traits);
  function.make_kernel = [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
    return row_kernel<>([text = site.operand_types[0].to_short_string()](ResultCell cell) { cell.set(Text(text)); });
  };
  function.rewrite = [](const FunctionRegistry&, std::span<const ExpressionPtr> operands) -> Result<ExpressionPtr> {
    if (operands.empty() || !operands[0]->type().is(TypeRoot::kNull)) return ExpressionPtr();
    return Expression::literal(Value::string("NULL"), DataType::string());
  };
  registry.add(std::move(function));
}

}  // namespace

void register_text_coding(FunctionRegistry& registry);
void register_text_coding(FunctionRegistry& registry) {
  add_radix(registry);
  add_base64(registry);
  add_url_coding(registry);
  add_parse_url(registry);
  add_character_sets(registry);
  add_utf8(registry);
  add_typeof(registry);
}

}  // namespace eddyline::expression

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eddyline::expression {

/// What a conversion of a format gets: a value and, for %s, how it is written.
struct FormatArgument {
  enum class Kind : uint8_t { kNull, kBoolean, kInteger, kReal, kOther } kind = Kind::kNull;
  bool truth = false;
  int64_t integer = 0;
  int bits = 0;  ///< width of an integer, which is what %x shows of a negative one
  double real = 0;
  std::string_view text;
};

/// A format of Java's Formatter, parsed once: %[number$][flags][width][.precision]conversion.
///
/// Conversions   b c d e f g n o s x and %, upper case ones too. %a, %h and %t are left out: is_complete() is false then.
/// Source        java.util.Formatter, in the root locale.
class JavaFormat {
 public:
  /// Nothing for a format that is none: an unknown conversion, flags or a precision that do not go with it.
  static std::optional<JavaFormat> parse(std::string_view format);

  /// False if the format holds conversions that Java has and Eddyline has not.
  bool is_complete() const { return complete_; }

  /// Bytes that widths and digits behind the point alone may ask for, whatever the arguments.
  size_t padding() const;

  enum class Outcome : uint8_t {
    kWritten,
    kMismatch,  ///< an argument is missing or of a kind that its conversion does not take
    kTooLong,   ///< the text would grow beyond `bytes_max`, padding() left out
  };
  /// Appends the text; `out` is unspecified if that fails.
  Outcome append(std::span<const FormatArgument> arguments, size_t bytes_max, std::string& out) const;

 private:
  enum Flag : uint8_t {
    kLeft = 1,
    kAlternate = 2,
    kPlus = 4,
    kBlank = 8,
    kZero = 16,
    kGroup = 32,
    kParentheses = 64,
    kPrevious = 128
  };

  struct Part {
    std::string text;     ///< before the conversion
    char conversion = 0;  ///< lower case; 0 for the rest of the format
    bool upper = false;
    uint8_t flags = 0;
    int number = 0;  ///< the argument, from 1; 0 for the next one
    int width = -1;
    int precision = -1;
    bool has(uint8_t flag) const { return (flags & flag) != 0; }
  };

  static std::optional<size_t> parse_part(std::string_view text, Part& part);
  static bool is_valid(const Part& part);
  static bool append_part(const Part& part, const FormatArgument& argument, std::string& out);
  static bool append_integer(const Part& part, const FormatArgument& argument, std::string& out);
  /// With sign, grouping and, if it `pads`, zeros up to the width.
  static std::string signed_text(const Part& part, std::string magnitude, bool negative, bool pads);
  static std::string bits_text(const Part& part, const FormatArgument& argument);
  static std::string real_text(const Part& part, double value);

  std::vector<Part> parts_;
  bool complete_ = true;
};

}  // namespace eddyline::expression

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"

namespace eddyline {

/// How a value of a type T is written in configuration files, SET statements and WITH clauses.
///
/// `parse` takes the raw text and answers a kConfigurationError whose message says what is allowed; it never names the key.
/// `format` gives text that `parse` reads back. `type_name` is what docs/config.md prints.
/// Source   Flink's ConfigurationUtils, TimeUtils and MemorySize.
template <class T>
struct OptionValue;

/// An enumeration becomes an option type by naming its enumerators, in order of their values 0, 1, 2, ...:
///   template <> struct OptionEnumerators<Mode> { static constexpr std::array<std::string_view, 2> names{"A", "B"}; };
template <class T>
struct OptionEnumerators;

using Duration = std::chrono::nanoseconds;
using StringList = std::vector<std::string>;
using StringMap = std::map<std::string, std::string>;

#define EDDYLINE_OPTION_VALUE(type)                 \
  template <>                                       \
  struct OptionValue<type> {                        \
    static Result<type> parse(std::string_view text); \
    static std::string format(const type& value);   \
    static std::string type_name();                 \
  };

/// true or false in any case.
EDDYLINE_OPTION_VALUE(bool)
EDDYLINE_OPTION_VALUE(int32_t)
EDDYLINE_OPTION_VALUE(int64_t)
EDDYLINE_OPTION_VALUE(double)
EDDYLINE_OPTION_VALUE(std::string)
/// "10 s", "5min", "200 ms", a bare number is milliseconds.
EDDYLINE_OPTION_VALUE(Duration)
/// "64 kb", "1728m", a bare number is bytes; all units are powers of 1024.
EDDYLINE_OPTION_VALUE(Bytes)
/// "a;b" or "[a, b]".
EDDYLINE_OPTION_VALUE(StringList)
/// "k1:v1,k2:v2" or "{k1: v1, k2: v2}".
EDDYLINE_OPTION_VALUE(StringMap)
#undef EDDYLINE_OPTION_VALUE

namespace internal {
/// Index of the name that equals `text` in any case; else the error that lists the names.
Result<size_t> find_enumerator(std::string_view text, const std::string_view* names, size_t count);
}  // namespace internal

template <class T>
  requires std::is_enum_v<T>
struct OptionValue<T> {
  using Enumerators = OptionEnumerators<T>;
  static Result<T> parse(std::string_view text) {
    ASSIGN_OR_RETURN(const size_t index,
                     internal::find_enumerator(text, Enumerators::names.data(), Enumerators::names.size()));
    return static_cast<T>(index);
  }
  static std::string format(const T& value) { return std::string(Enumerators::names[static_cast<size_t>(value)]); }
  static std::string type_name() {
    std::string text;
    for (const std::string_view name : Enumerators::names) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
  }
};

}  // namespace eddyline

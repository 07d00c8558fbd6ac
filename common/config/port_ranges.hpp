#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "common/config/option_value.hpp"

namespace eddyline {

/// Ports to try one after the other, ranges with both ends: "8081", "50100,50101", "8080-8090", "0" for any free one.
struct PortRanges {
  struct Range {
    uint16_t first = 0;
    uint16_t last = 0;
    auto operator<=>(const Range&) const = default;
  };
  std::vector<Range> ranges;

  static PortRanges only(uint16_t port) { return {{{port, port}}}; }
  /// All of them, in order.
  std::vector<uint16_t> ports() const;

  auto operator<=>(const PortRanges&) const = default;
};

template <>
struct OptionValue<PortRanges> {
  static Result<PortRanges> parse(std::string_view text);
  static std::string format(const PortRanges& value);
  static std::string type_name() { return "Ports"; }
};

}  // namespace eddyline

#include "common/config/port_ranges.hpp"

#include <charconv>

namespace eddyline {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Status not_ports() {
  return configuration_error(
      "Expected ports from 0 to 65535: one, a list such as 50100,50101, or a range such as 8080-8090.");
}

Result<uint16_t> parse_port(std::string_view text) {
  const std::string_view digits = trim(text);
  uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc() || end != digits.data() + digits.size()) return not_ports();
  return port;
}

Result<PortRanges::Range> parse_range(std::string_view text) {
  const size_t dash = text.find('-');
  ASSIGN_OR_RETURN(const uint16_t first, parse_port(text.substr(0, dash)));
  if (dash == std::string_view::npos) return PortRanges::Range{first, first};
  ASSIGN_OR_RETURN(const uint16_t last, parse_port(text.substr(dash + 1)));
  if (last < first) return not_ports();
  return PortRanges::Range{first, last};
}

}  // namespace

std::vector<uint16_t> PortRanges::ports() const {
  std::vector<uint16_t> all;
  for (const auto& [first, last] : ranges) {
    for (uint32_t port = first; port <= last; ++port) all.push_back(static_cast<uint16_t>(port));
  }
  return all;
}

Result<PortRanges> OptionValue<PortRanges>::parse(std::string_view text) {
  PortRanges ports;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(',', start), text.size());
    ASSIGN_OR_RETURN(const PortRanges::Range range, parse_range(text.substr(start, end - start)));
    ports.ranges.push_back(range);
    start = end + 1;
  }
  return ports;
}

std::string OptionValue<PortRanges>::format(const PortRanges& value) {
  std::string text;
  for (const auto& [first, last] : value.ranges) {
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last != first) text += "-" + std::to_string(last);
  }
  return text;
}

}  // namespace eddyline

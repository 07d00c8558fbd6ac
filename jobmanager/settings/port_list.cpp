#include "jobmanager/settings/port_list.hpp"

#include <charconv>

namespace eddyline::jobmanager {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Status not_ports() {
  return configuration_error("Expected a port from 0 to 65535, a range such as 8080-8090, or a list of both.");
}

Result<uint16_t> parse_port(std::string_view text) {
  text = trimmed(text);
  uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return not_ports();
  return port;
}

Status add_range(std::string_view range, std::vector<uint16_t>& ports) {
  const size_t dash = range.find('-');
  ASSIGN_OR_RETURN(const uint16_t first, parse_port(range.substr(0, dash)));
  uint16_t last = first;
  if (dash != std::string_view::npos) {
    ASSIGN_OR_RETURN(last, parse_port(range.substr(dash + 1)));
  }
  if (last < first) return not_ports();
  for (uint32_t port = first; port <= last; ++port) ports.push_back(static_cast<uint16_t>(port));
  return {};
}

}  // namespace

Result<std::vector<uint16_t>> parse_ports(std::string_view text) {
  std::vector<uint16_t> ports;
  while (true) {
    const size_t comma = text.find(',');
    RETURN_IF_ERROR(add_range(text.substr(0, comma), ports));
    if (comma == std::string_view::npos) return ports;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace eddyline::jobmanager

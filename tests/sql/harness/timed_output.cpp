#include "tests/sql/harness/timed_output.hpp"

namespace eddyline::sql_tests {

Status TimedOutput::write(std::string_view text) {
  const std::string time = std::to_string(clock_.now().value() - start_.value()) + " ";
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(time + std::string(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

}  // namespace eddyline::sql_tests

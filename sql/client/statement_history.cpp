#include "sql/client/statement_history.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "common/file/text_input.hpp"

namespace eddyline::sql {
namespace {

std::string escaped(std::string_view statement) {
  std::string text;
  for (const char c : statement) {
    switch (c) {
      case '\\':
        text += "\\\\";
        break;
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      default:
        text += c;
    }
  }
  return text;
}

std::string unescaped(std::string_view text) {
  std::string statement;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      statement += text[i];
      continue;
    }
    const char c = text[++i];
    statement += c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return statement;
}

/// The statement of "milliseconds:statement".
std::optional<std::string> read_line(std::string_view line) {
  const size_t colon = line.find_first_not_of("0123456789");
  if (colon == 0 || colon == std::string_view::npos || line[colon] != ':' || colon + 1 == line.size()) return std::nullopt;
  return unescaped(line.substr(colon + 1));
}

Status append(const std::string& path, std::string_view text) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return io_error("Could not write the command history " + path + ": " + std::strerror(errno));
  // One write a statement, so that those of several clients do not mix.
  const ssize_t written = write(descriptor, text.data(), text.size());
  const int error = errno;
  close(descriptor);
  if (written == static_cast<ssize_t>(text.size())) return Status();
  return io_error("Could not write the command history " + path + ": " + (written < 0 ? std::strerror(error) : "no room"));
}

}  // namespace

Result<StatementHistory> StatementHistory::load(std::string path, const Clock& clock) {
  StatementHistory history(std::move(path), clock);
  if (access(history.path_.c_str(), F_OK) != 0) return history;
  ASSIGN_OR_RETURN(const std::string text, read_text_file(history.path_));
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    if (auto statement = read_line(std::string_view(text).substr(start, end - start))) {
      history.statements_.push_back(*std::move(statement));
    }
    start = end + 1;
  }
  const size_t count = history.statements_.size();
  if (count > kStatementsMax) {
    history.statements_.erase(history.statements_.begin(),
                              history.statements_.begin() + static_cast<std::ptrdiff_t>(count - kStatementsMax));
  }
  return history;
}

Status StatementHistory::add(std::string_view statement) {
  if (!statements_.empty() && statements_.back() == statement) return Status();
  statements_.emplace_back(statement);
  return append(path_, std::to_string(clock_->now().value()) + ":" + escaped(statement) + "\n");
}

}  // namespace eddyline::sql

#include "sql/client/prompt_loop.hpp"

#include "sql/client/client_texts.hpp"

namespace eddyline::sql {
namespace {

/// Lines typed so far, and whether they are a whole input.
class TypedInput {
 public:
  /// True: a statement ends with this line, or there is none in the lines so far, or they cannot be read any further.
  bool add(const std::string& line) {
    text_ += line;
    text_ += '\n';
    // What a longer statement looks like so far matters only where it may end.
    if (in_statement_ && line.find(';') == std::string::npos) return false;
    const auto split = split_statements(text_);
    if (!split.ok() || !split->unreadable.ok()) return true;
    in_statement_ = !split->statements.empty();
    return split->open_end == OpenEnd::kNone;
  }
  std::string take() { return std::move(text_); }
  bool empty() const { return text_.empty(); }

 private:
  std::string text_;
  bool in_statement_ = false;
};

std::string_view without_blank_ends(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlanks) + 1 - start);
}

}  // namespace

Status PromptLoop::run() {
  while (!ended_ && !runner_.has_quit()) {
    RETURN_IF_ERROR(runner_.write("\n"));
    ASSIGN_OR_RETURN(const auto input, read_input());
    if (!input) return Status();
    const Status status = run_input(*input);
    if (!status.ok() && on_failure_ == OnFailure::kEnd) return status;
  }
  return Status();
}

Result<std::optional<std::string>> PromptLoop::read_input() {
  TypedInput input;
  while (true) {
    ASSIGN_OR_RETURN(const TypedLine line, lines_.read(input.empty() ? kPrompt : kContinuationPrompt));
    switch (line.kind) {
      case TypedLine::Kind::kText:
        if (input.add(line.text)) return std::optional(input.take());
        break;
      case TypedLine::Kind::kInterrupted:
        return std::optional<std::string>("");
      case TypedLine::Kind::kEnd:
        ended_ = true;
        // Nobody is there who could have wanted to drop it; its last `;` may be missing, as in a file.
        if (on_failure_ == OnFailure::kEnd && !input.empty()) return std::optional(input.take());
        return std::optional<std::string>();
    }
  }
}

Status PromptLoop::run_input(const std::string& input) {
  const auto split = split_statements(input);
  if (!split.ok()) return runner_.report(split.status());
  if (!split->unreadable.ok()) return runner_.report(split->unreadable);
  if (!split->statements.empty()) lines_.remember(without_blank_ends(input));
  for (const StatementText& statement : split->statements) {
    RETURN_IF_ERROR(runner_.run(statement, StatementRunner::Purpose::kStatements));
    if (runner_.has_quit()) break;
  }
  return Status();
}

}  // namespace eddyline::sql

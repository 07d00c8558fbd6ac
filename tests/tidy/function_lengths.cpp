#include "tests/tidy/function_lengths.hpp"

#include <algorithm>
#include <array>

#include "tests/tidy/source_tree.hpp"

namespace eddyline::tidy {

namespace {

enum class Scope { kDeclarations, kFunction, kOther };

bool is_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\r";
  const size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool has_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_identifier(text[at - 1])) && (end == text.size() || !is_identifier(text[end]))) return true;
  }
  return false;
}

/// The part of a declaration that comes before its parameters; template arguments of a template<> line are left out.
std::string_view before_parameters(std::string_view head) {
  while (head.starts_with("template")) {
    size_t depth = 0;
    size_t at = head.find('<');
    for (; at < head.size(); ++at) {
      if (head[at] == '<') ++depth;
      if (head[at] == '>' && --depth == 0) break;
    }
    if (at >= head.size()) break;
    head = trimmed(head.substr(at + 1));
  }
  if (head.starts_with("requires")) {
    // A requires clause ends where the declaration proper begins; its parentheses are not parameters.
    size_t depth = 0;
    size_t at = head.find('(');
    for (; at < head.size(); ++at) {
      if (head[at] == '(') ++depth;
      if (head[at] == ')' && --depth == 0) break;
    }
    if (at < head.size()) head = trimmed(head.substr(at + 1));
  }
  return head.substr(0, head.find('('));
}

/// What the brace after `head` opens, where `head` is the text since the last declaration ended.
Scope opened_scope(std::string_view head) {
  static constexpr std::array<std::string_view, 5> kTypes{"namespace", "class", "struct", "union", "extern"};
  head = trimmed(head);
  const std::string_view before = before_parameters(head);
  if (has_word(before, "enum") || has_word(before, "concept")) return Scope::kOther;
  for (const std::string_view word : kTypes) {
    if (has_word(before, word) && head.find('(') == std::string_view::npos) return Scope::kDeclarations;
  }
  if (head.empty() || head.find('(') == std::string_view::npos) return Scope::kOther;
  if (head.back() == '=' || head.back() == ',') return Scope::kOther;
  const size_t list = head.find(") :");
  // A member's brace in a constructor's list: "a_(x), b_" stands before it; the body's follows ')' or '}'.
  if (list != std::string_view::npos && is_identifier(head.back())) return Scope::kOther;
  return before.find('=') != std::string_view::npos && before.find("operator") == std::string_view::npos ? Scope::kOther
                                                                                                        : Scope::kFunction;
}

std::string name_of(std::string_view head) {
  const std::string_view before = trimmed(before_parameters(trimmed(head)));
  size_t first = before.size();
  while (first > 0 && (is_identifier(before[first - 1]) || before[first - 1] == ':' || before[first - 1] == '~')) --first;
  const std::string_view name = before.substr(first);
  // TEST(Suite, Name) is known by what stands in its parentheses.
  if (name != "TEST" && name != "TEST_F" && name != "TEST_P" && name != "TYPED_TEST") return std::string(name);
  const size_t open = head.find('(');
  return std::string(head.substr(open + 1, head.find(')', open) - open - 1));
}

class FunctionFinder {
 public:
  explicit FunctionFinder(std::string_view code) : code_(code) {}

  std::vector<FunctionLength> find() {
    for (at_ = 0; at_ < code_.size(); ++at_) step(code_[at_]);
    return std::move(found_);
  }

 private:
  struct Open {
    Scope scope;
    std::string name;
    size_t first_line;
  };

  void step(char c) {
    if (c == '\n') ++line_;
    if (c == '#' && at_line_start()) return skip_directive();
    if (c == '{') return open_brace();
    if (c == '}') return close_brace();
    if (c == ';' && in_declarations()) head_begin_ = at_ + 1;
  }

  bool at_line_start() const {
    const size_t before = std::string_view(code_).substr(0, at_).find_last_not_of(" \t");
    return before == std::string_view::npos || code_[before] == '\n';
  }

  /// Macros keep their braces to themselves.
  void skip_directive() {
    while (at_ < code_.size() && (code_[at_] != '\n' || code_[at_ - 1] == '\\')) {
      if (code_[at_] == '\n') ++line_;
      ++at_;
    }
    ++line_;
    if (in_declarations()) head_begin_ = at_ + 1;
  }

  bool in_declarations() const { return open_.empty() || open_.back().scope == Scope::kDeclarations; }

  void open_brace() {
    if (!in_declarations()) {
      open_.push_back({Scope::kOther, "", line_});
      return;
    }
    std::string_view head = std::string_view(code_).substr(head_begin_, at_ - head_begin_);
    for (const std::string_view label : {"public:", "private:", "protected:"}) {
      const size_t found = head.rfind(label);
      if (found != std::string_view::npos) head.remove_prefix(found + label.size());
    }
    const size_t blank = head.size() - std::min(head.find_first_not_of(" \t\n\r"), head.size());
    const std::string_view signature = head.substr(head.size() - blank);
    const size_t signature_breaks = static_cast<size_t>(std::ranges::count(signature, '\n'));
    open_.push_back({opened_scope(head), name_of(head), line_ - signature_breaks});
    if (open_.back().scope == Scope::kDeclarations) head_begin_ = at_ + 1;
  }

  void close_brace() {
    if (open_.empty()) return;
    const Open closed = std::move(open_.back());
    open_.pop_back();
    if (!in_declarations()) return;
    if (closed.scope == Scope::kFunction) found_.push_back({closed.name, closed.first_line, line_ - closed.first_line + 1});
    // After a member's brace in a constructor's list, or an initialiser, the same declaration goes on.
    if (closed.scope != Scope::kOther) head_begin_ = at_ + 1;
  }

  std::string code_;
  size_t at_ = 0;
  size_t line_ = 1;
  size_t head_begin_ = 0;
  std::vector<Open> open_;
  std::vector<FunctionLength> found_;
};

}  // namespace

std::vector<FunctionLength> function_lengths(std::string_view text) { return FunctionFinder(code_of(text)).find(); }

}  // namespace eddyline::tidy

#include "expression/functions/kernel/like_pattern.hpp"

#include "expression/functions/kernel/text.hpp"

namespace eddyline::expression {
namespace {

Status check_escape(std::string_view escape) {
  if (escape.empty() || count_characters(escape) == 1) return {};
  return validation_error("Invalid escape character '" + std::string(escape) + "'");
}

Status bad_escape(std::string_view pattern, size_t position) {
  return validation_error("Invalid escape sequence '" + std::string(pattern) + "', " + std::to_string(position));
}

}  // namespace

void LikePattern::add_text(std::string_view text) {
  if (parts_.empty() || parts_.back().kind != Part::Kind::kText) parts_.push_back({Part::Kind::kText, {}});
  parts_.back().text += text;
}

void LikePattern::add_wildcard(Part::Kind kind) {
  if (kind == Part::Kind::kAny && !parts_.empty() && parts_.back().kind == kind) return;
  parts_.push_back({kind, {}});
}

Result<LikePattern> LikePattern::parse(std::string_view pattern, std::string_view escape) {
  RETURN_IF_ERROR(check_escape(escape));
  const bool strict = !escape.empty();
  const std::string_view mark = strict ? escape : std::string_view("\\");
  LikePattern result;
  for (size_t at = 0; at < pattern.size();) {
    const std::string_view character = pattern.substr(at, first_character_bytes(pattern.substr(at)));
    const std::string_view rest = pattern.substr(at + character.size());
    const bool escapes = character == mark && !rest.empty() &&
                         (rest.front() == '%' || rest.front() == '_' || rest.starts_with(mark));
    if (escapes) {
      const std::string_view escaped = rest.substr(0, first_character_bytes(rest));
      result.add_text(escaped);
      at += character.size() + escaped.size();
      continue;
    }
    if (strict && character == mark) return bad_escape(pattern, count_characters(pattern.substr(0, at)));
    if (character == "%") {
      result.add_wildcard(Part::Kind::kAny);
    } else if (character == "_") {
      result.add_wildcard(Part::Kind::kOne);
    } else {
      result.add_text(character);
    }
    at += character.size();
  }
  result.choose_shape();
  return result;
}

void LikePattern::choose_shape() {
  const auto is = [&](size_t index, Part::Kind kind) { return index < parts_.size() && parts_[index].kind == kind; };
  using Kind = Part::Kind;
  shape_ = Shape::kGeneral;
  if (parts_.empty() || (parts_.size() == 1 && is(0, Kind::kText))) {
    shape_ = Shape::kEqual;
    if (!parts_.empty()) text_ = parts_[0].text;
  } else if (parts_.size() == 1 && is(0, Kind::kAny)) {
    shape_ = Shape::kPrefix;
  } else if (parts_.size() == 2 && is(0, Kind::kText) && is(1, Kind::kAny)) {
    shape_ = Shape::kPrefix;
    text_ = parts_[0].text;
  } else if (parts_.size() == 2 && is(0, Kind::kAny) && is(1, Kind::kText)) {
    shape_ = Shape::kSuffix;
    text_ = parts_[1].text;
  } else if (parts_.size() == 3 && is(0, Kind::kAny) && is(1, Kind::kText) && is(2, Kind::kAny)) {
    shape_ = Shape::kContains;
    text_ = parts_[1].text;
  }
}

bool LikePattern::matches(std::string_view text) const {
  switch (shape_) {
    case Shape::kEqual:
      return text == text_;
    case Shape::kPrefix:
      return text.starts_with(text_);
    case Shape::kSuffix:
      return text.ends_with(text_);
    case Shape::kContains:
      return text.find(text_) != std::string_view::npos;
    case Shape::kGeneral:
      return matches_from(text);
  }
  return false;
}

/// Greedy with one way back: to the last % and one character further, which is enough for %.
bool LikePattern::matches_from(std::string_view text) const {
  size_t part = 0;
  size_t at = 0;
  size_t any_part = parts_.size();
  size_t any_at = 0;
  while (true) {
    if (part < parts_.size() && parts_[part].kind == Part::Kind::kAny) {
      any_part = part++;
      any_at = at;
      continue;
    }
    const std::string_view rest = text.substr(at);
    if (part < parts_.size() && parts_[part].kind == Part::Kind::kText && rest.starts_with(parts_[part].text)) {
      at += parts_[part++].text.size();
    } else if (part < parts_.size() && parts_[part].kind == Part::Kind::kOne && !rest.empty()) {
      at += first_character_bytes(rest);
      ++part;
    } else if (part == parts_.size() && rest.empty()) {
      return true;
    } else if (any_part < parts_.size() && any_at < text.size()) {
      any_at += first_character_bytes(text.substr(any_at));
      at = any_at;
      part = any_part + 1;
    } else {
      return false;
    }
  }
}

Result<std::string> similar_to_expression(std::string_view pattern, std::string_view escape) {
  RETURN_IF_ERROR(check_escape(escape));
  std::string expression;
  bool in_brackets = false;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const char character = pattern[at];
    if (!escape.empty() && pattern.substr(at).starts_with(escape)) {
      at += escape.size();
      if (at >= pattern.size()) return bad_escape(pattern, at - escape.size());
      if (!continues_character(pattern[at]) && static_cast<unsigned char>(pattern[at]) < 0x80) expression += '\\';
      expression += pattern[at];
    } else if (in_brackets) {
      in_brackets = character != ']' || expression.ends_with("[") || expression.ends_with("[:");
      expression += character;
      if (pattern.substr(at).starts_with(":]")) {
        // A character class such as [:DIGIT:]: lower case inside, and its bracket does not end the set.
        expression += "]";
        ++at;
      }
    } else if (character == '_') {
      expression += '.';
    } else if (character == '%') {
      expression += ".*";
    } else if (character == '\\' || character == '^' || character == '$') {
      expression += '\\';
      expression += character;
    } else {
      in_brackets = character == '[';
      expression += character;
    }
  }
  if (in_brackets) return validation_error("Invalid regular expression '" + std::string(pattern) + "'");
  // Names of classes are upper case in SQL.
  for (size_t at = expression.find("[:"); at != std::string::npos; at = expression.find("[:", at + 2)) {
    for (size_t i = at + 2; i < expression.size() && expression[i] != ':'; ++i) {
      if (expression[i] >= 'A' && expression[i] <= 'Z') expression[i] = static_cast<char>(expression[i] - 'A' + 'a');
    }
  }
  return expression;
}

}  // namespace eddyline::expression

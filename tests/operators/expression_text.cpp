#include "tests/operators/expression_text.hpp"

#include <algorithm>
#include <cctype>

namespace eddyline::tests {
namespace {

class Parser {
 public:
  Parser(const std::string& text, const RowType& row) : text_(text), row_(row) {}

  Result<expression::ExpressionPtr> parse() {
    skip_blanks();
    if (at_ == text_.size()) return validation_error("expression ends early: " + text_);
    return text_[at_] == '(' ? parse_call() : parse_word(next_word());
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  std::string next_word() {
    const size_t end = std::min(text_.find_first_of(" ()", at_), text_.size());
    std::string word = text_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

  Result<expression::ExpressionPtr> parse_call() {
    ++at_;
    skip_blanks();
    const std::string name = next_word();
    std::vector<expression::ExpressionPtr> operands;
    for (skip_blanks(); at_ < text_.size() && text_[at_] != ')'; skip_blanks()) {
      ASSIGN_OR_RETURN(operands.emplace_back(), parse());
    }
    ++at_;
    return test_functions().make_call(name, std::move(operands));
  }

  Result<expression::ExpressionPtr> parse_word(const std::string& word) {
    const auto found = std::ranges::find(row_, word, &RowField::name);
    if (found != row_.end()) {
      return expression::Expression::input_ref(static_cast<size_t>(found - row_.begin()), found->type);
    }
    if (word.front() == '\'') {
      const std::string content = word.substr(1, word.size() - 2);
      return expression::Expression::literal(Value::string(content), DataType::string().not_null());
    }
    if (word.front() != '-' && std::isdigit(static_cast<unsigned char>(word.front())) == 0) {
      return validation_error("no column " + word);
    }
    const bool interval = word.ends_with("ms");
    const DataType seconds = DataType::interval_day_time(IntervalUnit::kSecond, IntervalUnit::kSecond);
    return expression::Expression::literal(Value::integer(std::stoll(word)),
                                           (interval ? seconds : DataType::bigint()).not_null());
  }

  const std::string& text_;
  const RowType& row_;
  size_t at_ = 0;
};

}  // namespace

const expression::FunctionRegistry& test_functions() {
  static const auto kFunctions = [] {
    auto functions = std::make_unique<expression::FunctionRegistry>();
    expression::register_scalar_functions(*functions);
    return functions;
  }();
  return *kFunctions;
}

Result<expression::ExpressionPtr> parse_expression(const std::string& text, const RowType& row) {
  return Parser(text, row).parse();
}

}  // namespace eddyline::tests

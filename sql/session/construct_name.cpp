#include "sql/session/construct_name.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "sql/parser/unparser.hpp"

namespace eddyline::sql {

std::string construct_name(const Statement& statement) {
  // Names and literals are quoted in it, so that the first of them ends the words.
  constexpr std::string_view kWordCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ ";
  constexpr std::array<std::string_view, 4> kClauses{" IF ", " FROM ", " IN ", " BEGIN "};
  std::string words = to_sql(statement);
  words.resize(std::min(words.find_first_not_of(kWordCharacters), words.size()));
  words += ' ';
  for (const std::string_view clause : kClauses) words.resize(std::min(words.find(clause), words.size()));
  while (words.ends_with(' ')) words.pop_back();
  return words;
}

}  // namespace eddyline::sql

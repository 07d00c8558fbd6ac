#pragma once

#include <string>
#include <string_view>

#include "sql/parser/parser.hpp"
#include "sql/parser/statement_splitter.hpp"
#include "sql/parser/unparser.hpp"

namespace eddyline::sql {

/// What must hold of the parser for any bytes: nothing crashes, every error has a position, and the unparser's text of
/// a tree parses into a tree of the same text, unless the parentheses that it adds, as Flink does, pass the limit of nesting. Returns
/// what is broken, empty if nothing.
inline std::string broken_parser_property(std::string_view input) {
  const Result<SplitScript> script = split_statements(input);
  if (!script.ok()) return script.status().position() ? "" : "an error of the splitter has no position";
  const Result<StatementPtr> first = parse_statement(input);
  if (!first.ok()) return first.status().position() ? "" : "an error has no position: " + first.status().to_string();
  const std::string text = to_sql(**first);
  const Result<StatementPtr> second = parse_statement(text);
  if (!second.ok() && second.status().message().find("nested too deeply") != std::string::npos) return "";
  if (!second.ok()) return "unparsed text is refused: " + second.status().to_string() + "\n" + text;
  const std::string again = to_sql(**second);
  if (text != again) return "unparsed text is not a fixed point:\n" + text + "\n----\n" + again;
  return "";
}

}  // namespace eddyline::sql

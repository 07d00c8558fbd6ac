#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sql/parser/parser.hpp"
#include "sql/parser/unparser.hpp"

// Files of data/: blocks of a kind (statement, expression, type), the input, a line `----`, and the unparsed text or
// the error, ended by an empty line. Lines before the kind that begin with # are comments. REWRITE=1 in the environment
// writes the answers found into the files; the difference is for review.
namespace eddyline::sql {
namespace {

struct Block {
  std::string comment;
  std::string kind;
  std::string input;
  std::string expected;
};

std::string data_folder() {
  return std::string(EDDYLINE_SOURCE_DIR) + "/tests/unit/sql/parser/data";
}

std::vector<Block> read_blocks(const std::string& path) {
  std::ifstream file(path);
  std::vector<Block> blocks;
  std::string line;
  while (std::getline(file, line)) {
    Block block;
    while (line.empty() || line.starts_with('#')) {
      block.comment += line + "\n";
      if (!std::getline(file, line)) return blocks;
    }
    block.kind = line;
    while (std::getline(file, line) && line != "----") block.input += (block.input.empty() ? "" : "\n") + line;
    while (std::getline(file, line) && !line.empty()) block.expected += (block.expected.empty() ? "" : "\n") + line;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

void write_blocks(const std::string& path, const std::vector<Block>& blocks) {
  std::ofstream file(path);
  for (const Block& block : blocks) {
    file << block.comment << block.kind << "\n" << block.input << "\n----\n" << block.expected << "\n\n";
  }
}

std::string error_text(const Status& status) {
  const std::string where =
      status.position() ? std::to_string(status.position()->line) + ":" + std::to_string(status.position()->column)
                        : std::string("nowhere");
  return std::string(error_code_name(status.code())) + " at " + where + ": " + status.message();
}

/// The unparsed text, after a check that it is a fixed point; or the error.
template <class Parse>
std::string round_trip(const std::string& input, Parse parse) {
  const Result<std::string> text = parse(input);
  if (!text.ok()) return error_text(text.status());
  const Result<std::string> again = parse(*text);
  if (!again.ok()) return "ROUND TRIP FAILS: " + *text + "\n" + error_text(again.status());
  return *text == *again ? *text : "ROUND TRIP DIFFERS: " + *text + "\n" + *again;
}

Result<std::string> statement_text(std::string_view input) {
  ASSIGN_OR_RETURN(const StatementPtr statement, parse_statement(input));
  return to_sql(*statement);
}

Result<std::string> expression_text(std::string_view input) {
  ASSIGN_OR_RETURN(const ExpressionPtr expression, parse_expression(input));
  return to_sql(*expression);
}

Result<std::string> type_text(std::string_view input) {
  ASSIGN_OR_RETURN(const TypeNode type, parse_type(input));
  return to_sql(type);
}

/// The engine's type rather than the text.
std::string resolved_type(const std::string& input) {
  const Result<TypeNode> node = parse_type(input);
  if (!node.ok()) return error_text(node.status());
  const Result<DataType> type = resolve_type(*node);
  return type.ok() ? type->to_string() : error_text(type.status());
}

std::string answer(const Block& block) {
  if (block.kind == "statement") return round_trip(block.input, statement_text);
  if (block.kind == "expression") return round_trip(block.input, expression_text);
  if (block.kind == "type") return round_trip(block.input, type_text);
  if (block.kind == "resolved") return resolved_type(block.input);
  return "unknown kind of block: " + block.kind;
}

class ParserGolden : public testing::TestWithParam<std::string> {};

TEST_P(ParserGolden, AnswersAsWritten) {
  const std::string path = data_folder() + "/" + GetParam() + ".txt";
  std::vector<Block> blocks = read_blocks(path);
  ASSERT_FALSE(blocks.empty()) << path;
  const bool rewrite = std::getenv("REWRITE") != nullptr;
  for (Block& block : blocks) {
    const std::string found = answer(block);
    EXPECT_FALSE(found.starts_with("ROUND TRIP")) << found;
    if (rewrite) {
      block.expected = found;
    } else {
      EXPECT_EQ(found, block.expected) << block.kind << " " << block.input;
    }
  }
  if (rewrite) write_blocks(path, blocks);
}

std::vector<std::string> data_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(data_folder())) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Data, ParserGolden, testing::ValuesIn(data_files()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace eddyline::sql

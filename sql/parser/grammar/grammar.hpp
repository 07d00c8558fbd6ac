#pragma once

#include <utility>
#include <vector>

#include "sql/parser/ast_ddl.hpp"
#include "sql/parser/ast_query.hpp"
#include "sql/parser/ast_utility.hpp"
#include "sql/parser/lexical/token_stream.hpp"
#include "sql/parser/precedence.hpp"

/// The grammar's functions, one file a family. Each reads its construct at the current token and leaves the stream
/// behind it. Errors: kParseError or kNotSupported, with position. For the inside of the folder only.
namespace eddyline::sql {

// Expressions: expression_parser.cpp, primary_parser.cpp, literal_parser.cpp.

/// Reads operators that bind at least as tightly as `lowest`.
Result<ExpressionPtr> parse_expression(TokenStream& tokens, int lowest = precedence::kLowest);
/// `a, b, c`.
Result<std::vector<ExpressionPtr>> parse_expressions(TokenStream& tokens);
/// An operand: literal, name, call, parentheses, constructors, with [] and . behind it.
Result<ExpressionPtr> parse_operand(TokenStream& tokens);
/// A literal that begins with a token or word of its own; at_literal() says whether one does.
bool at_literal(TokenStream& tokens);
Result<ExpressionPtr> parse_literal(TokenStream& tokens);
Result<ExpressionPtr> parse_interval_literal(TokenStream& tokens);
/// `YEAR TO MONTH`, `SECOND(3)` ...
Result<IntervalQualifier> parse_interval_qualifier(TokenStream& tokens);

// Calls: call_parser.cpp, special_call_parser.cpp, json_parser.cpp, window_parser.cpp.

/// The `(`, arguments, `)` and what may follow them, for a name already read.
Result<std::unique_ptr<FunctionCall>> parse_call(TokenStream& tokens, QualifiedName name);
/// Functions with a syntax of their own; at_special_call() says whether one begins here.
bool at_special_call(TokenStream& tokens);
Result<ExpressionPtr> parse_special_call(TokenStream& tokens);
bool at_json_call(TokenStream& tokens);
Result<ExpressionPtr> parse_json_call(TokenStream& tokens);
/// `*` or `t.*`, if there is one here.
bool at_star(TokenStream& tokens);
Result<ExpressionPtr> parse_star(TokenStream& tokens);
/// `FILTER (WHERE ..)`, null if there is none.
Result<ExpressionPtr> parse_filter(TokenStream& tokens);
Result<WindowSpecification> parse_window_specification(TokenStream& tokens);
/// Behind ORDER BY.
Result<std::vector<OrderItem>> parse_order_items(TokenStream& tokens);
/// ORDER BY and its items, empty if there is none.
Result<std::vector<OrderItem>> parse_order_by(TokenStream& tokens);

// Types and names: type_parser.cpp, name_parser.cpp.

Result<TypeNode> parse_type(TokenStream& tokens);
/// The target of CAST: a type without NOT NULL behind it.
Result<TypeNode> parse_cast_type(TokenStream& tokens);
/// `(a, b)`.
Result<std::vector<Identifier>> parse_name_list(TokenStream& tokens);
/// `('k' = 'v', ...)`.
Result<std::vector<OptionNode>> parse_options(TokenStream& tokens);
/// WITH and options, empty if there is none.
Result<std::vector<OptionNode>> parse_with_options(TokenStream& tokens);
/// `(k = v, k)`.
Result<std::vector<PartitionItem>> parse_partition(TokenStream& tokens);
/// COMMENT and its text, nothing if there is none.
Result<std::optional<std::string>> parse_comment(TokenStream& tokens);
bool at_hints(TokenStream& tokens);
Result<std::vector<Hint>> parse_hints(TokenStream& tokens);

// Queries: query_parser.cpp, select_parser.cpp, table_parser.cpp, match_parser.cpp.

/// Whether a query begins here without parentheses.
bool at_query(TokenStream& tokens);
Result<QueryPtr> parse_query(TokenStream& tokens);
/// What follows a query's first part that was read in parentheses: set operators, ORDER BY, LIMIT.
bool at_query_rest(TokenStream& tokens);
Result<QueryPtr> parse_query_rest(TokenStream& tokens, QueryPtr first);
/// `(query)`.
Result<QueryPtr> parse_parenthesized_query(TokenStream& tokens);
Result<Select> parse_select(TokenStream& tokens);
/// What stands behind FROM.
Result<TableReferencePtr> parse_from(TokenStream& tokens);
/// MATCH_RECOGNIZE (..), over an input already read.
Result<TableReferencePtr> parse_match_recognize(TokenStream& tokens, TableReferencePtr input);

// Statements: ddl_parser.cpp, table_elements_parser.cpp, alter_parser.cpp, dml_parser.cpp, utility_parser.cpp,
// show_parser.cpp.

/// Any statement that may stand behind EXPLAIN and EXECUTE too.
Result<StatementPtr> parse_statement(TokenStream& tokens);
Result<StatementPtr> parse_create(TokenStream& tokens);
Result<StatementPtr> parse_replace_table(TokenStream& tokens);
Result<StatementPtr> parse_drop(TokenStream& tokens);
Result<StatementPtr> parse_alter(TokenStream& tokens);
Result<StatementPtr> parse_insert(TokenStream& tokens);
Result<StatementPtr> parse_update(TokenStream& tokens);
Result<StatementPtr> parse_delete(TokenStream& tokens);
Result<StatementPtr> parse_truncate(TokenStream& tokens);
Result<StatementPtr> parse_query_statement(TokenStream& tokens);
/// `STATEMENT SET BEGIN .. END`.
Result<StatementPtr> parse_statement_set(TokenStream& tokens);
Result<StatementPtr> parse_execute(TokenStream& tokens);
Result<StatementPtr> parse_show(TokenStream& tokens);
Result<StatementPtr> parse_describe(TokenStream& tokens);

/// One column, constraint, watermark or (ALTER TABLE) distribution into `elements`.
enum class ElementContext { kCreate, kAlter };
Status parse_table_element(TokenStream& tokens, ElementContext context, TableElements& elements);
Result<Distribution> parse_distribution(TokenStream& tokens);
/// LANGUAGE and its name, nothing if there is none.
Result<std::optional<std::string>> parse_language(TokenStream& tokens);

/// A node of kind T at the current token.
template <class T>
std::unique_ptr<T> make_node(const TokenStream& tokens) {
  return std::make_unique<T>(tokens.position());
}

}  // namespace eddyline::sql

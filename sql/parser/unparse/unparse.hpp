#pragma once

#include <string>
#include <vector>

#include "sql/parser/ast_ddl.hpp"
#include "sql/parser/ast_query.hpp"
#include "sql/parser/ast_utility.hpp"
#include "sql/parser/precedence.hpp"

/// The unparser's functions, one file a family; each appends SQL text to `out`. For the inside of the folder only.
namespace eddyline::sql {

// unparse_name.cpp
void write(std::string& out, const Identifier& name);
void write(std::string& out, const QualifiedName& name);
/// `(a, b)`.
void write(std::string& out, const std::vector<Identifier>& names);
void write(std::string& out, const StringLiteralNode& text);
void write(std::string& out, const TypeNode& type);
/// `/*+ A('k' = 'v') */`.
void write(std::string& out, const std::vector<Hint>& hints);
/// `('k' = 'v', ...)` on one line.
void write(std::string& out, const std::vector<OptionNode>& options);
/// `(k = v, ...)`.
void write(std::string& out, const std::vector<PartitionItem>& partition);

// unparse_expression.cpp
/// In parentheses if the expression binds less tightly than `lowest`.
void write(std::string& out, const Expression& expression, int lowest = precedence::kLowest);
void write(std::string& out, const std::vector<ExpressionPtr>& expressions);

// unparse_call.cpp
void write(std::string& out, const FunctionCall& call);
void write(std::string& out, const JsonFunction& call);
void write(std::string& out, const TableArgument& argument);
void write(std::string& out, const WindowSpecification& specification);
void write(std::string& out, const std::vector<OrderItem>& items);

// unparse_query.cpp, unparse_table.cpp
void write(std::string& out, const Query& query);
/// `(query)`.
void write_parenthesized(std::string& out, const Query& query);
void write(std::string& out, const TableReference& table);

// unparse_statement.cpp, unparse_ddl.cpp, unparse_alter.cpp
void write(std::string& out, const Statement& statement);
void write(std::string& out, const CreateTable& table);
void write(std::string& out, const AlterTable& alter);
void write_create(std::string& out, const Statement& statement);
void write_alter(std::string& out, const Statement& statement);
void write(std::string& out, const Show& show);
/// One element a string, in the order columns, watermarks, constraints.
std::vector<std::string> element_texts(const TableElements& elements);
void write(std::string& out, const Distribution& distribution);

/// Writes items with `write_item(out, item)`, separated.
template <class Items, class WriteItem>
void write_list(std::string& out, const Items& items, std::string_view separator, WriteItem write_item) {
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += separator;
    first = false;
    write_item(out, item);
  }
}

}  // namespace eddyline::sql

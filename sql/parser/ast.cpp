#include "sql/parser/ast_query.hpp"

namespace eddyline::sql {

std::string QualifiedName::to_string() const {
  std::string text;
  for (const Identifier& part : parts) {
    if (!text.empty()) text += '.';
    text += part.text;
  }
  return text;
}

// Nodes that own a Query are made and destroyed here, where Query is known.
InExpression::InExpression(SourcePosition position) : ExpressionNode(position) {}
InExpression::~InExpression() = default;
QuantifiedComparison::QuantifiedComparison(SourcePosition position) : ExpressionNode(position) {}
QuantifiedComparison::~QuantifiedComparison() = default;
SubqueryExpression::SubqueryExpression(SourcePosition position) : ExpressionNode(position) {}
SubqueryExpression::~SubqueryExpression() = default;
TableArgument::TableArgument(SourcePosition position) : ExpressionNode(position) {}
TableArgument::~TableArgument() = default;
DerivedTable::DerivedTable(SourcePosition position) : TableReferenceNode(position) {}
DerivedTable::~DerivedTable() = default;

}  // namespace eddyline::sql

#pragma once

#include <memory>

#include "common/base/check.hpp"
#include "common/base/status.hpp"

namespace eddyline::sql {

enum class StatementKind {
  kQuery,
  kInsert,
  kStatementSet,
  kUpdate,
  kDelete,
  kTruncateTable,
  kCreateTable,
  kCreateView,
  kCreateDatabase,
  kCreateCatalog,
  kCreateFunction,
  kDrop,
  kAlterTable,
  kAlterView,
  kAlterDatabase,
  kAlterCatalog,
  kAlterFunction,
  kShow,
  kDescribe,
  kUse,
  kSet,
  kReset,
  kExplain,
  kCompilePlan,
  kExecutePlan,
  kStopJob,
  kLoadModule,
  kUnloadModule,
  kJar,
  kCall,
  kAnalyzeTable,
  kBeginStatementSet,
  kEndStatementSet,
  kClientCommand,
};

/// A parsed statement: derived structs in ast_ddl.hpp, ast_dml.hpp and ast_utility.hpp.
struct Statement {
  Statement(StatementKind kind, SourcePosition position) : kind(kind), position(position) {}
  virtual ~Statement() = default;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <class T>
  const T& as() const {
    CHECK(kind == T::kKind) << "a statement is taken for another kind";
    return static_cast<const T&>(*this);
  }
  template <class T>
  bool is() const {
    return kind == T::kKind;
  }

  const StatementKind kind;
  SourcePosition position;
};
using StatementPtr = std::unique_ptr<Statement>;

template <StatementKind K>
struct StatementNode : Statement {
  static constexpr StatementKind kKind = K;
  explicit StatementNode(SourcePosition position) : Statement(K, position) {}
};

}  // namespace eddyline::sql

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::sql {

/// One name as written; case is kept. `quoted` tells `` `a` `` from `a`.
struct Identifier {
  std::string text;
  SourcePosition position;
  bool quoted = false;
};

/// `catalog.database.object`, `table.column.field`, ...; at least one part.
struct QualifiedName {
  std::vector<Identifier> parts;

  const SourcePosition& position() const { return parts.front().position; }
  /// The parts joined by dots, unquoted: for messages.
  std::string to_string() const;
};

/// A quoted text with its place: comments, paths, job ids.
struct StringLiteralNode {
  std::string text;
  SourcePosition position;
};

/// `'key' = 'value'` of a WITH clause, an ALTER .. SET or a module's options.
struct OptionNode {
  StringLiteralNode key;
  StringLiteralNode value;
};

/// One item of a hint block. Names are case-insensitive; the block's checks are the binder's.
struct Hint {
  enum class Form { kNameOnly, kKeyValues, kItems };

  Identifier name;
  Form form = Form::kNameOnly;
  /// Form kKeyValues.
  std::vector<OptionNode> options;
  /// Form kItems: identifiers (qualified ones joined by dots), strings and numbers as text.
  std::vector<StringLiteralNode> items;
};

}  // namespace eddyline::sql

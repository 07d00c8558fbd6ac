#include "sql/binder/scope.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

namespace eddyline::sql {
namespace {

bool same_but_for_case(const std::string& a, const std::string& b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

ScopeColumn column_of(const ScopeRelation& relation, size_t index) {
  return {relation.first_column + index, relation.columns[index].name, relation.columns[index].type};
}

Status ambiguous(const Identifier& column) {
  return validation_error("Column '" + column.text + "' is ambiguous").at(column.position);
}

/// A star refers to each column by its name.
Status check_referable(const ScopeRelation& relation, SourcePosition position) {
  std::set<std::string_view> seen;
  for (const RowField& column : relation.columns) {
    if (!seen.insert(column.name).second) return ambiguous({column.name, position, /*quoted=*/false});
  }
  return {};
}

}  // namespace

void Scope::add(ScopeRelation relation) {
  relation.first_column = width_;
  width_ += relation.columns.size();
  relations_.push_back(std::move(relation));
}

Scope Scope::join(const Scope& left, const Scope& right) {
  Scope joined = left;
  for (const ScopeRelation& relation : right.relations_) joined.add(relation);
  return joined;
}

void Scope::make_nullable() {
  for (ScopeRelation& relation : relations_) {
    for (RowField& column : relation.columns) column.type = column.type.with_nullable(true);
  }
}

Result<ScopeColumn> Scope::resolve(const QualifiedName& name) const {
  const Identifier& column = name.parts.back();
  if (name.parts.size() == 1) return resolve_unqualified(column);
  const std::vector<Identifier> qualifier(name.parts.begin(), name.parts.end() - 1);
  if (const ScopeRelation* relation = find_relation(qualifier)) return resolve_in(*relation, column);
  if (resolve_unqualified(name.parts.front()).ok()) {
    return not_supported("access to field '" + column.text + "' of column '" + name.parts.front().text + "'")
        .at(column.position);
  }
  return validation_error("Table '" + qualifier.back().text + "' not found").at(name.position());
}

Result<ScopeColumn> Scope::resolve_unqualified(const Identifier& column) const {
  std::optional<ScopeColumn> found;
  std::string similar;
  for (const ScopeRelation& relation : relations_) {
    for (size_t index = 0; index < relation.columns.size(); ++index) {
      const std::string& candidate = relation.columns[index].name;
      if (candidate != column.text) {
        if (same_but_for_case(candidate, column.text)) similar = candidate;
        continue;
      }
      if (found) return ambiguous(column);
      found = column_of(relation, index);
    }
  }
  if (found) return *found;
  std::string message = "Column '" + column.text + "' not found in any table";
  if (!similar.empty()) message += "; did you mean '" + similar + "'?";
  return validation_error(message).at(column.position);
}

Result<ScopeColumn> Scope::resolve_in(const ScopeRelation& relation, const Identifier& column) const {
  std::optional<ScopeColumn> found;
  std::string similar;
  for (size_t index = 0; index < relation.columns.size(); ++index) {
    if (relation.columns[index].name == column.text) {
      if (found) return ambiguous(column);
      found = column_of(relation, index);
    }
    if (same_but_for_case(relation.columns[index].name, column.text)) similar = relation.columns[index].name;
  }
  if (found) return *found;
  std::string message = "Column '" + column.text + "' not found in table '" + relation.name + "'";
  if (!similar.empty()) message += "; did you mean '" + similar + "'?";
  return validation_error(message).at(column.position);
}

const ScopeRelation* Scope::find_relation(const std::vector<Identifier>& qualifier) const {
  for (const ScopeRelation& relation : relations_) {
    if (qualifier.size() == 1) {
      if (relation.name == qualifier[0].text) return &relation;
      continue;
    }
    if (relation.path.size() < qualifier.size()) continue;
    const auto tail = relation.path.end() - static_cast<std::ptrdiff_t>(qualifier.size());
    if (std::equal(tail, relation.path.end(), qualifier.begin(),
                   [](const std::string& part, const Identifier& identifier) { return part == identifier.text; })) {
      return &relation;
    }
  }
  return nullptr;
}

Result<std::vector<ScopeColumn>> Scope::expand_star(const QualifiedName& qualifier, SourcePosition position) const {
  std::vector<ScopeColumn> columns;
  if (qualifier.parts.empty()) {
    for (const ScopeRelation& relation : relations_) {
      RETURN_IF_ERROR(check_referable(relation, position));
      for (size_t index = 0; index < relation.columns.size(); ++index) columns.push_back(column_of(relation, index));
    }
    return columns;
  }
  const ScopeRelation* relation = find_relation(qualifier.parts);
  if (relation == nullptr) {
    return validation_error("Unknown identifier '" + qualifier.to_string() + "'").at(position);
  }
  RETURN_IF_ERROR(check_referable(*relation, position));
  for (size_t index = 0; index < relation->columns.size(); ++index) columns.push_back(column_of(*relation, index));
  return columns;
}

}  // namespace eddyline::sql

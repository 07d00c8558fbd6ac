#pragma once

#include <compare>
#include <string>

namespace eddyline::plan {

/// Full name of a table, view or other catalog object.
struct ObjectIdentifier {
  std::string catalog;
  std::string database;
  std::string object;

  /// "default_catalog.default_database.orders", as messages and Sink nodes print it.
  std::string to_string() const { return catalog + "." + database + "." + object; }
  /// "`default_catalog`.`default_database`.`orders`" with backticks inside doubled.
  std::string quoted() const;

  friend auto operator<=>(const ObjectIdentifier&, const ObjectIdentifier&) = default;
};

}  // namespace eddyline::plan

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.hpp"
#include "sql/catalog/catalog_object.hpp"

namespace eddyline::sql {

/// The full name of an object; at most three parts.
Result<plan::ObjectIdentifier> qualify(const QualifiedName& name, const NamePrefix& prefix);

enum class ObjectType : uint8_t { kTable, kView };

/// The tables and views of one session, in memory: catalogs of databases of objects, and temporary objects, which shadow permanent
/// ones of the same path.
///
/// Thread   one session's.
/// Errors   user errors in Flink's wording.
class CatalogManager {
 public:
  /// With default_catalog.default_database as the current one.
  CatalogManager();

  const std::string& current_catalog() const { return current_catalog_; }
  const std::string& current_database() const { return current_database_; }
  Status use_catalog(const std::string& catalog);
  /// `catalog` empty: the current one.
  Status use_database(const std::string& catalog, const std::string& database);
  std::vector<std::string> catalogs() const;
  Result<std::vector<std::string>> databases(const std::string& catalog) const;

  /// Fills in the current catalog and database; at most three parts.
  Result<plan::ObjectIdentifier> qualify(const QualifiedName& name) const {
    return sql::qualify(name, {current_catalog_, current_database_});
  }

  /// The temporary object of that name, else the permanent one, else null.
  const CatalogObject* find(const plan::ObjectIdentifier& identifier) const;

  Status create(plan::ResolvedTablePtr table, bool if_not_exists);
  Status create(ViewPtr view, bool if_not_exists);
  Status drop(const plan::ObjectIdentifier& identifier, ObjectType type, bool temporary, bool if_exists);

  /// Names of tables and views (SHOW TABLES) or of views alone in a database, temporary ones included, sorted.
  Result<std::vector<std::string>> tables(const std::string& catalog, const std::string& database) const;
  Result<std::vector<std::string>> views(const std::string& catalog, const std::string& database) const;

 private:
  using Database = std::map<std::string, CatalogObject>;
  using Catalog = std::map<std::string, Database>;

  Status create_object(const plan::ObjectIdentifier& identifier, CatalogObject object, bool temporary,
                       bool if_not_exists);
  Status drop_temporary(const plan::ObjectIdentifier& identifier, ObjectType type, bool if_exists);
  Result<const Database*> database(const std::string& catalog, const std::string& database) const;

  std::map<std::string, Catalog> catalogs_;
  std::map<plan::ObjectIdentifier, CatalogObject> temporary_;
  std::string current_catalog_;
  std::string current_database_;
};

}  // namespace eddyline::sql

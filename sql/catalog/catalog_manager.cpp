#include "sql/catalog/catalog_manager.hpp"

#include <set>

namespace eddyline::sql {
namespace {

constexpr const char* kDefaultCatalog = "default_catalog";
constexpr const char* kDefaultDatabase = "default_database";

bool is_type(const CatalogObject& object, ObjectType type) {
  return std::holds_alternative<ViewPtr>(object) == (type == ObjectType::kView);
}

std::string_view type_word(ObjectType type) { return type == ObjectType::kView ? "View" : "Table"; }
std::string_view type_word_lower(ObjectType type) { return type == ObjectType::kView ? "view" : "table"; }

Status missing_catalog(const std::string& catalog) {
  return not_found("A catalog with name [" + catalog + "] does not exist.");
}

}  // namespace

Result<plan::ObjectIdentifier> qualify(const QualifiedName& name, const NamePrefix& prefix) {
  switch (name.parts.size()) {
    case 1:
      return plan::ObjectIdentifier{prefix.catalog, prefix.database, name.parts[0].text};
    case 2:
      return plan::ObjectIdentifier{prefix.catalog, name.parts[0].text, name.parts[1].text};
    case 3:
      return plan::ObjectIdentifier{name.parts[0].text, name.parts[1].text, name.parts[2].text};
    default:
      return validation_error("Object name '" + name.to_string() + "' has more than the three parts catalog.database.object")
          .at(name.position());
  }
}

CatalogManager::CatalogManager() : current_catalog_(kDefaultCatalog), current_database_(kDefaultDatabase) {
  catalogs_[kDefaultCatalog][kDefaultDatabase];
}

Status CatalogManager::use_catalog(const std::string& catalog) {
  const auto found = catalogs_.find(catalog);
  if (found == catalogs_.end()) return missing_catalog(catalog);
  current_catalog_ = catalog;
  current_database_ = found->second.empty() ? "" : found->second.begin()->first;
  return Status();
}

Status CatalogManager::use_database(const std::string& catalog, const std::string& database) {
  const std::string& in = catalog.empty() ? current_catalog_ : catalog;
  RETURN_IF_ERROR(this->database(in, database).status());
  current_catalog_ = in;
  current_database_ = database;
  return Status();
}

std::vector<std::string> CatalogManager::catalogs() const {
  std::vector<std::string> names;
  for (const auto& [name, catalog] : catalogs_) names.push_back(name);
  return names;
}

Result<std::vector<std::string>> CatalogManager::databases(const std::string& catalog) const {
  const auto found = catalogs_.find(catalog);
  if (found == catalogs_.end()) return missing_catalog(catalog);
  std::vector<std::string> names;
  for (const auto& [name, database] : found->second) names.push_back(name);
  return names;
}

Result<const CatalogManager::Database*> CatalogManager::database(const std::string& catalog,
                                                                 const std::string& database) const {
  const auto found = catalogs_.find(catalog);
  if (found == catalogs_.end()) return missing_catalog(catalog);
  const auto inner = found->second.find(database);
  if (inner == found->second.end()) {
    return not_found("A database with name [" + database + "] does not exist in the catalog: [" + catalog + "].");
  }
  return &inner->second;
}

const CatalogObject* CatalogManager::find(const plan::ObjectIdentifier& identifier) const {
  if (const auto temporary = temporary_.find(identifier); temporary != temporary_.end()) return &temporary->second;
  const auto found = database(identifier.catalog, identifier.database);
  if (!found.ok()) return nullptr;
  const auto object = (*found)->find(identifier.object);
  return object == (*found)->end() ? nullptr : &object->second;
}

Status CatalogManager::create(plan::ResolvedTablePtr table, bool if_not_exists) {
  const plan::ObjectIdentifier identifier = table->identifier;
  const bool temporary = table->temporary;
  return create_object(identifier, std::move(table), temporary, if_not_exists);
}

Status CatalogManager::create(ViewPtr view, bool if_not_exists) {
  const plan::ObjectIdentifier identifier = view->identifier;
  const bool temporary = view->temporary;
  return create_object(identifier, std::move(view), temporary, if_not_exists);
}

Status CatalogManager::create_object(const plan::ObjectIdentifier& identifier, CatalogObject object, bool temporary,
                                     bool if_not_exists) {
  if (temporary) {
    const ObjectType type = std::holds_alternative<ViewPtr>(object) ? ObjectType::kView : ObjectType::kTable;
    if (temporary_.try_emplace(identifier, std::move(object)).second || if_not_exists) return Status();
    return already_exists("Temporary " + std::string(type_word_lower(type)) + " '" + identifier.quoted() +
                          "' already exists");
  }
  RETURN_IF_ERROR(database(identifier.catalog, identifier.database).status());
  Database& target = catalogs_[identifier.catalog][identifier.database];
  if (target.try_emplace(identifier.object, std::move(object)).second || if_not_exists) return Status();
  return already_exists("Table (or view) " + identifier.database + "." + identifier.object +
                        " already exists in Catalog " + identifier.catalog + ".");
}

Status CatalogManager::drop_temporary(const plan::ObjectIdentifier& identifier, ObjectType type, bool if_exists) {
  const auto found = temporary_.find(identifier);
  if (found != temporary_.end() && is_type(found->second, type)) {
    temporary_.erase(found);
    return Status();
  }
  if (if_exists) return Status();
  return not_found("Temporary table or view with identifier '" + identifier.to_string() +
                   "' does not exist.");
}

Status CatalogManager::drop(const plan::ObjectIdentifier& identifier, ObjectType type, bool temporary, bool if_exists) {
  if (temporary) return drop_temporary(identifier, type, if_exists);
  if (const auto shadow = temporary_.find(identifier); shadow != temporary_.end() && is_type(shadow->second, type)) {
    const std::string word(type_word_lower(type));
    return validation_error("Temporary " + word + " with identifier '" + identifier.to_string() +
                            "' exists. Drop it first before removing the permanent " + word + ".");
  }
  const auto found = database(identifier.catalog, identifier.database);
  if (found.ok()) {
    const auto object = (*found)->find(identifier.object);
    if (object != (*found)->end() && is_type(object->second, type)) {
      catalogs_[identifier.catalog][identifier.database].erase(identifier.object);
      return Status();
    }
  }
  if (if_exists) return Status();
  return not_found(std::string(type_word(type)) + " with identifier '" + identifier.to_string() + "' does not exist.");
}

Result<std::vector<std::string>> CatalogManager::tables(const std::string& catalog, const std::string& database) const {
  ASSIGN_OR_RETURN(const Database* objects, this->database(catalog, database));
  std::set<std::string> names;
  for (const auto& [name, object] : *objects) names.insert(name);
  for (const auto& [identifier, object] : temporary_) {
    if (identifier.catalog == catalog && identifier.database == database) names.insert(identifier.object);
  }
  return std::vector<std::string>(names.begin(), names.end());
}

Result<std::vector<std::string>> CatalogManager::views(const std::string& catalog, const std::string& database) const {
  ASSIGN_OR_RETURN(std::vector<std::string> names, tables(catalog, database));
  std::erase_if(names, [&](const std::string& name) { return !is_type(*find({catalog, database, name}), ObjectType::kView); });
  return names;
}

}  // namespace eddyline::sql

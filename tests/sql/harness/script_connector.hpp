#pragma once

#include <map>
#include <set>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "connectors/connector_registry.hpp"

namespace eddyline::sql_tests {

/// What the test gave to the tables of 'connector' = 'script': each reader of a table gives all of it, from the start.
/// Thread   one: test and job run on the same.
class ScriptTables {
 public:
  struct EndOfTable {};
  using Event = std::variant<Batch, EventTime, EndOfTable>;

  void add(const std::string& table, Event event) { events_[table].push_back(std::move(event)); }
  /// Before the next query.
  void clear() {
    read_.clear();
    events_.clear();
  }
  /// Whether queries read tables, each of which has ended.
  bool all_ended() const;
  const std::vector<Event>& events(const std::string& table) { return events_[table]; }

  /// The physical columns of a table that a query reads.
  void declare(const std::string& table, RowType columns) {
    read_.insert(table);
    columns_[table] = std::move(columns);
  }
  Result<RowType> columns(const std::string& table) const {
    const auto found = columns_.find(table);
    if (found == columns_.end()) return not_found("no query reads a script table called '" + table + "'");
    return found->second;
  }

 private:
  std::map<std::string, RowType> columns_;
  /// By the query that runs.
  std::set<std::string> read_;
  std::map<std::string, std::vector<Event>> events_;
};

/// Makes the connector known. Its tables
///   - take every kind of row if they have a primary key, else +I only; 'changelog-mode' = 'I,UB,UA,D' says otherwise
///   - are read by one subtask, in the order in which rows were fed
///   - give the watermarks that the test feeds, beside those that the table's WATERMARK makes of rows
///   - are bounded with 'bounded' = 'true'
/// `tables` is borrowed.
void register_script(connectors::ConnectorRegistry& registry, ScriptTables& tables);

}  // namespace eddyline::sql_tests

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "connectors/connector_registry.hpp"

namespace eddyline::sql_tests {

/// What the test gave to the tables of 'connector' = 'script': each reader of a table gives all of it, from the start.
///
/// Thread   any.
class ScriptTables {
 public:
  struct EndOfTable {};
  using Event = std::variant<Batch, EventTime, EndOfTable>;

  /// Wakes the table's readers.
  void add(const std::string& table, Event event);
  /// Before the next query.
  void clear();
  /// Whether queries read tables, each of which has ended.
  bool all_ended() const;
  /// Nothing if it has not come yet.
  std::optional<Event> event(const std::string& table, size_t index) const;

  /// The physical columns of a table that a query reads.
  void declare(const std::string& table, RowType columns);
  Result<RowType> columns(const std::string& table) const;

  /// Reads a table from here on until it goes. `wake`: at each event.
  class Reading {
   public:
    Reading(ScriptTables& tables, const std::string& table, std::function<void()> wake);
    ~Reading();
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

   private:
    ScriptTables& tables_;
    std::multimap<std::string, std::function<void()>>::iterator place_;
  };

 private:
  mutable std::mutex mutex_;
  std::map<std::string, RowType> columns_;
  /// By the query that runs.
  std::set<std::string> read_;
  std::map<std::string, std::vector<Event>> events_;
  /// Of readers, by table.
  std::multimap<std::string, std::function<void()>> wakes_;
};

/// Makes the connector known. Its tables
///   - take every kind of row if they have a primary key, else +I only; 'changelog-mode' = 'I,UB,UA,D' says otherwise
///   - are read by one subtask, in the order in which rows were fed
///   - give the watermarks that the test feeds, beside those that the table's WATERMARK makes of rows
///   - are bounded with 'bounded' = 'true'
/// `tables` is borrowed.
void register_script(connectors::ConnectorRegistry& registry, ScriptTables& tables);

}  // namespace eddyline::sql_tests

#pragma once

#include <string>
#include <variant>
#include <vector>

#include "common/base/job_id.hpp"
#include "common/columnar/data_type.hpp"
#include "common/config/configuration.hpp"
#include "plan/exec_graph.hpp"

namespace eddyline::sql {

/// A statement that did its work and has nothing to show but what its user should know.
struct Succeeded {
  std::vector<std::string> warnings{};
};

/// Rows that are known at once: SHOW, DESCRIBE, EXPLAIN, SET. Cells are text.
struct StaticTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A job to run, with the settings it was planned under; later SETs do not touch it.
struct PlannedJob {
  std::string name;
  plan::ExecGraph plan;
  Configuration settings;
};

/// INSERT: runs on its own.
struct InsertJob {
  PlannedJob job;
};

/// SELECT: its rows are shown as they come.
struct QueryJob {
  PlannedJob job;
  RowType columns;
};

/// A command for the client itself: QUIT, CLEAR, HELP.
enum class ClientAction : uint8_t { kQuit, kClear, kHelp };

/// A command about jobs, for whoever runs them: SHOW JOBS, DESCRIBE JOB, STOP JOB.
struct JobCommand {
  enum class Action : uint8_t { kList, kDescribe, kCancel };
  Action action = Action::kList;
  /// Not of kList.
  JobId job;
};

using StatementResult = std::variant<Succeeded, StaticTable, InsertJob, QueryJob, ClientAction, JobCommand>;

}  // namespace eddyline::sql

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "operators/sink/result_reader.hpp"
#include "taskexecutor/job/virtual_driver.hpp"
#include "tests/sql/harness/virtual_engine.hpp"

namespace eddyline::sql_tests {

/// Jobs on the engine's virtual clock.
class VirtualRun final : public JobRun {
 public:
  /// The engine is borrowed.
  explicit VirtualRun(VirtualEngine& engine);
  ~VirtualRun() override;

  Status start(sql::PlannedJob job, const std::optional<RowType>& columns) override;
  void feed(const std::string& table, ScriptTables::Event event) override;
  Status settle() override;
  Status run_for_ms(int64_t milliseconds) override;
  Status take_checkpoint() override;
  Status restore() override;
  Status run_to_end() override;
  Result<std::vector<Batch>> take_rows(size_t job) override;
  Status first_error() override;
  Status must_have_ended() override;

 private:
  struct Job {
    VirtualJob running;
    /// Of a SELECT.
    std::unique_ptr<operators::ResultReader> rows;
    sql::PlannedJob planned;
    std::optional<RowType> columns;
    /// The last one.
    std::shared_ptr<const taskexecutor::RestoredJob> checkpoint;
  };

  Status begin(Job& job);

  VirtualEngine& engine_;
  taskexecutor::VirtualDriver driver_;
  std::vector<Job> jobs_;
};

}  // namespace eddyline::sql_tests

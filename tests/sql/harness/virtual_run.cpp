#include "tests/sql/harness/virtual_run.hpp"

namespace eddyline::sql_tests {

VirtualRun::VirtualRun(VirtualEngine& engine) : engine_(engine), driver_(engine.clock(), engine.mode().seed) {
  driver_.add_background([&engine] { return engine.networks().deliver(); });
}

VirtualRun::~VirtualRun() {
  for (const Job& job : jobs_) {
    if (job.running.results != nullptr) job.running.results->close();
    for (const auto& part : job.running.parts) part->cancel();
  }
  driver_.settle();
}

Status VirtualRun::start(sql::PlannedJob planned, const std::optional<RowType>& columns) {
  Job& job = jobs_.emplace_back(Job{.running = {}, .rows = {}, .planned = std::move(planned), .columns = columns, .checkpoint = {}});
  const Status begun = begin(job);
  if (!begun.ok()) jobs_.pop_back();
  return begun;
}

Status VirtualRun::begin(Job& job) {
  ASSIGN_OR_RETURN(VirtualJob running, engine_.start(job.planned, job.columns.has_value(), job.checkpoint));
  for (const auto& part : running.parts) driver_.add(*part);
  if (job.columns) job.rows = std::make_unique<operators::ResultReader>(running.results, physical_types(*job.columns));
  job.running = std::move(running);
  return {};
}

Status VirtualRun::take_checkpoint() {
  for (Job& job : jobs_) {
    if (job.running.ended()) continue;
    const taskexecutor::CheckpointTrigger trigger = job.running.checkpoints->begin();
    for (const auto& part : job.running.parts) part->announce_checkpoint(trigger);
    for (const auto& part : job.running.parts) part->start_barriers(trigger.checkpoint);
    driver_.settle();
    RETURN_IF_ERROR(job.running.result());
    if (job.running.ended()) continue;
    ASSIGN_OR_RETURN(job.checkpoint, job.running.checkpoints->finish());
  }
  return {};
}

Status VirtualRun::restore() {
  for (Job& job : jobs_) {
    if (job.running.ended()) continue;
    for (const auto& part : job.running.parts) part->cancel();
    driver_.settle();
    job.running = {};
    engine_.rescale(job.planned);
    RETURN_IF_ERROR(begin(job));
  }
  return {};
}

void VirtualRun::feed(const std::string& table, ScriptTables::Event event) {
  engine_.tables().add(table, std::move(event));
}

Status VirtualRun::settle() {
  driver_.run_until(ProcessingTime(engine_.clock().now().value() + kSettleMs));
  return {};
}

Status VirtualRun::run_for_ms(int64_t milliseconds) {
  driver_.run_until(ProcessingTime(engine_.clock().now().value() + milliseconds));
  return {};
}

Status VirtualRun::run_to_end() {
  driver_.run();
  RETURN_IF_ERROR(first_error());
  return must_have_ended();
}

Result<std::vector<Batch>> VirtualRun::take_rows(size_t job) {
  std::vector<Batch> batches;
  while (true) {
    ASSIGN_OR_RETURN(operators::ResultReader::Next next, jobs_[job].rows->next(std::chrono::milliseconds(0)));
    if (!next.batch) return batches;
    batches.push_back(*std::move(next.batch));
  }
}

Status VirtualRun::first_error() {
  for (const Job& job : jobs_) RETURN_IF_ERROR(job.running.result());
  return {};
}

Status VirtualRun::must_have_ended() {
  for (const Job& job : jobs_) {
    if (!job.running.ended()) return io_error("a job has not ended though its input has: a wake-up or an end was lost");
  }
  return {};
}

}  // namespace eddyline::sql_tests

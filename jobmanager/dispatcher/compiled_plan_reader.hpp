#pragma once

#include "jobmanager/dispatcher/plan_reader.hpp"
#include "plan/exec_node_registry.hpp"
#include "plan/json/plan_vocabulary.hpp"

namespace eddyline::jobmanager {

/// Reads plans as clients write them (plan/json), trusting nothing, and makes their job graph.
class CompiledPlanReader final : public PlanReader {
 public:
  /// Borrows what the names in plans stand for.
  CompiledPlanReader(const plan::ExecNodeRegistry& nodes, const plan::PlanVocabulary& vocabulary)
      : nodes_(nodes), vocabulary_(vocabulary) {}

  Result<JobTopology> read(const std::string& plan, const Configuration& settings) const override;

 private:
  const plan::ExecNodeRegistry& nodes_;
  plan::PlanVocabulary vocabulary_;
};

}  // namespace eddyline::jobmanager

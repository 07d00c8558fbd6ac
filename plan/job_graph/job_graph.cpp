#include "plan/job_graph/job_graph.hpp"

#include "plan/job_graph/chain_builder.hpp"

namespace eddyline::plan {

std::string_view exchange_kind_name(ExchangeKind kind) {
  switch (kind) {
    case ExchangeKind::kForward:
      return "FORWARD";
    case ExchangeKind::kHash:
      return "HASH";
    case ExchangeKind::kRebalance:
      return "REBALANCE";
    case ExchangeKind::kBroadcast:
      return "BROADCAST";
    case ExchangeKind::kSingle:
      return "GLOBAL";
  }
  return "";
}

Result<JobGraph> make_job_graph(const ExecGraph& graph, const JobGraphSettings& settings) {
  return ChainBuilder(graph, settings).build();
}

}  // namespace eddyline::plan

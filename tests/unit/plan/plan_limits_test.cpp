#include "plan/plan_limits.hpp"

#include "plan/exec_node_registry.hpp"
#include "plan/job_graph/job_graph.hpp"
#include "plan/json/plan_json.hpp"
#include "plan/json/plan_vocabulary.hpp"
#include "tests/unit/plan/plan_test_base.hpp"

namespace eddyline::plan {
namespace {

class PlanLimitsTest : public PlanTestBase {
 protected:
  PlanLimitsTest() { register_exec_nodes(nodes_); }

  Result<ExecGraph> read_again(const std::vector<ExecNodePtr>& roots) const {
    return read_plan(write_plan(number_nodes(roots)), nodes_, {functions_, aggregate_functions_});
  }
  std::string refusal(const std::vector<ExecNodePtr>& roots) const {
    const Result<ExecGraph> graph = read_again(roots);
    return graph.ok() ? "" : graph.status().message();
  }

  /// `depth` nodes one upon the other.
  static ExecNodePtr line(size_t depth) {
    ExecNodePtr node = scan("orders");
    while (--depth > 1) node = calc(node);
    return sink(node, "out");
  }

  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  ExecNodeRegistry nodes_;
};

TEST_F(PlanLimitsTest, APlanOfTheGreatestDepthIsReadAndMadeAJob) {
  const Result<ExecGraph> graph = read_again({line(PlanLimits::kDepthMax)});
  ASSERT_TRUE(graph.ok()) << graph.status().to_string();
  const Result<JobGraph> job = make_job_graph(*graph, {});
  ASSERT_TRUE(job.ok()) << job.status().to_string();
  EXPECT_EQ(job->vertices[0].operators.size(), PlanLimits::kDepthMax);
}

TEST_F(PlanLimitsTest, ADeeperPlanIsRefused) {
  EXPECT_EQ(refusal({line(PlanLimits::kDepthMax + 1)}), "nodes[2000]: The plan is 2001 nodes deep; 2000 are allowed.");
}

TEST_F(PlanLimitsTest, APlanOfMoreNodesIsRefused) {
  std::vector<ExecNodePtr> roots;
  const ExecNodePtr source = scan("orders");
  while (roots.size() < PlanLimits::kNodesMax) roots.push_back(sink(source, "out"));
  EXPECT_TRUE(PlanLimits::check_nodes(PlanLimits::kNodesMax).ok());
  EXPECT_EQ(refusal(roots), "nodes: The plan has 10001 nodes; 10000 are allowed.");
}

TEST_F(PlanLimitsTest, UnionsOfUnionsAreRefused) {
  ExecNodePtr node = scan("orders");
  for (size_t doubling = 0; doubling < 13; ++doubling) node = all_of({node, node});
  EXPECT_EQ(refusal({sink(node, "out")}), "");
  EXPECT_EQ(refusal({sink(all_of({node, node}), "out")}), "nodes[14]: The node reads 16384 streams; 10000 are allowed.");
  std::vector<ExecNodePtr> sinks;
  while (sinks.size() < 200) sinks.push_back(sink(node, "out"));
  EXPECT_EQ(refusal(sinks), "nodes[134]: The nodes of the plan read 1007615 streams together; 1000000 are allowed.");
}

}  // namespace
}  // namespace eddyline::plan

#include "plan/job_graph/job_graph.hpp"

#include <set>

#include "plan/job_graph/job_graph_digest.hpp"
#include "tests/unit/plan/plan_test_base.hpp"

namespace eddyline::plan {
namespace {

class JobGraphTest : public PlanTestBase {
 protected:
  JobGraph build(std::vector<ExecNodePtr> roots) {
    Result<JobGraph> graph = make_job_graph(number_nodes(roots), settings_);
    EXPECT_TRUE(graph.ok()) << graph.status().to_string();
    return *std::move(graph);
  }

  static std::vector<std::string> names(const JobGraph& graph) {
    std::vector<std::string> names;
    for (const JobVertex& vertex : graph.vertices) names.push_back(vertex.name);
    return names;
  }

  /// "0 -> 1: HASH[0] into 0" of every edge.
  static std::vector<std::string> edges(const JobGraph& graph) {
    std::vector<std::string> texts;
    for (const JobEdge& edge : graph.edges) {
      std::string text = std::to_string(edge.source.value()) + " -> " + std::to_string(edge.target.value()) + ": " +
                         std::string(exchange_kind_name(edge.exchange)) + "[";
      for (const size_t key : edge.keys) text += std::to_string(key);
      texts.push_back(text + "] into " + std::to_string(edge.target_input));
    }
    return texts;
  }

  static std::vector<uint32_t> parallelisms(const JobGraph& graph) {
    std::vector<uint32_t> values;
    for (const JobVertex& vertex : graph.vertices) values.push_back(vertex.parallelism.value());
    return values;
  }

  JobGraphSettings settings_;
};

using Names = std::vector<std::string>;

TEST_F(JobGraphTest, DigestsTellWhatOtherProcessesMustHaveMadeAlike) {
  const auto plan = [this](std::vector<size_t> keys) {
    return build({sink(exchange(scan("orders"), Distribution::hash(std::move(keys))), "out")});
  };
  settings_.default_parallelism = Parallelism(2);
  const JobGraph graph = plan({0});
  const std::string digest = job_graph_digest(graph);
  EXPECT_EQ(digest, job_graph_digest(plan({0})));
  EXPECT_EQ(channel_count(graph), 4U);
  std::set<std::string> digests{digest, job_graph_digest(plan({1}))};
  JobGraph other = graph;
  other.edges[0].exchange = ExchangeKind::kRebalance;
  digests.insert(job_graph_digest(other));
  other = graph;
  other.vertices[1].max_parallelism = MaxParallelism(64);
  digests.insert(job_graph_digest(other));
  settings_.default_parallelism = Parallelism(3);
  digests.insert(job_graph_digest(plan({0})));
  settings_.chaining = false;
  digests.insert(job_graph_digest(plan({0})));
  EXPECT_GE(digests.size(), 5U);
}

TEST_F(JobGraphTest, ChainsWhatHasNoExchangeBetween) {
  const JobGraph graph = build({sink(calc(scan("orders")), "out")});
  EXPECT_EQ(names(graph), Names{"Source: orders[1] -> Calc[2] -> Sink: out[3]"});
  EXPECT_TRUE(graph.edges.empty());
}

TEST_F(JobGraphTest, AnExchangeEndsTheChain) {
  const JobGraph graph = build({sink(grouped(calc(scan("orders"))), "out", {0})});
  EXPECT_EQ(names(graph), (Names{"Source: orders[1] -> Calc[2]", "GroupAggregate[4] -> Sink: out[5]"}));
  EXPECT_EQ(edges(graph), Names{"0 -> 1: HASH[0] into 0"});
}

TEST_F(JobGraphTest, AJoinHeadsAChainWithTwoInputs) {
  const JobGraph graph = build({sink(calc(joined(scan("orders"), scan("shipments"))), "out")});
  EXPECT_EQ(names(graph),
            (Names{"Source: orders[1]", "Source: shipments[3]", "IntervalJoin[5] -> Calc[6] -> Sink: out[7]"}));
  EXPECT_EQ(edges(graph), (Names{"0 -> 2: HASH[0] into 0", "1 -> 2: HASH[0] into 1"}));
}

TEST_F(JobGraphTest, WithoutChainingEveryOperatorIsAVertex) {
  settings_.chaining = false;
  const JobGraph graph = build({sink(calc(scan("orders")), "out")});
  EXPECT_EQ(names(graph), (Names{"Source: orders[1]", "Calc[2]", "Sink: out[3]"}));
  EXPECT_EQ(edges(graph), (Names{"0 -> 1: FORWARD[] into 0", "1 -> 2: FORWARD[] into 0"}));
}

TEST_F(JobGraphTest, AUnionIsEdgesIntoOneInput) {
  const JobGraph graph = build({sink(all_of({scan("a"), all_of({calc(scan("b")), scan("c")})}), "out")});
  EXPECT_EQ(names(graph), (Names{"Source: a[1]", "Source: b[2] -> Calc[3]", "Source: c[4]", "Sink: out[7]"}));
  EXPECT_EQ(edges(graph), (Names{"0 -> 3: FORWARD[] into 0", "1 -> 3: FORWARD[] into 0", "2 -> 3: FORWARD[] into 0"}));
}

TEST_F(JobGraphTest, AnExchangeAboveAUnionSpreadsEachInput) {
  const JobGraph graph = build({sink(grouped(all_of({scan("a"), scan("b")})), "out", {0})});
  EXPECT_EQ(edges(graph), (Names{"0 -> 2: HASH[0] into 0", "1 -> 2: HASH[0] into 0"}));
}

TEST_F(JobGraphTest, SourcesKeepTheirOwnParallelismUpToTheExchange) {
  settings_.default_parallelism = Parallelism(4);
  auto source = scan("orders");
  source->parallelism = Parallelism(2);
  const JobGraph graph = build({sink(grouped(calc(source)), "out", {0})});
  EXPECT_EQ(names(graph), (Names{"Source: orders[1] -> Calc[2]", "GroupAggregate[4] -> Sink: out[5]"}));
  EXPECT_EQ(parallelisms(graph), (std::vector<uint32_t>{2, 4}));
}

TEST_F(JobGraphTest, ASingleExchangeMakesOneSubtask) {
  settings_.default_parallelism = Parallelism(4);
  const JobGraph graph = build({sink(calc(exchange(scan("orders"), Distribution::singleton())), "out")});
  EXPECT_EQ(parallelisms(graph), (std::vector<uint32_t>{4, 1}));
  EXPECT_EQ(edges(graph), Names{"0 -> 1: GLOBAL[] into 0"});
}

TEST_F(JobGraphTest, ASelectIsCollectedByOneSubtask) {
  settings_.default_parallelism = Parallelism(4);
  const JobGraph graph = build({collect(scan("orders"))});
  EXPECT_EQ(names(graph), (Names{"Source: orders[1]", "Sink: Collect table sink[2]"}));
  EXPECT_EQ(edges(graph), Names{"0 -> 1: GLOBAL[] into 0"});
}

TEST_F(JobGraphTest, InsertOnlyRowsAreRebalancedToASinkOfAnotherParallelism) {
  settings_.default_parallelism = Parallelism(2);
  auto out = sink(scan("orders"), "out");
  out->parallelism = Parallelism(3);
  const JobGraph graph = build({out});
  EXPECT_EQ(edges(graph), Names{"0 -> 1: REBALANCE[] into 0"});
  EXPECT_EQ(parallelisms(graph), (std::vector<uint32_t>{2, 3}));
}

TEST_F(JobGraphTest, UpdatesGoToASinkOfAnotherParallelismByItsKey) {
  settings_.default_parallelism = Parallelism(2);
  auto out = sink(grouped(scan("orders")), "out", {0});
  out->parallelism = Parallelism(3);
  EXPECT_EQ(edges(build({out})), (Names{"0 -> 1: HASH[0] into 0", "1 -> 2: HASH[0] into 0"}));
}

TEST_F(JobGraphTest, UpdatesWithoutAKeyCannotChangeTheirParallelism) {
  settings_.default_parallelism = Parallelism(2);
  auto aggregate = grouped(scan("orders"));
  aggregate->upsert_keys.clear();
  auto out = sink(aggregate, "out");
  out->parallelism = Parallelism(3);
  const Result<JobGraph> graph = make_job_graph(number_nodes({out}), settings_);
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(graph.status().message(),
            "The sink for table 'c.d.out' has a configured parallelism of 3, while the input parallelism is 2. Since "
            "the configured "
            "parallelism is different from the input's parallelism and the changelog mode is not insert-only, a "
            "primary key is "
            "required but could not be found.");
}

TEST_F(JobGraphTest, ASharedNodeEndsItsChain) {
  const ExecNodePtr shared = calc(scan("orders"));
  const JobGraph graph = build({sink(shared, "a"), sink(calc(shared), "b")});
  EXPECT_EQ(names(graph), (Names{"Source: orders[1] -> Calc[2]", "Sink: a[3]", "Calc[4] -> Sink: b[5]"}));
  EXPECT_EQ(edges(graph), (Names{"0 -> 1: FORWARD[] into 0", "0 -> 2: FORWARD[] into 0"}));
}

TEST_F(JobGraphTest, MaxParallelismFollowsTheVertexUnlessGiven) {
  settings_.default_parallelism = Parallelism(200);
  EXPECT_EQ(build({sink(scan("orders"), "out")}).vertices[0].max_parallelism, MaxParallelism(512));
  settings_.max_parallelism = MaxParallelism(300);
  EXPECT_EQ(build({sink(scan("orders"), "out")}).vertices[0].max_parallelism, MaxParallelism(300));
}

TEST_F(JobGraphTest, NoVertexHasMoreSubtasksThanKeyGroups) {
  settings_.default_parallelism = Parallelism(4);
  settings_.max_parallelism = MaxParallelism(3);
  const Result<JobGraph> graph = make_job_graph(number_nodes({sink(scan("orders"), "out")}), settings_);
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(graph.status().message(),
            "Vertex Source: orders[1] -> Sink: out[2]'s parallelism (4) is higher than the max parallelism (3). Please "
            "lower the "
            "parallelism or increase the max parallelism.");
}

/// The uid of the first operator of the kind.
std::string uid_of(const JobGraph& graph, std::string_view type) {
  for (const JobVertex& vertex : graph.vertices) {
    for (const JobOperator& op : vertex.operators) {
      if (op.node->type() == type) return op.uid;
    }
  }
  return "none";
}

TEST_F(JobGraphTest, HintsFiltersAndSelectListsLeaveUidsAlone) {
  auto plain = joined(scan("orders"), scan("shipments"));
  auto hinted = joined(scan("orders"), calc(scan("shipments")));
  hinted->spec.early_fire = EarlyFire{std::chrono::milliseconds(3000), EarlyFireTimeMode::kRowtime};
  const JobGraph before = build({sink(plain, "out")});
  const JobGraph after = build({sink(calc(hinted), "other")});
  EXPECT_EQ(uid_of(before, IntervalJoinNode::kType), uid_of(after, IntervalJoinNode::kType));
  EXPECT_EQ(uid_of(before, SinkNode::kType), uid_of(after, SinkNode::kType));
}

TEST_F(JobGraphTest, UidsTellOperatorsOfOneJobApart) {
  const JobGraph graph =
      build({sink(joined(scan("orders"), scan("orders")), "out"), sink(grouped(scan("orders")), "out2", {0})});
  std::vector<std::string> uids;
  for (const JobVertex& vertex : graph.vertices) {
    for (const JobOperator& op : vertex.operators) uids.push_back(op.uid);
  }
  std::ranges::sort(uids);
  EXPECT_EQ(std::ranges::adjacent_find(uids), uids.end());
  EXPECT_EQ(uids.front().size(), 32U);
}

TEST_F(JobGraphTest, UidsAreTheSameInEveryBuild) {
  // A savepoint of an earlier build is found by these: a change here loses people's state.
  const JobGraph graph = build({sink(joined(scan("orders"), scan("shipments")), "out")});
  EXPECT_EQ(uid_of(graph, IntervalJoinNode::kType), "8f2f947250f8d3321f47e4ad463cfa55");
}

}  // namespace
}  // namespace eddyline::plan

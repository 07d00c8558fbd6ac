#include "jobmanager/dispatcher/compiled_plan_reader.hpp"

#include "plan/json/plan_json.hpp"
#include "tests/unit/plan/plan_test_base.hpp"

namespace eddyline::jobmanager {
namespace {

class CompiledPlanReaderTest : public plan::PlanTestBase {
 protected:
  CompiledPlanReaderTest() { plan::register_exec_nodes(nodes_); }

  Result<JobTopology> read(const std::vector<plan::ExecNodePtr>& roots, Configuration::Entries settings = {}) {
    return CompiledPlanReader(nodes_, {functions_, aggregate_functions_})
        .read(plan::write_plan(plan::number_nodes(roots)), Configuration(std::move(settings)));
  }

  plan::ExecNodeRegistry nodes_;
  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
};

TEST_F(CompiledPlanReaderTest, MakesTheJobGraphOfAQuery) {
  const Result<JobTopology> topology =
      read({collect(calc(exchange(scan("orders"), plan::Distribution::hash({0}))))}, {{"parallelism.default", "3"}});
  ASSERT_TRUE(topology.ok()) << topology.status().to_string();
  ASSERT_EQ(topology->vertices.size(), 3U);
  const VertexTopology& source = topology->vertices[0];
  EXPECT_EQ(source.name, "Source: orders[1]");
  EXPECT_EQ(source.parallelism, Parallelism(3));
  EXPECT_EQ(source.uid.size(), 32U);
  EXPECT_TRUE(source.inputs.empty());
  const VertexTopology& calc = topology->vertices[1];
  ASSERT_EQ(calc.inputs.size(), 1U);
  EXPECT_EQ(calc.inputs[0].source, VertexId(0));
  EXPECT_EQ(calc.inputs[0].exchange, plan::ExchangeKind::kHash);
  EXPECT_NE(calc.uid, source.uid);
  EXPECT_EQ(topology->collect, VertexId(2));
  EXPECT_EQ(topology->vertices[2].parallelism, Parallelism(1));
  EXPECT_EQ(topology->slots(), 3U);
}

TEST_F(CompiledPlanReaderTest, ChainsShareAVertexAndItsDescription) {
  const Result<JobTopology> topology = read({sink(calc(scan("orders")), "out")});
  ASSERT_TRUE(topology.ok()) << topology.status().to_string();
  ASSERT_EQ(topology->vertices.size(), 1U);
  const VertexTopology& chain = topology->vertices[0];
  EXPECT_EQ(chain.name, "Source: orders[1] -> Calc[2] -> Sink: out[3]");
  EXPECT_EQ(std::ranges::count(chain.description, '\n'), 2);
  EXPECT_FALSE(topology->collect.has_value());
}

TEST_F(CompiledPlanReaderTest, RefusesWhatCannotRun) {
  const CompiledPlanReader reader(nodes_, {functions_, aggregate_functions_});
  EXPECT_FALSE(reader.read("", {}).ok());
  EXPECT_FALSE(reader.read("{}", {}).ok());
  EXPECT_FALSE(reader.read(plan::write_plan({}), {}).ok());
  EXPECT_FALSE(read({collect(scan("orders"))}, {{"parallelism.default", "0"}}).ok());
  const Result<JobTopology> two = read({collect(scan("a")), collect(scan("b"))});
  ASSERT_FALSE(two.ok());
  EXPECT_EQ(two.status().message(), "A plan keeps the rows of one query at most.");
}

}  // namespace
}  // namespace eddyline::jobmanager

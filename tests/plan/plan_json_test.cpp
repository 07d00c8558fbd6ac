// Plans as JSON: what is read is what was written, and no text, however wrong, makes a plan that breaks what runs it.

#include "plan/json/plan_json.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "common/base/random.hpp"
#include "common/json/json_value.hpp"
#include "operators/operator_registry.hpp"
#include "plan/job_graph/job_graph.hpp"
#include "plan/plan_limits.hpp"
#include "sql/session/session.hpp"
#include "tests/fuzz/plan_property.hpp"
#include "tests/plan/test_connector.hpp"

namespace eddyline::sql {
namespace {

constexpr const char* kTables[] = {
    "CREATE TABLE orders (id BIGINT, k AS id * 2, `odd ``name` STRING, amount DECIMAL(10, 2), t TIMESTAMP(3), pt AS PROCTIME(), "
    "WATERMARK FOR t AS t - INTERVAL '1' SECOND) WITH ('connector' = 'datagen', 'scan.parallelism' = '2')",
    "CREATE TABLE shipments (id BIGINT, t AS LOCALTIMESTAMP, WATERMARK FOR t AS t) COMMENT 'late' WITH ('connector' = 'datagen', "
    "'scan.watermark.idle-timeout' = '3 s')",
    "CREATE TEMPORARY TABLE totals (id BIGINT, n BIGINT, s DECIMAL(38, 2), PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = "
    "'print')",
    "CREATE TABLE pairs (a BIGINT, b BIGINT NOT NULL) WITH ('connector' = 'print', 'sink.parallelism' = '3')",
    "CREATE TABLE plain (a BIGINT, b BIGINT) WITH ('connector' = 'blackhole')"};

constexpr const char* kInserts[] = {
    "INSERT INTO plain SELECT /*+ EARLY_FIRE('delay'='3s', 'time-mode'='proctime') */ o.id, o.k + 1 FROM orders o LEFT JOIN "
    "shipments s ON o.id = s.id AND MOD(s.id, 2) = 0 AND o.t BETWEEN s.t - INTERVAL '1' MINUTE AND s.t",
    "INSERT INTO totals SELECT id, COUNT(DISTINCT `odd ``name`) FILTER (WHERE amount > 1.5), SUM(amount) FROM (SELECT * FROM orders "
    "UNION ALL SELECT * FROM orders) GROUP BY id",
    "INSERT INTO pairs (b, a) VALUES (1, 2), (3, CAST(NULL AS BIGINT))",
    "INSERT INTO plain SELECT CASE WHEN `odd ``name` LIKE 'a%' AND t > TIMESTAMP '2026-01-02 03:04:05.678' THEN 1 ELSE NULL END, "
    "COALESCE(id, 0) FROM orders WHERE amount IN (1, 2.5, 3, 4) OR x'00ff' = CAST(`odd ``name` AS BYTES)"};

class PlanJsonTest : public testing::Test {
 protected:
  PlanJsonTest() {
    expression::register_scalar_functions(functions_);
    expression::register_aggregate_functions(aggregate_functions_);
    connectors::register_connectors(connectors_);
    plan::register_exec_nodes(nodes_);
    operators::register_operators(operators_);
    session_ = std::make_unique<Session>(SessionServices{functions_, aggregate_functions_, connectors_}, Configuration());
    for (const char* table : kTables) {
      const auto created = session_->execute(table);
      EXPECT_TRUE(created.ok()) << created.status().to_string();
    }
  }

  std::string written(const char* insert) {
    auto result = session_->execute(insert);
    EXPECT_TRUE(result.ok()) << insert << ": " << result.status().to_string();
    return result.ok() ? plan::write_plan(std::get<InsertJob>(*result).job.plan) : "";
  }

  Result<plan::ExecGraph> read(std::string_view text) const {
    return plan::read_plan(text, nodes_, {functions_, aggregate_functions_});
  }

  /// Operators are made as for a job; options that are none are refused only then.
  void prepare_operators(const plan::JobGraph& job) const {
    operators::JobServices services;
    services.connectors = &connectors_;
    for (const plan::JobVertex& vertex : job.vertices) {
      for (const plan::JobOperator& op : vertex.operators) {
        const auto maker = operators_.prepare(op.node, services, {.parallelism = vertex.parallelism});
        if (maker.ok()) static_cast<void>((*maker)(SubtaskIndex(0)));
      }
    }
  }

  expression::FunctionRegistry functions_;
  expression::AggregateFunctionRegistry aggregate_functions_;
  connectors::ConnectorRegistry connectors_;
  operators::OperatorRegistry operators_;
  plan::ExecNodeRegistry nodes_;
  std::unique_ptr<Session> session_;
};

TEST_F(PlanJsonTest, WhatIsReadIsWhatWasWritten) {
  for (const char* insert : kInserts) {
    const std::string text = written(insert);
    const auto graph = read(text);
    ASSERT_TRUE(graph.ok()) << insert << ": " << graph.status().to_string();
    EXPECT_EQ(plan::write_plan(*graph), text);
    for (const plan::ExecNodePtr& node : graph->nodes()) {
      EXPECT_EQ(node->describe(expression::PrintStyle::kInfix), node->description);
    }
  }
}

/// All values of a document, outermost first.
void collect(JsonValue& value, std::vector<JsonValue*>& all) {
  all.push_back(&value);
  if (value.kind() == JsonValue::Kind::kArray) {
    for (JsonValue& element : value.as_array()) collect(element, all);
  } else if (value.kind() == JsonValue::Kind::kObject) {
    for (auto& member : value.as_object()) collect(member.second, all);
  }
}

/// Every value in turn is replaced by two others: most are refused, and those that are read make a graph or say why not.
TEST_F(PlanJsonTest, NoChangedValueMakesAPlanThatBreaks) {
  const JsonValue others[] = {JsonValue(),
                              JsonValue(true),
                              JsonValue(-1),
                              JsonValue("NULL"),
                              JsonValue(INT64_MIN),
                              JsonValue(2),
                              JsonValue(INT64_MAX),
                              JsonValue(0.5),
                              JsonValue("INT"),
                              JsonValue("ROW<`a` TIMESTAMP(3)>"),
                              JsonValue("$+$1"),
                              JsonValue(JsonValue::Array()),
                              JsonValue(JsonValue::Array{JsonValue(0)}),
                              JsonValue(JsonValue::Object())};
  for (const char* insert : kInserts) {
    JsonValue document = *parse_json(written(insert));
    std::vector<JsonValue*> values;
    collect(document, values);
    for (size_t i = 0; i < values.size(); ++i) {
      JsonValue* value = values[i];
      JsonValue kept = std::move(*value);
      for (const size_t other : {i % std::size(others), (i / 7 + 5) % std::size(others)}) {
        *value = others[other];
        const auto graph = read(to_text(document, JsonLayout::kCompact));
        if (!graph.ok()) {
          EXPECT_FALSE(graph.status().message().empty());
          continue;
        }
        const auto job = plan::make_job_graph(*graph, {});
        if (!job.ok()) continue;
        const std::string written_again = plan::write_plan(*graph);
        const auto same = read(written_again);
        ASSERT_TRUE(same.ok()) << same.status().to_string();
        EXPECT_EQ(plan::write_plan(*same), written_again);
        prepare_operators(*job);
      }
      *value = std::move(kept);
    }
  }
}

TEST_F(PlanJsonTest, NoPlanIsMadeThatWouldNotBeRead) {
  const auto with_unions = [](std::string query, size_t unions) {
    for (size_t i = 0; i < unions; ++i) query += " UNION ALL SELECT id, id + " + std::to_string(i) + " AS k FROM orders";
    return query;
  };
  const std::string longest = with_unions("SELECT id, k FROM orders", 999);
  const auto graph = read(written(("INSERT INTO plain " + longest).c_str()));
  ASSERT_TRUE(graph.ok()) << graph.status().to_string();
  EXPECT_TRUE(plan::make_job_graph(*graph, {}).ok());
  const auto refused = session_->execute("INSERT INTO plain " + with_unions("SELECT id, k FROM (" + longest + ")", 500));
  EXPECT_EQ(refused.status().message(), "The nodes of the plan read 1001409 streams together; 1000000 are allowed.");
}

TEST_F(PlanJsonTest, NamesThePlaceOfWhatIsWrong) {
  const std::string text = written(kInserts[2]);
  const auto with = [&](std::string_view old, std::string_view changed) {
    std::string other = text;
    const size_t at = other.find(old);
    EXPECT_NE(at, std::string::npos) << old << " in " << text;
    other.replace(at, old.size(), changed);
    return read(other).status().message();
  };
  EXPECT_EQ(with("\"planVersion\":1", "\"planVersion\":2"),
            "planVersion: the plan has version 2, and this process reads version 1");
  EXPECT_EQ(with("stream-exec-values_1", "stream-exec-valuez_1"),
            "nodes[0].type: Unsupported exec node type: 'stream-exec-valuez_1'.");
  EXPECT_EQ(with("\"source\":1", "\"source\":7"), "nodes[1].id: Source node id: 7 is not found in nodes.");
  EXPECT_EQ(with("\"target\":2", "\"target\":9"), "nodes[1]: the node has 0 inputs and not 1");
  EXPECT_EQ(read("").status().code(), ErrorCode::kParseError);
}

/// What the fuzzer of the reader starts from; with REWRITE=1 made anew of the statements above.
class PlanCorpusTest : public PlanJsonTest {
 protected:
  void rewrite_if_asked() {
    if (std::getenv("REWRITE") == nullptr) return;
    std::filesystem::create_directories(kFolder);
    for (size_t i = 0; i < std::size(kInserts); ++i) {
      std::ofstream(kFolder / ("plan_" + std::to_string(i + 1) + ".json")) << written(kInserts[i]);
    }
  }
  static std::map<std::string, std::string> inputs() {
    std::map<std::string, std::string> inputs;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
      std::ifstream file(entry.path(), std::ios::binary);
      inputs[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    return inputs;
  }

  static inline const std::filesystem::path kFolder =
      std::filesystem::path(EDDYLINE_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / "plan";
  const plan::PlanNames names_;
};

TEST_F(PlanCorpusTest, HoldsTheProperty) {
  rewrite_if_asked();
  const auto plans = inputs();
  EXPECT_GE(plans.size(), std::size(kInserts));
  for (const auto& [name, text] : plans) EXPECT_EQ(plan::broken_plan_property(text, names_), "") << name;
}

// Bytes changed, taken out, doubled and brought together from two plans, as the fuzzer does without knowing what it looks for.
TEST_F(PlanCorpusTest, HoldsThePropertyForChangedBytes) {
  Random random(1);
  std::vector<std::string> plans;
  for (const auto& [name, text] : inputs()) plans.push_back(text);
  const auto any = [&] { return plans[random.below(plans.size())]; };
  for (int round = 0; round < 1000; ++round) {
    std::string text = any();
    for (uint64_t change = 1 + random.below(3); change > 0; --change) {
      const size_t at = random.below(text.size());
      const size_t size = random.below(std::min<size_t>(text.size() - at, 60)) + 1;
      const std::string other = any();
      switch (random.below(4)) {
        case 0:
          text[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          text.erase(at, size);
          break;
        case 2:
          text.insert(at, text.substr(at, size));
          break;
        default:
          text.replace(at, size, other.substr(random.below(other.size()), size));
      }
      if (text.empty()) text = any();
    }
    ASSERT_EQ(plan::broken_plan_property(text, names_), "") << text;
  }
}

}  // namespace
}  // namespace eddyline::sql

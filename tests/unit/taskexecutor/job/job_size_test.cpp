#include "taskexecutor/job/job_size.hpp"

#include <gtest/gtest.h>

namespace eddyline::taskexecutor {
namespace {

TaskGraph two_vertices(uint32_t parallelism, ExchangeKind kind) {
  TaskGraph graph;
  for (size_t inputs = 0; inputs < 2; ++inputs) {
    graph.vertices.push_back({.name = "",
                              .parallelism = Parallelism(parallelism),
                              .max_parallelism = {},
                              .inputs = inputs,
                              .operators = {}});
  }
  graph.edges.push_back(
      {.from = VertexId(0), .to = VertexId(1), .input = 0, .exchange = {.kind = kind, .keys = {}}, .types = {}});
  return graph;
}

TEST(JobSize, WhatIsPossibleIsSaidAndIs) {
  const Status refused = check_job_size(two_vertices(32768, ExchangeKind::kHash));
  EXPECT_EQ(refused.code(), ErrorCode::kConfigurationError);
  EXPECT_EQ(
      refused.message(),
      "The job has 65536 subtasks with 1073741824 channels between them, and one process runs 8192 with 2097152 at "
      "most. "
      "Lower 'parallelism.default' or 'table.exec.resource.default-parallelism': a parallelism of 1448 is possible.");
  EXPECT_TRUE(check_job_size(two_vertices(1448, ExchangeKind::kHash)).ok());
  EXPECT_FALSE(check_job_size(two_vertices(1449, ExchangeKind::kBroadcast)).ok());
}

TEST(JobSize, ForwardAndSingleExchangesHaveAChannelASubtask) {
  EXPECT_TRUE(check_job_size(two_vertices(4096, ExchangeKind::kForward)).ok());
  EXPECT_TRUE(check_job_size(two_vertices(4096, ExchangeKind::kSingle)).ok());
  EXPECT_FALSE(check_job_size(two_vertices(4097, ExchangeKind::kForward)).ok());
}

TEST(JobSize, OnlyWhatHasAnEndHereCounts) {
  JobPlacement placement;
  placement.executors.resize(4);
  for (uint32_t slot = 0; slot < 4096; ++slot) placement.executor_of_slot.push_back(slot % 4);
  // A quarter of the senders to all, and all others to a quarter of the receivers.
  EXPECT_TRUE(check_job_size(two_vertices(2184, ExchangeKind::kHash), placement).ok());
  const Status refused = check_job_size(two_vertices(2200, ExchangeKind::kHash), placement);
  EXPECT_EQ(refused.message().rfind("A task executor's part of the job has 1100 subtasks with 2117500 channels", 0), 0U)
      << refused.message();
  EXPECT_TRUE(check_job_size(two_vertices(4096, ExchangeKind::kForward), placement).ok());
}

}  // namespace
}  // namespace eddyline::taskexecutor

#pragma once

#include <memory>

#include "common/clock/clock.hpp"
#include "common/file/text_output.hpp"
#include "common/logging/log_sink.hpp"
#include "common/memory/memory_pool.hpp"
#include "connectors/connector_registry.hpp"
#include "expression/aggregate_function.hpp"
#include "expression/function_registry.hpp"
#include "operators/operator_registry.hpp"
#include "state/hashmap/hashmap_state_backend.hpp"

namespace eddyline::programs {

/// The registries and services of one process: made first, gone last, passed down.
struct ProcessServices {
  /// `memory_limit` of what the pool tree counts.
  explicit ProcessServices(Bytes memory_limit);

  expression::FunctionRegistry functions;
  expression::AggregateFunctionRegistry aggregate_functions;
  connectors::ConnectorRegistry connectors;
  operators::OperatorRegistry operators;
  SystemClock clock;
  state::HashmapStateBackend state_backend;
  std::unique_ptr<MemoryPool> memory;
  std::unique_ptr<LogSink> log;
  FileDescriptorOutput standard_output;
  FileDescriptorOutput standard_error;
};

}  // namespace eddyline::programs

#pragma once

#include "connectors/connector_registry.hpp"

namespace eddyline::sql {

/// Connector 'changelog': a table of any changelog mode, to plan with and never to run.
///
///   changelog-mode       the kinds that a source gives, or that a sink takes: 'I,UB,UA,D'; a sink without it takes
///   what it is given scan.parallelism, sink.parallelism
void register_test_connector(connectors::ConnectorRegistry& registry);

}  // namespace eddyline::sql

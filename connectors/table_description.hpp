#pragma once

#include "connectors/connector_factory.hpp"
#include "plan/resolved_table.hpp"

namespace eddyline::connectors {

/// The table as its connector sees it: physical columns without time attributes, primary key among them, options as
/// they are.
TableDescription describe_table(const plan::ResolvedTable& table);

}  // namespace eddyline::connectors

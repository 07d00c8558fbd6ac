#pragma once

#include <memory>
#include <string>

#include "common/base/status.hpp"
#include "expression/evaluation_context.hpp"

namespace eddyline::expression {

/// The zone of table.local-time-zone: a name of the zone database ("America/Los_Angeles"), a fixed offset ("UTC", "GMT-08:00",
/// "UTC+1", "+05:30", "Z"), or "default" for the machine's own zone.
/// Errors   kConfigurationError that names what is allowed.
Result<std::unique_ptr<TimeZone>> make_time_zone(const std::string& name);

}  // namespace eddyline::expression

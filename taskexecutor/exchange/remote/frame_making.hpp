#pragma once

#include <span>

#include "common/net/data_frame.hpp"
#include "common/net/network.hpp"

namespace eddyline::taskexecutor {

/// A frame without payload.
Frame control_frame(const DataFrameHeader& header);
/// A frame with grants of credit on an attempt's channels.
Frame grants_frame(uint64_t attempt, std::span<const CreditGrant> grants);

}  // namespace eddyline::taskexecutor

#pragma once

#include <cstdint>
#include <string_view>

namespace eddyline::plan {

/// How rows travel from the subtasks of one vertex to those of another.
enum class ExchangeKind : uint8_t {
  kForward,    ///< subtask n to subtask n; both vertices have the same parallelism
  kHash,       ///< by key group of the key columns
  kRebalance,  ///< in turn; never for updating streams
  kBroadcast,  ///< to every subtask
  kSingle,     ///< to the only subtask
};

/// "FORWARD", "HASH", ... as plans and the dashboard write it (kSingle is GLOBAL).
std::string_view exchange_kind_name(ExchangeKind kind);

}  // namespace eddyline::plan

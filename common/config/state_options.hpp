#pragma once

#include "common/config/option.hpp"

namespace eddyline {

enum class StateBackendType { kHashmap, kRocksdb };

template <>
struct OptionEnumerators<StateBackendType> {
  static constexpr std::array<std::string_view, 2> names{"hashmap", "rocksdb"};
};

/// Where keyed state lives.
struct StateOptions : OptionGroup {
  StateOptions() : OptionGroup("State", "Set for a session or in the file; a job takes a copy.") {}

  Option<StateBackendType> backend_type{*this,
                                        "state.backend.type",
                                        {.value = StateBackendType::kHashmap,
                                         .text = "Back end of keyed state.",
                                         .deprecated = {"state.backend"},
                                         .only = StateBackendType::kHashmap}};
};
const StateOptions& state_options();

}  // namespace eddyline

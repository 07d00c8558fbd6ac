#pragma once

#include "common/config/option.hpp"

namespace eddyline {

/// Keys of what does not exist yet, whole families of them: a user who sets one is told so instead of believing in it.
struct CheckpointingOptions : OptionGroup {
  CheckpointingOptions() : OptionGroup("Checkpoints and recovery", "Not there yet; '#' stands for the rest of a key.") {}

  Option<std::string> checkpointing{*this,
                                    "execution.checkpointing.#",
                                    {.text = "When and where checkpoints are made.", .no_effect_yet = kNoCheckpoints}};
  Option<std::string> state_checkpoints{
      *this,
      "state.checkpoints.#",
      {.text = "Older spelling of keys below execution.checkpointing.", .no_effect_yet = kNoCheckpoints}};
  Option<std::string> state_savepoints{
      *this,
      "state.savepoints.#",
      {.text = "Older spelling of keys below execution.checkpointing.", .no_effect_yet = kNoCheckpoints}};
  Option<std::string> state_checkpoint_storage{
      *this,
      "state.checkpoint-storage",
      {.text = "Older spelling of execution.checkpointing.storage.", .no_effect_yet = kNoCheckpoints}};
  Option<std::string> state_backend_incremental{
      *this,
      "state.backend.incremental",
      {.text = "Older spelling of execution.checkpointing.incremental.", .no_effect_yet = kNoCheckpoints}};
  Option<std::string> state_backend_local_recovery{
      *this,
      "state.backend.local-recovery",
      {.text = "Older spelling of execution.checkpointing.local-backup.enabled.", .no_effect_yet = kNoCheckpoints}};
  Option<std::string> savepoint{
      *this,
      "execution.savepoint.#",
      {.text = "Older spelling of keys below execution.state-recovery.", .no_effect_yet = kNoCheckpoints}};
  Option<std::string> state_recovery{*this,
                                     "execution.state-recovery.#",
                                     {.text = "What a job's state is restored from.", .no_effect_yet = kNoCheckpoints}};
  Option<std::string> restart_strategy{
      *this,
      "restart-strategy.#",
      {.text = "Whether and when a failed job is started again.", .no_effect_yet = kNoRestart}};
  Option<std::string> restart_strategy_type{
      *this,
      "restart-strategy",
      {.text = "Older spelling of restart-strategy.type.", .no_effect_yet = kNoRestart}};

 private:
  static constexpr std::string_view kNoCheckpoints = "no checkpoints are made";
  static constexpr std::string_view kNoRestart = "a failed job is not started again";
};
const CheckpointingOptions& checkpointing_options();

}  // namespace eddyline

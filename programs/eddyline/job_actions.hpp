#pragma once

#include "common/file/text_output.hpp"
#include "programs/eddyline/action_arguments.hpp"

namespace eddyline::programs {

/// Where an action prints.
struct ActionOutputs {
  TextOutput& results;
  TextOutput& errors;
};

/// Shows the jobs of a cluster. Returns the exit code.
int list_jobs(const ActionArguments& arguments, ActionOutputs outputs);
/// Cancels the job whose id the arguments hold.
int cancel_job(const ActionArguments& arguments, ActionOutputs outputs);

/// Says what is wrong with an action's arguments; returns the exit code.
int refuse_arguments(std::string_view message, ActionOutputs outputs);
/// Says why an action that was begun failed; returns the exit code.
int report_failed_action(const Status& status, ActionOutputs outputs);

}  // namespace eddyline::programs

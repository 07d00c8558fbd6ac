#pragma once

#include <optional>

#include "schemas/control_messages.hpp"

namespace eddyline::jobmanager {

/// Where a subtask stands after its executor has told a state: the same state when the news is merely late, nothing when no
/// honest executor can say that now.
///
/// A subtask that was asked to end ends as canceled, however it has ended.
std::optional<schemas::SubtaskState> after_report(schemas::SubtaskState current, schemas::SubtaskState reported);

/// Where a subtask stands when nothing more will be heard of it.
schemas::SubtaskState after_loss(schemas::SubtaskState current);

}  // namespace eddyline::jobmanager

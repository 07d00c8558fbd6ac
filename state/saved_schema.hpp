#pragma once

#include "common/base/status.hpp"
#include "schemas/checkpoint_metadata.hpp"
#include "state/snapshot.hpp"

namespace eddyline::state {

/// A schema as the metadata of a checkpoint has it.
schemas::SavedState to_saved(const SnapshotSchema& schema);

/// Trusts nothing: whatever it gives may be restored from, if it fits.
/// Errors   kIoError names the state and what is wrong with it: kinds, fields and types that do not exist, columns out of range.
Result<SnapshotSchema> from_saved(const schemas::SavedState& saved);

}  // namespace eddyline::state

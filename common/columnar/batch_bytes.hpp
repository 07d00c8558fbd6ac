#pragma once

#include <cstddef>

#include "common/columnar/batch.hpp"

namespace eddyline {

/// Bytes that a batch takes and keeps alive while it waits, its own parts beside the buffers included.
size_t batch_bytes(const Batch& batch);

}  // namespace eddyline

#pragma once

#include <cstdint>

namespace eddyline {

/// Of the form of encoded batches: part of the version of every protocol that carries some. To be raised with every change of
/// batch_codec.
inline constexpr uint32_t kBatchCodecVersion = 1;

}  // namespace eddyline

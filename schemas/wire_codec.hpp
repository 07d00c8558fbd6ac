#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "common/base/status.hpp"
#include "common/net/network.hpp"
#include "schemas/wire_values.hpp"

/// Cap'n Proto messages as bytes and back. For the sources of this folder only.
namespace eddyline::schemas {

/// What `write` makes of the root, as bytes.
/// Errors   kDataError: more than a message can hold.
Result<Frame> encode_message(const std::function<void(capnp::AnyPointer::Builder root)>& write);

/// Calls `take` with the root of bytes that are one whole message and no more. `what`: "a message".
/// Errors   kDataError, or what `take` says.
Status decode_message(std::span<const uint8_t> bytes, std::string_view what, int nesting_max,
                      const std::function<Status(capnp::AnyPointer::Reader root)>& take);

}  // namespace eddyline::schemas

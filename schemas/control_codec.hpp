#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "common/base/status.hpp"
#include "common/columnar/batch_codec_version.hpp"
#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::schemas {

/// What the endpoints of these messages call themselves.
inline constexpr std::string_view kControlProtocol = "control";
/// To be raised with every change of control_messages.capnp.
inline constexpr uint32_t kControlSchemaVersion = 2;
/// What both must have in common; rows of a SELECT are encoded batches.
inline constexpr uint32_t kControlVersion = (kControlSchemaVersion << 16) + kBatchCodecVersion;

/// A longer message ends its connection: a plan and its settings, or the rows of one answer, with room to spare.
inline constexpr Bytes kControlMessageBytesMax{uint64_t{128} << 20};

/// Of what waits for a client or a task executor that does not read: some of the largest messages.
inline constexpr Bytes kControlUnsentBytesMax{uint64_t{512} << 20};

/// A message as bytes: Cap'n Proto, one message a frame. The same message gives the same bytes.
/// CHECKs that no text is 512 MiB or longer.
Frame encode(const ToJobManager& message);
Frame encode(const ToExecutor& message);
Frame encode(const ToClient& message);

/// Reads what a peer has sent, trusting nothing: of any bytes at all comes a message that encode() can have been given, or the
/// reason why not.
/// What it makes is at most some times as large as the bytes, and is complete: bytes cut short, kinds and numbers that do not
/// exist, texts that are no UTF-8 where they are names, settings named twice and slots of executors that are not there are
/// refused.
/// Errors   kDataError.
/// Thread   any.
Result<ToJobManager> decode_to_job_manager(std::span<const uint8_t> bytes);
Result<ToExecutor> decode_to_executor(std::span<const uint8_t> bytes);
Result<ToClient> decode_to_client(std::span<const uint8_t> bytes);

}  // namespace eddyline::schemas

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline {

/// What a frame between the data endpoints of two task executors is. A message holds one
/// of no channel, or any number of channels' frames: each from a multiple of kDataFrameAlignment on, the last without anything behind it.
enum class DataFrameKind : uint8_t {
  // From who writes to channels; once per attempt and connection, before anything else of the attempt.
  kOpen = 1,  ///< value: the writing executor's index in the attempt's placement
  // From who writes to channels; of one channel each, numbered.
  kBatch = 2,      ///< payload: common/columnar/batch_codec
  kWatermark = 3,  ///< value: event time
  kStatus = 4,     ///< value: 0 active, 1 idle
  kBarrier = 5,    ///< value: checkpoint id
  kEnd = 6,        ///< nothing follows on the channel
  // From who reads channels.
  kCredit = 7,   ///< payload: CreditGrants of any of the attempt's channels
  kRefused = 8,  ///< the attempt is not known here
};

constexpr bool is_of_channel(DataFrameKind kind) { return kind >= DataFrameKind::kBatch && kind <= DataFrameKind::kEnd; }

/// The first bytes of every frame. Frames of a channel are numbered from 0 by `sequence`; it is 0 in frames of no channel.
struct DataFrameHeader {
  DataFrameKind kind = DataFrameKind::kBatch;
  uint64_t attempt = 0;
  /// Numbered alike by both sides, over all channels of the job.
  uint32_t channel = 0;
  uint64_t sequence = 0;
  int64_t value = 0;
  /// Of what follows; for whoever reads.
  uint64_t payload_bytes = 0;
  uint32_t payload_checksum = 0;
  friend bool operator==(const DataFrameHeader&, const DataFrameHeader&) = default;
};

/// The payload follows at once; a multiple of what columns want their memory aligned to.
inline constexpr size_t kDataFrameHeaderBytes = 64;
inline constexpr size_t kDataFrameAlignment = 64;

/// Where a frame may begin in a message whose first `used` bytes are taken.
constexpr size_t next_data_frame(size_t used) { return (used + kDataFrameAlignment - 1) / kDataFrameAlignment * kDataFrameAlignment; }

/// Writes the header, little-endian, in front of the payload that lies in the frame already, with the payload's length and
/// checksum and a checksum of its own. CHECKs that there is room for a header.
void write_header(const DataFrameHeader& header, std::span<uint8_t> frame);

/// The header of the frame with which the rest of a message begins. Its payload is not looked at: whoever can name what an altered one
/// belongs to checks it.
/// Errors   kIoError: too short, not one of ours, altered, of an unknown kind, or longer than there is.
Result<DataFrameHeader> read_header(std::span<const uint8_t> rest);
/// Whether the payload is as it was sent. Errors   kIoError.
Status check_payload(const DataFrameHeader& header, std::span<const uint8_t> payload);

/// What a reader lets its writer send on a channel in all, from its first frame on. Both only grow.
struct CreditGrant {
  uint32_t channel = 0;
  /// Batches and control elements.
  uint64_t elements = 0;
  /// Of batches, as data_frame_cost() counts them.
  uint64_t bytes = 0;
  friend bool operator==(const CreditGrant&, const CreditGrant&) = default;
};

/// Bytes of credit that a frame with a batch takes: what it keeps alive while it waits.
constexpr uint64_t data_frame_cost(size_t frame_bytes) {
  constexpr uint64_t kKeptBeside = 256;
  return frame_bytes + kKeptBeside;
}

/// Bytes that write_grants() writes.
size_t grants_bytes(size_t count);
void write_grants(std::span<const CreditGrant> grants, uint8_t* out);
/// Errors   kIoError: not a whole number of grants.
Result<std::vector<CreditGrant>> read_grants(std::span<const uint8_t> payload);

}  // namespace eddyline

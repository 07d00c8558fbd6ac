#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "common/checksum/crc32c.hpp"
#include "schemas/checkpoint_metadata.hpp"

namespace eddyline::schemas {

/// A file of metadata whose checksum is right, with any message at all.
inline std::string metadata_file_of(std::span<const uint8_t> message) {
  const uint32_t checksum = crc32c(message);
  std::string file = "EDCHKPT1";
  file.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  file.append(sizeof(uint32_t), '\0');
  file.append(reinterpret_cast<const char*>(message.data()), message.size());
  return file;
}

/// What must hold of any message behind a right checksum: nothing crashes, and what is read of it is written to what reads the same.
/// Returns what is broken, empty if nothing.
inline std::string broken_metadata_property(std::span<const uint8_t> message) {
  const auto decode = [](const std::string& file) {
    return decode_metadata({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  };
  const Result<CheckpointMetadata> first = decode(metadata_file_of(message));
  if (!first.ok()) return first.status().code() == ErrorCode::kIoError ? "" : "refused with another code";
  const Result<CheckpointMetadata> second = decode(encode_metadata(*first));
  if (!second.ok()) return "what was read is written to what is refused: " + second.status().to_string();
  return *second == *first ? "" : "what was read is written to other metadata";
}

}  // namespace eddyline::schemas

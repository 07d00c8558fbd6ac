#pragma once

#include <cstdint>
#include <string>

namespace eddyline::checkpoint {

/// A file as a snapshot's metadata names it. A value.
struct SavedFile {
  /// Relative to the folder of the metadata, so that the folder can be moved; absolute for files that several snapshots share.
  std::string path;
  uint64_t bytes = 0;
  /// CRC-32C of all of them.
  uint32_t checksum = 0;
  friend bool operator==(const SavedFile&, const SavedFile&) = default;
};

}  // namespace eddyline::checkpoint

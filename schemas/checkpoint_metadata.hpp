#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/job_id.hpp"
#include "common/base/status.hpp"

namespace eddyline::schemas {

/// A file of a snapshot.
struct SavedFile {
  /// Relative to the folder of the metadata, so that the folder can be moved; absolute for files that several snapshots share.
  std::string path;
  uint64_t bytes = 0;
  /// CRC-32C of all of them.
  uint32_t checksum = 0;
  friend bool operator==(const SavedFile&, const SavedFile&) = default;
};

/// What one subtask has saved of its keyed state: little of it stands in the metadata itself, more in a file of its own.
struct SavedBytes {
  /// Empty if there is a file, or nothing was saved.
  std::string inlined;
  std::optional<SavedFile> file;
  friend bool operator==(const SavedBytes&, const SavedBytes&) = default;
};

/// A column of saved rows; `type` as serializable_text() writes it.
struct SavedColumn {
  std::string name;
  std::string type;
  friend bool operator==(const SavedColumn&, const SavedColumn&) = default;
};

/// A state's rows: SnapshotSchema of state/, its enumerations as numbers.
struct SavedState {
  std::string name;
  uint8_t kind = 0;
  std::vector<SavedColumn> key;
  std::vector<SavedColumn> map_key;
  std::vector<SavedColumn> row;
  std::vector<uint32_t> row_keys;
  std::vector<uint8_t> fields;
  std::vector<std::string> deadlines;
  friend bool operator==(const SavedState&, const SavedState&) = default;
};

struct SavedSubtask {
  SubtaskIndex subtask;
  /// It had ended before the snapshot; nothing is to be read again.
  bool finished = false;
  /// What its operator wrote itself: the splits and offsets of a source, what a sink has to commit.
  std::string operator_state;
  SavedBytes keyed_state;
  friend bool operator==(const SavedSubtask&, const SavedSubtask&) = default;
};

struct SavedOperator {
  /// By which a new job finds it.
  std::string uid;
  /// For messages.
  std::string name;
  Parallelism parallelism{1};
  MaxParallelism max_parallelism{128};
  std::vector<SavedState> states;
  std::vector<SavedSubtask> subtasks;
  friend bool operator==(const SavedOperator&, const SavedOperator&) = default;
};

/// All of a checkpoint or savepoint but its files.
struct CheckpointMetadata {
  JobId job;
  std::string job_name;
  CheckpointId checkpoint{0};
  /// When it was triggered.
  ProcessingTime time{0};
  bool savepoint = false;
  std::vector<SavedOperator> operators;
  friend bool operator==(const CheckpointMetadata&, const CheckpointMetadata&) = default;
};

/// The contents of a file `_metadata`.
std::string encode_metadata(const CheckpointMetadata& metadata);
/// Trusts nothing.
/// Errors   kIoError: empty, cut short, altered, of another version, or no metadata at all.
Result<CheckpointMetadata> decode_metadata(std::span<const uint8_t> bytes);

}  // namespace eddyline::schemas

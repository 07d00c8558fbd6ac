#include "schemas/checkpoint_metadata.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/base/check.hpp"
#include "common/checksum/crc32c.hpp"
#include "schemas/checkpoint_metadata.capnp.h"
#include "schemas/wire_codec.hpp"

namespace eddyline::schemas {
namespace {

constexpr std::string_view kMagic = "EDCHKPT1";
// Magic, checksum of the rest, nothing: the message begins at a word's boundary.
constexpr size_t kHeaderBytes = 16;
// Root, operators, operator, states, state, columns, column; and a little.
constexpr int kNestingMax = 10;

capnp::Data::Reader as_data(const std::string& bytes) { return {reinterpret_cast<const kj::byte*>(bytes.data()), bytes.size()}; }
std::string read_data(capnp::Data::Reader data) { return {reinterpret_cast<const char*>(data.begin()), data.size()}; }

void write(capnp::List<wire::SavedColumn>::Builder to, const std::vector<SavedColumn>& columns) {
  for (unsigned i = 0; i < to.size(); ++i) {
    to[i].setName(as_text(columns[i].name));
    to[i].setType(as_text(columns[i].type));
  }
}

void write(wire::SavedState::Builder to, const SavedState& state) {
  const auto size = [](const auto& list) { return static_cast<unsigned>(list.size()); };
  to.setName(as_text(state.name));
  to.setKind(state.kind);
  write(to.initKey(size(state.key)), state.key);
  write(to.initMapKey(size(state.map_key)), state.map_key);
  write(to.initRow(size(state.row)), state.row);
  to.setRowKeys({state.row_keys.data(), state.row_keys.size()});
  to.setFields({state.fields.data(), state.fields.size()});
  auto deadlines = to.initDeadlines(size(state.deadlines));
  for (unsigned i = 0; i < deadlines.size(); ++i) deadlines.set(i, as_text(state.deadlines[i]));
}

void write(wire::SavedSubtask::Builder to, const SavedSubtask& subtask) {
  to.setSubtask(subtask.subtask.value());
  to.setFinished(subtask.finished);
  to.setOperatorState(as_data(subtask.operator_state));
  to.setInlinedState(as_data(subtask.keyed_state.inlined));
  const std::optional<SavedFile>& file = subtask.keyed_state.file;
  to.setHasFile(file.has_value());
  if (!file.has_value()) return;
  wire::SavedFile::Builder saved = to.initFile();
  saved.setPath(as_text(file->path));
  saved.setBytes(file->bytes);
  saved.setChecksum(file->checksum);
}

void write(wire::SavedOperator::Builder to, const SavedOperator& saved) {
  to.setUid(as_text(saved.uid));
  to.setName(as_text(saved.name));
  to.setParallelism(saved.parallelism.value());
  to.setMaxParallelism(saved.max_parallelism.value());
  auto states = to.initStates(static_cast<unsigned>(saved.states.size()));
  for (unsigned i = 0; i < states.size(); ++i) write(states[i], saved.states[i]);
  auto subtasks = to.initSubtasks(static_cast<unsigned>(saved.subtasks.size()));
  for (unsigned i = 0; i < subtasks.size(); ++i) write(subtasks[i], saved.subtasks[i]);
}

void write(wire::CheckpointMetadata::Builder to, const CheckpointMetadata& metadata) {
  to.setJobIdHigh(metadata.job.high());
  to.setJobIdLow(metadata.job.low());
  to.setJobName(as_text(metadata.job_name));
  to.setCheckpoint(metadata.checkpoint.value());
  to.setTimeMs(metadata.time.value());
  to.setSavepoint(metadata.savepoint);
  auto operators = to.initOperators(static_cast<unsigned>(metadata.operators.size()));
  for (unsigned i = 0; i < operators.size(); ++i) write(operators[i], metadata.operators[i]);
}

Result<std::vector<SavedColumn>> read(capnp::List<wire::SavedColumn>::Reader from) {
  std::vector<SavedColumn> columns;
  for (const auto column : from) {
    SavedColumn& saved = columns.emplace_back();
    ASSIGN_OR_RETURN(saved.name, read_name(column.getName(), "the name of a column"));
    ASSIGN_OR_RETURN(saved.type, read_name(column.getType(), "the type of a column"));
  }
  return columns;
}

Result<SavedState> read(wire::SavedState::Reader from) {
  SavedState state;
  ASSIGN_OR_RETURN(state.name, read_name(from.getName(), "the name of a state"));
  state.kind = from.getKind();
  ASSIGN_OR_RETURN(state.key, read(from.getKey()));
  ASSIGN_OR_RETURN(state.map_key, read(from.getMapKey()));
  ASSIGN_OR_RETURN(state.row, read(from.getRow()));
  for (const uint32_t column : from.getRowKeys()) state.row_keys.push_back(column);
  for (const uint8_t field : from.getFields()) state.fields.push_back(field);
  for (const auto deadline : from.getDeadlines()) {
    ASSIGN_OR_RETURN(std::string name, read_name(deadline, "the name of a deadline"));
    state.deadlines.push_back(std::move(name));
  }
  return state;
}

Result<SavedSubtask> read(wire::SavedSubtask::Reader from) {
  SavedSubtask subtask;
  subtask.subtask = SubtaskIndex(from.getSubtask());
  subtask.finished = from.getFinished();
  subtask.operator_state = read_data(from.getOperatorState());
  subtask.keyed_state.inlined = read_data(from.getInlinedState());
  if (!from.getHasFile()) return subtask;
  SavedFile& file = subtask.keyed_state.file.emplace();
  const auto saved = from.getFile();
  ASSIGN_OR_RETURN(file.path, read_name(saved.getPath(), "the path of a file"));
  if (file.path.find('\0') != std::string::npos) return malformed("the path of a file", "has a byte of 0");
  file.bytes = saved.getBytes();
  file.checksum = saved.getChecksum();
  return subtask;
}

Result<SavedOperator> read(wire::SavedOperator::Reader from) {
  SavedOperator saved;
  ASSIGN_OR_RETURN(saved.uid, read_name(from.getUid(), "the uid of an operator"));
  ASSIGN_OR_RETURN(saved.name, read_name(from.getName(), "the name of an operator"));
  saved.parallelism = Parallelism(from.getParallelism());
  saved.max_parallelism = MaxParallelism(from.getMaxParallelism());
  if (saved.max_parallelism.value() > kMaxMaxParallelism || saved.parallelism.value() > saved.max_parallelism.value()) {
    return malformed("the parallelism of operator '" + saved.uid + "'", "is out of range");
  }
  for (const auto state : from.getStates()) {
    ASSIGN_OR_RETURN(SavedState read_state, read(state));
    saved.states.push_back(std::move(read_state));
  }
  for (const auto subtask : from.getSubtasks()) {
    ASSIGN_OR_RETURN(SavedSubtask read_subtask, read(subtask));
    if (read_subtask.subtask.value() >= saved.parallelism.value()) {
      return malformed("a subtask of operator '" + saved.uid + "'", "is out of range");
    }
    saved.subtasks.push_back(std::move(read_subtask));
  }
  return saved;
}

Result<CheckpointMetadata> take(wire::CheckpointMetadata::Reader from) {
  CheckpointMetadata metadata;
  metadata.job = JobId(from.getJobIdHigh(), from.getJobIdLow());
  ASSIGN_OR_RETURN(metadata.job_name, read_name(from.getJobName(), "the name of the job"));
  metadata.checkpoint = CheckpointId(from.getCheckpoint());
  metadata.time = ProcessingTime(from.getTimeMs());
  metadata.savepoint = from.getSavepoint();
  for (const auto saved : from.getOperators()) {
    ASSIGN_OR_RETURN(SavedOperator read_operator, read(saved));
    metadata.operators.push_back(std::move(read_operator));
  }
  return metadata;
}

}  // namespace

std::string encode_metadata(const CheckpointMetadata& metadata) {
  const Result<Frame> message =
      encode_message([&](capnp::AnyPointer::Builder root) { write(root.initAs<wire::CheckpointMetadata>(), metadata); });
  CHECK(message.ok()) << message.status().to_string();
  const std::span<const uint8_t> bytes = message->bytes;
  const uint32_t checksum = crc32c(bytes);
  std::string file(kMagic);
  file.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  file.resize(kHeaderBytes);
  file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return file;
}

Result<CheckpointMetadata> decode_metadata(std::span<const uint8_t> bytes) {
  if (bytes.empty()) return io_error("it is empty");
  if (bytes.size() <= kHeaderBytes) return io_error("it is cut short");
  if (!std::equal(kMagic.begin(), kMagic.end(), bytes.begin())) return io_error("it is no metadata of this version");
  uint32_t checksum;
  uint32_t zero;
  std::memcpy(&checksum, bytes.data() + kMagic.size(), sizeof(checksum));
  std::memcpy(&zero, bytes.data() + kMagic.size() + sizeof(checksum), sizeof(zero));
  const std::span<const uint8_t> message = bytes.subspan(kHeaderBytes);
  if (zero != 0 || crc32c(message) != checksum) return io_error("it does not have its checksum: it is torn or altered");
  CheckpointMetadata metadata;
  const Status read_all = decode_message(message, "the metadata", kNestingMax, [&](capnp::AnyPointer::Reader root) -> Status {
    ASSIGN_OR_RETURN(metadata, take(root.getAs<wire::CheckpointMetadata>()));
    return Status();
  });
  if (!read_all.ok()) return io_error(read_all.message());
  return metadata;
}

}  // namespace eddyline::schemas

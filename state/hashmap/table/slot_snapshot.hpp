#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace eddyline::state {

/// Takes slots as a snapshot is to have them.
class SlotReader {
 public:
  virtual ~SlotReader() = default;
  virtual void read(std::span<const uint8_t* const> slots) = 0;
};

/// Which slots of a table a snapshot still has to read. Chunks of neighbouring slots are read once each: as the snapshot comes by,
/// or right before something in them changes. So the task copies a little at a time, whatever it writes to.
/// Thread   one.
class SlotSnapshot {
 public:
  /// Slots of one segment; `end` is behind the last whole one.
  struct Run {
    const uint8_t* begin;
    const uint8_t* end;
  };
  /// The first four bytes of a slot are its tag; those with a tag above `last_dead_tag` live.
  SlotSnapshot(size_t slot_bytes, uint32_t last_dead_tag) : slot_bytes_(slot_bytes), last_dead_tag_(last_dead_tag) {}

  /// `reader` is borrowed until end(), or until advance() says that all is read.
  void begin(SlotReader& reader, std::span<const Run> segments);
  bool active() const { return reader_ != nullptr; }
  /// Reads about `slots` further slots; true while there are more.
  bool advance(size_t slots);
  void end();

  /// `slot`, of the segment with this number, is about to change, come or go.
  void before_change(size_t segment, const uint8_t* slot) {
    if (reader_ != nullptr && segment < parts_.size()) read_chunk_of(parts_[segment], slot);
  }
  /// The slots of a segment are about to move away for good.
  void before_move(size_t segment);

 private:
  static constexpr size_t kChunkSlots = 16;
  struct Part {
    Run run;
    /// A byte a chunk that is not read yet; empty: all are.
    std::vector<uint8_t> unread;
  };

  void read_chunk_of(Part& part, const uint8_t* slot);
  /// Reads unread chunks from number `chunk` on until about `slots` were read; the number of the first not looked at.
  size_t read_chunks(Part& part, size_t chunk, size_t slots);
  void collect(const Part& part, size_t chunk);
  void hand_on();

  const size_t slot_bytes_;
  const uint32_t last_dead_tag_;
  SlotReader* reader_ = nullptr;
  std::vector<Part> parts_;
  size_t next_part_ = 0;
  size_t next_chunk_ = 0;
  std::vector<const uint8_t*> slots_;
};

}  // namespace eddyline::state

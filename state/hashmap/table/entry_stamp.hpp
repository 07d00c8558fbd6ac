#pragma once

#include <chrono>
#include <cstdint>

#include "common/base/ids.hpp"
#include "state/row/row_codec.hpp"

namespace eddyline::state {

/// What stands before the columns of an entry of keyed state.
struct EntryHeader {
  uint32_t tag;  ///< the table's
  uint8_t unused;
  uint8_t key_presence;
  uint8_t value_presence[2];
};
static_assert(sizeof(EntryHeader) == 8);

/// The instant of an entry's last write, behind its header exactly if its state has a time to live.
class EntryStamp {
 public:
  explicit EntryStamp(std::chrono::milliseconds ttl) : ttl_ms_(ttl.count()) {}

  /// Bytes of header and stamp.
  size_t end() const { return sizeof(EntryHeader) + (enabled() ? sizeof(int64_t) : 0); }
  bool enabled() const { return ttl_ms_ > 0; }

  void write(uint8_t* slot, ProcessingTime now) {
    if (!enabled()) return;
    store_value(slot, sizeof(EntryHeader), now.value());
    newest_ = std::max(newest_, now.value());
  }
  ProcessingTime written_at(const uint8_t* slot) const { return ProcessingTime(load_value<int64_t>(slot, sizeof(EntryHeader))); }
  /// Source   Flink: an entry is gone once its last write lies ttl back, that instant included.
  bool is_over(const uint8_t* slot, ProcessingTime now) const {
    return enabled() && load_value<int64_t>(slot, sizeof(EntryHeader)) <= now.value() - ttl_ms_;
  }
  /// The same as of the newest write seen.
  bool is_over(const uint8_t* slot) const { return is_over(slot, ProcessingTime(newest_)); }

 private:
  int64_t ttl_ms_;
  int64_t newest_ = INT64_MIN / 2;
};

}  // namespace eddyline::state

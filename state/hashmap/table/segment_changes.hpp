#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eddyline::state {

/// Which segments of a state were written to since a snapshot, by their numbers.
/// Thread   one.
class SegmentChanges {
 public:
  /// Segment `index` came to be behind the others, or was made anew.
  void add(size_t index) {
    if (index >= changed_.size()) changed_.resize(index + 1);
    changed_[index] = 1;
  }
  /// Segment `index` came to be between others, whose numbers move.
  void insert(size_t index) { changed_.insert(changed_.begin() + static_cast<std::ptrdiff_t>(index), 1); }
  /// Segment `index` is about to be written to.
  void note(size_t index) { changed_[index] = 1; }
  void forget() { std::fill(changed_.begin(), changed_.end(), uint8_t{0}); }

  size_t segments() const { return changed_.size(); }
  size_t changed() const { return static_cast<size_t>(std::count(changed_.begin(), changed_.end(), 1)); }

 private:
  std::vector<uint8_t> changed_;
};

}  // namespace eddyline::state

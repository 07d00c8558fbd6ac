#pragma once

#include "expression/time_zone.hpp"

namespace eddyline::expression {

/// A time zone as kernels use it for many rows: a zone of fixed offset is asked once.
class ZoneClock {
 public:
  explicit ZoneClock(const TimeZone& zone) : zone_(&zone), fixed_(zone.fixed_offset_ms()) {}

  int64_t local_of_instant(int64_t instant_ms) const {
    return instant_ms + (fixed_ ? *fixed_ : zone_->offset_of_instant_ms(instant_ms));
  }
  int64_t instant_of_local(int64_t local_ms) const {
    return fixed_ ? local_ms - *fixed_ : zone_->instant_of_local_ms(local_ms);
  }
  int64_t later_instant_of_local(int64_t local_ms) const {
    return fixed_ ? local_ms - *fixed_ : zone_->later_instant_of_local_ms(local_ms);
  }

 private:
  const TimeZone* zone_;
  std::optional<int64_t> fixed_;
};

}  // namespace eddyline::expression

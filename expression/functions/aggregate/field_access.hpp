#pragma once

#include <cstring>

#include "common/columnar/stored_text.hpp"
#include "expression/accumulator.hpp"

namespace eddyline::expression {

// Accumulator fields in a slot.

template <class T>
T get_field(const uint8_t* slot, const FieldPlace& place) {
  T value;
  std::memcpy(&value, slot + place.offset, sizeof(T));
  return value;
}

template <class T>
void set_field(uint8_t* slot, const FieldPlace& place, const T& value) {
  std::memcpy(slot + place.offset, &value, sizeof(T));
}

/// Of a string field; valid until the field changes.
inline std::string_view text_field(const uint8_t* slot, const FieldPlace& place) {
  return reinterpret_cast<const StoredText*>(slot + place.offset)->view();
}

inline bool is_present(const uint8_t* slot, const FieldPlace& place) {
  return (slot[place.presence_byte] & place.presence_mask) != 0;
}

inline void set_present(uint8_t* slot, const FieldPlace& place, bool present) {
  const auto cleared = static_cast<uint8_t>(slot[place.presence_byte] & ~place.presence_mask);
  slot[place.presence_byte] = static_cast<uint8_t>(cleared | (present ? place.presence_mask : 0));
}

}  // namespace eddyline::expression

#pragma once

#include <vector>

#include "expression/accumulator.hpp"
#include "state/value_state.hpp"

namespace eddyline::operators {

/// Text fields of accumulators, kept by the value state whose slots they lie in.
class SlotTexts final : public expression::TextStore {
 public:
  explicit SlotTexts(state::ValueState& state) : state_(state) {}

  Status set_text(uint8_t* slot, const expression::FieldPlace& place, std::string_view text) override;

 private:
  state::ValueState& state_;
};

}  // namespace eddyline::operators

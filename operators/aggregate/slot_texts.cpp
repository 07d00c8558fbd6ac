#include "operators/aggregate/slot_texts.hpp"

#include "common/base/check.hpp"

namespace eddyline::operators {

Status SlotTexts::set_text(uint8_t* slot, const expression::FieldPlace& place, std::string_view text) {
  const state::RowLayout& layout = state_.layout();
  for (size_t column = 0; column < layout.column_count(); ++column) {
    if (layout.offset(column) == place.offset) return state_.set_string(slot, column, text);
  }
  CHECK(false) << "a text field that is none of the state's columns";
  return Status();
}

}  // namespace eddyline::operators

#include "plan/modify_kinds.hpp"

namespace eddyline::plan {

std::string ModifyKinds::words() const {
  std::string words;
  const auto add = [&words](bool present, const char* word) {
    if (!present) return;
    if (!words.empty()) words += " and ";
    words += word;
  };
  add(has_insert(), "insert");
  add(has_update(), "update");
  add(has_delete(), "delete");
  return words;
}

}  // namespace eddyline::plan

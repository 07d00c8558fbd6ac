#include <cstddef>
#include <cstdint>
#include <string>

#include "common/base/check.hpp"
#include "tests/fuzz/plan_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eddyline::plan;
  static const PlanNames names;
  const std::string broken = broken_plan_property({reinterpret_cast<const char*>(data), size}, names);
  CHECK(broken.empty()) << broken;
  return 0;
}

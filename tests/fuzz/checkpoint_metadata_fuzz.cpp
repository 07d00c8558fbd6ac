#include <cstddef>
#include <cstdint>
#include <string>

#include "common/base/check.hpp"
#include "tests/fuzz/checkpoint_metadata_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string broken = eddyline::schemas::broken_metadata_property({data, size});
  CHECK(broken.empty()) << broken;
  return 0;
}

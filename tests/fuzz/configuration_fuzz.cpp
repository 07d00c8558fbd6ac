#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/check.hpp"
#include "tests/fuzz/configuration_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string broken =
      eddyline::tests::broken_configuration_property(std::string_view(reinterpret_cast<const char*>(data), size));
  CHECK(broken.empty()) << broken;
  return 0;
}

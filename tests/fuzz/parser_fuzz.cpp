#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/check.hpp"
#include "tests/fuzz/parser_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string broken = eddyline::sql::broken_parser_property(input);
  CHECK(broken.empty()) << broken;
  return 0;
}

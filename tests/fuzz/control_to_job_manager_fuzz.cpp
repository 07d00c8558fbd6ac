#include <cstddef>
#include <cstdint>
#include <string>

#include "common/base/check.hpp"
#include "tests/fuzz/control_codec_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace eddyline::schemas;
  const std::string broken = broken_codec_property({data, size}, decode_to_job_manager);
  CHECK(broken.empty()) << broken;
  return 0;
}

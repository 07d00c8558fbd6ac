#include "common/base/random.hpp"

#include <unistd.h>

#include "common/base/check.hpp"

namespace eddyline {

uint64_t seed_from_system() {
  uint64_t seed = 0;
  CHECK(getentropy(&seed, sizeof(seed)) == 0) << "the system gives no random bits";
  return seed;
}

}  // namespace eddyline

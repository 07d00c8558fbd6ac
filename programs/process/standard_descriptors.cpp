#include "programs/process/standard_descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace eddyline::programs {

void hold_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) == -1) static_cast<void>(open("/dev/null", O_RDONLY | O_CLOEXEC));
  }
}

}  // namespace eddyline::programs

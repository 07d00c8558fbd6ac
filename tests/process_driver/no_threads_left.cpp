#include "tests/process_driver/no_threads_left.hpp"

#include <cstddef>

namespace eddyline::tests {

NoThreadsLeft::NoThreadsLeft() {
  pthread_getattr_default_np(&before_);
  pthread_attr_t huge;
  pthread_getattr_default_np(&huge);
  pthread_attr_setstacksize(&huge, size_t{1} << 47);
  pthread_setattr_default_np(&huge);
  pthread_attr_destroy(&huge);
}

NoThreadsLeft::~NoThreadsLeft() {
  pthread_setattr_default_np(&before_);
  pthread_attr_destroy(&before_);
}

}  // namespace eddyline::tests

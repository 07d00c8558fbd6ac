#pragma once

#include <pthread.h>

namespace eddyline::tests {

/// No thread can be started while it lives: none has that much address space for its stack.
class NoThreadsLeft {
 public:
  NoThreadsLeft();
  ~NoThreadsLeft();
  NoThreadsLeft(const NoThreadsLeft&) = delete;
  NoThreadsLeft& operator=(const NoThreadsLeft&) = delete;

 private:
  pthread_attr_t before_;
};

}  // namespace eddyline::tests

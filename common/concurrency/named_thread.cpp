#include "common/concurrency/named_thread.hpp"

#include <pthread.h>
#include <signal.h>

#include <system_error>

namespace eddyline {

Result<std::thread> start_thread(const std::string& name, std::function<void()> body) {
  // A thread begins with the mask of the one that starts it.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Status status;
  std::thread thread;
  try {
    thread = std::thread(std::move(body));
    pthread_setname_np(thread.native_handle(), name.c_str());
  } catch (const std::system_error& error) {
    status = io_error("the thread '" + name + "' cannot be started: " + error.what());
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  RETURN_IF_ERROR(status);
  return thread;
}

}  // namespace eddyline

#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::jobmanager {

/// A fixed number of threads that make answers of requests. As many wait here as there are connections, whose number is bounded.
class HttpWorkers {
 public:
  /// `done` is told the answer on a worker's thread. Thread   any, several at once.
  using Work = std::function<std::string(const std::string& request)>;
  using Done = std::function<void(uint64_t id, std::string answer)>;

  /// Errors   kIoError: the system has not that many threads.
  static Result<std::unique_ptr<HttpWorkers>> start(size_t threads, Work work, Done done);
  /// Waits for the answers that are being made; what waits is forgotten.
  ~HttpWorkers();
  HttpWorkers(const HttpWorkers&) = delete;
  HttpWorkers& operator=(const HttpWorkers&) = delete;

  void add(uint64_t id, std::string request);

 private:
  HttpWorkers(Work work, Done done) : work_(std::move(work)), done_(std::move(done)) {}
  void run();

  struct Request {
    uint64_t id = 0;
    std::string text;
  };

  const Work work_;
  const Done done_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request> waiting_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace eddyline::jobmanager

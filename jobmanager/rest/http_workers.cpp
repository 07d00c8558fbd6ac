#include "jobmanager/rest/http_workers.hpp"

#include "common/concurrency/named_thread.hpp"

namespace eddyline::jobmanager {

Result<std::unique_ptr<HttpWorkers>> HttpWorkers::start(size_t threads, Work work, Done done) {
  std::unique_ptr<HttpWorkers> workers(new HttpWorkers(std::move(work), std::move(done)));
  workers->threads_.reserve(threads);
  for (size_t index = 0; index < threads; ++index) {
    ASSIGN_OR_RETURN(std::thread thread, start_thread("rest answers", [raw = workers.get()] { raw->run(); }));
    workers->threads_.push_back(std::move(thread));
  }
  return workers;
}

HttpWorkers::~HttpWorkers() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void HttpWorkers::add(uint64_t id, std::string request) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({id, std::move(request)});
  }
  changed_.notify_one();
}

void HttpWorkers::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (closed_) return;
    const Request request = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    done_(request.id, work_(request.text));
    lock.lock();
  }
}

}  // namespace eddyline::jobmanager

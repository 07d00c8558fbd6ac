#include "jobmanager/rest/http_loop.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace eddyline::jobmanager {
namespace {

using std::chrono::steady_clock;
using Stage = HttpConnection::Stage;

/// New clients a turn.
constexpr int kAcceptedAtOnce = 64;
/// How long to leave new clients waiting when there is no descriptor for them.
constexpr std::chrono::milliseconds kBreather{100};
constexpr std::chrono::seconds kWaitMax{60};

bool owes_an_answer(const HttpConnection& connection) {
  return connection.stage() == Stage::kAnswering || connection.stage() == Stage::kWriting;
}

bool waits_for_its_client(const HttpConnection& connection) {
  return connection.stage() == Stage::kReading || connection.stage() == Stage::kDraining;
}

bool is_writing(const HttpConnection& connection) {
  return connection.stage() == Stage::kWriting;
}

bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

}  // namespace

Result<std::unique_ptr<HttpLoop>> HttpLoop::open(ListeningSocket listener, const HttpLimits& limits) {
  OwnedDescriptor news(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!news.is_open()) return io_error(std::strerror(errno)).with_context("the REST server");
  return std::unique_ptr<HttpLoop>(new HttpLoop(std::move(listener), std::move(news), limits));
}

HttpLoop::HttpLoop(ListeningSocket listener, OwnedDescriptor news, const HttpLimits& limits)
    : limits_(limits), listener_(std::move(listener)), news_(std::move(news)) {}

HttpLoop::~HttpLoop() = default;

void HttpLoop::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  eventfd_write(news_.get(), 1);
}

void HttpLoop::finish(uint64_t id, std::string answer) {
  {
    const std::lock_guard lock(mutex_);
    answers_.emplace_back(id, std::move(answer));
  }
  eventfd_write(news_.get(), 1);
}

void HttpLoop::run(HttpWorkers& workers) {
  while (!is_done(steady_clock::now())) {
    wait(steady_clock::now());
    const Time now = steady_clock::now();
    size_t place = kFirstConnection;
    for (HttpConnection& connection : connections_) {
      if (polled_[place++].revents != 0) serve(connection, workers, now);
    }
    take_news(now);
    if (polled_[kListener].revents != 0 && !is_stopping()) accept_clients(workers, now);
    connections_.remove_if([&](const HttpConnection& connection) {
      return connection.stage() == Stage::kOver || connection.deadline() <= now;
    });
  }
}

void HttpLoop::wait(Time now) {
  const bool accepts = !is_stopping() && accepting_from_ <= now && has_room();
  polled_.clear();
  polled_.push_back({news_.get(), POLLIN, 0});
  polled_.push_back({accepts ? listener_.descriptor.get() : -1, POLLIN, 0});
  for (const HttpConnection& connection : connections_) {
    const short awaited = connection.awaited();
    // Without an event to wait for poll(2) still tells of a client that is gone, again and again.
    polled_.push_back({awaited == 0 ? -1 : connection.descriptor(), awaited, 0});
  }
  const auto timeout = std::chrono::ceil<std::chrono::milliseconds>(next_deadline(now) - now);
  poll(polled_.data(), polled_.size(), static_cast<int>(timeout.count()));
}

HttpLoop::Time HttpLoop::next_deadline(Time now) const {
  Time next = std::min(now + kWaitMax, stopping_until_);
  if (accepting_from_ > now) next = std::min(next, accepting_from_);
  for (const HttpConnection& connection : connections_) next = std::min(next, connection.deadline());
  return std::max(next, now);
}

void HttpLoop::take_news(Time now) {
  eventfd_t count = 0;
  eventfd_read(news_.get(), &count);
  std::vector<std::pair<uint64_t, std::string>> answers;
  bool stopped = false;
  {
    const std::lock_guard lock(mutex_);
    answers.swap(answers_);
    stopped = stopped_;
  }
  if (stopped && !is_stopping()) stopping_until_ = now + limits_.stop;
  for (auto& [id, answer] : answers) {
    const auto connection = std::ranges::find(connections_, id, &HttpConnection::id);
    if (connection != connections_.end()) connection->answer(std::move(answer), now);
  }
}

void HttpLoop::accept_clients(HttpWorkers& workers, Time now) {
  // Who is accepted gets an answer: without room they wait in the kernel.
  for (int count = 0; count < kAcceptedAtOnce && has_room(); ++count) {
    OwnedDescriptor client(accept4(listener_.descriptor.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!client.is_open()) {
      if (!is_shortage(errno)) return;
      if (!end_most_silent()) accepting_from_ = now + kBreather;
      return;
    }
    const int on = 1;
    setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    if (connections_.size() >= limits_.connections) end_most_silent();
    connections_.emplace_back(++last_id_, std::move(client), limits_, now);
    serve(connections_.back(), workers, now);
  }
}

void HttpLoop::serve(HttpConnection& connection, HttpWorkers& workers, Time now) {
  const Stage before = connection.stage();
  connection.go_on(now);
  if (before == Stage::kReading && connection.stage() == Stage::kAnswering) {
    workers.add(connection.id(), connection.take_request());
  }
}

bool HttpLoop::has_room() const {
  return connections_.size() < limits_.connections || find_most_silent() != connections_.end();
}

std::list<HttpConnection>::const_iterator HttpLoop::find_most_silent() const {
  const auto silent = std::ranges::find_if(connections_, waits_for_its_client);
  return silent != connections_.end() ? silent : std::ranges::find_if(connections_, is_writing);
}

bool HttpLoop::end_most_silent() {
  const auto silent = find_most_silent();
  if (silent == connections_.end()) return false;
  connections_.erase(silent);
  return true;
}

bool HttpLoop::is_done(Time now) const {
  return is_stopping() && (now >= stopping_until_ || std::ranges::none_of(connections_, owes_an_answer));
}

}  // namespace eddyline::jobmanager

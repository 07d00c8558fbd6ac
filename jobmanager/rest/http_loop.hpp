#pragma once

#include <list>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "jobmanager/rest/http_connection.hpp"
#include "jobmanager/rest/http_workers.hpp"
#include "jobmanager/rest/listening_socket.hpp"

struct pollfd;

namespace eddyline::jobmanager {

/// Serves the sockets of the HTTP server on one thread, so that a client that says nothing costs a descriptor and holds up nobody.
///
/// The number of connections is limited. One more, or the end of the process's descriptors, ends the one that has been
/// silent the longest; requests that are being answered stay, and new clients wait in the kernel while all are of those.
///
/// Thread   run(): its own; finish() and stop(): any.
class HttpLoop {
 public:
  /// Errors   kIoError: no descriptor is left.
  static Result<std::unique_ptr<HttpLoop>> open(ListeningSocket listener, const HttpLimits& limits = {});
  ~HttpLoop();

  /// Until stop(), and then until the answers that are being made have been sent, for a moment.
  void run(HttpWorkers& workers);
  void stop();
  /// The answer to a request that was handed to the workers.
  void finish(uint64_t id, std::string answer);

 private:
  using Time = HttpConnection::Time;
  /// Places in polled_; the news are the first.
  static constexpr size_t kListener = 1;
  static constexpr size_t kFirstConnection = 2;

  HttpLoop(ListeningSocket listener, OwnedDescriptor news, const HttpLimits& limits);
  /// Returns when something happened or a deadline has come.
  void wait(Time now);
  void take_news(Time now);
  void accept_clients(HttpWorkers& workers, Time now);
  void serve(HttpConnection& connection, HttpWorkers& workers, Time now);
  /// Whether one more client has a place, if need be that of a silent one.
  bool has_room() const;
  /// The end if all are being answered.
  std::list<HttpConnection>::const_iterator find_most_silent() const;
  bool end_most_silent();
  bool is_stopping() const { return stopping_until_ != Time::max(); }
  bool is_done(Time now) const;
  Time next_deadline(Time now) const;

  const HttpLimits limits_;
  ListeningSocket listener_;
  /// Readable when there are answers or the loop shall stop.
  OwnedDescriptor news_;
  std::mutex mutex_;
  std::vector<std::pair<uint64_t, std::string>> answers_;
  bool stopped_ = false;

  // The thread's own.

  /// The oldest first.
  std::list<HttpConnection> connections_;
  std::vector<pollfd> polled_;
  uint64_t last_id_ = 0;
  /// Until then no client is accepted: there is no descriptor for one.
  Time accepting_from_;
  Time stopping_until_ = Time::max();
};

}  // namespace eddyline::jobmanager

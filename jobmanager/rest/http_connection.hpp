#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "common/file/owned_descriptor.hpp"
#include "jobmanager/rest/http_limits.hpp"

namespace eddyline::jobmanager {

/// One connection of the HTTP server: it reads one request, waits for its answer, sends that, and goes once the client has read it.
/// No call blocks, and each stage has an end by which the client must be done.
///
/// Thread   the server's.
class HttpConnection {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Stage {
    /// The head of the request is coming.
    kReading,
    /// The request is complete; its answer is being made.
    kAnswering,
    kWriting,
    /// All is sent; what else the client says is read and forgotten, since a connection that is closed over it loses the answer.
    kDraining,
    kOver,
  };

  /// The limits are borrowed.
  HttpConnection(uint64_t id, OwnedDescriptor descriptor, const HttpLimits& limits, Time now);

  uint64_t id() const { return id_; }
  Stage stage() const { return stage_; }
  int descriptor() const { return descriptor_.get(); }
  /// The events of poll(2) to wait for.
  short awaited() const;
  /// When the client's patience is over; there is none while the answer is being made.
  Time deadline() const { return deadline_; }

  /// Reads or writes what is possible.
  void go_on(Time now);
  /// The complete head of the request, once. Only in kAnswering.
  std::string take_request() { return std::move(text_); }
  /// Ends kAnswering.
  void answer(std::string text, Time now);
  void give_up() { stage_ = Stage::kOver; }

 private:
  void read_request();
  void write_answer(Time now);
  void drain();

  const uint64_t id_;
  OwnedDescriptor descriptor_;
  const HttpLimits& limits_;
  Stage stage_ = Stage::kReading;
  Time deadline_;
  /// The request or the answer.
  std::string text_;
  size_t written_ = 0;
};

}  // namespace eddyline::jobmanager

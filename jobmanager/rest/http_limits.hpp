#pragma once

#include <chrono>
#include <cstddef>

namespace eddyline::jobmanager {

/// What clients of the HTTP server may take.
struct HttpLimits {
  /// How many there are at a time.
  size_t connections = 256;
  /// For the whole of a request, of an answer, and of the client's farewell.
  std::chrono::milliseconds request{5000};
  std::chrono::milliseconds answer{30'000};
  std::chrono::milliseconds farewell{2000};
  /// How long answers may take to be made and sent once the server is told to stop.
  std::chrono::milliseconds stop{1000};
};

}  // namespace eddyline::jobmanager

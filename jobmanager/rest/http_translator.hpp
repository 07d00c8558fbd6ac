#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "common/base/ids.hpp"
#include "jobmanager/rest/http_server.hpp"

namespace eddyline::jobmanager {

/// Reads the head of an HTTP request, has it answered and writes the answer as HTTP: text to text, without a socket.
///
/// Thread   any, several at once.
class HttpTranslator {
 public:
  /// What says that a longer body is coming is refused (413). The handler is borrowed.
  static std::unique_ptr<HttpTranslator> make(HttpHandler& handler, Bytes content_bytes_max);
  virtual ~HttpTranslator() = default;

  /// `head`: request line and headers up to and with the empty line. Whatever stands in it, there is an answer, and the connection
  /// ends behind it.
  virtual std::string answer(std::string_view head) = 0;
};

}  // namespace eddyline::jobmanager

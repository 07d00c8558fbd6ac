#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"

namespace eddyline::sql {

/// The other side of a ClusterClient, over real sockets: answers each question as the test says.
///
/// Thread   the test's; answers are made on its network's.
class ScriptedJobManager final : private NetworkHandler {
 public:
  /// None: no answer.
  using Answer = std::function<std::optional<schemas::ToClient>(const schemas::ToJobManager& question)>;

  explicit ScriptedJobManager(Answer answer, uint32_t version_offset = 0);
  ~ScriptedJobManager() override;

  const NetworkAddress& address() const { return address_; }
  /// From now on.
  void answer_with(Answer answer);
  /// Sent as they are, to whoever connected last.
  void send_bytes(std::string_view bytes);
  void send(const schemas::ToClient& answer);
  /// Ends the connection of whoever connected last.
  void disconnect();
  /// Until so many questions have come; the kinds of those: "SubmitJob".
  std::vector<schemas::ToJobManager> wait_for_questions(size_t count);
  size_t connections() const;

 private:
  void on_connect(PeerId peer) override;
  void on_message(PeerId peer, Frame message) override;
  void on_disconnect(PeerId, const Status&) override {}

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  /// Called on the network's thread only.
  std::shared_ptr<Answer> answer_;
  std::vector<schemas::ToJobManager> questions_;
  PeerId newest_;
  size_t connections_ = 0;
  NetworkAddress address_;
  std::unique_ptr<Network> network_;
};

/// The id that an answer to this question repeats.
schemas::RequestId request_of(const schemas::ToJobManager& question);

}  // namespace eddyline::sql

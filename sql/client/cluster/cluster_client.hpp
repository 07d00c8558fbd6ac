#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "common/net/network.hpp"
#include "schemas/control_messages.hpp"
#include "sql/client/interruption.hpp"

namespace eddyline::sql {

/// Where a cluster is and how a connection to it is watched.
struct ClusterClientSettings {
  NetworkAddress job_manager;
  NetworkSettings network;

  /// Of jobmanager.rpc.address and -port, heartbeat.interval and -timeout, client.timeout.
  /// Errors   kConfigurationError.
  static Result<ClusterClientSettings> from(const Configuration& configuration);
};

/// Asks a job manager. The connection is made by the first question; after one that was lost, the next question makes another.
///
/// Errors   of every question: kUnavailable without a job manager ("Connection refused"), when the connection is lost, and when no
///          answer comes within `timeout`; kNotSupported for a job manager of another version; kDataError for an answer that
///          cannot be read; kCancelled after an interruption; and what the job manager refuses it with.
/// Thread   one; the network's for what comes.
class ClusterClient final : private NetworkHandler {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// The network is this client's alone; the interruption is borrowed. Destroying it ends the connection.
  ClusterClient(std::unique_ptr<Network> network, ClusterClientSettings settings, Interruption& interruption);
  ~ClusterClient() override;

  /// A job of an interrupted submission is cancelled as soon as it is known, if it is a SELECT's.
  /// Errors   also kValidationError for a job that is too large to be sent.
  Result<schemas::JobSubmitted> submit(schemas::SubmitJob job, Milliseconds timeout);
  Result<std::vector<schemas::JobSummary>> list(Milliseconds timeout);
  Result<schemas::JobSummary> describe(const JobId& job, Milliseconds timeout);
  /// Until the job manager has begun to end it.
  Status cancel(const JobId& job, Milliseconds timeout);
  /// Asks for it, and waits for a moment at most, whatever is interrupted: enough for the request to go out.
  void cancel_soon(const JobId& job);
  /// Until the job has ended; without a timeout as long as that takes.
  Result<schemas::JobSummary> await(const JobId& job, std::optional<Milliseconds> timeout);
  /// `timeout` counts from the end of `request.wait`. Errors   also those of the rows.
  Result<schemas::FetchedRows> fetch(const schemas::FetchJobRows& request, Milliseconds timeout);

 private:
  using Answer = Result<schemas::ToClient>;
  /// What waits for its answer.
  struct Question {
    schemas::RequestId id;
    bool starts_query = false;
  };
  struct Wait {
    std::optional<Milliseconds> timeout;
    bool interruptible = true;
  };

  template <class Expected, class Request>
  Result<Expected> ask(Request request, Wait wait);
  template <class Request>
  void send(Request request);
  /// The connection that stands, or a new one that begins.
  PeerId connected_peer();
  Answer wait_for_answer(Wait wait);
  /// What is known by now of the question, if anything.
  std::optional<Answer> answer_so_far();
  /// The answer if it has come after all, else `why` there is none.
  Answer give_up(Status why);
  Status lost_connection(const Status& why) const;
  Status silence(Milliseconds timeout) const;
  Result<schemas::JobSummary> only_job(Result<schemas::JobList> jobs) const;

  void on_connect(PeerId peer) override;
  void on_message(PeerId peer, Frame message) override;
  void on_disconnect(PeerId peer, const Status& why) override;
  bool is_another(PeerId peer) const;
  void take(PeerId peer, Answer answer);
  void tell();

  const ClusterClientSettings settings_;
  Interruption& interruption_;
  /// Readable when something has come.
  const int news_;
  uint64_t last_request_ = 0;

  std::mutex mutex_;
  /// None while it is being made.
  std::optional<PeerId> peer_;
  /// Of the newest connection: whether it has stood, and why it ended if it did.
  bool stood_ = false;
  std::optional<Status> ended_;
  Question question_;
  std::optional<Answer> answer_;
  /// Submissions of SELECTs that nobody waits for any more.
  std::set<schemas::RequestId> abandoned_;

  /// Goes first: until then it tells of what comes.
  std::unique_ptr<Network> network_;
};

}  // namespace eddyline::sql

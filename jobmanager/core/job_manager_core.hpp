#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

#include "common/clock/moment.hpp"
#include "jobmanager/core/cluster_view.hpp"
#include "jobmanager/dispatcher/dispatcher.hpp"
#include "jobmanager/resource_manager/resource_manager.hpp"
#include "jobmanager/settings/job_manager_settings.hpp"
#include "jobmanager/surroundings/outbox.hpp"

namespace eddyline::jobmanager {

/// The job manager without sockets, threads and clocks: messages, lost peers and ticks come in, messages go out through the
/// outbox, and nothing else.
///
/// A peer is what its first message says: a task executor registers, anything else comes from a client. What does not fit a
/// peer's role, or what has been said before, is dropped and counted: a peer may lie, and nothing that it says stops the
/// process. Nothing is said to a peer that is gone.
///
/// Thread   one. Moments never go back.
class JobManagerCore {
 public:
  JobManagerCore(const CoreSettings& settings, PlanRequests& plans, Outbox& outbox, Random random, const Logger& log);

  void on_connect(PeerId peer);
  void on_message(PeerId peer, schemas::ToJobManager message, Moment now);
  /// The peer has sent what is no message: its connection ends, since something may be missing now.
  void on_malformed_message(PeerId peer, const Status& why, Moment now);
  /// Nothing to do for a peer whose connection was ended from here.
  void on_disconnect(PeerId peer, const Status& why, Moment now);
  /// What came of a plan that was to be read.
  void on_plan_read(SubmissionId submission, Result<JobTopology> topology, Moment now);

  void tick(Moment now);
  /// When tick() has something to do; nothing while only messages can change anything.
  std::optional<std::chrono::milliseconds> next_tick() const;
  /// Suspends what runs and takes leave of everybody.
  void shut_down(Moment now);

  ClusterView cluster() const;
  ClusterCounts counts() const;
  const Dispatcher& dispatcher() const { return dispatcher_; }
  Status cancel_job(JobId job, Moment now) { return dispatcher_.cancel_job(job, now); }
  /// Messages that were none, or not of the peer that sent them.
  uint64_t dropped_messages() const { return dropped_; }

 private:
  enum class Role : uint8_t { kUnknown, kExecutor, kClient };

  /// Whether a peer of the role may say it.
  bool serve_unknown(PeerId peer, schemas::ToJobManager& message, Moment now);
  bool serve_executor(PeerId peer, schemas::ToJobManager& message, Moment now);
  bool serve_client(PeerId peer, schemas::ToJobManager& message, Moment now);
  void register_executor(PeerId peer, const schemas::RegisterExecutor& message, Moment now);
  void drop(PeerId peer, std::string_view what);
  /// Forgets a peer of which nothing comes any more.
  void lose(PeerId peer, const Status& why, std::string_view log_reason, Moment now);

  Outbox& outbox_;
  Logger log_;
  ResourceManager resources_;
  Dispatcher dispatcher_;
  std::map<PeerId, Role> peers_;
  uint64_t dropped_ = 0;
};

}  // namespace eddyline::jobmanager

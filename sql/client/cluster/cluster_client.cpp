#include "sql/client/cluster/cluster_client.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "common/config/cluster_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "schemas/control_codec.hpp"
#include "schemas/control_network.hpp"

namespace eddyline::sql {
namespace {

using MonotonicClock = std::chrono::steady_clock;
using Milliseconds = ClusterClient::Milliseconds;

Status unavailable(std::string message) { return Status(ErrorCode::kUnavailable, std::move(message)); }

Status interrupted() { return cancelled("The wait for the job manager was interrupted."); }

/// A cancellation that others asked for is no wish of this client's user.
Status from_afar(const Status& status) {
  return !status.ok() && status.code() == ErrorCode::kCancelled ? unavailable(status.message()) : status;
}

/// Longer waits would be beyond what a deadline can say.
constexpr Milliseconds kLongestWait = std::chrono::hours(24 * 365);

template <class Request>
bool starts_query(const Request&) {
  return false;
}
bool starts_query(const schemas::SubmitJob& job) { return job.collects; }

schemas::RequestId request_of(const schemas::ToClient& answer) {
  return std::visit([](const auto& message) { return message.request; }, answer);
}

/// Milliseconds for poll(2) until the deadline, rounded up; -1 without one.
int poll_timeout(const std::optional<MonotonicClock::time_point>& deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<Milliseconds>(*deadline - MonotonicClock::now());
  return static_cast<int>(std::clamp<int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

}  // namespace

Result<ClusterClientSettings> ClusterClientSettings::from(const Configuration& configuration) {
  const ClusterOptions& options = cluster_options();
  ClusterClientSettings settings;
  ASSIGN_OR_RETURN(settings.job_manager.host, configuration.get(options.job_manager_address));
  ASSIGN_OR_RETURN(const int32_t port, configuration.get(options.job_manager_port));
  settings.job_manager.port = static_cast<uint16_t>(port);
  ASSIGN_OR_RETURN(settings.network, schemas::control_network_settings(configuration));
  ASSIGN_OR_RETURN(const Duration timeout, configuration.get(options.client_timeout));
  settings.network.connect_timeout = std::min(settings.network.connect_timeout, rounded_up_to_milliseconds(timeout));
  return settings;
}

ClusterClient::ClusterClient(std::unique_ptr<Network> network, ClusterClientSettings settings, Interruption& interruption)
    : settings_(std::move(settings)),
      interruption_(interruption),
      news_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      network_(std::move(network)) {
  CHECK(news_ >= 0) << "no event descriptor: " << std::strerror(errno);
}

ClusterClient::~ClusterClient() {
  network_.reset();
  close(news_);
}

Result<schemas::JobSubmitted> ClusterClient::submit(schemas::SubmitJob job, Milliseconds timeout) {
  RETURN_IF_ERROR(schemas::check_size(job));
  return ask<schemas::JobSubmitted>(std::move(job), {timeout});
}

Result<std::vector<schemas::JobSummary>> ClusterClient::list(Milliseconds timeout) {
  ASSIGN_OR_RETURN(schemas::JobList jobs, ask<schemas::JobList>(schemas::ListJobs{}, {timeout}));
  return std::move(jobs.jobs);
}

Result<schemas::JobSummary> ClusterClient::describe(const JobId& job, Milliseconds timeout) {
  return only_job(ask<schemas::JobList>(schemas::DescribeJob{{}, job}, {timeout}));
}

Status ClusterClient::cancel(const JobId& job, Milliseconds timeout) {
  return ask<schemas::Done>(schemas::CancelJob{{}, job}, {timeout}).status();
}

void ClusterClient::cancel_soon(const JobId& job) {
  constexpr Milliseconds kMoment{250};
  // Nobody is there to be told: a job manager that takes no request ends the job by itself when its rows are not fetched.
  static_cast<void>(ask<schemas::Done>(schemas::CancelJob{{}, job}, {kMoment, /*interruptible=*/false}));
}

Result<schemas::JobSummary> ClusterClient::await(const JobId& job, std::optional<Milliseconds> timeout) {
  return only_job(ask<schemas::JobList>(schemas::AwaitJob{{}, job}, {timeout}));
}

Result<schemas::FetchedRows> ClusterClient::fetch(const schemas::FetchJobRows& request, Milliseconds timeout) {
  ASSIGN_OR_RETURN(schemas::FetchedRows fetched, ask<schemas::FetchedRows>(request, {request.wait + timeout}));
  RETURN_IF_ERROR(from_afar(fetched.result));
  return fetched;
}

Result<schemas::JobSummary> ClusterClient::only_job(Result<schemas::JobList> jobs) const {
  if (!jobs.ok()) return jobs.status();
  if (jobs->jobs.size() == 1) return std::move(jobs->jobs.front());
  return data_error("The job manager at " + settings_.job_manager.to_string() + " was asked about one job and told of " +
                    std::to_string(jobs->jobs.size()) + ".");
}

template <class Expected, class Request>
Result<Expected> ClusterClient::ask(Request request, Wait wait) {
  if (wait.interruptible && interruption_.raised()) return interrupted();
  send(std::move(request));
  ASSIGN_OR_RETURN(schemas::ToClient answer, wait_for_answer(wait));
  if (auto* expected = std::get_if<Expected>(&answer)) return std::move(*expected);
  const auto* refused = std::get_if<schemas::Refused>(&answer);
  if (refused != nullptr && !refused->reason.ok()) return from_afar(refused->reason);
  return data_error("The job manager at " + settings_.job_manager.to_string() + " answered another question.");
}

template <class Request>
void ClusterClient::send(Request request) {
  const PeerId peer = connected_peer();
  request.request = schemas::RequestId(++last_request_);
  {
    const std::lock_guard lock(mutex_);
    question_.id = request.request;
    question_.starts_query = starts_query(request);
    answer_.reset();
  }
  network_->send(peer, schemas::encode(schemas::ToJobManager(std::move(request))));
}

PeerId ClusterClient::connected_peer() {
  {
    const std::lock_guard lock(mutex_);
    if (peer_ && !ended_) return *peer_;
    peer_.reset();
    stood_ = false;
    ended_.reset();
    abandoned_.clear();
  }
  // Not under the lock, which the network's thread waits for when it tells of connections.
  const PeerId peer = network_->connect(settings_.job_manager, settings_.network, *this);
  const std::lock_guard lock(mutex_);
  peer_ = peer;
  return peer;
}

ClusterClient::Answer ClusterClient::wait_for_answer(Wait wait) {
  std::optional<MonotonicClock::time_point> deadline;
  if (wait.timeout) deadline = MonotonicClock::now() + std::min(*wait.timeout, kLongestWait);
  std::array<pollfd, 2> waited{{{news_, POLLIN, 0}, {interruption_.descriptor(), POLLIN, 0}}};
  while (true) {
    if (auto answer = answer_so_far()) return *std::move(answer);
    if (wait.interruptible && interruption_.raised()) return give_up(interrupted());
    if (deadline && MonotonicClock::now() >= *deadline) return give_up(silence(*wait.timeout));
    const int ready = poll(waited.data(), wait.interruptible ? 2 : 1, poll_timeout(deadline));
    CHECK(ready >= 0 || errno == EINTR) << "poll failed: " << std::strerror(errno);
    uint64_t count = 0;
    static_cast<void>(read(news_, &count, sizeof(count)));
  }
}

std::optional<ClusterClient::Answer> ClusterClient::answer_so_far() {
  const std::lock_guard lock(mutex_);
  if (answer_) return std::exchange(answer_, std::nullopt);
  if (ended_) return Answer(lost_connection(*ended_));
  return std::nullopt;
}

ClusterClient::Answer ClusterClient::give_up(Status why) {
  const std::lock_guard lock(mutex_);
  if (answer_) return *std::exchange(answer_, std::nullopt);
  if (question_.starts_query) abandoned_.insert(question_.id);
  question_ = {};
  return why;
}

Status ClusterClient::lost_connection(const Status& why) const {
  const std::string address = settings_.job_manager.to_string();
  if (why.code() != ErrorCode::kUnavailable) return from_afar(why).with_context("Job manager at " + address);
  if (stood_) return unavailable("The connection to the job manager at " + address + " was lost: " + why.message());
  return unavailable("Connection refused: no job manager can be reached at " + address + " (" + why.message() + ")");
}

Status ClusterClient::silence(Milliseconds timeout) const {
  return unavailable("The job manager at " + settings_.job_manager.to_string() + " has not answered within " +
                     OptionValue<Duration>::format(timeout) + ".");
}

void ClusterClient::on_connect(PeerId peer) {
  const std::lock_guard lock(mutex_);
  if (is_another(peer)) return;
  stood_ = true;
}

/// Before connect() has returned its peer there is none, and whatever comes is of that one.
bool ClusterClient::is_another(PeerId peer) const { return peer_ && *peer_ != peer; }

void ClusterClient::on_message(PeerId peer, Frame message) { take(peer, schemas::decode_to_client(message.bytes)); }

void ClusterClient::take(PeerId peer, Answer answer) {
  const std::lock_guard lock(mutex_);
  if (is_another(peer)) return;
  if (!answer.ok()) {
    answer_ = answer.status().with_context("Job manager at " + settings_.job_manager.to_string());
  } else if (const schemas::RequestId request = request_of(*answer); request == question_.id) {
    answer_ = std::move(answer);
  } else {
    const auto* submitted = std::get_if<schemas::JobSubmitted>(&*answer);
    if (abandoned_.erase(request) > 0 && submitted != nullptr) {
      network_->send(peer, schemas::encode(schemas::ToJobManager(schemas::CancelJob{{}, submitted->job})));
    }
    return;
  }
  tell();
}

void ClusterClient::on_disconnect(PeerId peer, const Status& why) {
  const std::lock_guard lock(mutex_);
  if (is_another(peer)) return;
  ended_ = why;
  tell();
}

void ClusterClient::tell() {
  const uint64_t one = 1;
  // A full count is readable as well.
  static_cast<void>(write(news_, &one, sizeof(one)));
}

}  // namespace eddyline::sql

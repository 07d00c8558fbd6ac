#include "programs/eddyline/job_actions.hpp"

#include "common/config/cluster_options.hpp"
#include "common/config/whole_milliseconds.hpp"
#include "programs/eddyline/job_listing.hpp"
#include "programs/sql/client_configuration.hpp"
#include "sql/client/cluster/cluster_launcher.hpp"
#include "sql/client/message_text.hpp"

namespace eddyline::programs {
namespace {

/// A cluster to ask, as the arguments and config.yaml say where it is.
class ClusterAccess {
 public:
  static Result<std::unique_ptr<ClusterAccess>> open(const ActionArguments& arguments) {
    ASSIGN_OR_RETURN(const Configuration configuration, client_configuration(arguments.config_dir, arguments.settings));
    ASSIGN_OR_RETURN(auto settings, sql::ClusterClientSettings::from(configuration));
    ASSIGN_OR_RETURN(const Duration timeout, configuration.get(cluster_options().client_timeout));
    ASSIGN_OR_RETURN(auto network, Network::start());
    return std::make_unique<ClusterAccess>(std::move(network), std::move(settings),
                                           rounded_up_to_milliseconds(timeout));
  }

  ClusterAccess(std::unique_ptr<Network> network, sql::ClusterClientSettings settings, std::chrono::milliseconds timeout)
      : client_(std::move(network), std::move(settings), interruption_), timeout_(timeout) {}

  Result<std::vector<schemas::JobSummary>> list() { return client_.list(timeout_); }
  Status cancel(const JobId& id) { return client_.cancel(id, timeout_); }

 private:
  /// Ctrl+C ends the process.
  sql::Interruption interruption_;
  sql::ClusterClient client_;
  const std::chrono::milliseconds timeout_;
};

JobSelection selection_of(const ActionArguments& arguments) {
  const bool nothing_named = !arguments.running && !arguments.scheduled;
  return {.running = arguments.all || arguments.running || nothing_named,
          .scheduled = arguments.all || arguments.scheduled || nothing_named,
          .ended = arguments.all};
}

Status print_jobs(const ActionArguments& arguments, ActionOutputs outputs) {
  ASSIGN_OR_RETURN(const auto cluster, ClusterAccess::open(arguments));
  RETURN_IF_ERROR(outputs.results.write("Waiting for response...\n"));
  const auto jobs = cluster->list();
  if (!jobs.ok()) return jobs.status().with_context("Failed to retrieve job list");
  return outputs.results.write(job_listing(*jobs, selection_of(arguments)));
}

Status print_cancellation(const ActionArguments& arguments, const JobId& id, ActionOutputs outputs) {
  ASSIGN_OR_RETURN(const auto cluster, ClusterAccess::open(arguments));
  RETURN_IF_ERROR(outputs.results.write("Cancelling job " + id.to_string() + ".\n"));
  const Status status = cluster->cancel(id);
  if (!status.ok()) return status.with_context("Could not cancel job " + id.to_string());
  return outputs.results.write("Cancelled job " + id.to_string() + ".\n");
}

int exit_code_of(const Status& status, ActionOutputs outputs) {
  return status.ok() ? 0 : report_failed_action(status, outputs);
}

}  // namespace

int refuse_arguments(std::string_view message, ActionOutputs outputs) {
  outputs.errors.write(std::string(message) + "\n\nUse the help option (-h or --help) to get help on the command.\n").ok();
  return 1;
}

int report_failed_action(const Status& status, ActionOutputs outputs) {
  const std::string line(60, '-');
  outputs.errors
      .write("\n" + line + "\n The program finished with the following exception:\n\n" + sql::shown_message(status.message()) + "\n")
      .ok();
  return 1;
}

int list_jobs(const ActionArguments& arguments, ActionOutputs outputs) {
  if (!arguments.words.empty()) return refuse_arguments("list takes no argument '" + arguments.words[0] + "'.", outputs);
  return exit_code_of(print_jobs(arguments, outputs), outputs);
}

int cancel_job(const ActionArguments& arguments, ActionOutputs outputs) {
  if (arguments.words.empty()) return refuse_arguments("Missing JobID. Specify a JobID to cancel a job.", outputs);
  if (arguments.words.size() > 1) return refuse_arguments("cancel takes one JobID.", outputs);
  const auto id = JobId::parse(arguments.words[0]);
  if (!id.ok()) return refuse_arguments(id.status().message(), outputs);
  return exit_code_of(print_cancellation(arguments, *id, outputs), outputs);
}

}  // namespace eddyline::programs

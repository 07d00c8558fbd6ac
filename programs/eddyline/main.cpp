#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "programs/eddyline/action_usage.hpp"
#include "programs/eddyline/info_action.hpp"
#include "programs/eddyline/job_actions.hpp"
#include "programs/eddyline/local_action.hpp"
#include "programs/process/standard_descriptors.hpp"

namespace eddyline::programs {
namespace {

using Words = std::vector<std::string>;

struct Action {
  std::string_view name;
  int (*run)(const ActionArguments& arguments, ActionOutputs outputs);
};
constexpr std::array<Action, 3> kActions{{{"list", list_jobs}, {"info", show_plans}, {"cancel", cancel_job}}};

/// Of Flink's command line.
constexpr std::array<std::string_view, 4> kUnsupported{"run", "savepoint", "checkpoint", "stop"};

int run_action(const Action& action, const Words& words, ActionOutputs outputs) {
  const auto arguments = parse_action_arguments(action.name, words);
  if (!arguments.ok()) return refuse_arguments(arguments.status().message(), outputs);
  if (!arguments->help) return action.run(*arguments, outputs);
  return outputs.results.write(action_usage()).ok() ? 0 : 1;
}

int refuse_action(const std::string& name, ActionOutputs outputs) {
  const bool known = std::ranges::find(kUnsupported, name) != kUnsupported.end();
  const std::string why = known ? not_supported("the action \"" + name + "\"").message() + "."
                                : "\"" + name + "\" is not a valid action.";
  outputs.errors
      .write(why +
             "\n\nValid actions are \"list\", \"info\", \"cancel\", or \"local\".\n\n"
             "Specify the help option (-h or --help) to get help on the command.\n")
      .ok();
  return 1;
}

int dispatch(const Words& words, ActionOutputs outputs) {
  if (words.empty()) {
    outputs.errors.write("Please specify an action.\n\n" + std::string(action_usage())).ok();
    return 1;
  }
  const std::string& name = words[0];
  const Words rest(words.begin() + 1, words.end());
  if (name == "local") return run_local_action(rest);
  if (name == "-h" || name == "--help") return outputs.results.write(action_usage()).ok() ? 0 : 1;
  if (name == "-v" || name == "--version") return outputs.results.write("Version: " EDDYLINE_VERSION "\n").ok() ? 0 : 1;
  for (const Action& action : kActions) {
    if (name == action.name) return run_action(action, rest, outputs);
  }
  return refuse_action(name, outputs);
}

}  // namespace
}  // namespace eddyline::programs

int main(int argc, char** argv) {
  eddyline::programs::hold_standard_descriptors();
  eddyline::FileDescriptorOutput results(STDOUT_FILENO, "standard output");
  eddyline::FileDescriptorOutput errors(STDERR_FILENO, "standard error");
  return eddyline::programs::dispatch({argv + 1, argv + argc}, {results, errors});
}

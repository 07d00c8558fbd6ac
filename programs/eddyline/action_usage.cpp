#include "programs/eddyline/action_usage.hpp"

namespace eddyline::programs {

std::string_view action_usage() {
  return "Usage: eddyline <action> [options]\n"
         "\n"
         "Actions:\n"
         "  list [-r] [-s] [-a] [options]\n"
         "      shows the jobs of a cluster: running ones (-r), scheduled ones (-s), both without an option, or all (-a)\n"
         "  cancel [options] ID\n"
         "      cancels a job\n"
         "  info [-i FILE]... -f FILE [options]\n"
         "      shows the plans of a script's INSERT and SELECT statements; nothing is started\n"
         "  local [-i FILE]... [-f FILE] [-D key=value]...\n"
         "      runs the statements of a script in this process: rows go to standard output, messages to standard error\n"
         "  --version\n"
         "  --help\n"
         "\n"
         "Options of list, cancel and info:\n"
         "  -m, --jobmanager HOST:PORT  where the job manager is: its jobmanager.rpc.port, not that of REST\n"
         "  -D key=value                property, which wins over config.yaml\n"
         "  --config-dir DIR            folder of config.yaml; without it FLINK_CONF_DIR\n";
}

}  // namespace eddyline::programs

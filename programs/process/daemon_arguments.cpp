#include "programs/process/daemon_arguments.hpp"

#include <boost/program_options.hpp>

namespace eddyline::programs {
namespace {

namespace options = boost::program_options;
using Words = std::vector<std::string>;

options::options_description daemon_options() {
  options::options_description description;
  auto add = description.add_options();
  add("config-dir", options::value<std::string>(), "folder that holds config.yaml");
  add("define,D", options::value<Words>(), "key=value, which wins over config.yaml");
  add("log-file", options::value<std::string>(), "file for the log; without it the log goes to standard error");
  add("ready-fd", options::value<int>(), "open descriptor that is told 'ready', or 'error' and the reason");
  add("print-config", options::value<Words>()->multitoken(),
      "prints the values of these keys, each ended by a zero byte");
  add("lenient", "prints them also when config.yaml cannot be read");
  add("help,h", "prints this help");
  add("version,v", "prints the version");
  return description;
}

Result<DaemonArguments> arguments_of(const options::variables_map& values) {
  DaemonArguments arguments;
  arguments.help = values.count("help") > 0;
  arguments.version = values.count("version") > 0;
  arguments.lenient = values.count("lenient") > 0;
  if (values.count("config-dir") > 0) arguments.config_dir = values["config-dir"].as<std::string>();
  if (values.count("log-file") > 0) arguments.log_file = values["log-file"].as<std::string>();
  if (values.count("ready-fd") > 0) arguments.ready_descriptor = values["ready-fd"].as<int>();
  if (values.count("print-config") > 0) arguments.print_keys = values["print-config"].as<Words>();
  if (values.count("define") > 0) {
    for (const std::string& text : values["define"].as<Words>()) RETURN_IF_ERROR(add_setting(text, arguments.settings));
  }
  if (arguments.config_dir.empty() && !arguments.help && !arguments.version) {
    return configuration_error("--config-dir is missing: it names the folder that holds config.yaml.");
  }
  return arguments;
}

}  // namespace

Status add_setting(std::string_view text, Configuration& settings) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return configuration_error("-D takes key=value, but was given '" + std::string(text) + "'.");
  }
  settings.set(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  return {};
}

Result<DaemonArguments> parse_daemon_arguments(const std::vector<std::string>& words) {
  try {
    options::variables_map values;
    // What was parsed refers to it.
    const options::options_description description = daemon_options();
    // Without positional options: a stray word is an error. A long option must be written in full.
    namespace style = options::command_line_style;
    const options::positional_options_description none;
    const auto parsed = options::command_line_parser(words)
                            .options(description)
                            .positional(none)
                            .style(style::unix_style & ~style::allow_guessing)
                            .run();
    options::store(parsed, values);
    return arguments_of(values);
  } catch (const options::error& error) {
    return configuration_error(error.what());
  }
}

std::string daemon_usage(std::string_view program) {
  return "Usage: " + std::string(program) +
         " --config-dir DIR [-D key=value]... [--log-file FILE] [--ready-fd N]\n"
         "       " +
         std::string(program) +
         " --config-dir DIR [-D key=value]... [--lenient] --print-config KEY...\n"
         "\n"
         "Started by bin/jobmanager.sh and bin/taskmanager.sh; runs until SIGTERM or SIGINT.\n";
}

}  // namespace eddyline::programs

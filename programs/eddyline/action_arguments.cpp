#include "programs/eddyline/action_arguments.hpp"

#include <boost/program_options.hpp>

#include <charconv>
#include <optional>
#include <system_error>

#include "common/config/cluster_options.hpp"
#include "programs/process/daemon_arguments.hpp"

namespace eddyline::programs {
namespace {

namespace options = boost::program_options;
using Words = std::vector<std::string>;

options::options_description action_options(std::string_view action) {
  options::options_description description;
  auto add = description.add_options();
  if (action == "list") {
    add("running,r", "");
    add("scheduled,s", "");
    add("all,a", "");
  }
  if (action == "info") {
    add("init,i", options::value<Words>(), "");
    add("file,f", options::value<std::string>(), "");
  }
  add("jobmanager,m", options::value<std::string>(), "");
  add("config-dir", options::value<std::string>(), "");
  add("define,D", options::value<Words>(), "");
  add("help,h", "");
  add("words", options::value<Words>(), "");
  return description;
}

std::optional<uint16_t> port_of(std::string_view text) {
  uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

Status add_job_manager(const std::string& text, Configuration& settings) {
  const size_t colon = text.rfind(':');
  const bool has_both = colon != std::string::npos && colon > 0;
  const auto port = has_both ? port_of(std::string_view(text).substr(colon + 1)) : std::nullopt;
  if (!port) return configuration_error("-m takes host:port, but was given '" + text + "'.");
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  settings.set(cluster_options().job_manager_address, host);
  settings.set(cluster_options().job_manager_port, int32_t{*port});
  return Status();
}

Result<ActionArguments> arguments_of(const options::variables_map& values) {
  ActionArguments arguments;
  arguments.running = values.count("running") > 0;
  arguments.scheduled = values.count("scheduled") > 0;
  arguments.all = values.count("all") > 0;
  arguments.help = values.count("help") > 0;
  if (values.count("init") > 0) arguments.init_files = values["init"].as<Words>();
  if (values.count("file") > 0) arguments.script_file = values["file"].as<std::string>();
  if (values.count("config-dir") > 0) arguments.config_dir = values["config-dir"].as<std::string>();
  if (values.count("words") > 0) arguments.words = values["words"].as<Words>();
  if (values.count("define") > 0) {
    for (const std::string& text : values["define"].as<Words>()) RETURN_IF_ERROR(add_setting(text, arguments.settings));
  }
  if (values.count("jobmanager") > 0) {
    RETURN_IF_ERROR(add_job_manager(values["jobmanager"].as<std::string>(), arguments.settings));
  }
  return arguments;
}

}  // namespace

Result<ActionArguments> parse_action_arguments(std::string_view action, const Words& words) {
  namespace style = options::command_line_style;
  try {
    options::positional_options_description positional;
    positional.add("words", -1);
    options::variables_map values;
    options::store(options::command_line_parser(words)
                       .options(action_options(action))
                       .positional(positional)
                       .style(style::unix_style & ~style::allow_guessing)
                       .run(),
                   values);
    return arguments_of(values);
  } catch (const options::error& error) {
    return configuration_error(error.what());
  }
}

}  // namespace eddyline::programs

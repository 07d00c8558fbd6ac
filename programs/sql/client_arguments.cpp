#include "programs/sql/client_arguments.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include "programs/process/daemon_arguments.hpp"

namespace eddyline::programs {
namespace {

namespace options = boost::program_options;
using Words = std::vector<std::string>;

/// Options of several letters that Flink takes behind one dash.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSingleDash{{{"-hist", "--history"},
                                                                                    {"-pyfs", "--pyFiles"},
                                                                                    {"-pyarch", "--pyArchives"},
                                                                                    {"-pyexec", "--pyExecutable"},
                                                                                    {"-pyclientexec", "--pyClientExecutable"},
                                                                                    {"-pyreq", "--pyRequirements"}}};

/// What Flink's client has and this one has not.
constexpr std::array<std::string_view, 8> kUnsupported{"endpoint",   "jar",          "library",
                                                       "pyFiles",    "pyArchives",   "pyExecutable",
                                                       "pyClientExecutable", "pyRequirements"};

options::options_description client_options() {
  options::options_description description;
  auto add = description.add_options();
  add("init,i", options::value<Words>(), "");
  add("file,f", options::value<std::string>(), "");
  add("session,s", options::value<std::string>(), "");
  add("history", options::value<std::string>(), "");
  add("define,D", options::value<Words>(), "");
  add("config-dir", options::value<std::string>(), "");
  add("log-file", options::value<std::string>(), "");
  add("print-config", options::value<Words>()->multitoken(), "");
  add("help,h", "");
  add("version,v", "");
  add("endpoint,e", options::value<Words>(), "");
  add("jar,j", options::value<Words>(), "");
  add("library,l", options::value<Words>(), "");
  for (const std::string_view python : {"pyFiles", "pyArchives", "pyExecutable", "pyClientExecutable", "pyRequirements"}) {
    add(python.data(), options::value<Words>(), "");
  }
  return description;
}

void write_long_options(Words& words) {
  for (std::string& word : words) {
    for (const auto& [single, full] : kSingleDash) {
      if (word == single) word = full;
    }
  }
}

/// The path of a file that is named by a path or a file: URL.
Result<std::string> local_path(std::string_view option, std::string name) {
  if (name.empty()) return configuration_error(std::string(option) + " takes the name of a file, but was given ''.");
  const size_t scheme = name.find("://");
  if (scheme == std::string::npos) return name;
  if (!name.starts_with("file://")) return configuration_error("SQL Client only supports to load files in local.");
  return name.substr(scheme + 3);
}

Status check_session(const std::string& session) {
  const auto allowed = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' || c == '-' || c == '.';
  };
  if (!session.empty() && std::ranges::all_of(session, allowed)) return Status();
  return configuration_error("Session identifier must only consists of 'a-zA-Z0-9_-.'.");
}

std::string text_of(const options::variables_map& values, const char* name) {
  return values.count(name) > 0 ? values[name].as<std::string>() : std::string();
}

Result<ClientArguments> arguments_of(const options::variables_map& values) {
  for (const std::string_view option : kUnsupported) {
    if (values.count(std::string(option)) > 0) return not_supported("the option --" + std::string(option));
  }
  ClientArguments arguments;
  arguments.help = values.count("help") > 0;
  arguments.version = values.count("version") > 0;
  if (values.count("session") > 0) RETURN_IF_ERROR(check_session(text_of(values, "session")));
  if (values.count("init") > 0) {
    for (const std::string& name : values["init"].as<Words>()) {
      ASSIGN_OR_RETURN(arguments.init_files.emplace_back(), local_path("-i", name));
    }
  }
  if (values.count("file") > 0) {
    ASSIGN_OR_RETURN(arguments.script_file, local_path("-f", text_of(values, "file")));
  }
  if (values.count("define") > 0) {
    for (const std::string& text : values["define"].as<Words>()) RETURN_IF_ERROR(add_setting(text, arguments.settings));
  }
  arguments.history_file = text_of(values, "history");
  arguments.config_dir = text_of(values, "config-dir");
  arguments.log_file = text_of(values, "log-file");
  if (values.count("print-config") > 0) arguments.print_keys = values["print-config"].as<Words>();
  return arguments;
}

Result<ClientArguments> parse_options(const Words& words) {
  namespace style = options::command_line_style;
  try {
    // Without positional options a stray word is an error. A long option must be written in full.
    const options::positional_options_description none;
    options::variables_map values;
    options::store(options::command_line_parser(words)
                       .options(client_options())
                       .positional(none)
                       .style(style::unix_style & ~style::allow_guessing)
                       .run(),
                   values);
    return arguments_of(values);
  } catch (const options::error& error) {
    return configuration_error(error.what());
  }
}

}  // namespace

Result<ClientArguments> parse_client_arguments(Words words) {
  if (!words.empty() && !words.front().starts_with('-')) {
    const std::string mode = words.front();
    words.erase(words.begin());
    if (mode == "gateway") return not_supported("the mode 'gateway': a client of this cluster needs none");
    if (mode != "embedded") {
      ClientArguments help;
      help.help = true;
      return help;
    }
  }
  write_long_options(words);
  return parse_options(words);
}

std::string_view client_usage() {
  return "Usage: sql-client.sh [embedded] [options]\n"
         "\n"
         "Executes SQL statements on a cluster: those of a file, those that come from standard input, or those typed at a prompt.\n"
         "\n"
         "  -i, --init FILE        file with DDL, USE and SET statements to run first; may be given several times\n"
         "  -f, --file FILE        file with the statements to run; ends at the first that fails, with exit code 1\n"
         "  -D key=value           property, which wins over config.yaml\n"
         "  -hist, --history FILE  file that keeps the statements typed; without it ~/.flink-sql-history\n"
         "  -s, --session ID       name of the session: letters, digits, '_', '-' and '.'\n"
         "      --config-dir DIR   folder of config.yaml; without it FLINK_CONF_DIR\n"
         "      --log-file FILE    file for the client's log\n"
         "  -v, --version          prints the version\n"
         "  -h, --help             prints this help\n";
}

}  // namespace eddyline::programs

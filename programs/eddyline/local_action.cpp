#include "programs/eddyline/local_action.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <iostream>
#include <string_view>

#include "programs/eddyline/action_usage.hpp"
#include "programs/local/local_command.hpp"

namespace eddyline::programs {
namespace {

namespace options = boost::program_options;

options::options_description local_options() {
  options::options_description description("Options of eddyline local");
  auto add = description.add_options();
  add("init,i", options::value<std::vector<std::string>>(), "file with DDL, SET and USE statements to run first");
  add("file,f", options::value<std::string>(), "file with the statements to run; without it they are read from standard input");
  add("define,D", options::value<std::vector<std::string>>(), "key=value, as SET 'key' = 'value' would set it");
  add("help,h", "print this help");
  return description;
}

/// Words behind the action that belong to no option.
std::vector<std::string> stray_words(const options::parsed_options& parsed) {
  std::vector<std::string> stray;
  for (const options::option& option : parsed.options) {
    if (option.position_key >= 0) stray.insert(stray.end(), option.value.begin(), option.value.end());
  }
  return stray;
}

int refuse_stray_word(const std::string& word, bool has_script) {
  std::cerr << "eddyline local takes no argument '" << word << "'";
  if (!has_script) std::cerr << ": did you mean -f " << word << "?";
  std::cerr << "\n\n" << action_usage();
  return 1;
}

/// Splits "key=value"; false without '='.
bool add_setting(const std::string& text, std::map<std::string, std::string>& settings) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return false;
  settings[text.substr(0, equals)] = text.substr(equals + 1);
  return true;
}

/// The option that was given no name of a file; empty if all were.
std::string_view option_without_file(const options::variables_map& values) {
  if (values.count("file") > 0 && values["file"].as<std::string>().empty()) return "-f";
  if (values.count("init") == 0) return {};
  const auto& files = values["init"].as<std::vector<std::string>>();
  return std::ranges::find(files, "") == files.end() ? "" : "-i";
}

int parse_and_run(const std::vector<std::string>& words) {
  const options::options_description description = local_options();
  options::variables_map values;
  const options::parsed_options parsed = options::command_line_parser(words).options(description).run();
  options::store(parsed, values);
  if (values.count("help") > 0) {
    std::cout << description;
    return 0;
  }
  if (const auto stray = stray_words(parsed); !stray.empty()) return refuse_stray_word(stray[0], values.count("file") > 0);
  if (const auto option = option_without_file(values); !option.empty()) {
    std::cerr << option << " takes the name of a file, but was given ''\n";
    return 1;
  }
  LocalArguments arguments;
  if (values.count("init") > 0) arguments.init_files = values["init"].as<std::vector<std::string>>();
  if (values.count("file") > 0) arguments.script_file = values["file"].as<std::string>();
  if (values.count("define") > 0) {
    for (const std::string& text : values["define"].as<std::vector<std::string>>()) {
      if (!add_setting(text, arguments.settings)) {
        std::cerr << "-D takes key=value, but was given '" << text << "'\n";
        return 1;
      }
    }
  }
  return run_local(arguments);
}

}  // namespace

int run_local_action(const std::vector<std::string>& words) {
  try {
    return parse_and_run(words);
  } catch (const options::error& error) {
    std::cerr << error.what() << "\n\nUse the help option (-h or --help) to get help on the command.\n";
    return 1;
  }
}

}  // namespace eddyline::programs

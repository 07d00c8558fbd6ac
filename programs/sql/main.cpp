#include <iostream>

#include "programs/process/process_configuration.hpp"
#include "programs/process/standard_descriptors.hpp"
#include "programs/sql/sql_client.hpp"

int main(int argc, char** argv) {
  eddyline::programs::hold_standard_descriptors();
  const auto arguments = eddyline::programs::parse_client_arguments({argv + 1, argv + argc});
  if (!arguments.ok()) {
    std::cerr << arguments.status().message() << "\n\nUse the help option (-h or --help) to get help on the command.\n";
    return 1;
  }
  if (arguments->help) {
    std::cout << eddyline::programs::client_usage();
    return 0;
  }
  if (arguments->version) {
    std::cout << "Version: " EDDYLINE_VERSION "\n";
    return 0;
  }
  if (!arguments->print_keys.empty()) {
    const auto printed = eddyline::programs::print_configuration(
        {arguments->config_dir, arguments->settings, arguments->print_keys, /*lenient=*/false});
    if (!printed.ok()) std::cerr << printed.message() << "\n";
    return printed.ok() ? 0 : 1;
  }
  return eddyline::programs::run_sql_client(*arguments);
}

#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "tests/process_driver/child_process.hpp"
#include "tests/process_driver/scratch_folder.hpp"

namespace eddyline::tests {

/// Two hosts on one machine: network namespaces joined by a cable that can be cut, each with folders of its own for the
/// scripts. Whatever they started ends with them.
class TwoHosts {
 public:
  /// Whether this user may make network namespaces and run something in them.
  static bool possible();

  TwoHosts();
  ~TwoHosts();
  TwoHosts(const TwoHosts&) = delete;
  TwoHosts& operator=(const TwoHosts&) = delete;

  /// Takes a host's end of the cable down: what was sent is lost, and nobody is told.
  void cut();
  void heal();

  /// conf/config.yaml of a host: the shipped one with these flat keys behind it.
  void configure(size_t host, const std::string& lines) const;
  /// bin/<script> on a host.
  CommandResult script(size_t host, const std::string& name, std::vector<std::string> arguments = {},
                       std::string_view input = {}) const;

  const std::string& address(size_t host) const { return addresses_[host]; }
  std::string log_folder(size_t host) const { return folders_[host] / "log"; }

 private:
  std::array<std::string, 2> names_;
  std::array<std::string, 2> addresses_;
  std::array<ScratchFolder, 2> folders_;
};

}  // namespace eddyline::tests

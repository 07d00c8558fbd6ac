// Forwards connections to a port of loopback and cuts them on command, for tests that are shell scripts:
//   network_proxy PORT
// prints the port it listens at, then reads a command a line: reset, finish, pause, heal; ends with its input.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "tests/network_proxy/network_proxy.hpp"

namespace {

bool obey(eddyline::NetworkProxy& proxy, const std::string& command) {
  if (command == "reset") {
    proxy.cut(eddyline::CutWay::kReset);
  } else if (command == "finish") {
    proxy.cut(eddyline::CutWay::kFinish);
  } else if (command == "pause") {
    proxy.pause();
  } else if (command == "heal") {
    proxy.heal();
  } else {
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  eddyline::NetworkAddress target{"127.0.0.1", 0};
  const char* text = argc == 2 ? argv[1] : "";
  if (std::from_chars(text, text + std::strlen(text), target.port).ptr == text) {
    std::fprintf(stderr, "usage: network_proxy PORT\n");
    return 2;
  }
  eddyline::NetworkProxy proxy(target);
  std::printf("%u\n", static_cast<unsigned>(proxy.address().port));
  std::fflush(stdout);
  std::string line;
  while (std::getline(std::cin, line)) {
    // Said once it is done.
    std::printf("%s %s\n", obey(proxy, line) ? "done" : "unknown", line.c_str());
    std::fflush(stdout);
  }
  return 0;
}

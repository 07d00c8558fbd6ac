#include "common/config/line_entries.hpp"

#include <gtest/gtest.h>

namespace eddyline {
namespace {

using Entries = Configuration::Entries;

TEST(LineEntriesTest, ReadWhatStandsAroundWhatIsWrong) {
  EXPECT_EQ(line_entries("taskmanager: [1\n"
                         "env:\r\n"
                         "  log:\n"
                         "    dir: /a b/log   # where they are\n"
                         "  pid.dir: \"/a pid\"\n"
                         "env.ssh.opts: '-p 22'\n"
                         "# rest.port: 1\n"
                         "  : : {{{\n"
                         "url: http://x:1/\n")
                .entries(),
            (Entries{{"taskmanager", "[1"},
                     {"env.log.dir", "/a b/log"},
                     {"env.pid.dir", "/a pid"},
                     {"env.ssh.opts", "-p 22"},
                     {"url", "http://x:1/"}}));
}

TEST(LineEntriesTest, PassOverWhatIsNoEntry) {
  for (const std::string_view text :
       {"", "\n\n", "key", "key:", "a:b", ": v", "- a: b", "\"a\": b", "   ", "\0: \xff"}) {
    EXPECT_EQ(line_entries(text).entries(), Entries()) << text;
  }
  EXPECT_EQ(line_entries("k: \"open").entries(), (Entries{{"k", "open"}}));
}

}  // namespace
}  // namespace eddyline

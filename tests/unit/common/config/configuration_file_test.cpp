#include "common/config/configuration_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "common/file/text_input.hpp"
#include "tests/fuzz/configuration_property.hpp"

namespace eddyline {
namespace {

struct YamlCase {
  std::string name;
  std::string text;
  std::string expected;
};

std::vector<YamlCase> yaml_cases() {
  std::ifstream file(EDDYLINE_SOURCE_DIR "/tests/unit/common/config/configuration_files.txt");
  std::vector<YamlCase> cases;
  bool in_text = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("==== ")) {
      cases.push_back({line.substr(5), "", ""});
      in_text = true;
    } else if (line == "----") {
      in_text = false;
    } else if (!cases.empty() && in_text) {
      cases.back().text += line + "\n";
    } else if (!cases.empty() && !line.empty()) {
      cases.back().expected += line + "\n";
    }
  }
  return cases;
}

std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : value) text += c == '\n' ? std::string("\\n") : std::string(1, c);
  return text;
}

std::string listed(const Configuration& configuration) {
  std::string text;
  for (const auto& [key, value] : configuration.entries()) text += key + "=" + escaped(value) + "\n";
  return text;
}

std::string error_of(std::string_view text) {
  const auto read = parse_configuration(text, "file 'config.yaml'");
  return read.ok() ? "read: " + listed(*read) : read.status().message();
}

TEST(ConfigurationFileTest, ReadsWhatTheCasesSay) {
  const std::vector<YamlCase> cases = yaml_cases();
  ASSERT_GT(cases.size(), 30u);
  for (const YamlCase& one : cases) {
    SCOPED_TRACE(one.name);
    const auto read = parse_configuration(one.text, "file 'config.yaml'");
    if (one.expected.starts_with("error: ")) {
      const std::string wanted = one.expected.substr(7, one.expected.size() - 8);
      ASSERT_FALSE(read.ok()) << listed(*read);
      EXPECT_NE(read.status().message().find(wanted), std::string::npos) << read.status().message();
      EXPECT_TRUE(
          read.status().message().starts_with("Error parsing YAML configuration. Reading file 'config.yaml': "));
    } else {
      ASSERT_TRUE(read.ok()) << read.status().message();
      EXPECT_EQ(listed(*read), one.expected);
    }
  }
}

TEST(ConfigurationFileTest, ReadsTheShippedFile) {
  const auto read = read_configuration_file(EDDYLINE_SOURCE_DIR "/conf/config.yaml");
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(listed(*read),
            "jobmanager.bind-host=localhost\n"
            "jobmanager.execution.failover-strategy=region\n"
            "jobmanager.memory.process.size=1600m\n"
            "jobmanager.rpc.address=localhost\n"
            "jobmanager.rpc.port=6123\n"
            "parallelism.default=1\n"
            "rest.address=localhost\n"
            "taskmanager.bind-host=localhost\n"
            "taskmanager.host=localhost\n"
            "taskmanager.memory.process.size=1728m\n"
            "taskmanager.numberOfTaskSlots=1\n");
}

TEST(ConfigurationFileTest, RefusesBytesThatAreNoText) {
  EXPECT_NE(error_of("a: \xff\xfe b").find("byte 4 is no UTF-8"), std::string::npos);
  EXPECT_NE(error_of(std::string("a: b\0c", 6)).find("byte 5 is a control character"), std::string::npos);
  EXPECT_NE(error_of("a: \x1b[0m").find("control character"), std::string::npos);
  EXPECT_EQ(error_of("\xef\xbb\xbf"
                     "a: 1"),
            "read: a=1\n")
      << "a byte order mark is no content";
}

TEST(ConfigurationFileTest, BoundsSizeDepthAndWhatAliasesMakeOfIt) {
  EXPECT_NE(error_of(std::string(kMaxConfigurationBytes + 1, ' ')).find("larger than 1 MiB"), std::string::npos);
  EXPECT_FALSE(parse_configuration("a: " + std::string(100'000, '['), "file 'x'").ok());
  EXPECT_FALSE(parse_configuration("a: " + std::string(100'000, '{'), "file 'x'").ok());
  std::string deep;
  for (int level = 0; level < 200; ++level) deep += std::string(level, ' ') + "a:\n";
  EXPECT_NE(error_of(deep + std::string(200, ' ') + "b: 1").find("nested too deeply"), std::string::npos);
  // Each line is ten times the one before: ten of them are a thousand million values.
  std::string bomb = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 10; ++level) {
    const std::string before = "*l" + std::to_string(level - 1) + " ";
    bomb += "l" + std::to_string(level) + ": &l" + std::to_string(level) + " [";
    for (int item = 0; item < 10; ++item) bomb += before + (item < 9 ? ", " : "]\n");
  }
  EXPECT_NE(error_of(bomb).find("too many values"), std::string::npos) << error_of(bomb).substr(0, 200);
  std::string long_values = "a: &a '" + std::string(100'000, 'x') + "'\n";
  for (int copy = 0; copy < 200; ++copy) long_values += "k" + std::to_string(copy) + ": *a\n";
  EXPECT_NE(error_of(long_values).find("too long together"), std::string::npos);
}

TEST(ConfigurationFileTest, HoldsWhatFuzzingChecksForItsCorpus) {
  size_t inputs = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(EDDYLINE_SOURCE_DIR "/tests/fuzz/corpus/configuration")) {
    const std::string broken = tests::broken_configuration_property(read_text_file(entry.path()).value());
    EXPECT_EQ(broken, "") << entry.path();
    ++inputs;
  }
  EXPECT_GT(inputs, 30u);
}

TEST(ConfigurationFileTest, SaysWhichFileCannotBeRead) {
  const auto missing = read_configuration_file("/nowhere/conf/config.yaml");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.status().message(), "The Flink config file '/nowhere/conf/config.yaml' does not exist.");
  const auto folder = read_configuration_file(EDDYLINE_SOURCE_DIR "/conf");
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.status().message(), "Cannot read file '" EDDYLINE_SOURCE_DIR "/conf': Is a directory");
  const auto endless = read_configuration_file("/dev/zero");
  ASSERT_FALSE(endless.ok());
  EXPECT_EQ(endless.status().message(), "The Flink config file '/dev/zero' is no regular file.");
}

}  // namespace
}  // namespace eddyline

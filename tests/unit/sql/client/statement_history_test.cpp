#include "sql/client/statement_history.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace eddyline::sql {
namespace {

class StatementHistoryTest : public testing::Test {
 protected:
  StatementHistoryTest() {
    char name[] = "/tmp/statement-history-XXXXXX";
    close(mkstemp(name));
    path_ = name;
  }
  ~StatementHistoryTest() override { unlink(path_.c_str()); }

  std::vector<std::string> loaded() const { return StatementHistory::load(path_, clock_).value().statements(); }
  std::string file() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  void write_file(const std::string& text) const { std::ofstream(path_) << text; }

  std::string path_;
  VirtualClock clock_{ProcessingTime(1770786231523)};
};

TEST_F(StatementHistoryTest, KeepsStatementsOfSeveralLines) {
  auto history = StatementHistory::load(path_, clock_).value();
  EXPECT_TRUE(history.add("SELECT 'a\\b',\n  2;").ok());
  EXPECT_TRUE(history.add("SHOW TABLES;").ok());
  EXPECT_TRUE(history.add("SHOW TABLES;").ok());
  EXPECT_EQ(file(), "1770786231523:SELECT 'a\\\\b',\\n  2;\n1770786231523:SHOW TABLES;\n");
  EXPECT_EQ(loaded(), (std::vector<std::string>{"SELECT 'a\\b',\n  2;", "SHOW TABLES;"}));
}

TEST_F(StatementHistoryTest, IsMadeForItsOwnerOnly) {
  unlink(path_.c_str());
  auto history = StatementHistory::load(path_, clock_).value();
  EXPECT_TRUE(history.statements().empty());
  EXPECT_TRUE(history.add("SHOW TABLES;").ok());
  struct stat status{};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(StatementHistoryTest, LeavesOutWhatIsNoHistory) {
  write_file("no time\n:no time\n12:\n12:a;\nx12:b;\n13:c\\;\\r;\\\n14:unfinished");
  EXPECT_EQ(loaded(), (std::vector<std::string>{"a;", "c;\r;\\", "unfinished"}));
}

TEST_F(StatementHistoryTest, ReadsTheNewestOfALongFile) {
  std::string text;
  for (size_t i = 0; i < StatementHistory::kStatementsMax + 5; ++i) text += "1:s" + std::to_string(i) + "\n";
  write_file(text);
  const auto statements = loaded();
  EXPECT_EQ(statements.size(), StatementHistory::kStatementsMax);
  EXPECT_EQ(statements.front(), "s5");
}

TEST_F(StatementHistoryTest, SaysWhyItCannotBeReadOrWritten) {
  EXPECT_EQ(StatementHistory::load("/tmp", clock_).status().code(), ErrorCode::kIoError);
  auto history = StatementHistory::load("/no/such/folder/history", clock_).value();
  const Status status = history.add("SHOW TABLES;");
  EXPECT_EQ(status.message(), "Could not write the command history /no/such/folder/history: No such file or directory");
}

}  // namespace
}  // namespace eddyline::sql

#include "sql/client/script_runner.hpp"

#include <gtest/gtest.h>

#include "tests/unit/sql/client/client_cases.hpp"
#include "tests/unit/sql/client/scripted_client.hpp"

// data/scripts.txt: "script", "echo" or "init", then the script. The answer is all that was printed, and a last line
// with what the run returned. The jobs are those of ScriptedLauncher.
namespace eddyline::sql {
namespace {

std::string printed(const ClientCase& tested) {
  std::string script;
  for (const std::string& line : tested.lines) script += line + "\n";
  ScriptedClient client;
  ScriptRunner runner(client.statements(), tested.head == "echo" ? ScriptRunner::Echo::kPrompt : ScriptRunner::Echo::kNone);
  return client.printed(
      runner.run(script, tested.head == "init" ? ScriptRunner::Purpose::kSetUp : ScriptRunner::Purpose::kStatements));
}

TEST(ScriptRunner, WarnsInTheLogOfAJoinWhoseWindowIsEmpty) {
  ScriptedClient client;
  const Status status = ScriptRunner(client.statements()).run(
      "CREATE TABLE a (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\n"
      "CREATE TABLE b (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\n"
      "CREATE TABLE c (x INT, y INT) WITH ('connector' = 'blackhole');\n"
      "INSERT INTO c SELECT a.id, b.id FROM a JOIN b ON a.id = b.id AND a.ts BETWEEN b.ts + INTERVAL '5' SECOND AND b.ts;\n"
      "INSERT INTO c SELECT a.id, b.id FROM a JOIN b ON a.id = b.id AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '5' SECOND;\n",
      ScriptRunner::Purpose::kStatements);
  EXPECT_TRUE(status.ok()) << client.output().text();
  EXPECT_EQ(client.log_lines(),
            std::vector<std::string>{"WARN StreamExecIntervalJoin - The relative time interval size -5000is negative, please "
                                     "check the join conditions."});
}

TEST(ScriptRunner, PrintsAsWritten) {
  check_client_cases("scripts", printed);
}

}  // namespace
}  // namespace eddyline::sql

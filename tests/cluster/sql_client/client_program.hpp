#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "tests/process_driver/child_process.hpp"
#include "tests/process_driver/scratch_folder.hpp"
#include "tests/unit/sql/client/cluster/scripted_job_manager.hpp"

namespace eddyline::tests {

/// The program eddyline-sql, whose cluster is the test: any job is taken; a SELECT of one INT column gets one row, 42, and then nothing
/// for as long as the test does not end it.
class ClientProgramTest : public testing::Test {
 protected:
  ClientProgramTest();

  /// Started with what a user's shell gives it, and -D for where the job manager is.
  ChildProcess::Parts command(std::vector<std::string> arguments = {}) const;
  CommandResult run(std::vector<std::string> arguments, std::string_view input = {}) const;
  /// At a pseudo-terminal, when its prompt is there.
  std::unique_ptr<ChildProcess> at_terminal(std::vector<std::string> arguments = {}) const;

  /// Questions of this kind, once there are so many.
  template <class Question>
  std::vector<Question> wait_for(size_t count) {
    for (size_t asked = 1;; ++asked) {
      std::vector<Question> found;
      for (const schemas::ToJobManager& question : manager_.wait_for_questions(asked)) {
        if (const auto* wanted = std::get_if<Question>(&question)) found.push_back(*wanted);
      }
      if (found.size() >= count) return found;
    }
  }

  static constexpr JobId kJob{0x0c6f5a1f6f9d4c8e, 0x9a7b3d2e1f001122};

  ScratchFolder folder_;
  /// From now on rows of SELECTs end.
  std::atomic<bool> rows_end_{false};
  /// From now on rows of SELECTs come for ever.
  std::atomic<bool> rows_repeat_{false};
  sql::ScriptedJobManager manager_;

 private:
  std::optional<schemas::ToClient> answer(const schemas::ToJobManager& question);
};

}  // namespace eddyline::tests

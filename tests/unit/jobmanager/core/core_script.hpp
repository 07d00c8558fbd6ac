#pragma once

#include <string>
#include <vector>

namespace eddyline::jobmanager::tests {

/// A story about the job manager, as a file: lines that say what happens, under each what the job manager says then, behind
/// "> ". Other lines are kept as they are: comments and blank ones.
///
///   e1 register slots=2           a task executor connects and registers; id=, host=, port=, build= where they matter
///   c1 submit j1 source:2 sink:1  a client submits a job; the name stands for it from then on
///   c1 select q1 source:1 sink:1 collect
///   c1 list | describe J | cancel J | await J | fetch J offset=N wait=MS
///   e1 deployed J [error TEXT]
///   e1 state J VERTEX SUBTASK STATE [CAUSE]
///   e1 all J STATE                the same for each subtask that runs there
///   e1 rows COUNT [ended] [error TEXT]    the answer to what it was last asked
///   e2 rows-of e1                 an answer to what another one was asked
///   e1 heartbeat | cut TEXT | nonsense
///   remember COUNT                first of all: jobstore.max-capacity
///   hold-plans | read-plan        plans are read at once, or, from then on, one by one
///   advance MS
///   log on                        log lines are shown from now on
///   slots | dropped | shut-down
struct CoreScript {
  std::string path;
  std::vector<std::string> lines;
};

CoreScript read_core_script(const std::string& path);
/// The script's lines, with what is said now under each line.
std::vector<std::string> run_core_script(const CoreScript& script);

}  // namespace eddyline::jobmanager::tests

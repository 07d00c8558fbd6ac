#include "common/memory/freed_memory.hpp"
#include "programs/taskexecutor/task_executor_program.hpp"

int main(int argc, char** argv) {
  eddyline::keep_freed_memory();
  return eddyline::programs::run_task_executor(argc, argv, nullptr);
}

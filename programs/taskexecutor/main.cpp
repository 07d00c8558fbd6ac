#include "programs/taskexecutor/task_executor_program.hpp"

int main(int argc, char** argv) {
  return eddyline::programs::run_task_executor(argc, argv, nullptr);
}

#include "taskexecutor/exchange/remote/channel_name.hpp"

namespace eddyline::taskexecutor {
namespace {

std::string subtask_text(const std::string& vertex, SubtaskIndex index, Parallelism parallelism) {
  return vertex + " (" + std::to_string(index.value() + 1) + "/" + std::to_string(parallelism.value()) + ")";
}

}  // namespace

std::string ChannelName::to_string() const {
  std::string text = "channel " + std::to_string(number);
  if (edge == nullptr) return text;
  return text + " from " + subtask_text(edge->from, from, edge->from_parallelism) + " to " +
         subtask_text(edge->to, to, edge->to_parallelism);
}

}  // namespace eddyline::taskexecutor

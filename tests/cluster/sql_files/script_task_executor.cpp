// The task executor's program with the connector 'script', whose tables a test feeds.

#include <cstdlib>
#include <memory>
#include <string>

#include "common/base/check.hpp"
#include "common/net/network.hpp"
#include "programs/taskexecutor/task_executor_program.hpp"
#include "tests/cluster/sql_files/script_messages.hpp"
#include "tests/sql/harness/fed_watermarks.hpp"

namespace {

using namespace eddyline;
using namespace eddyline::sql_tests;

/// The task executor's end of the feed: takes events, and says what the task executor is about.
class ScriptFeed final : public programs::TaskExecutorExtension, private NetworkHandler {
 public:
  void extend(programs::JobServices& services) override {
    register_script(services.connectors(), tables_);
    listen_to_fed_watermarks(services.operators());
  }

  Status begin(taskexecutor::TaskExecutor& executor) override {
    executor_ = &executor;
    const char* const port = std::getenv(kFeedPortVariable);
    if (port == nullptr) return configuration_error(std::string(kFeedPortVariable) + " is not set");
    ASSIGN_OR_RETURN(network_, Network::start());
    network_->connect({"localhost", static_cast<uint16_t>(std::stoul(port))}, feed_settings(), *this);
    return {};
  }

  void end() override { network_.reset(); }

 private:
  void on_connect(PeerId) override {}
  /// The test is gone, and will stop this process too.
  void on_disconnect(PeerId, const Status&) override {}

  void on_message(PeerId peer, Frame frame) override {
    const Result<FeedMessage> message = decode_feed_message(frame.bytes);
    CHECK(message.ok()) << message.status().to_string();
    if (message->kind == FeedMessage::Kind::kClear) return tables_.clear();
    if (message->kind == FeedMessage::Kind::kAsk) return network_->send(peer, encode(answer(message->number)));
    Result<ScriptTables::Event> event = event_of(*message);
    CHECK(event.ok()) << event.status().to_string();
    tables_.add(message->table, *std::move(event));
  }

  ActivityAnswer answer(int64_t round) const {
    const taskexecutor::ExecutorActivity activity = executor_->activity();
    ActivityAnswer answer;
    answer.round = round;
    answer.awake = activity.subtasks.awake;
    answer.wake_ups = activity.subtasks.wake_ups;
    answer.failed = activity.subtasks.failed;
    if (activity.subtasks.next_wake_up) answer.next_wake_up = activity.subtasks.next_wake_up->value();
    answer.messages_sent = activity.data.messages_sent;
    answer.messages_received = activity.data.messages_received;
    return answer;
  }

  ScriptTables tables_;
  taskexecutor::TaskExecutor* executor_ = nullptr;
  std::unique_ptr<Network> network_;
};

}  // namespace

int main(int argc, char** argv) {
  ScriptFeed feed;
  return programs::run_task_executor(argc, argv, &feed);
}

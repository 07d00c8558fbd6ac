#include "tests/cluster/sql_files/executor_feeds.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "common/base/check.hpp"
#include "common/clock/clock.hpp"
#include "tests/process_driver/child_process.hpp"

namespace eddyline::sql_tests {
namespace {

using Answers = std::vector<ActivityAnswer>;

uint64_t sum(const Answers& answers, uint64_t ActivityAnswer::*field) {
  return std::accumulate(answers.begin(), answers.end(), uint64_t{0},
                         [field](uint64_t sum, const ActivityAnswer& answer) { return sum + answer.*field; });
}

/// Nobody was awake between the two rounds, and nothing was under way: all that was sent by the second had been received by the
/// first, so that nobody can be woken but by a clock.
bool are_quiet(const Answers& first, const Answers& second) {
  const auto woken = &ActivityAnswer::wake_ups;
  return sum(first, &ActivityAnswer::awake) == 0 && sum(second, &ActivityAnswer::awake) == 0 &&
         sum(first, woken) == sum(second, woken) &&
         sum(first, &ActivityAnswer::messages_received) == sum(second, &ActivityAnswer::messages_sent);
}

bool wakes_before(const Answers& answers, int64_t time) {
  return std::ranges::any_of(answers, [time](const ActivityAnswer& answer) { return answer.next_wake_up <= time; });
}

std::string described(const Answers& answers, int64_t now) {
  std::string text;
  for (const ActivityAnswer& answer : answers) {
    text += "\n  awake " + std::to_string(answer.awake) + ", wake-ups " + std::to_string(answer.wake_ups) + ", failed " +
            std::to_string(answer.failed) + ", messages sent " + std::to_string(answer.messages_sent) + ", received " +
            std::to_string(answer.messages_received);
    if (answer.next_wake_up != ActivityAnswer::kNever) {
      text += ", wakes in " + std::to_string(answer.next_wake_up - now) + " ms";
    }
  }
  return text;
}

}  // namespace

ExecutorFeeds::ExecutorFeeds() : network_(Network::start().value()) {
  port_ = network_->listen({"localhost", 0}, feed_settings(), *this).value().port;
}

ExecutorFeeds::~ExecutorFeeds() {
  network_.reset();
}

void ExecutorFeeds::on_connect(PeerId peer) {
  {
    const std::lock_guard lock(mutex_);
    executors_.emplace(peer, ActivityAnswer());
  }
  changed_.notify_all();
}

void ExecutorFeeds::on_message(PeerId peer, Frame message) {
  const Result<ActivityAnswer> answer = decode_activity(message.bytes);
  CHECK(answer.ok()) << answer.status().to_string();
  {
    const std::lock_guard lock(mutex_);
    executors_[peer] = *answer;
  }
  changed_.notify_all();
}

void ExecutorFeeds::on_disconnect(PeerId, const Status& why) {
  {
    const std::lock_guard lock(mutex_);
    if (lost_.ok()) lost_ = why.with_context("a task executor is gone");
  }
  changed_.notify_all();
}

void ExecutorFeeds::wait_for_executors(size_t count) {
  std::unique_lock lock(mutex_);
  const bool all = changed_.wait_for(lock, tests::kPatience, [&] { return executors_.size() == count; });
  CHECK(all) << executors_.size() << " of " << count << " task executors have connected";
}

void ExecutorFeeds::send(const FeedMessage& message) {
  const std::lock_guard lock(mutex_);
  for (const auto& [peer, latest] : executors_) network_->send(peer, encode(message));
}

Result<Answers> ExecutorFeeds::ask() {
  FeedMessage question;
  question.kind = FeedMessage::Kind::kAsk;
  question.number = ++round_;
  send(question);
  std::unique_lock lock(mutex_);
  const auto answered = [this](const auto& executor) { return executor.second.round == round_; };
  const bool all = changed_.wait_for(lock, tests::kPatience,
                                     [&] { return !lost_.ok() || std::ranges::all_of(executors_, answered); });
  RETURN_IF_ERROR(lost_);
  if (!all) return io_error("a task executor does not say what it is about");
  Answers answers;
  for (const auto& [peer, latest] : executors_) answers.push_back(latest);
  return answers;
}

Result<uint64_t> ExecutorFeeds::wait_until_quiet(int64_t within_ms) {
  const SystemClock clock;
  const int64_t patience_ends = clock.now().value() + std::chrono::milliseconds(tests::kPatience).count();
  ASSIGN_OR_RETURN(Answers before, ask());
  while (true) {
    ASSIGN_OR_RETURN(Answers answers, ask());
    const int64_t now = clock.now().value();
    if (are_quiet(before, answers) && !wakes_before(answers, now + within_ms)) {
      return sum(answers, &ActivityAnswer::failed);
    }
    if (now > patience_ends) return io_error("the task executors do not come to rest:" + described(answers, now));
    before = std::move(answers);
  }
}

}  // namespace eddyline::sql_tests

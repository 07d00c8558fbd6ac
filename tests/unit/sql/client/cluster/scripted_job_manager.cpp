#include "tests/unit/sql/client/cluster/scripted_job_manager.hpp"

#include <chrono>

#include "common/base/check.hpp"
#include "schemas/control_codec.hpp"

namespace eddyline::sql {
namespace {

/// Far more than an answer takes.
constexpr std::chrono::seconds kPatience{60};

}  // namespace

ScriptedJobManager::ScriptedJobManager(Answer answer, uint32_t version_offset)
    : answer_(std::make_shared<Answer>(std::move(answer))), network_(Network::start().value()) {
  NetworkSettings settings;
  settings.protocol = "control";
  settings.version = schemas::kControlVersion + version_offset;
  address_ = network_->listen({"127.0.0.1", 0}, settings, *this).value();
}

ScriptedJobManager::~ScriptedJobManager() { network_.reset(); }

void ScriptedJobManager::answer_with(Answer answer) {
  const std::lock_guard lock(mutex_);
  answer_ = std::make_shared<Answer>(std::move(answer));
}

void ScriptedJobManager::send_bytes(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  network_->send(newest_, Frame::copy_of({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}));
}

void ScriptedJobManager::send(const schemas::ToClient& answer) {
  const std::lock_guard lock(mutex_);
  network_->send(newest_, schemas::encode(answer));
}

void ScriptedJobManager::disconnect() {
  const std::lock_guard lock(mutex_);
  network_->disconnect(newest_);
}

std::vector<schemas::ToJobManager> ScriptedJobManager::wait_for_questions(size_t count) {
  std::unique_lock lock(mutex_);
  CHECK(changed_.wait_for(lock, kPatience, [&] { return questions_.size() >= count; })) << "the questions have not come";
  return questions_;
}

size_t ScriptedJobManager::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_;
}

void ScriptedJobManager::on_connect(PeerId peer) {
  const std::lock_guard lock(mutex_);
  newest_ = peer;
  ++connections_;
}

void ScriptedJobManager::on_message(PeerId peer, Frame message) {
  const auto question = schemas::decode_to_job_manager(message.bytes).value();
  std::shared_ptr<Answer> answer;
  {
    const std::lock_guard lock(mutex_);
    newest_ = peer;
    questions_.push_back(question);
    answer = answer_;
  }
  changed_.notify_all();
  if (const auto given = (*answer)(question)) network_->send(peer, schemas::encode(*given));
}

schemas::RequestId request_of(const schemas::ToJobManager& question) {
  return std::visit(
      [](const auto& message) {
        if constexpr (requires { message.request; }) {
          return schemas::RequestId(message.request);
        } else {
          return schemas::RequestId();
        }
      },
      question);
}

}  // namespace eddyline::sql

#include "taskexecutor/process/collected_rows.hpp"

#include <algorithm>
#include <utility>

#include "common/base/check.hpp"

namespace eddyline::taskexecutor {

using schemas::AttemptId;
using schemas::FetchedRows;
using schemas::FetchRows;

namespace {

/// A message stays small beside heartbeats that wait behind it.
constexpr Bytes kAnswerBytesMax{uint64_t{4} << 20};

FetchedRows refusal(const FetchRows& request, Status why) {
  FetchedRows answer;
  answer.request = request.request;
  answer.result = std::move(why);
  return answer;
}

FetchedRows take(const FetchRows& request, operators::ResultBuffer& rows) {
  const uint64_t version = request.attempt.value();
  // Whoever knows another sink's rows, or none, begins with what there is.
  const uint64_t offset = request.version == version ? request.offset : rows.first_offset();
  Result<operators::ResultBuffer::Fetched> fetched = rows.fetch(offset, std::min(request.bytes_max, kAnswerBytesMax));
  if (!fetched.ok()) return refusal(request, fetched.status());
  FetchedRows answer;
  answer.request = request.request;
  answer.version = version;
  answer.offset = fetched->offset;
  answer.rows = fetched->rows;
  for (const operators::ResultBuffer::EncodedBatch& batch : fetched->batches) answer.batches.push_back(*batch);
  answer.ended = fetched->ended;
  return answer;
}

bool has_news(const FetchedRows& answer) { return !answer.result.ok() || answer.rows > 0 || answer.ended; }

}  // namespace

void CollectedRows::add(AttemptId attempt, std::shared_ptr<operators::ResultBuffer> rows) {
  const bool added = entries_.emplace(attempt, Entry{std::move(rows), {}}).second;
  CHECK(added) << "an attempt has one collect sink";
}

std::vector<FetchedRows> CollectedRows::forget(AttemptId attempt) {
  const auto found = entries_.find(attempt);
  if (found == entries_.end()) return {};
  std::vector<FetchedRows> answers;
  if (found->second.waiting) answers.push_back(refusal(found->second.waiting->request, cancelled("The job was cancelled.")));
  found->second.rows->close();
  entries_.erase(found);
  return answers;
}

void CollectedRows::forget_all() {
  for (const auto& [attempt, entry] : entries_) entry.rows->close();
  entries_.clear();
}

std::vector<FetchedRows> CollectedRows::fetch(const FetchRows& request, Moment now) {
  const auto found = entries_.find(request.attempt);
  if (found == entries_.end()) return {refusal(request, not_found("The rows of this job are not here."))};
  std::vector<FetchedRows> answers;
  // A fetcher asks again when it thinks that nothing comes of what it asked before.
  if (found->second.waiting) {
    answers.push_back(take(found->second.waiting->request, *found->second.rows));
    found->second.waiting.reset();
  }
  FetchedRows answer = take(request, *found->second.rows);
  if (has_news(answer) || request.wait.count() == 0) {
    answers.push_back(std::move(answer));
  } else {
    // A wait that ends later than time can say ends never.
    const auto longest = std::chrono::milliseconds::max() - now.steady;
    found->second.waiting = Waiting{request, now.steady + std::min(request.wait, longest)};
  }
  return answers;
}

std::vector<FetchedRows> CollectedRows::on_rows(AttemptId attempt) {
  const auto found = entries_.find(attempt);
  if (found == entries_.end() || !found->second.waiting) return {};
  FetchedRows answer = take(found->second.waiting->request, *found->second.rows);
  if (!has_news(answer)) return {};
  found->second.waiting.reset();
  return {std::move(answer)};
}

std::vector<FetchedRows> CollectedRows::tick(Moment now) {
  std::vector<FetchedRows> answers;
  for (auto& [attempt, entry] : entries_) {
    if (!entry.waiting || entry.waiting->until > now.steady) continue;
    answers.push_back(take(entry.waiting->request, *entry.rows));
    entry.waiting.reset();
  }
  return answers;
}

std::optional<std::chrono::milliseconds> CollectedRows::next_tick() const {
  std::optional<std::chrono::milliseconds> next;
  for (const auto& [attempt, entry] : entries_) {
    if (entry.waiting && (!next || entry.waiting->until < *next)) next = entry.waiting->until;
  }
  return next;
}

}  // namespace eddyline::taskexecutor

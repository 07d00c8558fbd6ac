#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "common/columnar/physical_type.hpp"
#include "sql/client/cluster/cluster_client.hpp"
#include "sql/client/job_launcher.hpp"

namespace eddyline::sql {

/// The rows of a SELECT that runs on a cluster, asked for as they are wanted: one answer of the job manager at a time is held here.
///
/// Thread   one.
class ClusterQueryRows final : public QueryRows {
 public:
  using MonotonicClock = std::chrono::steady_clock;
  using Now = std::function<MonotonicClock::time_point()>;

  /// The client is borrowed. `types`: those of the job's columns. `timeout`: for each answer. `now`: by what the time is measured in
  /// which the job manager was asked nothing.
  ClusterQueryRows(ClusterClient& client, const JobId& job, std::vector<PhysicalType> types, ClusterClient::Milliseconds timeout,
                   Now now = MonotonicClock::now)
      : client_(client), job_(job), types_(std::move(types)), timeout_(timeout), now_(std::move(now)) {}
  /// Cancels the job unless it has ended.
  ~ClusterQueryRows() override;

  Result<std::optional<ResultPiece>> next() override;
  /// Asks for the next rows from time to time, of which one answer is kept, so that the job is not taken for one that nobody wants.
  void stay_alive() override;

  struct Look {
    std::optional<ResultPiece> piece;
    /// No piece follows.
    bool ended = false;
  };
  /// The next piece if it comes within `wait`; then, and at the end, there is none. Errors   as next().
  Result<Look> look(std::chrono::milliseconds wait);

 private:
  /// What is here; nothing if the job manager must be asked.
  Result<std::optional<Look>> look_here();
  Result<schemas::FetchedRows> fetch(std::chrono::milliseconds wait, Bytes bytes_max = kAnswerBytes);
  void fetch_ahead();
  /// Asks once more for what is here in `ahead_`.
  void ask_again();
  /// Says of an error what the client itself has to do with it; nothing of a success.
  Status explained(Status why) const;
  /// Keeps an answer's rows for next(), if they are those that were asked for.
  Status take(schemas::FetchedRows fetched);
  Status take_restart(const schemas::FetchedRows& fetched);
  Result<Batch> decode_next();
  /// How the job ended.
  Status result_of_job();
  Status broken(const std::string& what) const;

  static constexpr Bytes kAnswerBytes{size_t{1} << 20};

  ClusterClient& client_;
  const JobId job_;
  const std::vector<PhysicalType> types_;
  const ClusterClient::Milliseconds timeout_;
  const Now now_;
  /// 0 before the first rows.
  uint64_t version_ = 0;
  /// Of the next row to ask for.
  uint64_t offset_ = 0;
  std::optional<RepeatedRows> repeated_;
  /// Encoded, not given yet.
  std::deque<std::string> batches_;
  /// Rows that `batches_` must hold.
  uint64_t rows_left_ = 0;
  /// An answer behind `batches_`, from before it was wanted; or why there is none.
  std::optional<Result<schemas::FetchedRows>> ahead_;
  /// When the job manager was asked last.
  MonotonicClock::time_point asked_ = now_();
  /// It was left alone for longer than the timeout.
  bool was_silent_ = false;
  /// No rows come after `batches_`.
  bool rows_ended_ = false;
  bool job_ended_ = false;
};

}  // namespace eddyline::sql
